/**
 * Deposits: one that a payment waits for executes that payment, in the transaction that records it. One that no payment
 * can take is booked as unapplied funds, for an operator.
 */
import type { Logger } from 'pino'
import type { Environment } from '../contract/outsideParties.ts'
import type { RailProvider } from '../contract/railRoutes.ts'
import type { Database } from '../db/database.ts'
import type { DepositNotice, Payer, TakenBackNotice } from '../providers/payoutRail/index.ts'

/** The provider that has reported it. */
export type Reporter = { readonly environment: Environment; readonly provider: RailProvider }

/** Records a deposit notice of a provider, idempotent by the provider's id of the deposit. */
export async function recordDeposit(
  database: Database,
  { environment, provider }: Reporter,
  { reference, deposit }: DepositNotice,
  log: Logger,
): Promise<void> {
  const { id, amountMinor, currency, payer, onChain = null } = deposit
  const outcome = await database.call(
    'receive_deposit',
    environment,
    id,
    reference,
    amountMinor,
    currency,
    provider,
    payer === undefined ? null : storableOf(payer),
    onChain,
  )
  if (outcome === 'UNAPPLIED')
    log.error({ environment, reference, deposit }, 'deposit booked as unapplied funds')
}

/** PostgreSQL keeps no NUL and no half of a character in its documents. */
function storableOf(payer: Payer): Payer {
  const storable = (text: string): string =>
    text.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '\ufffd')
  return Object.fromEntries(
    Object.entries(payer).map(([name, text]) => [name, storable(text ?? '')]),
  )
}

/**
 * A deposit that has gone back: where we have had it sent back, its return says that too. What its bank has taken is booked
 * against the holder of the account that had it; what no account had is for a person.
 */
export async function recordTakenBack(
  database: Database,
  { environment, provider }: Reporter,
  { takenBack }: TakenBackNotice,
): Promise<void> {
  const { depositId, amountMinor } = takenBack
  await database.call('book_taken_back', environment, depositId, amountMinor, provider)
}
