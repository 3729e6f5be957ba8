/** What the rails report since the point, and no row has: references, and deposits. */

import { shownMoney } from '../../contract/money.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import type { RailProvider } from '../../contract/railRoutes.ts'
import { instant } from '../../contract/time.ts'
import type { DepositNotice, OrderNotice, Payout } from '../../providers/payoutRail/index.ts'
import { isDepositReturn } from '../depositReturns.ts'
import type { FoundRun } from '../runsWithoutRow.ts'
import type { Applicable, Finding, Reconciliation } from './finding.ts'
import { paymentFinding } from './payments.ts'

const PAGE = 200
const REFERENCE = /^Transaction:[0-9a-f-]{36}(?=$|\/)/

export type RailReport = {
  readonly environment: Environment
  readonly provider: RailProvider
  /** The last notice of each reference. */
  readonly orders: ReadonlyMap<string, OrderNotice>
  readonly deposits: readonly DepositNotice[]
  /** Ids of those that have gone back by their own object: no notice names a reference of ours for them. */
  readonly takenBack: ReadonlySet<string>
}

/** Reads a provider's feed from the point on. */
export async function reportOf(
  { outside, since }: Reconciliation,
  environment: Environment,
  provider: RailProvider,
): Promise<RailReport> {
  const rail = outside.payoutRail(environment, provider)
  const orders = new Map<string, OrderNotice>()
  const deposits = new Map<string, DepositNotice>()
  const takenBack = new Set<string>()
  for (let before = await rail.positionAt(since); ; ) {
    const { notices, position } = await rail.notices(before, PAGE)
    for (const notice of notices) {
      if ('state' in notice) orders.set(notice.reference, notice)
      else if ('deposit' in notice) deposits.set(notice.deposit.id, notice)
      else if ('takenBack' in notice) takenBack.add(notice.takenBack.depositId)
    }
    if (position === before) {
      return { environment, provider, orders, deposits: [...deposits.values()], takenBack }
    }
    before = position
  }
}

/** Undefined if the rail has not said so in a way that can be read. */
function reportedAt({ at }: Partial<OrderNotice>): Date | undefined {
  const time = Date.parse(at ?? '')
  return Number.isNaN(time) ? undefined : instant(time)
}

/**
 * References at the rail that no instruction of ours has. Those of a payment in progress are found by its row, and one
 * that is taken over finds its own; where a person must decide about the payment, what has left over the rail is booked all
 * the same.
 *
 * @param known what is found already, by the payment's workflow
 */
export async function referenceFindings(
  context: Reconciliation,
  { environment, provider, orders, deposits }: RailReport,
  known: ReadonlyMap<string, Finding>,
): Promise<Finding[]> {
  const rows = await context.database.query<{ reference: string; notice: string | null }>({
    text: `select reference, max(notice) as notice from (
          select r as reference, null as notice from unnest($2::text[]) r
            where not exists (select 1 from rail_orders o join payments q on q.id = o.payment_id
              where o.reference = r and q.environment = $1)
              and not exists (select 1 from deposit_returns d where d.reference = r and d.environment = $1)
              and not exists (select 1 from micro_entries m where m.reference = r and m.environment = $1)
          union all select reference, last_notice from unknown_rail_references()
            where environment = $1 and provider = $3) found
      where not exists (select 1 from payments
        where transaction_id = substring(reference from '^Transaction:([0-9a-f-]{36})')::uuid
          and status in ('PROCESSING', 'PENDING_AUTHORIZATION') and executed_at is not null)
      group by reference`,
    values: [environment, [...orders.keys()], provider],
  })
  const references = new Map(rows.map(({ reference, notice }) => [reference, notice]))
  const found: Finding[] = []
  for (const [reference, kept] of references) {
    const notice = orders.get(reference) ?? (JSON.parse(kept ?? '{}') as OrderNotice)
    if (isDepositReturn({ reference })) {
      found.push(await returnFinding(context, { environment, provider, deposits }, notice))
      continue
    }
    const run = await runOf(context, reference)
    const before = run && known.get(run.workflowId)
    const payment = before ?? (run && (await paymentFinding(context, run)))
    if (payment !== undefined && before === undefined) found.push(payment)
    if (payment !== undefined && !('undecided' in payment)) continue
    if (await context.database.call('is_lost_payout_booked', reference)) continue
    const order = await context.outside.payoutRail(environment, provider).find(reference)
    const state = order?.state ?? notice.state
    const about = {
      kind: 'rail',
      subject: reference,
      known: `${state} at the rail of ${environment}, reported at ${notice.at}; no instruction of ours, and ${
        run === undefined
          ? 'Temporal keeps no workflow of it'
          : `${run.workflowId} ended ${run.status}`
      }`,
      at: reportedAt(notice),
    } as const
    found.push({ ...about, ...strayPayout(context, environment, reference, order) })
  }
  return found
}

