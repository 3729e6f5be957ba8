/** What the simulators of cards share: the card, the merchant, the amounts, and the issuer's answers. */
import { cardDispositions } from '../../../contract/cardDisputes.ts'
import { CardMerchant } from '../../../contract/components/cardTransactions.ts'
import { country, positiveAmount } from '../../../contract/components/shared.ts'
import { type FieldError, invalidInput, Refusal } from '../../../contract/errors.ts'
import { givenIdSchema } from '../../../contract/ids.ts'
import { CARD_CENTS_MAX, cardCurrencies } from '../../../contract/money.ts'
import type { CardRow } from '../../../contract/present/cards.ts'
import type { PlayedCardTransaction } from '../../../db/cardTransactionFunctions.ts'
import { centsOf } from '../../../domain/cards/amounts.ts'
import { type CardIssuer, CardIssuerError } from '../../../providers/cardIssuer/index.ts'
import { findCard } from '../../cards/findCard.ts'
import type { Call } from '../../operation.ts'
import { outcomeUnknown } from '../../outcomes.ts'
import { requireId } from '../../requireId.ts'

/** What issuers print at most. */
const DESCRIPTOR_MAX = 25

const place = { type: 'string', minLength: 1, maxLength: 40, pattern: '^[^\\u0000]*$' } as const

const merchant = {
  ...CardMerchant,
  properties: {
    descriptor: {
      type: 'string',
      minLength: 1,
      maxLength: DESCRIPTOR_MAX,
      pattern: '^[^\\u0000]*$',
      description:
        'What the statement prints. Its end chooses what happens: `002` declined for insufficient ' +
        'funds, `003` declined as if paused, `005` reported 30 seconds late, `006` approved, but the ' +
        'money cannot be taken.',
      example: 'BLUE BOTTLE COFFEE',
    },
    mcc: {
      type: 'string',
      pattern: '^\\d{4}$',
      example: '5814',
      description: 'Category of the merchant: four digits of ISO 18245.',
    },
    city: { ...place, description: 'Where the merchant is, as the network writes it.' },
    state: { ...place, description: 'State or region, as the network writes it.' },
    country: { ...country, description: 'Where the merchant is: two letters of ISO 3166-1.' },
  },
} as const

const cents = {
  ...positiveAmount,
  maximum: CARD_CENTS_MAX,
  description: 'In cents: the smallest unit of the currency that merchants are paid in.',
} as const
/** The currency's code alone. */
const currency = {
  type: 'object',
  required: ['code'],
  properties: {
    code: {
      type: 'string',
      maxLength: 10,
      example: 'USD',
      description:
        "`USD`, or the currency of the card's account: then the amount must come to whole cents.",
    },
    name: {
      type: 'string',
      format: 'text',
      maxLength: 100,
      description: 'Taken and not looked at: the code says all.',
    },
    symbol: {
      type: 'string',
      format: 'text',
      maxLength: 10,
      description: 'Taken and not looked at: the code says all.',
    },
    decimals: {
      type: 'integer',
      minimum: 0,
      description: 'Taken and not looked at: the code says all.',
    },
  },
} as const
const cardTransactionId = givenIdSchema(
  'Transaction',
  'The purchase or credit of this card that goes on, as `GET /transactions` lists it.',
)

export const SandboxCardSimulationResponse = {
  type: 'object',
  required: ['issuerTransactionToken'],
  properties: {
    issuerTransactionToken: {
      type: 'string',
      description:
        "The issuer's name of the purchase; the transaction that comes of it shows the same one. A " +
        'declined purchase has one too.',
    },
  },
} as const

export const purchaseBody = {
  type: 'object',
  required: ['amount', 'currency', 'merchant'],
  properties: {
    amount: { ...positiveAmount, description: 'In the smallest unit of `currency`.' },
    currency: { ...currency, description: 'What the amount is counted in; its `code` says all.' },
    merchant: { ...merchant, description: 'Who charges or credits the card.' },
  },
} as const
export const inquiryBody = {
  type: 'object',
  required: ['merchant'],
  properties: { merchant: { ...merchant, description: 'Who asks for the balance.' } },
} as const
export const amountBody = {
  type: 'object',
  required: ['cardTransactionId', 'amount'],
  properties: { cardTransactionId, amount: cents },
} as const
export const reversalBody = {
  type: 'object',
  required: ['cardTransactionId'],
  properties: {
    cardTransactionId,
    amount: {
      ...cents,
      description: 'How much is released, in cents; without it, all that is held.',
    },
  },
} as const
export const clearingBody = {
  type: 'object',
  required: ['cardTransactionId', 'amount'],
  properties: {
    cardTransactionId,
    amount: {
      ...cents,
      exclusiveMinimum: undefined,
      minimum: 0,
      description:
        'What the merchant collects, in cents: more than was authorized is a tip, 0 is the end of the ' +
        'authorization.',
    },
  },
} as const
export const referenceBody = {
  type: 'object',
  required: ['cardTransactionId'],
  properties: { cardTransactionId },
} as const

