/** Approve or reject an action that waits: by a button or by its key, each asked again first. */
import { useState } from 'preact/hooks'
import { useAction } from '../../lib/action.ts'
import { useKeys } from '../../lib/keyboard.ts'
import { announce } from '../../lib/notices.ts'
import { problemOf } from '../../lib/problem.ts'
import { type Component, request } from '../../lib/request.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Curl, CurlText } from '../../ui/Curl.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Form } from '../../ui/Form.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { ActionAmount, type Review } from '../agents/actions.tsx'

export type DecideProps = {
  readonly review: Review
  readonly onDecided: () => void
  /** Another person has decided first. */
  readonly onLate: () => void
}

type Decision = 'approve' | 'reject'

const words = { approve: 'Approve', reject: 'Reject' } as const

export function Decide({ review, onDecided, onLate }: DecideProps) {
  const [asked, setAsked] = useState<Decision>()
  const { may } = useSession()
  const isAllowed = may('TRANSACT')
  const ask = (decision: Decision): void => {
    if (isAllowed) setAsked(decision)
  }
  useKeys([
    { key: 'a', what: 'Approve, after a question', run: () => ask('approve') },
    { key: 'r', what: 'Reject, after a question', run: () => ask('reject') },
  ])
  const disabledReason = isAllowed ? undefined : 'Your token lacks the permission TRANSACT.'
  return (
    <div class="row">
      <Button kind="primary" onPress={() => ask('approve')} disabledReason={disabledReason}>
        Approve
      </Button>
      <Button kind="danger" onPress={() => ask('reject')} disabledReason={disabledReason}>
        Reject
      </Button>
      <span class="soft">
        or <kbd>a</kbd> <kbd>r</kbd>
      </span>
      <Curl request={requestOf('approve', review, '')} />
      {asked !== undefined && (
        <DecisionDialog
          key={asked}
          decision={asked}
          review={review}
          onClose={() => setAsked(undefined)}
          onDecided={() => {
            setAsked(undefined)
            onDecided()
          }}
          onLate={() => {
            setAsked(undefined)
            onLate()
          }}
        />
      )}
    </div>
  )
}

type DialogProps = DecideProps & { readonly decision: Decision; readonly onClose: () => void }

function DecisionDialog({ decision, review, onClose, onDecided, onLate }: DialogProps) {
  const { api } = useSession()
  const [reason, setReason] = useState('')
  const asked = requestOf(decision, review, reason)
  const isDoomed = decision === 'approve' && review.judgement?.decision === 'DENY'
  const action = useAction(async () => {
    try {
      announce(outcomeOf(await api.send(asked)))
      onDecided()
    } catch (error) {
      if (problemOf(error).status !== 409) throw error
      onLate()
    }
  })
  return (
    <Dialog title={`${words[decision]} this payment?`} isWide onClose={onClose}>
      <p>
        {review.agentName}: <ActionAmount of={review} />.{' '}
        {decision === 'approve'
          ? 'It is judged once more, and the money moves.'
          : 'It ends here, and what it reserved is released.'}
      </p>
      {isDoomed && (
        <p class="problem">By the policy of now it would fail: see the rules that deny.</p>
      )}
      <Form action={action} label={words[decision]}>
        {decision === 'reject' && (
          <Field
            name="reason"
            label="Reason, which the agent reads"
            value={reason}
            isFirst
            onInput={setReason}
          />
        )}
        <CurlText request={asked} />
        <p class="row end">
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            kind={decision === 'approve' ? 'primary' : 'danger'}
            isBusy={action.isBusy}
            isFirst={decision === 'approve'}
          >
            {words[decision]}
          </Button>
        </p>
      </Form>
    </Dialog>
  )
}

function requestOf(decision: Decision, { id, agentId }: Review, reason: string) {
  const path = { agentId, actionId: id }
  if (decision === 'approve') {
    return request('post', '/agents/{agentId}/actions/{actionId}/approve', { path })
  }
  return request('post', '/agents/{agentId}/actions/{actionId}/reject', {
    path,
    ...(reason.trim() !== '' && { body: { reason: reason.trim() } }),
  })
}

/** An approval is judged again: it may have failed. */
function outcomeOf({ status, rejectionReason }: Component<'AgentAction'>): string {
  if (status === 'APPROVED') return 'The payment is approved.'
  if (status === 'REJECTED') return 'The payment is rejected.'
  return `It was approved and has failed: ${wordsOf(rejectionReason ?? 'UNKNOWN').toLowerCase()}.`
}
