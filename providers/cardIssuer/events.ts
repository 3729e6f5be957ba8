/** Events of the issuer, by their type. */
import { createAjv } from '../../contract/ajv.ts'
import { disputeEvents } from './disputes.ts'
import { WALLET_CODE_EVENT } from './walletCode.ts'
import { plainToken } from './wire.ts'

export type IssuerEvent = { readonly event_type: string }

export const TRANSACTION_EVENT = 'card_transaction.updated'

/** Types of which we need nothing, or what `transactionIn`, `disputeIn`, `walletCodeIn` and `closedCardIn` take of them. */
export const knownEventTypes: ReadonlySet<string> = new Set([
  ...[TRANSACTION_EVENT, 'card.updated', 'card.created', WALLET_CODE_EVENT],
  ...disputeEvents,
  ...['account_holder.created', 'account_holder.updated', 'account_holder.verification'],
])

const ajv = createAjv()
const isEvent = ajv.compile<IssuerEvent>({
  type: 'object',
  required: ['event_type'],
  properties: { event_type: { type: 'string', minLength: 1, maxLength: 200 } },
})
const isClosing = ajv.compile<{ readonly card_token: string }>({
  type: 'object',
  required: ['event_type', 'card_token', 'state'],
  properties: {
    event_type: { const: 'card.updated' },
    card_token: plainToken,
    state: { const: 'CLOSED' },
  },
})

/** undefined for a body of another shape. */
export function eventIn(body: unknown): IssuerEvent | undefined {
  return isEvent(body) ? body : undefined
}

/** The issuer's name of the card that an event says is closed; undefined for any other event. */
export function closedCardIn(event: unknown): string | undefined {
  return isClosing(event) ? event.card_token : undefined
}
