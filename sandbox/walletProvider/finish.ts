import { instant } from '../../contract/time.ts'
import { parseObject, Refusal } from '../http.ts'
import type { Transaction } from '../store/store.ts'
import { kindOfType } from './activities/index.ts'
import { type ActivityKind, failed, type Outcome } from './activityKind.ts'
import { type ActivityRow, activityColumns } from './present.ts'
import type { Provider } from './provider.ts'

/** How long a sealed session key or mnemonic may be read. */
const PASSING_MS = 600_000

/** Performs an activity and records how it ended, and that it acted, in one transaction. */
export async function finish(
  tx: Transaction,
  provider: Provider,
  kind: ActivityKind,
  row: ActivityRow,
  parameters: unknown,
): Promise<ActivityRow> {
  return record(tx, provider, kind, row, await perform(tx, provider, kind, row, parameters))
}

const isDue = `status = 'PENDING' and held_by is null
  and (held_until is null or held_until <= store_now())`
/** Where there is an activity that `completePending` would take. */
export const dueActivities = {
  due: `from activities where ${isDue}`,
  next: `select min(held_until) from activities
    where status = 'PENDING' and held_by is null and held_until > store_now()`,
}

/** Performs what pends and is held by nothing any more. True if there may be more. */
export async function completePending(provider: Provider): Promise<boolean> {
  return provider.store.transaction(async (tx) => {
    const { rows } = await tx.query<ActivityRow>({
      name: 'find-due-activity',
      text: `select ${activityColumns} from activities where ${isDue}
             order by ordinal limit 1 for update skip locked`,
    })
    const [row] = rows
    if (row === undefined) return false
    const kind = kindOfType(row.type)
    if (kind === undefined) throw new Error(`a pending activity has no kind: ${row.type}`)
    const body = parseObject(provider.vault.open(`activity.body:${row.id}`, row.sealed_body))
    const outcome = await refusedAsFailed(tx, () =>
      perform(tx, provider, kind, row, body?.parameters),
    )
    await record(tx, provider, kind, row, outcome)
    return true
  })
}

function perform(
  tx: Transaction,
  { vault, signers, clock, passkeyOrigins }: Provider,
  kind: ActivityKind,
  row: ActivityRow,
  parameters: unknown,
): Promise<Outcome> {
  return kind.perform(parameters, {
    tx,
    vault,
    signers,
    passkeyOrigins,
    organizationId: row.organization_id,
    stamperId: row.user_id ?? undefined,
    nowMs: clock.now().getTime(),
    submittedMs: row.created_at.getTime() - clock.aheadMs,
  })
}

/** The refusal of an activity that was pending: there is no HTTP response left to fail. */
async function refusedAsFailed(tx: Transaction, work: () => Promise<Outcome>): Promise<Outcome> {
  await tx.query('savepoint work')
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await tx.query('rollback to savepoint work')
    return failed(error.message)
  }
}

async function record(
  tx: Transaction,
  { vault, clock }: Provider,
  kind: ActivityKind,
  row: ActivityRow,
  outcome: Outcome,
): Promise<ActivityRow> {
  const completed = 'result' in outcome
  const passing = completed ? outcome.passing : undefined
  const { rows } = await tx.query<ActivityRow>({
    name: 'finish-activity',
    text: `with act as (
             insert into acts (party, operation, reference) values ('provider', $5, $6)
           ), overtaken as (
             update activities set held_until = store_now()
             where status = 'PENDING' and type = $5 and id <> $1 and held_until > store_now()
           )
           update activities
           set status = $2, sealed_result = $3, failure = $4, updated_at = store_now(),
             sealed_passing = $7, sealed_until = $8
           where id = $1 returning ${activityColumns}`,
    values: [
      row.id,
      completed ? 'COMPLETED' : 'FAILED',
      completed ? vault.seal(`activity.result:${row.id}`, JSON.stringify(outcome.result)) : null,
      completed ? null : outcome.failure,
      kind.type,
      row.fingerprint,
      passing === undefined
        ? null
        : vault.seal(`activity.passing:${row.id}`, JSON.stringify(passing)),
      passing === undefined ? null : instant(clock.now().getTime() + PASSING_MS),
    ],
  })
  const [finished] = rows
  if (finished === undefined) throw new Error('an activity vanished while it was performed')
  return finished
}

/** Destroys what was to be shown for a while only, and the while is over. */
export async function destroyPassed({ store, clock }: Provider): Promise<void> {
  await store.pool.query(
    `update activities set sealed_passing = null, sealed_until = null where sealed_until <= $1`,
    [clock.now()],
  )
}
