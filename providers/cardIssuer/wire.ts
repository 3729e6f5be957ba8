/**
 * What goes over the issuer's wire. Of an answer the named members alone are copied: a card's number
 * and security code stay behind here.
 */
import { createAjv } from '../../contract/ajv.ts'
import type { CardMerchant } from '../../contract/cardTransactions.ts'
import { longCountryCode, shortCountryCode } from '../../contract/countries.ts'
import { CARD_CENTS_MAX, CARD_CURRENCY } from '../../contract/money.ts'
import { declinedReasonOf } from './declines.ts'
import {
  type CardEventType,
  CENTS_MAX,
  cardEventTypes,
  type Holder,
  type IssuedCard,
  type IssuedCardState,
  issuedCardStates,
  type Purchase,
  type TransactionReport,
  type WalletPayload,
  type WalletRequest,
} from './issuer.ts'

const ajv = createAjv()
/** PostgreSQL stores neither a zero character nor half of a surrogate pair. */
export const text = {
  type: 'string',
  maxLength: 500,
  pattern: '^[^\\u0000\\ud800-\\udfff]*$',
} as const
export const instant = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:?\\d{2})$',
} as const
const token = { type: 'string', pattern: '^[\\x21-\\x7e]{1,100}$' } as const
/** Stricter than `token`: of messages that the issuer sends by itself. */
export const plainToken = { type: 'string', pattern: '^[A-Za-z0-9-]{1,100}$' } as const

type WireCard = {
  readonly token: string
  readonly account_token: string
  readonly state: IssuedCardState
  readonly last_four: string
  readonly exp_month: string
  readonly exp_year: string
}

const isWireCard = ajv.compile<WireCard>({
  type: 'object',
  required: ['token', 'account_token', 'state', 'last_four', 'exp_month', 'exp_year'],
  properties: {
    token,
    account_token: token,
    state: { enum: issuedCardStates },
    last_four: { type: 'string', pattern: '^\\d{4}$' },
    exp_month: { type: 'string', pattern: '^(0?[1-9]|1[0-2])$' },
    exp_year: { type: 'string', pattern: '^20\\d{2}$' },
  },
})

/** undefined for an answer of another shape. */
export function cardIn(answer: unknown): IssuedCard | undefined {
  if (!isWireCard(answer)) return undefined
  return {
    token: answer.token,
    accountToken: answer.account_token,
    state: answer.state,
    last4: answer.last_four,
    expMonth: Number(answer.exp_month),
    expYear: Number(answer.exp_year),
  }
}

/** The number of a card, for a simulation alone. */
export const hasNumber = ajv.compile<{ pan: string }>({
  type: 'object',
  required: ['pan'],
  properties: { pan: { type: 'string', pattern: '^\\d{16}$' } },
})

type WirePage = { readonly data: readonly unknown[]; readonly has_more: boolean }

const isPage = ajv.compile<WirePage>({
  type: 'object',
  required: ['data', 'has_more'],
  properties: { data: { type: 'array' }, has_more: { type: 'boolean' } },
})

export function pageIn(answer: unknown): WirePage | undefined {
  return isPage(answer) ? answer : undefined
}

/** What an event of the list says: a webhook's body is this alone. */
export function payloadIn(event: unknown): unknown {
  return (event as { readonly payload?: unknown } | null)?.payload
}

const isWireHolder = ajv.compile<{ account_token: string; status: string }>({
  type: 'object',
  required: ['account_token', 'status'],
  properties: { account_token: token, status: text },
})

export function holderIn(answer: unknown): Holder | undefined {
  if (!isWireHolder(answer)) return undefined
  return { accountToken: answer.account_token, isRejected: answer.status === 'REJECTED' }
}

export type WireMerchant = {
  readonly descriptor: string
  readonly acceptor_id?: string
  readonly mcc?: string
  readonly city?: string
  readonly state?: string
  readonly country?: string
}

/** The schema of a merchant, in transactions and in live authorizations. */
export const merchant = {
  type: 'object',
  required: ['descriptor'],
  properties: {
    descriptor: text,
    acceptor_id: text,
    mcc: text,
    city: text,
    state: text,
    country: text,
  },
} as const

type WireTransaction = {
  readonly token: string
  readonly card_token: string
  readonly created: string
  readonly merchant: WireMerchant
  readonly events: readonly {
    readonly token: string
    readonly type: string
    readonly result: string
    readonly effective_polarity: 'CREDIT' | 'DEBIT'
    readonly created: string
    readonly amounts: { readonly cardholder: { readonly amount: number } }
  }[]
}

const cents = { type: 'integer', minimum: 0, maximum: CENTS_MAX } as const
const isWireTransaction = ajv.compile<WireTransaction>({
  type: 'object',
  required: ['token', 'card_token', 'created', 'merchant', 'events'],
  properties: {
    token,
    card_token: token,
    created: instant,
    merchant,
    events: {
      type: 'array',
      items: {
        type: 'object',
        required: ['token', 'type', 'result', 'effective_polarity', 'created', 'amounts'],
        properties: {
          token,
          type: text,
          result: text,
          effective_polarity: { enum: ['CREDIT', 'DEBIT'] },
          created: instant,
          amounts: {
            type: 'object',
            required: ['cardholder'],
            properties: {
              cardholder: {
                type: 'object',
                required: ['amount', 'currency'],
                properties: { amount: cents, currency: { const: CARD_CURRENCY } },
              },
            },
          },
        },
      },
    },
  },
})

