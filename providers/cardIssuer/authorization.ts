/** A live authorization as the issuer asks for it, and how it is answered. */
import { createAjv } from '../../contract/ajv.ts'
import type { CardMerchant } from '../../contract/cardTransactions.ts'
import { CARD_CURRENCY } from '../../contract/money.ts'
import { answerOfDecision } from './declines.ts'
import { CENTS_MAX } from './issuer.ts'
import { merchant, merchantIn, plainToken, type WireMerchant } from './wire.ts'

export type LiveAuthorization = {
  /** The issuer's names of the transaction and of the card. */
  readonly token: string
  readonly cardToken: string
  /** Its name of this request, which it gives for some programs only. */
  readonly eventToken: string | undefined
  readonly kind: 'DEBIT' | 'CREDIT' | 'INQUIRY'
  /** What is to be held, not negative. */
  readonly cents: number
  readonly merchant: CardMerchant
  readonly acceptorId: string
}

type WireMoney = { readonly amount: number }
type WireAuthorization = {
  readonly token: string
  readonly event_token?: string | null
  readonly status: keyof typeof kinds
  readonly amounts: { readonly cardholder: WireMoney; readonly hold?: WireMoney | null }
  readonly card: { readonly token: string }
  readonly merchant: WireMerchant
}

const kinds = {
  AUTHORIZATION: 'DEBIT',
  FINANCIAL_AUTHORIZATION: 'DEBIT',
  CREDIT_AUTHORIZATION: 'CREDIT',
  FINANCIAL_CREDIT_AUTHORIZATION: 'CREDIT',
  BALANCE_INQUIRY: 'INQUIRY',
} as const

const money = {
  type: 'object',
  required: ['amount'],
  properties: { amount: { type: 'integer', minimum: -CENTS_MAX, maximum: CENTS_MAX } },
} as const
const charged = {
  ...money,
  required: ['amount', 'currency'],
  properties: { ...money.properties, currency: { const: CARD_CURRENCY } },
} as const
const isAuthorization = createAjv({ allowUnionTypes: true }).compile<WireAuthorization>({
  type: 'object',
  required: ['event_type', 'token', 'status', 'amounts', 'card', 'merchant'],
  properties: {
    event_type: { const: 'card_authorization.approval_request' },
    token: plainToken,
    event_token: { anyOf: [plainToken, { type: 'null' }] },
    status: { enum: Object.keys(kinds) },
    amounts: {
      type: 'object',
      required: ['cardholder'],
      properties: { cardholder: charged, hold: { anyOf: [money, { type: 'null' }] } },
    },
    card: { type: 'object', required: ['token'], properties: { token: plainToken } },
    merchant,
  },
})

/** undefined for a request of another shape. */
export function authorizationIn(request: unknown): LiveAuthorization | undefined {
  if (!isAuthorization(request)) return undefined
  const { cardholder, hold } = request.amounts
  return {
    token: request.token,
    eventToken: request.event_token ?? undefined,
    cardToken: request.card.token,
    kind: kinds[request.status],
    // A hold may foresee a tip; one below the purchase would leave it uncovered.
    cents: Math.max(Math.abs(cardholder.amount), Math.abs(hold?.amount ?? 0)),
    merchant: merchantIn(request.merchant),
    acceptorId: request.merchant.acceptor_id ?? '',
  }
}

/** @param availableCents what the card may still spend, where the issuer is to know it */
export function authorizationAnswer(
  token: string,
  result: Parameters<typeof answerOfDecision>[0],
  availableCents: number | null | undefined,
): object {
  return {
    result: answerOfDecision(result),
    token,
    ...(typeof availableCents === 'number' && {
      balance: { amount: availableCents, available: availableCents },
    }),
  }
}
