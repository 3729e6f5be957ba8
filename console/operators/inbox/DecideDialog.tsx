import { useAction } from '../../lib/action.ts'
import { useApi } from '../../lib/apiContext.ts'
import { announce } from '../../lib/notices.ts'
import { navigate } from '../../lib/route.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Form, type FormValues } from '../../ui/Form.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { write } from '../api.ts'
import type { Choice, Decision, GivenName, WholeItem } from './item.ts'
import { Outcomes } from './Outcomes.tsx'

type DecideDialogProps = {
  readonly item: WholeItem
  readonly choice: Choice
  /** What is shown is old: after a decision, and after one that was refused or whose answer was lost. */
  readonly onChange: () => void
  readonly onClose: () => void
}

/** A decision with its reason; it carries the state that was seen, and is sent once. */
export function DecideDialog({ item, choice, onChange, onClose }: DecideDialogProps) {
  const { subject, amount, state } = item
  const { decision, meaning, needs = [], takes = [] } = choice
  const needed = typeof needs === 'string' ? [needs] : needs
  const api = useApi()
  const action = useAction(async (values: FormValues) => {
    try {
      const made = await api.send(
        write<Decision>('/decisions', { subject, decision, state, ...filledIn(values) }),
      )
      announce(doneWords(made))
      onClose()
      navigate({ query: { tab: 'decisions' } }, { replace: true })
    } finally {
      onChange()
    }
  })
  const problem = action.problem
  const isRefused = problem?.status === 409
  const isUnknown = problem !== undefined && (problem.status === 0 || problem.status >= 500)
  return (
    <Dialog title={`Decide: ${decision}`} isWide onClose={onClose}>
      <p>
        {meaning} {amount !== undefined && <strong>{amount}</strong>}
      </p>
      <p>
        <code>{subject}</code>
      </p>
      <Outcomes choice={choice} />
      <Form action={action} label={`Decide: ${decision}`}>
        <Field
          name="reason"
          label="Reason"
          required
          isFirst
          lines={2}
          hint="It is on the timeline and in the audit, with your name."
        />
        {needed.map((name) => (
          <Field key={name} name={name} required {...neededFields[name]} />
        ))}
        {takes.map((name) => (
          <Field key={name} name={name} {...neededFields[name]} />
        ))}
        {isRefused && (
          <p class="note">
            Nothing was decided. Where it has changed, look at what has happened and decide anew.
          </p>
        )}
        {isUnknown && (
          <p class="note">
            Whether it was decided is not known, and it is not sent again by itself: close this and
            look under Decisions.
          </p>
        )}
        <p class="row end full">
          <Button onPress={onClose}>{isRefused || isUnknown ? 'Look at it' : 'Cancel'}</Button>
          <Button type="submit" kind="primary" isBusy={action.isBusy}>
            {wordsOf(decision)}
          </Button>
        </p>
      </Form>
    </Dialog>
  )
}

const neededFields = {
  transferId: { label: 'Transfer at the provider' },
  accountId: { label: 'Account that is credited', placeholder: 'InternalAccount:…' },
  quoteId: { label: 'Quote that is paid', placeholder: 'Quote:…' },
  rate: { label: 'For one US dollar', placeholder: '0.859' },
  until: { label: 'Until', placeholder: '2026-12-01T12:00:00Z' },
  observationId: { label: 'Observation that is right', placeholder: '4711' },
  basisPoints: { label: 'Basis points', placeholder: '20' },
  platform: { label: 'Of one platform', placeholder: 'PlatformConfig:…' },
  maximum: { label: 'Maximum', placeholder: '250000.00' },
  currency: { label: 'Currency', placeholder: 'EUR' },
  fixed: { label: 'Fixed fee', placeholder: '0.10' },
  from: { label: 'From', placeholder: '2026-12-01T00:00:00Z' },
  firstAmount: { label: 'One amount, in dollars', placeholder: '0.07' },
  secondAmount: { label: 'The other amount', placeholder: '0.42' },
} as const satisfies Readonly<Record<GivenName, object>>

/** What may be left out, and is, is not sent. */
function filledIn(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

function doneWords({ status, decision }: Decision): string {
  if (status === 'PENDING_CONFIRMATION')
    return `${wordsOf(decision)}: a second person must confirm.`
  if (status === 'ORDERED') return `${wordsOf(decision)}: a worker carries it out.`
  return `${wordsOf(decision)}: done.`
}
