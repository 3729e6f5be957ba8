import type { Hold } from '../faults.ts'
import { type Answer, Refusal } from '../http.ts'
import type { Store, Transaction } from '../store/store.ts'
import { networkOf, type OnChain, onChainOf } from './funding.ts'
import { planFor, type Step, settledAndReturned } from './outcomes.ts'

export type Instruction = {
  readonly reference: string
  readonly amountMinor: string
  readonly currency: string
  readonly product?: string
  readonly remittanceInformation?: string
  readonly destination: Account
}

/** A collection is stored and processed like a payout; its instruction has the source. */
export type CollectionInstruction = Omit<Instruction, 'destination'> & {
  readonly source: Account
  /** A call plays the payer: it settles whatever the account says. */
  readonly outcome?: 'SETTLED'
}

type Account = {
  readonly accountType: string
  readonly accountInfo: Readonly<Record<string, unknown>>
}

type PayoutRow = {
  reference: string
  state: string
  reason: string | null
  refund: string | null
  cause: string | null
  settled_at: Date | null
  /** Null of a reference that was voided before its instruction came. */
  amount_minor: string | null
  currency: string | null
  /** Of a payout. */
  account_type: string | null
}

type NoticeRow = {
  sequence: string
  reference: string
  state: string | null
  reason: string | null
  deposit: Deposit | null
  at: Date
}

/** A deposit. */
export type Deposit = {
  readonly id: string
  readonly amountMinor: string
  readonly currency: string
  readonly onChain?: OnChain
}

const payoutColumns = `reference, state, reason, refund, cause, settled_at,
  instruction ->> 'amountMinor' as amount_minor, instruction ->> 'currency' as currency,
  instruction #>> '{destination,accountType}' as account_type`
const DUE_AT_ONCE = 200

/**
 * Takes an instruction once per reference; another instruction under it is a 409. One that arrives
 * under a voided reference gets that state, and is not carried out.
 *
 * @param returnedAfterMs it settles, and is returned this long afterwards, whatever its account number stands for
 */
export async function submitPayout(
  store: Store,
  instruction: Instruction | CollectionInstruction,
  hold: Hold | undefined,
  returnedAfterMs?: number,
): Promise<Answer> {
  const { reference, ...terms } = instruction
  const isOut = 'destination' in instruction
  const account = isOut ? instruction.destination : instruction.source
  const usual = planFor(isOut ? 'OUT' : 'IN', {
    ...account,
    ...(instruction.product !== undefined && { product: instruction.product }),
    ...('outcome' in instruction && { outcome: instruction.outcome }),
  })
  const plan = returnedAfterMs === undefined ? usual : settledAndReturned(returnedAfterMs)
  // The conflicting insert waits for the one before it, so the second statement sees its row.
  await store.pool.query({
    name: 'insert-payout',
    text: `with payout as (
             insert into payouts (reference, instruction, plan, due_at, held_by, held_until)
             values ($1, $2, $3, store_now() + make_interval(secs => $4), $5,
                     store_now() + make_interval(secs => $6))
             on conflict (reference) do nothing returning reference
           )
           insert into acts (party, operation, reference)
           select 'rail', $7, reference from payout`,
    values: [
      reference,
      JSON.stringify(terms),
      JSON.stringify(plan),
      (plan[0]?.afterMs ?? 0) / 1000,
      hold?.heldBy ?? null,
      hold?.heldMs == null ? null : hold.heldMs / 1000,
      isOut ? 'submit' : 'collect',
    ],
  })
  const { rows } = await store.pool.query<PayoutRow & { same: boolean }>({
    name: 'find-submitted-payout',
    text: `select ${payoutColumns}, coalesce(instruction = $2::jsonb, true) as same
           from payouts where reference = $1`,
    values: [reference, JSON.stringify(terms)],
  })
  const [row] = rows
  if (row === undefined) throw new Error('a submitted payout is gone')
  if (!row.same) throw new Refusal(409, 'the reference stands for another instruction')
  return { status: 200, body: presentPayout(row) }
}

/** Whether an instruction has come, or was voided, under the reference. */
export async function isKnown(store: Store, reference: string): Promise<boolean> {
  const { rowCount } = await store.pool.query('select 1 from payouts where reference = $1', [
    reference,
  ])
  return rowCount === 1
}

export async function findPayout(store: Store, reference: string): Promise<Answer> {
  const { rows } = await store.pool.query<PayoutRow>({
    name: 'find-payout',
    text: `select ${payoutColumns} from payouts where reference = $1`,
    values: [reference],
  })
  const [row] = rows
  if (row === undefined) throw new Refusal(404, 'no payout of that reference')
  return { status: 200, body: presentPayout(row) }
}

/**
 * Stops a payout that has not been paid yet; returns the state of others. An unknown reference is
 * voided, unless the rail is one that does not.
 */