const ofDispute = (description: string) => ({ ...cents, description })

export const disputeOpenBody = {
  type: 'object',
  required: ['cardTransactionId'],
  properties: {
    cardTransactionId,
    amount: ofDispute(
      'How much is disputed, in cents; without it, all that the cardholder is charged.',
    ),
    reason: {
      type: 'string',
      format: 'text',
      minLength: 1,
      maxLength: 255,
      description: 'Why the cardholder disputes it.',
    },
  },
} as const
export const disputeCreditBody = {
  type: 'object',
  required: ['cardTransactionId', 'amount'],
  properties: {
    cardTransactionId,
    amount: ofDispute('In cents: at most what is left of the disputed amount, or of the credit.'),
  },
} as const
export const disputeCloseBody = {
  type: 'object',
  required: ['cardTransactionId', 'disposition'],
  properties: {
    cardTransactionId,
    disposition: {
      type: 'string',
      enum: cardDispositions,
      description:
        'WON: the network gives all back. PARTIALLY_WON: `recoveredAmount`. LOST, DENIED and WITHDRAWN: nothing.',
    },
    recoveredAmount: ofDispute(
      'In cents, of `PARTIALLY_WON` only: more than nothing, and less than is disputed. Without it, half of that.',
    ),
  },
} as const

/** What all simulators have in common. */
export const simulator = {
  group: 'Sandbox',
  method: 'post',
  permission: 'TRANSACT',
  sandboxOnly: 'HIDDEN',
  outside: { always: ['CARD_ISSUER'] },
  status: 202,
  responses: { 202: SandboxCardSimulationResponse },
} as const

type Amount = { readonly amount: number; readonly currency: { readonly code?: string | undefined } }

/** Whole cents; undefined for an amount or a currency that the issuer does not know. */
export function merchantCents({ amount, currency: { code } }: Amount): number | undefined {
  if (code === 'USD') return amount <= CARD_CENTS_MAX ? amount : undefined
  return code !== undefined && cardCurrencies.has(code) ? centsOf(amount, code) : undefined
}

/** What schemas cannot say about the amount of a purchase; the body may have any shape. */
export function amountProblems(body: unknown): FieldError[] {
  const { amount, currency } = (body ?? {}) as Partial<Amount>
  const code = currency?.code
  if (code !== 'USD' && (typeof code !== 'string' || !cardCurrencies.has(code))) {
    const message = "must be USD, or the currency of the card's account"
    return [{ field: 'currency.code', constraint: 'enum', message }]
  }
  if (
    !Number.isSafeInteger(amount) ||
    merchantCents({ amount: Number(amount), currency: { code } })
  )
    return []
  const message = 'must be whole cents, and at most 20,000,000.00'
  return [{ field: 'amount', constraint: 'multipleOf', message }]
}

type Simulated = Pick<Call, 'platform' | 'dependencies'>

export type CardToPlay = CardRow & { readonly card_token: string }

/** @throws Refusal REFERENCE_NOT_FOUND; INVALID_INPUT for a card that the issuer has not made */
export async function cardToPlay(
  { platform, dependencies }: Simulated,
  id: string,
): Promise<CardToPlay> {
  const card = await findCard(dependencies, platform.id, id)
  const { card_token } = card
  if (card_token === null) throw outOfOrder('The issuer has not made the card.', 'id')
  return { ...card, card_token }
}

/** @throws Refusal REFERENCE_NOT_FOUND, TRANSACTION_NOT_FOUND */
export async function transactionToPlay(
  call: Simulated,
  cardId: string,
  transactionId: string,
  { takesReturns = false } = {},
): Promise<{
  readonly id: string
  readonly card: CardToPlay
  readonly transaction: PlayedCardTransaction
}> {
  const card = await cardToPlay(call, cardId)
  const id = requireId('Transaction', transactionId)
  const { database } = call.dependencies
  const transaction = await database.call('card_transaction_to_play', card.id, id)
  if (transaction === null) throw new Refusal('TRANSACTION_NOT_FOUND')
  if (transaction.isReturn && !takesReturns) throw outOfOrder('It is a return: name the purchase.')
  return { id, card, transaction }
}

/** A step that does not follow from where the transaction is. */
export function outOfOrder(message: string, field = 'cardTransactionId'): Refusal {
  return invalidInput([{ field, constraint: 'not', message }])
}

/** @throws Refusal INVALID_INPUT or CONFLICT for what the issuer refuses, SERVICE_UNAVAILABLE where it does not answer */
export async function played<Result>(
  { dependencies }: Simulated,
  play: (issuer: CardIssuer) => Promise<Result>,
): Promise<Result> {
  try {
    return await play(dependencies.outside.cardIssuer('SANDBOX'))
  } catch (error) {
    if (!(error instanceof CardIssuerError)) throw error
    if (error.kind === 'UNAVAILABLE') throw outcomeUnknown()
    if (error.kind === 'CONFLICT') throw new Refusal('CONFLICT', { reason: error.message })
    throw new Refusal('INVALID_INPUT', { reason: error.message })
  }
}