/** A deposit that an operator had sent back: it must not be credited when it is booked again. */
async function returnFinding(
  { database, outside }: Reconciliation,
  { environment, provider, deposits }: Pick<RailReport, 'environment' | 'provider' | 'deposits'>,
  notice: OrderNotice,
): Promise<Finding> {
  const { reference } = notice
  const order = await outside.payoutRail(environment, provider).find(reference)
  const state = order?.state ?? notice.state
  const ids = await database.query<{ place: number }>({
    text: `select n.place::integer as place from unnest($2::text[]) with ordinality n(id, place)
      where 'Deposit:' || deposit_uuid($1, n.id) = split_part($3, '/', 1)`,
    values: [environment, deposits.map(({ deposit }) => deposit.id), reference],
  })
  const reported = deposits[(ids[0]?.place ?? 0) - 1]
  const deposit = reported && { ...reported.deposit, reference: reported.reference }
  return {
    kind: 'rail',
    subject: reference,
    known: `${state} at the rail of ${environment}, reported at ${notice.at}; the return of a deposit that no row knows`,
    at: reportedAt(notice),
    remedy: 'take it over, with its deposit where that is lost too',
    apply: () =>
      database.call('take_over_deposit_return', {
        environment,
        provider,
        reference,
        state,
        deposit,
      }),
  }
}

/** What can be done about an instruction of which only the rail knows. */
function strayPayout(
  { database }: Reconciliation,
  environment: Environment,
  reference: string,
  { state, amountMinor, currency }: Partial<Payout> = {},
): Pick<Finding, 'amount'> & ({ undecided: string } | Applicable) {
  if (amountMinor === undefined || currency === undefined) {
    return { undecided: 'the rail does not name its amount' }
  }
  const amount = shownMoney(BigInt(amountMinor), currency)
  if (reference.endsWith('/collect'))
    return { amount, undecided: 'find out from whom it was collected' }
  if (state === 'PENDING') return { amount, undecided: 'look again when the rail has ended it' }
  if (state !== 'SETTLED')
    return { amount, undecided: 'no money has left: nothing is to be booked' }
  return {
    amount,
    remedy: 'book it in suspense: whose money it was is not known',
    apply: async () => {
      const isBooked = await database.call('book_lost_payout', {
        ...{ environment, reference, accountId: null },
        ...{ sendingCurrency: currency, sendingAmount: amountMinor },
        ...{ receivingCurrency: currency, receivingAmount: amountMinor },
      })
      return isBooked ? 'booked in suspense' : 'left as it was'
    },
  }
}

/** The run of the payment that a reference is of, by the search attribute of its transaction. */
async function runOf(
  { client, config }: Reconciliation,
  reference: string,
): Promise<FoundRun | undefined> {
  const [transactionId] = REFERENCE.exec(reference) ?? []
  if (transactionId === undefined) return undefined
  const query = `TaskQueue = '${config.TASK_QUEUE}' AND WorkflowType = 'quoteExecution' AND TransactionId = '${transactionId}'`
  for await (const {
    workflowId,
    runId,
    type,
    status,
    startTime,
    closeTime,
  } of client.workflow.list({
    query,
  })) {
    return {
      ...{ workflowId, runId, type, status: status.name, state: 'MISSING' },
      ...{ startedAt: startTime, closedAt: closeTime },
    }
  }
  return undefined
}

