/** The simulators of what follows an authorization, as far as it may follow now. */
import { minorIn, needed } from '../../lib/fields.ts'
import { shownAmount } from '../../lib/money.ts'
import { type ApiRequest, type ResultOf, request } from '../../lib/request.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Field } from '../../ui/Form.tsx'
import { RequestForm } from '../../ui/RequestForm.tsx'
import { Section } from '../../ui/Section.tsx'
import type { Purchase } from '../cards/CardTransactions.tsx'
import type { Card } from '../cards/facts.tsx'
import { DOLLARS } from './Buy.tsx'
import { Dispute } from './Dispute.tsx'

type Played = ResultOf<'post', '/sandbox/cards/{id}/simulate/clearing'>

/** Simulators of an amount of a purchase. */
type AmountStep = 'clearing' | 'authorization_advice' | 'authorization_reversal' | 'return'

type StepsProps = {
  readonly purchase: Purchase
  readonly card: Card
  readonly onDone: () => void
}

export function Steps({ purchase, card, onDone }: StepsProps) {
  const { id: cardTransactionId, status, direction } = purchase
  const authorized = purchase.authorizedAmount.amount
  const settled = purchase.settledAmount?.amount ?? 0
  const left = Math.max(0, authorized - settled)
  const refundable = settled - (purchase.refundedAmount?.amount ?? 0)
  const path = { id: card.id }
  const isOpen = status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED'
  const canReturn = direction === 'DEBIT' && !isOpen && refundable > 0
  const isReturn = purchase.originalTransactionId !== undefined
  const canTakeBack = status === 'SETTLED' && isReturn
  const playing = (step: AmountStep) => (amount: number) =>
    request('post', `/sandbox/cards/{id}/simulate/${step}`, {
      path,
      body: { cardTransactionId, amount },
    })
  return (
    <>
      <Section title="What the shop does next">
        {isOpen && (
          <>
            <AmountForm
              label="Clear it"
              submit="Clear"
              hint="With a tip it is more than what was authorized; less leaves the rest held."
              minor={left}
              requestOf={playing('clearing')}
              done="The merchant has cleared it."
              onDone={onDone}
            />
            {direction === 'DEBIT' && (
              <AmountForm
                label="New total"
                submit="Change the total"
                hint="A higher total holds more; a lower one lets some of it go."
                minor={authorized}
                requestOf={playing('authorization_advice')}
                done="The issuer has the new total."
                onDone={onDone}
              />
            )}
            {status === 'AUTHORIZED' && direction === 'DEBIT' && (
              <AmountForm
                label="Reverse"
                submit="Reverse it"
                hint="All of it, or a part: the rest stays held."
                minor={authorized}
                requestOf={playing('authorization_reversal')}
                done="The merchant has released it."
                onDone={onDone}
              />
            )}
            <ActionButton
              request={playing('clearing')(0)}
              needs="TRANSACT"
              done="The authorization has expired: what was held is free again."
              onDone={onDone}
            >
              Let it expire
            </ActionButton>
          </>
        )}
        {canReturn && (
          <AmountForm
            label="Give money back"
            submit="Return"
            hint="At most what is settled and not back yet."
            minor={refundable}
            requestOf={playing('return')}
            done="The merchant gives the money back."
            onDone={onDone}
          />
        )}
        {canTakeBack && (
          <ActionButton
            request={request('post', '/sandbox/cards/{id}/simulate/return_reversal', {
              path,
              body: { cardTransactionId },
            })}
            needs="TRANSACT"
            done="The merchant takes the return back."
            onDone={onDone}
          >
            Take the return back
          </ActionButton>
        )}
        {!isOpen && !canReturn && !canTakeBack && (
          <p class="soft">
            Nothing more can follow: nothing is held, and nothing is left to give back.
          </p>
        )}
      </Section>
      <Dispute purchase={purchase} card={card} onDone={onDone} />
    </>
  )
}

type AmountFormProps = {
  readonly label: string
  readonly submit: string
  readonly hint: string
  /** Cents that the field begins with. */
  readonly minor: number
  readonly requestOf: (amount: number) => ApiRequest<Played>
  readonly done: string
  readonly onDone: () => void
}

function AmountForm({ label, submit, hint, minor, requestOf, done, onDone }: AmountFormProps) {
  return (
    <RequestForm
      label={label}
      requestOf={(values) => requestOf(needed(minorIn(values, 'amount', DOLLARS), 'amount'))}
      submit={submit}
      kind="plain"
      needs="TRANSACT"
      done={done}
      onDone={onDone}
    >
      <Field
        name="amount"
        label={`${label}, USD`}
        inputMode="decimal"
        required
        value={shownAmount(minor, DOLLARS).replace(' USD', '').replaceAll(' ', '')}
        hint={hint}
      />
    </RequestForm>
  )
}
