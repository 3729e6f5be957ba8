/** Changes a policy: tried on the agent's past actions first, then saved. */
import { useState } from 'preact/hooks'
import { useAction } from '../../lib/action.ts'
import { request } from '../../lib/request.ts'
import { useSession } from '../../lib/session.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Form } from '../../ui/Form.tsx'
import { DryRun, type DryRunResult } from './DryRun.tsx'
import { draftOf, type Policy, policyOf } from './draft.ts'
import type { Agent } from './facts.tsx'
import { PolicyFields } from './PolicyFields.tsx'

const LAST_ACTIONS = 100

type PolicyEditorProps = { readonly agent: Agent; readonly onSaved: () => void }

export function PolicyEditor({ agent, onSaved }: PolicyEditorProps) {
  const { api } = useSession()
  const [base, setBase] = useState(agent.policy)
  const [draft, setDraft] = useState(() => draftOf(agent.policy))
  const [tried, setTried] = useState<{ readonly policy: Policy; readonly result: DryRunResult }>()
  const path = { agentId: agent.id }
  const evaluation = (policy: Policy | undefined) =>
    request('post', '/agents/{agentId}/policy/evaluate', {
      path,
      body: { lastActions: LAST_ACTIONS, ...(policy && { policy }) },
    })
  const action = useAction(async () => {
    const policy = policyOf(draft)
    const [then, now, { data }] = await Promise.all([
      api.send(evaluation(policy)),
      api.send(evaluation(undefined)),
      api.send(
        request('get', '/agents/actions', { query: { agentId: agent.id, limit: LAST_ACTIONS } }),
      ),
    ])
    const result = {
      tried: then.lastActions ?? [],
      inForce: now.lastActions ?? [],
      actions: data,
    }
    setTried({ policy, result })
  })
  const begin = (policy: Policy): void => {
    setBase(policy)
    setDraft(draftOf(policy))
    setTried(undefined)
    action.reset()
  }
  const isOvertaken = JSON.stringify(base) !== JSON.stringify(agent.policy)
  return (
    <div class="stack">
      {isOvertaken && (
        <div class="note row" role="alert">
          <span>The policy was changed meanwhile. What you save replaces all of it.</span>
          <Button isSmall onPress={() => begin(agent.policy)}>
            Begin with the newest
          </Button>
        </div>
      )}
      <Form action={action} label="Policy">
        <PolicyFields
          draft={draft}
          customerId={agent.customerId}
          onChange={(next) => {
            setDraft(next)
            // What was tried is another policy now.
            setTried(undefined)
          }}
        />
        <div class="row">
          <Button
            type="submit"
            kind={tried === undefined ? 'primary' : 'plain'}
            isBusy={action.isBusy}
          >
            Try on past actions
          </Button>
          {tried === undefined && <span class="soft">Then it can be saved.</span>}
        </div>
      </Form>
      {tried !== undefined && (
        <>
          <DryRun result={tried.result} />
          <div class="row">
            <ActionButton
              request={request('patch', '/agents/{agentId}/policy', { path, body: tried.policy })}
              needs="MANAGE"
              kind="primary"
              confirm="The policy holds from the very next decision on, also for what waits for approval."
              done="The policy is saved."
              onDone={(saved) => {
                begin(saved.policy)
                onSaved()
              }}
            >
              Save the policy
            </ActionButton>
            <Curl request={evaluation(tried.policy)} />
          </div>
        </>
      )}
    </div>
  )
}
