import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type Koa from 'koa'
import { faultEffects, faultParties, type WorkOf } from '../contract/sandboxFaults.ts'
import type { Answer } from './http.ts'
import type { Store } from './store/store.ts'

export type Party = keyof typeof faultParties
export const parties = Object.keys(faultParties) as readonly Party[]

export type FaultKind = keyof typeof faultEffects
export const faultKinds = Object.keys(faultEffects) as readonly FaultKind[]

/** The faults that every party supports. Some parties add others, such as `tooManyRequests` or `unsigned`. */
export const callFaults: readonly FaultKind[] = [
  'delay',
  'errorBefore',
  'errorAfter',
  'lostAnswer',
  'twice',
]

export type FaultSpec = {
  readonly party: Party
  /**
   * `*` matches every operation of the party. By party:
   * - wallet provider: an activity type without prefix, or a query's name
   * - payout rail: `submit`, `find`, `collect`, `cancel`, `funding`, `standing`, `uma`, `notices`
   * - messages: `message`, `mail`
   * - verification vendor: `create`, `update`, `document`, `check`, `read`, `link`, `action`, `beneficiary`;
   *   `notice` (`errorBefore` drops it, `outOfOrder` delays it)
   * - card issuer: `createCard`, `card`, `cards`, `updateCard`, `createHolder`, `holders`, `transaction`,
   *   `transactions`, `simulate`; `decision` and `event`, which also take `unsigned`
   * - stablecoin provider: `token`, `accounts`, `addresses`, `address`, `createAddress`, `balance`,
   *   `createTransfer`, `transfer`, `transfers`, `webhooks`, which also take `nonsense`; `event`, which also
   *   takes `unsigned`
   * - rate feeds: `latest`, `daily`, `ticker`, which also take `tooManyRequests` and `nonsense`
   * - bank: `create`, `approve`, `cancel`, `change`, `simulate`, `read`, `list`, `events`, which also take
   *   `nonsense`, `conflict` and `trickle`; `event`, which also takes `unsigned`
   */
  readonly operation: string
  readonly kind: FaultKind
  readonly delayMs?: number
  /** Only calls whose raw body (or reference) contains this text. */
  readonly match?: string
}

/** Which kinds a call can meet now. */
export type KindsNow = () => Promise<readonly FaultKind[]> | readonly FaultKind[]

export type Fault = FaultSpec & { readonly id: string; remaining: number }

type FaultRow = {
  id: string
  party: Party
  operation: string
  kind: FaultKind
  remaining: number
  delay_ms: number | null
  match: string | null
}

/** A fault that a platform has ordered, by its plan, and that a call meets once: what it holds back goes on at its end at the latest. */
export type Ordered = FaultSpec & { readonly id: string; readonly endsAt: string }

/** What platforms have ordered. */
export type Orders = {
  /**
   * The fault that a call or a message meets now.
   *
   * @param workOf whose work it is
   */
  meet(
    party: Party,
    operation: string,
    kindsNow: KindsNow,
    workOf: WorkOf,
  ): Promise<Ordered | undefined>
}

const DELAY_MS = 1_000

export const endedFaults = {
  due: 'from faults where ends_at <= store_now()',
  next: 'select min(ends_at) from faults where ends_at > store_now()',
}

/**
 * Active injected faults: in memory, so that calls without faults cost nothing; in the store, to
 * survive restarts.
 */
export class Faults {
  readonly #store: Store
  readonly #orders: Orders
  /** Questions whose answer is not in the store yet. */
  readonly #meeting = new Set<Promise<unknown>>()
  #active: Fault[]

  private constructor(store: Store, orders: Orders, active: Fault[]) {
    this.#store = store
    this.#orders = orders
    this.#active = active
  }

  static async load(store: Store, orders: Orders): Promise<Faults> {
    const { rows } = await store.pool.query<FaultRow>(
      'select id, party, operation, kind, remaining, delay_ms, match from faults order by ordinal',
    )
    return new Faults(store, orders, rows.map(faultOf))
  }

  get all(): readonly Fault[] {
    return this.#active
  }

  async inject(
    spec: FaultSpec & { readonly id?: string; readonly endsAt?: string },
    count: number,
  ): Promise<Fault> {
    const fault: Fault = { ...spec, id: spec.id ?? randomUUID(), remaining: count }
    await this.#store.pool.query(
      `insert into faults (id, party, operation, kind, remaining, delay_ms, match, ends_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`,
      [
        ...[fault.id, fault.party, fault.operation, fault.kind, count, fault.delayMs, fault.match],
        spec.endsAt ?? null,
      ],
    )
    if (!this.#active.some(({ id }) => id === fault.id)) this.#active.push(fault)
    return fault
  }

  /**
   * Finds the first fault that matches this call, and decrements its count; then what its platform has ordered.
   *
   * @param workOf whose work it is; asked only while anything is ordered
   * @param kindsNow those of `kinds` that can have an effect; asked likewise
   * @param ordered the operation as platforms order its faults, where the party's own name is another
   */
  async claim(
    party: Party,
    operation: string,
    text: string,
    kinds: readonly FaultKind[],
    workOf: WorkOf = () => [],
    kindsNow: KindsNow = () => kinds,
    ordered = operation,
  ): Promise<Fault | undefined> {
    const fault = await this.#claimOwn(party, operation, text, kinds)
    if (fault !== undefined) return fault
    const meeting = this.#meet(party, ordered, kindsNow, workOf)
    this.#meeting.add(meeting)
    try {
      return await meeting
    } finally {
      this.#meeting.delete(meeting)
    }
  }

