/** The simulators of a dispute, as far as it may go on now. */
import { request } from '../../lib/request.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Section } from '../../ui/Section.tsx'
import type { Purchase } from '../cards/CardTransactions.tsx'
import type { Card } from '../cards/facts.tsx'

type DisputeProps = {
  readonly purchase: Purchase
  readonly card: Card
  readonly onDone: () => void
}

const closings = [
  ['WON', 'The network gives all back'],
  ['PARTIALLY_WON', 'It gives half back'],
  ['LOST', 'It gives nothing back'],
] as const

export function Dispute({ purchase, card, onDone }: DisputeProps) {
  const { id: cardTransactionId, direction } = purchase
  const charged = (purchase.settledAmount?.amount ?? 0) - (purchase.refundedAmount?.amount ?? 0)
  const open = purchase.disputes?.find(({ status }) => status === 'OPEN')
  if (direction === 'CREDIT' || (open === undefined && charged <= 0)) return null
  const path = { id: card.id }
  const about = { needs: 'TRANSACT', onDone } as const
  if (open === undefined) {
    return (
      <Section title="What the cardholder does">
        <ActionButton
          {...about}
          request={request('post', '/sandbox/cards/{id}/simulate/dispute_open', {
            path,
            body: { cardTransactionId },
          })}
          done="The purchase is disputed."
        >
          Dispute it
        </ActionButton>
      </Section>
    )
  }
  const left = open.amount.amount - open.creditedAmount.amount
  return (
    <Section title="What the issuer does about the dispute">
      <p class="row">
        {left > 0 && (
          <ActionButton
            {...about}
            request={request('post', '/sandbox/cards/{id}/simulate/dispute_provisional_credit', {
              path,
              body: { cardTransactionId, amount: left },
            })}
            done="The cardholder is credited until it is decided."
          >
            Credit it provisionally
          </ActionButton>
        )}
        {closings.map(([disposition, words]) => (
          <ActionButton
            key={disposition}
            {...about}
            request={request('post', '/sandbox/cards/{id}/simulate/dispute_close', {
              path,
              body: { cardTransactionId, disposition },
            })}
            done="The dispute is closed."
          >
            {words}
          </ActionButton>
        ))}
      </p>
    </Section>
  )
}
