/**
 * The store's epoch and state (`store_state`): what a restore to an earlier point changes. Every process
 * acts on what it has read within the last second.
 */
import { randomUUID } from 'node:crypto'
import type { Queryable } from './database.ts'

export type StoreState = {
  /** Uuid; another one after each restore. */
  readonly epoch: string
  /**
   * OPEN: all is done as usual. RESTORING: nothing is changed but by an operator's commands. RECONCILING:
   * workflows run as well, and none is started but by an operator.
   */
  readonly state: 'OPEN' | 'RESTORING' | 'RECONCILING'
  /** What came after it was lost in the last restore. */
  readonly restoredTo: Date | null
  /**
   * Something outside has what the database has lost, and no person has decided about it: it was set back, and
   * no operator has said so. Requests change nothing, as in a store that is not OPEN.
   */
  readonly isBehind: boolean
}

/** Whether all is done as usual: the one judgement of requests and live card decisions. */
export function isStoreOpen({ state, isBehind }: Pick<StoreState, 'state' | 'isBehind'>): boolean {
  return state === 'OPEN' && !isBehind
}

/** Whether rounds and jobs run: also in a store that lacks something, so that what is applied to it is carried out. */
export function mayWork({ state }: Pick<StoreState, 'state'>): boolean {
  return state === 'OPEN'
}

/** The name of the connection that holds the lock of the commands about a restore. */
export const RESTORE_CONNECTION = 'payments-restore'

/** No process acts on what it has read longer ago. */
export const STORE_STATE_REMEMBERED_MS = 1_000

function readStoreState(database: Queryable): Promise<StoreState> {
  return database.one<StoreState>({
    name: 'store-state',
    text: `select epoch, state, restored_to as "restoredTo", is_store_behind() as "isBehind" from store_state
      where is_only`,
  })
}

type Remembered = { readonly at: number; readonly read: Promise<StoreState> }

const remembered = new WeakMap<Queryable, Remembered>()

/** The store's state of a second ago at most; each pool reads it at most once a second. */
export function storeStateOf(database: Queryable): Promise<StoreState> {
  const known = remembered.get(database)
  const at = performance.now()
  if (known !== undefined && at - known.at < STORE_STATE_REMEMBERED_MS) return known.read
  const read = readStoreState(database)
  remembered.set(database, { at, read })
  // The next one reads again.
  read.catch(() => {
    if (remembered.get(database)?.read === read) remembered.delete(database)
  })
  return read
}

/** What is wanted may not be done: the store is not in the state that it was found in. */
export class StoreHasChanged extends Error {
  constructor() {
    super('Another restore has begun since, or the store is in another state: nothing was done.')
    this.name = 'StoreHasChanged'
  }
}

type BegunRestore = Pick<StoreState, 'epoch' | 'state'> & { readonly restoredTo: Date }

/** A worker that lives renews its row more often. */
const LAST_BEAT_MARGIN = '1 minute'

/**
 * The store was set back to that point: a new epoch, and nothing is changed any more. It may be repeated.
 *
 * @param restoredTo what came after it is lost; where a worker's last sign of life in the store is older, that
 *   counts: the store has lost what came after that
 */
export async function beginRestore(database: Queryable, restoredTo: Date): Promise<BegunRestore> {
  return database.one<BegunRestore>({
    // The runs of payments are ended: new ones have no signal that these need a person. What waits to be started is
    // of the store before; the sweep starts what is open, once the store is.
    text: `with shown as (delete from shown_waits), pending as (delete from pending_starts),
      beat as (select max(beat_at) as at from job_pools),
      point as (select case when at < $2::timestamptz - interval '${LAST_BEAT_MARGIN}' then at else $2 end as at from beat)
      update store_state set epoch = $1, state = 'RESTORING', open_findings = null, compared_at = null,
        changed_at = service_now(),
        restored_to = case state when 'OPEN' then point.at else least(restored_to, point.at) end
      from point
      returning epoch, state, restored_to as "restoredTo"`,
    values: [randomUUID(), restoredTo],
  })
}

/** How long the end of a connection is awaited: less than a command's statement may take, which would end without a name. */
const ENDING_MS = 2_000