  async #meet(
    party: Party,
    operation: string,
    kindsNow: KindsNow,
    workOf: WorkOf,
  ): Promise<Fault | undefined> {
    const ordered = await this.#orders.meet(party, operation, kindsNow, workOf)
    if (ordered === undefined) return undefined
    // What it holds back refers to it.
    if (ordered.kind === 'stuckPending') return this.inject(ordered, 0)
    return { ...ordered, remaining: 0 }
  }

  async #claimOwn(
    party: Party,
    operation: string,
    text: string,
    kinds: readonly FaultKind[],
  ): Promise<Fault | undefined> {
    const fault = this.#active.find(
      (one) =>
        one.party === party &&
        (one.operation === operation || one.operation === '*') &&
        one.remaining > 0 &&
        kinds.includes(one.kind) &&
        (one.match === undefined || text.includes(one.match)),
    )
    if (fault === undefined) return undefined
    fault.remaining -= 1
    // An exhausted `stuckPending` stays: only its removal releases the operations that it holds.
    if (fault.remaining === 0 && fault.kind !== 'stuckPending') await this.remove(fault.id)
    else {
      await this.#store.pool.query('update faults set remaining = $2 where id = $1', [
        fault.id,
        fault.remaining,
      ])
    }
    return fault
  }

  /** Removes a fault and releases the operations that it holds. Returns false if the id is unknown. */
  async remove(id: string): Promise<boolean> {
    this.#active = this.#active.filter((fault) => fault.id !== id)
    const { rowCount } = await this.#store.pool.query('delete from faults where id = $1', [id])
    return rowCount === 1
  }

  /** Releases what a plan of a platform holds, also what is meeting it at this moment. */
  async release(planId: string): Promise<void> {
    await this.remove(planId)
    await Promise.allSettled(this.#meeting)
    await this.remove(planId)
  }

  /** Removes those that platforms have ordered and whose time is over. */
  async removeEnded(): Promise<void> {
    const { rows } = await this.#store.pool.query<{ id: string }>(`select id ${endedFaults.due}`)
    for (const { id } of rows) await this.remove(id)
  }

  /** Removes all faults, and releases everything that is pending. */
  async clear(): Promise<void> {
    this.#active = []
    await this.#store.transaction(async (tx) => {
      await tx.query('delete from faults')
      await tx.query('update activities set held_until = null where held_until is not null')
      await tx.query('update payouts set held_until = null where held_until is not null')
      await tx.query('update bank_objects set held_until = null where held_until is not null')
    })
  }
}

function faultOf(row: FaultRow): Fault {
  const { id, party, operation, kind, remaining, delay_ms: delayMs, match } = row
  return {
    id,
    party,
    operation,
    kind,
    remaining,
    ...(delayMs !== null && { delayMs }),
    ...(match !== null && { match }),
  }
}

/** How long an operation stays pending: until the fault `heldBy` is removed, or for `heldMs`. */
export type Hold = { readonly heldBy: string | null; readonly heldMs: number | null }

const OUT_OF_ORDER_MS = 2_000

/** The hold that a fault puts on an operation; undefined if the operation completes at once. */
export function holdOf(fault: Fault | undefined): Hold | undefined {
  if (fault?.kind === 'stuckPending') return { heldBy: fault.id, heldMs: null }
  if (fault?.kind === 'outOfOrder') {
    return { heldBy: null, heldMs: fault.delayMs ?? OUT_OF_ORDER_MS }
  }
  return undefined
}

/**
 * Responds as the fault demands: late, with an error, or not at all.
 *
 * @param perform resolves with the response after its commit
 */
export async function answerUnder(
  fault: Fault | undefined,
  ctx: Koa.Context,
  brokenBody: object,
  perform: () => Promise<Answer>,
): Promise<void> {
  const { kind, delayMs } = fault ?? {}
  if (kind === 'delay') await sleep(delayMs ?? DELAY_MS)
  // The delay of what comes late is not the answer's.
  else if (
    delayMs !== undefined &&
    !['outOfOrder', 'lateReturn', 'trickle'].includes(String(kind))
  ) {
    await sleep(delayMs)
  }

  const broken: Answer = { status: 500, body: brokenBody }
  const answer =
    kind === 'errorBefore'
      ? broken
      : kind === 'twice'
        ? await performTwice(perform)
        : await perform()
  if (kind === 'lostAnswer') {
    ctx.respond = false
    // The request has been read completely: destroying it instead would not close the connection.
    ctx.req.socket.destroy()
    return
  }
  const shown = kind === 'errorAfter' ? broken : answer
  ctx.status = shown.status
  ctx.body = shown.body
}

/** Simulates a duplicated request: both run concurrently, and the caller gets the second response. */
async function performTwice(perform: () => Promise<Answer>): Promise<Answer> {
  const [, second] = await Promise.all([perform(), perform()])
  return second
}
