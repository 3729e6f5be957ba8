import { useState } from 'preact/hooks'
import { useAction } from '../../lib/action.ts'
import { useApi } from '../../lib/apiContext.ts'
import { announce } from '../../lib/notices.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Field, Form, type FormValues } from '../../ui/Form.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { Time } from '../../ui/Time.tsx'
import { write } from '../api.ts'
import type { Pause } from '../health.ts'
import { SendButton } from '../SendButton.tsx'
import { useMayNotDecide } from '../session.ts'

type PausesProps = { readonly pauses: readonly Pause[]; readonly onChange: () => void }

/** Payouts that are held back, for all platforms of an environment or for one. */
export function Pauses({ pauses, onChange }: PausesProps) {
  const mayNot = useMayNotDecide()
  const [isPausing, setPausing] = useState(false)
  return (
    <Section
      title="Paused payouts"
      actions={
        <Button kind="danger" isSmall onPress={() => setPausing(true)} disabledReason={mayNot}>
          Pause payouts
        </Button>
      }
    >
      {pauses.length === 0 && <Empty title="Payouts are not paused." />}
      {pauses.length > 0 && (
        <ul class="stack" aria-label="Paused payouts">
          {pauses.map((pause) => (
            <PauseCard
              key={`${pause.environment} ${pause.platformId}`}
              pause={pause}
              onChange={onChange}
            />
          ))}
        </ul>
      )}
      {isPausing && <PauseDialog onChange={onChange} onClose={() => setPausing(false)} />}
    </Section>
  )
}

type PauseCardProps = { readonly pause: Pause; readonly onChange: () => void }

function PauseCard({ pause, onChange }: PauseCardProps) {
  const { environment, platform, platformId, waiting, pausedBy, pausedAt, reason } = pause
  const whose = `${platform ?? 'Every platform'}, ${wordsOf(environment)}`
  return (
    <li class="card stack close-stack">
      <div class="row">
        <strong>{whose}</strong>
        <span>{waiting === 1 ? '1 payout waits' : `${waiting} payouts wait`}</span>
        <span class="soft">
          {pausedBy}, <Time at={pausedAt} />
        </span>
        <SendButton
          request={write('/payouts/resume', {
            environment,
            pausedAt,
            ...(platformId !== null && { platform: platformId }),
          })}
          done="Payouts go on."
          confirm={`Payouts go on: ${whose}. What waits goes to the rail now.`}
          onSent={onChange}
          label={`Resume payouts: ${whose}`}
        >
          Resume
        </SendButton>
      </div>
      <LongText text={reason} />
    </li>
  )
}

type PauseDialogProps = { readonly onChange: () => void; readonly onClose: () => void }

function PauseDialog({ onChange, onClose }: PauseDialogProps) {
  const api = useApi()
  const action = useAction(async (values: FormValues) => {
    try {
      await api.send(write('/payouts/pause', values))
      announce('Payouts are paused.')
      onClose()
    } finally {
      onChange()
    }
  })
  return (
    <Dialog title="Pause payouts" onClose={onClose}>
      <p>
        Payouts that have not left for the rail are held back until an operator resumes them; what
        has left goes on.
      </p>
      <Form action={action} label="Pause payouts">
        <Field
          name="environment"
          label="Environment"
          options={[
            ['SANDBOX', 'Sandbox'],
            ['PRODUCTION', 'Production'],
          ]}
        />
        <Field
          name="platform"
          label="Platform’s id"
          hint="None: every platform of the environment."
          placeholder="PlatformConfig:…"
        />
        <Field name="reason" label="Reason" required lines={2} />
        <p class="row end full">
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" kind="danger" isBusy={action.isBusy}>
            Pause
          </Button>
        </p>
      </Form>
    </Dialog>
  )
}
