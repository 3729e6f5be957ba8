/** A transfer in one currency: a payment that is made and executed in one call. */

import type { Transaction } from '../../contract/components/payments.ts'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { notFound } from '../../contract/notFound.ts'
import {
  type Order,
  type OrderKind,
  type PaymentIdentity,
  partiesOfPayment,
} from '../../contract/paymentOrder.ts'
import { presentPayment, type TransactionRow } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import { findParties } from '../../db/payments/parties.ts'
import { refuseUntrusted } from '../../domain/payments/authorization.ts'
import { orderOf } from '../../domain/payments/order.ts'
import { paymentOf } from '../../domain/payments/payment.ts'
import type { QuoteBody } from '../../domain/payments/types.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Agent, type Platform, type Reply, reply } from '../operation.ts'
import { requireOutside, requireRoutes } from '../outside.ts'
import {
  executeImmediately,
  findPriorExecution,
  type ImmediateExecution,
  paymentIdentityOf,
} from '../payments/immediateExecution.ts'
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

type Payer = {
  readonly dependencies: Dependencies
  readonly platform: Platform
  /** An agent makes it: both accounts must be its customer's. */
  readonly agent: Agent | undefined
}

type Caller = Payer & {
  readonly idempotencyKey: string | undefined
  readonly trace: { workflowId?: string }
}

/** @throws Refusal what a quote of the same payment refuses; INVALID_CURRENCY for two currencies */
export async function transfer(
  request: Transfer,
  caller: Caller,
): Promise<Reply<Shown<typeof Transaction>>> {
  const { dependencies, platform, idempotencyKey } = caller
  const body = transferBody(request)
  const name = paymentIdentityOf(platform, request.operation, idempotencyKey, body)
  // Before anything that may have changed since: a retry gets the original response.
  const prior = await findPriorExecution(dependencies, name)
  if (prior.execution !== undefined) return shownOf(prior.execution)
  const order = await transferOrder(request, body, name, caller)
  return shownOf(await executeImmediately(dependencies, order, prior, caller.trace))
}

function shownOf({ transaction, isReplay }: ImmediateExecution): Reply<Shown<typeof Transaction>> {
  const shown = presentPayment(transaction as TransactionRow)
  return reply(201, shown, isReplay ? { 'Idempotent-Replayed': 'true' } : {})
}

/**
 * The payment of a transfer, with its price.
 *
 * @throws Refusal as `transfer`
 */
export async function transferOrder(
  request: Transfer,
  body: QuoteBody,
  name: PaymentIdentity,
  caller: Payer,
): Promise<Order> {
  const { dependencies, platform, agent } = caller
  const parties = await findParties(dependencies.database, platform.id, {
    source: request.source,
    destination: request.destination,
    onlyCustomer: agent?.customerId,
    lifetimeSeconds: dependencies.config.QUOTE_LIFETIME_SECONDS,
  })
  const isIn = request.kind === 'TRANSFER_IN'
  const given = isIn
    ? parties.source_external && parties.destination_internal
    : parties.source_internal && parties.destination_external
  if (!given) throw notFound('InternalAccount')
  if (parties.source_internal?.type === 'EMBEDDED_WALLET') {
    const message = 'is an embedded wallet, which must sign: use a quote'
    throw invalidInput([{ field: 'source.accountId', constraint: 'const', message }])
  }
  const payment = paymentOf(body, parties, undefined)
  if (payment.sending !== payment.receiving) {
    throw new Refusal('INVALID_CURRENCY', {
      reason: 'A transfer has one currency: use a quote to convert.',
    })
  }
  refuseUntrusted(payment, parties)
  requireOutside(caller, partiesOfPayment(payment.steps, false))
  const priced = await priceOf({ dependencies, platform }, body, parties, payment)
  const order = orderOf(body, parties, payment, priced, {
    name,
    kind: request.kind,
    payloadToSign: undefined,
    agentId: agent?.id,
  })
  requireRoutes(caller, payment, order)
  return order
}

/** A transfer as a quote that is executed at once. */
export function transferBody(request: Transfer): QuoteBody {
  const { paymentRail, remittanceInformation, purposeOfPayment } = request
  return {
    source: { sourceType: 'ACCOUNT', accountId: request.source },
    destination: {
      destinationType: 'ACCOUNT',
      accountId: request.destination,
      ...(paymentRail !== undefined && { paymentRail }),
    },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: request.amount,
    immediatelyExecute: true,
    ...(remittanceInformation !== undefined && { remittanceInformation }),
    ...(purposeOfPayment !== undefined && { purposeOfPayment }),
  }
}