/**
 * Ends the connections of the service to this database, but for those of `restore begin` itself: what a process has
 * in hand from before the restore is not written any more, because no process opens another one in a new epoch
 * (`epochCheck.ts`).
 *
 * @param database with one connection
 * @returns how many it has ended
 * @throws Error where one goes on, or is of a role that this one may not end
 */
export async function endConnections(database: Queryable): Promise<number> {
  const connections = await database.query<{ pid: number; since: string; isEnded: boolean }>({
    text: `select pid, backend_start::text as since, pg_terminate_backend(pid, ${ENDING_MS}) as "isEnded"
      from pg_stat_activity
      -- Of a role that this one may not end the type is not shown.
      where datname = current_database() and coalesce(backend_type, 'client backend') = 'client backend' and pid <> pg_backend_pid()
        and application_name like 'payments%' and application_name <> '${RESTORE_CONNECTION}'`,
  })
  // A process that ends with the first of its connections has closed the others by itself: these are not found.
  const unsure = connections.filter(({ isEnded }) => !isEnded)
  const left = await database.maybeOne<{ pid: number; name: string }>({
    text: `select pid, application_name as name from pg_stat_activity
      join unnest($1::integer[], $2::text[]) unsure (pid, since) using (pid) where backend_start::text = since`,
    values: [unsure.map(({ pid }) => pid), unsure.map(({ since }) => since)],
  })
  if (left !== undefined) {
    throw new Error(`The connection ${left.pid} to PostgreSQL (${left.name}) cannot be ended.`)
  }
  return connections.length
}

/** When a comparison begins, by the clock that dates decisions. */
export async function comparisonBegins(database: Queryable): Promise<Date> {
  const { at } = await database.one<{ at: Date }>({ text: 'select service_now() as at' })
  return at
}

/**
 * Keeps what a comparison found that was not applied. In a store that is not open it replaces what the workers'
 * rounds had found until then.
 *
 * @param comparison.epoch of the store that was compared: another one's comparison is not touched
 */
export async function keepOpenFindings(
  database: Queryable,
  subjects: readonly string[],
  comparison: { readonly epoch: string; readonly begunAt: Date },
): Promise<void> {
  await database.query({
    text: `with kept as (update store_state set open_findings = $1, compared_at = $3 where epoch = $2 returning state)
      select end_run_comparison($3) from kept where state <> 'OPEN'`,
    values: [subjects, comparison.epoch, comparison.begunAt],
  })
}

export type ListedFinding = {
  /** workflow, rail, or compared: left open by the last comparison. */
  readonly kind: string
  readonly subject: string
  readonly known: string
  /** While it is listed nothing is changed. */
  readonly stops: boolean
}

/** What is outside and has no row here, about which no person has decided, the oldest first. */
export async function listedFindings(
  database: Queryable,
  limit: number,
): Promise<{ readonly findings: readonly ListedFinding[]; readonly total: number }> {
  const rows = await database.query<ListedFinding & { total: bigint }>({
    text: `select kind, subject, known, stops, count(*) over () as total from listed_findings()
      order by stops desc, since limit $1`,
    values: [limit],
  })
  return { findings: rows, total: Number(rows[0]?.total ?? 0) }
}

/**
 * @returns what the last comparison left open and no person has decided about since; undefined if there was no
 *   comparison since the restore
 */
export async function openFindings(database: Queryable): Promise<readonly string[] | undefined> {
  const { subjects } = await database.one<{ subjects: readonly string[] | null }>({
    text: `select case when open_findings is not null then array(
        select f from unnest(open_findings) f
        where not is_decided(f, coalesce(compared_at, changed_at))) end as subjects
      from store_state where is_only`,
  })
  return subjects ?? undefined
}

/**
 * @param from what the command has found; the store is left alone where it is not that any more
 * @param to RECONCILING once no run of an earlier epoch is open; OPEN at the end
 * @throws StoreHasChanged
 */
export async function changeStoreState(
  database: Queryable,
  from: Pick<StoreState, 'epoch' | 'state'>,
  to: 'RECONCILING' | 'OPEN',
): Promise<void> {
  const changed = await database.query({
    text: `update store_state set state = $3, changed_at = service_now() where epoch = $1 and state = $2
      returning epoch`,
    values: [from.epoch, from.state, to],
  })
  if (changed.length === 0) throw new StoreHasChanged()
}
