/** The code by which a program gets its agent's token: shown once, for fifteen minutes. */
import { useState } from 'preact/hooks'
import { type Component, request } from '../../lib/request.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { Section } from '../../ui/Section.tsx'
import type { Agent } from './facts.tsx'

type Code = Component<'AgentDeviceCode'>

type DeviceCodeProps = {
  readonly agent: Agent
  /** Of the answer that has created the agent. */
  readonly first?: Code
}

/** The code is kept in the component alone: gone when the panel is closed, as it is at the API. */
export function DeviceCode({ agent, first }: DeviceCodeProps) {
  const [code, setCode] = useState(first)
  if (agent.isConnected) {
    if (code === undefined) return null
    return (
      <p class="note" role="status">
        The device code was redeemed: a program acts as {agent.name}.
      </p>
    )
  }
  return (
    <Section title="Device code">
      {code === undefined ? (
        <p class="soft">
          No program is connected. The code was shown when it was made; a new one voids it.
        </p>
      ) : (
        <div class="card stack">
          <p class="device-code">
            <CopyId id={code.code} />
          </p>
          <p>
            Give it to the program, which redeems it for its access token. Time left:{' '}
            <strong>
              <Countdown to={code.expiresAt} over="over, make a new one" />
            </strong>
          </p>
          <p class="soft">It is shown here once, and nowhere else.</p>
        </div>
      )}
      <ActionButton
        request={request('post', '/agents/{agentId}/device-codes', { path: { agentId: agent.id } })}
        needs="MANAGE"
        isSmall
        done="The new code is shown; earlier ones are void."
        onDone={setCode}
        {...(code !== undefined && { confirm: 'The code that is shown now becomes void.' })}
      >
        Make a new code
      </ActionButton>
    </Section>
  )
}
