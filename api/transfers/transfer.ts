/** A transfer in one currency: a payment that is made and executed in one call. */
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { presentTransaction } from '../../contract/present/index.ts'
import { findEnds } from '../../db/payments/parties.ts'
import { readTransaction } from '../../db/payments/transactions.ts'
import {
  type Order,
  type OrderKind,
  orderOf,
  type PaymentName,
} from '../../domain/payments/order.ts'
import { paymentOf } from '../../domain/payments/payment.ts'
import type { QuoteBody } from '../../domain/payments/types.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Reply, reply } from '../operation.ts'
import { findPlaced, nameOf, placePayment } from '../payments/place.ts'
import { priceOf } from '../payments/price.ts'

export type Transfer = {
  readonly kind: Extract<OrderKind, 'TRANSFER_IN' | 'TRANSFER_OUT'>
  readonly operation: string
  readonly source: string
  readonly destination: string
  readonly paymentRail?: string | undefined
  /** Smallest unit. */
  readonly amount: number
  readonly remittanceInformation?: string | undefined
  readonly purposeOfPayment?: QuoteBody['purposeOfPayment'] | undefined
}

type Caller = {
  readonly dependencies: Dependencies
  readonly platform: { readonly id: string }
  readonly idempotencyKey: string | undefined
  readonly trace: { workflowId?: string }
}

/** @throws Refusal what a quote of the same payment refuses; INVALID_CURRENCY for two currencies */
export async function transfer(asked: Transfer, caller: Caller): Promise<Reply> {
  const { dependencies, platform, idempotencyKey } = caller
  const body = bodyOf(asked)
  const name = nameOf(platform.id, asked.operation, idempotencyKey, body)
  // Before anything that may have changed since: a repeat hears the first answer.
  const { placed: before, attempt, unknown } = await findPlaced(dependencies, name)
  if (before?.transaction !== undefined) {
    return reply(201, presentTransaction(before.transaction), { 'Idempotent-Replayed': 'true' })
  }
  const order = unknown ?? (await orderFor(asked, body, name, dependencies, platform.id))
  const placed = await placePayment(dependencies, order, attempt, caller.trace)
  const row =
    placed.transaction ?? (await readTransaction(dependencies.database, order.transactionId))
  const headers: Record<string, string> = placed.isReplay ? { 'Idempotent-Replayed': 'true' } : {}
  return reply(201, presentTransaction(row), headers)
}

async function orderFor(
  asked: Transfer,
  body: QuoteBody,
  name: PaymentName,
  dependencies: Dependencies,
  platformId: string,
): Promise<Order> {
  const ends = await findEnds(dependencies.database, platformId, {
    source: asked.source,
    destination: asked.destination,
    lifetimeSeconds: dependencies.config.QUOTE_LIFETIME_SECONDS,
  })
  const isIn = asked.kind === 'TRANSFER_IN'
  const given = isIn
    ? ends.source_outside && ends.destination_own
    : ends.source_own && ends.destination_outside
  if (!given) throw new Refusal('REFERENCE_NOT_FOUND')
  if (ends.source_own?.type === 'EMBEDDED_WALLET') {
    const message = 'is an embedded wallet, which must sign: use a quote'
    throw invalidInput([{ field: 'source.accountId', constraint: 'const', message }])
  }
  const payment = paymentOf(body, ends, undefined)
  if (payment.sending !== payment.receiving) {
    throw new Refusal('INVALID_CURRENCY', {
      reason: 'A transfer has one currency: use a quote to convert.',
    })
  }
  const priced = await priceOf(dependencies.database, body, ends, payment)
  return orderOf(body, ends, payment, priced, {
    name,
    kind: asked.kind,
    funding: undefined,
    payloadToSign: undefined,
  })
}

function bodyOf(asked: Transfer): QuoteBody {
  const { paymentRail, remittanceInformation, purposeOfPayment } = asked
  return {
    source: { sourceType: 'ACCOUNT', accountId: asked.source },
    destination: {
      destinationType: 'ACCOUNT',
      accountId: asked.destination,
      ...(paymentRail !== undefined && { paymentRail }),
    },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: asked.amount,
    immediatelyExecute: true,
    ...(remittanceInformation !== undefined && { remittanceInformation }),
    ...(purposeOfPayment !== undefined && { purposeOfPayment }),
  }
}