/** Deposits that the rail reports and that are not booked, or not to the payment that had taken them. */
export async function depositFindings(
  { database }: Reconciliation,
  { environment, provider, deposits, takenBack }: RailReport,
): Promise<Finding[]> {
  const rows = await database.query<{
    id: string
    /** Our name of its first return. */
    back: string
    /** A payment that has left with it. */
    is_executed: boolean
    is_claimed: boolean
    payment: string | null
    /** It is of an internal account. */
    is_of_account: boolean
    /** Of an account that sweeps: our name of it. */
    swept: string | null
  }>({
    text: `select n.id, d.id is not null as is_claimed, q.executed_at is not null as is_executed,
        deposit_return_reference(deposit_uuid($1, n.id), 1) as back, 'Quote:' || q.id as payment,
        exists (select 1 from internal_accounts a where funding_reference_of(a.id) = n.reference) as is_of_account,
        (select 'Deposit:' || deposit_uuid($1, n.id) from internal_accounts a
          where funding_reference_of(a.id) = n.reference and a.type = 'RULE_BASED') as swept
      from unnest($2::text[], $3::text[], $4::bigint[], $5::text[]) n (id, reference, amount, currency)
      left join deposits d on d.environment = $1 and d.id = n.id
      left join payments q on q.environment = $1 and q.funding_reference = n.reference and q.kind = 'QUOTE'
      where d.id is null or d.outcome = 'UNAPPLIED' and q.executed_at is not null
        and q.funded_amount = n.amount and q.sending_currency = n.currency and not exists (
          select 1 from deposits o where o.payment_id = q.id and o.outcome is distinct from 'UNAPPLIED')`,
    values: [
      environment,
      deposits.map(({ deposit }) => deposit.id),
      deposits.map(({ reference }) => reference),
      deposits.map(({ deposit }) => deposit.amountMinor),
      deposits.map(({ deposit }) => deposit.currency),
    ],
  })
  const byId = new Map(deposits.map((notice) => [notice.deposit.id, notice]))
  return rows.flatMap((row): Finding[] => {
    const { id, is_claimed: isBooked, payment, swept } = row
    const notice = byId.get(id)
    if (notice === undefined) return []
    const { reference, at, deposit } = notice
    const goneBack = (): Promise<string> =>
      database.call('take_over_deposit_return', {
        ...{ environment, provider, reference: row.back, state: 'SETTLED' },
        deposit: { ...deposit, reference },
      })
    const isTakenBack = takenBack.has(id) && !isBooked && !row.is_executed
    // What an account has taken may be spent: its holder owes it.
    if (isTakenBack && !row.is_of_account) {
      return [
        {
          ...{ kind: 'deposit', subject: id },
          amount: shownMoney(BigInt(deposit.amountMinor), deposit.currency),
          known: `not booked; ${reference}, reported at ${at}, and gone back to its payer since`,
          remedy: 'book it with its return: nobody is credited',
          apply: goneBack,
        },
      ]
    }
    return [
      {
        kind: swept === null ? ('deposit' as const) : ('arrival' as const),
        subject: swept ?? id,
        amount: shownMoney(BigInt(deposit.amountMinor), deposit.currency),
        known: `${isBooked ? 'in suspense' : 'not booked'}; ${reference}, reported at ${at}${
          isTakenBack ? ', and gone back to its payer since' : ''
        }`,
        remedy: `book it${isTakenBack ? ' with its return' : ''}${payment === null ? ', to the account whose reference it has where that takes it, or in suspense' : `, to ${payment} where that takes it`}`,
        apply: async () => {
          const { amountMinor, currency } = deposit
          // With its taking back: what is booked is not found here again.
          const outcome = await database.transaction(async (tx) => {
            const taken = await tx.call(
              'take_over_deposit',
              ...([environment, id, reference, amountMinor, currency, provider] as const),
            )
            if (isTakenBack && taken === 'APPLIED') {
              await tx.call('book_taken_back', environment, id, amountMinor, provider)
            }
            return taken
          })
          if (!isTakenBack) return `booked: ${outcome}`
          return outcome === 'APPLIED' ? 'booked, and taken back of its holder' : goneBack()
        },
      },
    ]
  })
}