/** Which way each type of event moves money; the others move none. */
const polarities: Partial<Record<CardEventType, 'CREDIT' | 'DEBIT'>> = {
  CLEARING: 'DEBIT',
  FINANCIAL_AUTHORIZATION: 'DEBIT',
  RETURN_REVERSAL: 'DEBIT',
  CORRECTION_DEBIT: 'DEBIT',
  FINANCIAL_CREDIT_AUTHORIZATION: 'CREDIT',
  RETURN: 'CREDIT',
  CORRECTION_CREDIT: 'CREDIT',
}

/** A transaction as an answer or an event has it; undefined for another shape, or one that contradicts itself. */
export function transactionIn(answer: unknown): TransactionReport | undefined {
  if (!isWireTransaction(answer)) return undefined
  const { acceptor_id: acceptorId = '' } = answer.merchant
  const known = answer.events.filter(hasKnownType)
  if (known.some(movesTheOtherWay)) return undefined
  const unknown = answer.events.filter((event) => !hasKnownType(event))
  return {
    token: answer.token,
    cardToken: answer.card_token,
    createdAt: answer.created,
    acceptorId,
    merchant: merchantIn(answer.merchant),
    unknownTypes: unknown.map(({ type }) => type),
    events: known.map((event) => ({
      token: event.token,
      type: event.type,
      isApproved: event.result === 'APPROVED',
      declinedReason: declinedReasonOf(event.result),
      polarity: event.effective_polarity,
      amountCents: event.amounts.cardholder.amount,
      createdAt: event.created,
    })),
  }
}

/** As card networks describe a merchant: the country with three letters, which is left out where it is none. */
export function merchantIn(given: WireMerchant): CardMerchant {
  const { descriptor, mcc, city, state } = given
  const country = shortCountryCode(given.country ?? '')
  return {
    descriptor,
    ...(mcc && { mcc }),
    ...(city && { city }),
    ...(state && { state }),
    ...(country && { country }),
  }
}

function movesTheOtherWay({
  type,
  effective_polarity: polarity,
}: {
  readonly type: CardEventType
  readonly effective_polarity: 'CREDIT' | 'DEBIT'
}): boolean {
  return (polarities[type] ?? polarity) !== polarity
}

function hasKnownType<Event extends { readonly type: string }>(
  event: Event,
): event is Event & { readonly type: CardEventType } {
  return (cardEventTypes as readonly string[]).includes(event.type)
}

const base64 = { type: 'string', minLength: 1, maxLength: 20_000 } as const
const isApplePayload = ajv.compile<{
  provisioning_payload: Record<'activationData' | 'encryptedData' | 'ephemeralPublicKey', string>
}>({
  type: 'object',
  required: ['provisioning_payload'],
  properties: {
    provisioning_payload: {
      type: 'object',
      required: ['activationData', 'encryptedData', 'ephemeralPublicKey'],
      properties: { activationData: base64, encryptedData: base64, ephemeralPublicKey: base64 },
    },
  },
})
const isOpaquePayload = ajv.compile<{ provisioning_payload: string }>({
  type: 'object',
  required: ['provisioning_payload'],
  properties: { provisioning_payload: base64 },
})

/** What a wallet's SDK takes; undefined for an answer of another shape. */
export function walletPayloadIn(
  answer: unknown,
  wallet: WalletRequest['wallet'],
): WalletPayload | undefined {
  if (wallet !== 'APPLE_PAY')
    return isOpaquePayload(answer) ? answer.provisioning_payload : undefined
  if (!isApplePayload(answer)) return undefined
  const { activationData, encryptedData, ephemeralPublicKey } = answer.provisioning_payload
  return { activationData, encryptedPassData: encryptedData, ephemeralPublicKey }
}

const hasToken = ajv.compile<{ token: string }>({
  type: 'object',
  required: ['token'],
  properties: { token },
})

export function tokenIn(answer: unknown): string | undefined {
  return hasToken(answer) ? answer.token : undefined
}

/** A limit is one of each transaction; 0 is none, and so is one that no amount of the issuer reaches. */
export function limitBody(limitCents: number | null): object {
  const isReached = limitCents !== null && limitCents <= CARD_CENTS_MAX
  return { spend_limit: isReached ? limitCents : 0, spend_limit_duration: 'TRANSACTION' }
}

/** @returns the path of the simulation and its body, which lacks the card's number */
export function purchaseBody({ type, amountCents, merchant }: Purchase): [string, object] {
  const { descriptor, mcc, city, state, country } = merchant
  const common = { amount: amountCents, descriptor }
  if (type === 'RETURN') return ['return', common]
  const described = {
    ...common,
    ...(mcc !== undefined && { mcc }),
    ...(city !== undefined && { merchant_acceptor_city: city }),
    ...(state !== undefined && { merchant_acceptor_state: state }),
    ...(country !== undefined && { merchant_acceptor_country: longCountryCode(country) }),
  }
  return type === 'CREDIT_AUTHORIZATION_ADVICE'
    ? ['credit_authorization_advice', described]
    : ['authorize', { ...described, status: type }]
}