export async function cancelPayout(
  store: Store,
  reference: string,
  { voidsUnknown }: { readonly voidsUnknown: boolean },
): Promise<Answer> {
  await store.transaction(async (tx) => {
    await lockFeed(tx)
    // A submission at the same instant either comes first, and is stopped below, or finds the void.
    if (voidsUnknown) await tx.query(voidReference, [reference])
    await tx.query(
      `with stopped as (
         update payouts set state = 'FAILED', reason = 'QUOTE_EXECUTION_FAILED', refund = 'ALLOWED',
           cause = 'USER_CANCELLATION', plan = '[]', due_at = null, held_by = null, held_until = null
         where reference = $1 and state = 'PENDING' returning reference, state, reason
       ), noticed as (
         insert into notices (reference, state, reason) select reference, state, reason from stopped
       )
       insert into acts (party, operation, reference) select 'rail', 'cancel', reference from stopped`,
      [reference],
    )
  })
  return findPayout(store, reference)
}

/** Notices above a sequence, oldest first. */
export async function listNotices(store: Store, after: number, limit: number): Promise<object[]> {
  const { rows } = await store.pool.query<NoticeRow>({
    name: 'list-notices',
    text: `select sequence, reference, state, reason, deposit, at from notices
           where sequence > $1 order by sequence limit $2`,
    values: [after, limit],
  })
  return rows.map(({ sequence, reference, state, reason, deposit, at }) => ({
    sequence: Number(sequence),
    reference,
    ...(state !== null && { state }),
    ...(reason !== null && { reason }),
    ...(deposit !== null && { deposit }),
    at: at.toISOString(),
  }))
}

/** Announces a deposit; a notice with the same id is a repetition. */
export async function announceDeposit(
  store: Store,
  reference: string,
  deposit: Deposit,
): Promise<void> {
  await store.transaction(async (tx) => {
    await lockFeed(tx)
    await tx.query('insert into notices (reference, deposit) values ($1, $2)', [
      reference,
      JSON.stringify(deposit),
    ])
  })
}

/** Performs the next step of every payout that is due. */
export async function takeDueSteps(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    await lockFeed(tx)
    await tx.query({ name: 'take-due-steps', text: takeSteps, values: [DUE_AT_ONCE] })
  })
}

/** Forces an outcome, even one that a real rail would never report. */
export async function forceStep(store: Store, reference: string, step: Step): Promise<Answer> {
  const { state, reason = null, refund = null, cause = null } = step
  await store.transaction(async (tx) => {
    await lockFeed(tx)
    await tx.query(
      `with moved as (
         update payouts set state = $2, reason = $3, refund = $4, cause = $5, plan = '[]',
           due_at = null, held_by = null, held_until = null,
           settled_at = case when $2 = 'SETTLED' then store_now() else settled_at end
         where reference = $1 and state <> $2 returning reference, state, reason
       )
       insert into notices (reference, state, reason) select reference, state, reason from moved`,
      [reference, state, reason, refund, cause],
    )
  })
  return findPayout(store, reference)
}

/** Sequences are given out under this lock, so they commit in their order. */
async function lockFeed(tx: Transaction): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtext('sandbox rail notices'))")
}

const voidReference = `
  with voided as (
    insert into payouts (reference, state, reason, refund, cause, plan)
    values ($1, 'FAILED', 'QUOTE_EXECUTION_FAILED', 'ALLOWED', 'USER_CANCELLATION', '[]')
    on conflict (reference) do nothing returning reference, state, reason
  ), noticed as (
    insert into notices (reference, state, reason) select reference, state, reason from voided
  )
  insert into acts (party, operation, reference) select 'rail', 'void', reference from voided`

const isDue = `due_at <= store_now() and held_by is null and (held_until is null or held_until <= store_now())`
export const duePayouts = {
  due: `from payouts where ${isDue}`,
  next: `select min(greatest(due_at, held_until)) from payouts
    where held_by is null and greatest(due_at, held_until) > store_now() and due_at is not null`,
}
const takeSteps = `
  with due as (
    select reference, plan -> 0 as step, plan - 0 as rest from payouts
    where ${isDue} order by due_at, reference limit $1 for update
  ), moved as (
    update payouts set
      state = step ->> 'state', reason = step ->> 'reason',
      refund = step ->> 'refund', cause = step ->> 'cause',
      settled_at = case when step ->> 'state' = 'SETTLED' then store_now() else settled_at end,
      plan = rest,
      due_at = store_now() + make_interval(secs => (rest -> 0 ->> 'afterMs')::double precision / 1000)
    from due where payouts.reference = due.reference
    returning payouts.reference, payouts.state, payouts.reason
  ), overtaken as (
    -- What was held back to arrive out of order has now been overtaken.
    update payouts set held_until = store_now()
    where held_until > store_now() and reference not in (select reference from due)
  )
  insert into notices (reference, state, reason) select reference, state, reason from moved`

function presentPayout(row: PayoutRow): object {
  const { reference, state, reason, refund, cause, settled_at: settledAt, currency } = row
  const { amount_minor: amountMinor } = row
  const network = networkOf(row.account_type ?? undefined)
  return {
    reference,
    state,
    ...(amountMinor !== null && currency !== null && { amountMinor, currency }),
    ...(reason !== null && { reason }),
    ...(refund !== null && { refund }),
    ...(cause !== null && { cause }),
    ...(settledAt !== null && { settledAt: settledAt.toISOString() }),
    ...(settledAt !== null && network !== undefined && { onChain: onChainOf(network, reference) }),
  }
}
