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
}

/** No process acts on what it has read longer ago. */
export const STORE_STATE_REMEMBERED_MS = 1_000

function readStoreState(database: Queryable): Promise<StoreState> {
  return database.one<StoreState>({
    name: 'store-state',
    text: 'select epoch, state, restored_to as "restoredTo" from store_state where is_only',
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

/** The store was set back to that point: a new epoch, and nothing is changed any more. It may be repeated. */
export async function beginRestore(database: Queryable, restoredTo: Date): Promise<StoreState> {
  return database.one<StoreState>({
    // The runs of payments are ended: new ones have not been told that these need a person.
    text: `with told as (delete from shown_waits)
      update store_state set epoch = $1, state = 'RESTORING', open_findings = null, changed_at = service_now(),
        restored_to = case state when 'OPEN' then $2 else least(restored_to, $2) end
      returning epoch, state, restored_to as "restoredTo"`,
    values: [randomUUID(), restoredTo],
  })
}

/** Keeps what a comparison found that was not applied, while the store is not open. */
export async function keepOpenFindings(
  database: Queryable,
  subjects: readonly string[],
): Promise<void> {
  await database.query({
    text: `update store_state set open_findings = $1 where state <> 'OPEN'`,
    values: [subjects],
  })
}

/**
 * @returns what the last comparison left open and no person has decided about since; undefined: there was no
 *   comparison since the restore
 */
export async function openFindings(database: Queryable): Promise<readonly string[] | undefined> {
  const { subjects } = await database.one<{ subjects: readonly string[] | null }>({
    text: `select case when open_findings is not null then array(
        select f from unnest(open_findings) f
        where not exists (select 1 from reconcile_decisions where subject = f)) end as subjects
      from store_state where is_only`,
  })
  return subjects ?? undefined
}

/** @param state RECONCILING once no run of an earlier epoch is open; OPEN at the end */
export async function changeStoreState(
  database: Queryable,
  state: 'RECONCILING' | 'OPEN',
): Promise<void> {
  await database.query({
    text: 'update store_state set state = $1, changed_at = service_now()',
    values: [state],
  })
}
