/** The job of a deposit on an account that sweeps: prices its sweep at the rate of the moment, and has it decided. */
import type { Logger } from 'pino'
import { canonicalJson } from '../contract/canonicalJson.ts'
import { idOf } from '../contract/ids.ts'
import type { Order } from '../contract/paymentOrder.ts'
import type { Routed } from '../contract/railRoutes.ts'
import type { Clock } from '../contract/time.ts'
import type { Database } from '../db/database.ts'
import { corridorOf } from '../db/payments/corridors.ts'
import { findParties } from '../db/payments/parties.ts'
import type { SweepFacts } from '../db/sqlFunctions.ts'
import { deriveUuid, hashOf } from '../domain/derivedIds.ts'
import { orderOf, transactionIdOf } from '../domain/payments/order.ts'
import { paymentOf } from '../domain/payments/payment.ts'
import { priceOf } from '../domain/payments/price.ts'
import { unroutedOf } from '../domain/payments/routes.ts'
import { type SweepFailure, sweepBody, sweepFailureOf } from '../domain/payments/sweep.ts'
import type { OutsideParties } from '../providers/outsideParties.ts'
import type { Config } from '../runtime/config.ts'

const OPERATION = 'sweepDeposit'

type Sweeping = {
  readonly database: Database
  readonly config: Config
  readonly clock: Clock
  readonly outside: Pick<OutsideParties, 'railProviderFor'>
}

/**
 * Sweeps a deposit once, however often the job runs: the payment's id follows from the deposit's, and the database
 * decides under the deposit's lock.
 *
 * @param depositId UUID without prefix
 * @throws Error when PostgreSQL is away: the job is run again
 */
export async function sweepDeposit(
  { log, ...sweeping }: Sweeping & { readonly log: Logger },
  depositId: string,
): Promise<void> {
  const { database } = sweeping
  const facts = await database.call('sweep_facts', depositId)
  if (facts === null) return
  const id = deriveUuid(OPERATION, facts.transactionId)
  const payout = idOf('Transaction', transactionIdOf(id))
  const priced = facts.isInBand
    ? await sweepOrder(sweeping, facts, { id, payout }).catch(sweepFailureOf)
    : ({ failure: 'SWEEP_AMOUNT_OUT_OF_RANGE' } satisfies SweepFailure)
  const sweep = 'failure' in priced ? priced : { order: priced }
  const state = await database.call('sweep_deposit', { depositId, payout, ...sweep })
  if (state === 'GIVEN') log.warn({ depositId, ...sweep }, 'deposit not swept')
}

/**
 * @param sweep UUID of its payment, and the reference of its payout: what a rail has paid under that before a restore is
 *   what it pays
 * @throws Refusal for what has no price
 */
async function sweepOrder(
  { database, config, clock, outside }: Sweeping,
  { platformId, environment, accountId, transactionId, amount, rule }: SweepFacts,
  { id, payout }: { readonly id: string; readonly payout: string },
): Promise<Order | SweepFailure> {
  const body = sweepBody(accountId, BigInt(amount), rule)
  const parties = await findParties(database, platformId, {
    source: idOf('InternalAccount', accountId),
    destination: rule.destination.accountId,
    lifetimeSeconds: config.QUOTE_LIFETIME_SECONDS,
  })
  const payment = paymentOf(body, parties, undefined, 'SWEEP')
  const corridor = (sending: string, receiving: string) =>
    corridorOf({ database, clock }, { platformId, environment, sending, receiving })
  const today = await priceOf(corridor, body, parties, payment)
  const paid = await database.call('lost_payout', payout)
  const isPaid = paid !== null && paid.currency === payment.receiving
  const priced = isPaid ? { ...today, receiving: BigInt(paid.amount) } : today
  const requestHash = hashOf(OPERATION, transactionId, canonicalJson(body))
  const name = { id, platformId, environment, operation: OPERATION, key: undefined, requestHash }
  const order = orderOf(body, parties, payment, priced, {
    name,
    kind: 'QUOTE',
    payloadToSign: undefined,
  })
  // Without a route the deposit goes to its holder; what a rail has paid is paid.
  const providerFor = (routed: Routed) => outside.railProviderFor(environment, routed)
  if (!isPaid && unroutedOf(providerFor, payment, order) !== undefined) {
    return { failure: 'ACCOUNT_CANNOT_RECEIVE' }
  }
  return {
    ...order,
    // The receiver's side of a sweep is the deposit itself: both end together.
    incomingTransactionId: transactionId,
    originalTransactionId: transactionId,
  }
}
