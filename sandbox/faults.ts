import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type Koa from 'koa'
import { faultEffects, faultParties } from '../contract/sandboxFaults.ts'
import type { Answer } from './http.ts'
import type { Store } from './store/store.ts'

export type Party = keyof typeof faultParties
export const parties = Object.keys(faultParties) as readonly Party[]

export type FaultKind = keyof typeof faultEffects
export const faultKinds = Object.keys(faultEffects) as readonly FaultKind[]

/** The faults of any call; `stuckPending` and `outOfOrder` need an operation that is pending. */
export const callFaults: readonly FaultKind[] = [
  'delay',
  'errorBefore',
  'errorAfter',
  'lostAnswer',
  'twice',
]

export type FaultOrder = {
  readonly party: Party
  /**
   * An activity type without prefix, a query's name, `submit`, `find`, `notices`, or `*`. Of the
   * verification vendor: `create`, `update`, `document`, `check`, `read`, `link`, `action`,
   * `beneficiary`, and `notice`, where `errorBefore` loses it and `outOfOrder` holds it back. Of the
   * card issuer: `createCard`, `card`, `cards`, `updateCard`, `createHolder`, `holders`,
   * `transaction`, `transactions`, `simulate`; `decision` and `event`, which may also be `unsigned`.
   * Of the stablecoin provider: `token`, `accounts`, `addresses`, `address`, `createAddress`, `balance`,
   * `createTransfer`, `transfer`, `transfers`, `webhooks`; `event`, as the card issuer's; `nonsense` answers 200
   * with another body.
   */
  readonly operation: string
  readonly kind: FaultKind
  readonly delayMs?: number
  /** Applies only to calls whose raw body (or reference) contains this. */
  readonly match?: string
}

export type Fault = FaultOrder & { readonly id: string; remaining: number }

type FaultRow = {
  id: string
  party: Party
  operation: string
  kind: FaultKind
  remaining: number
  delay_ms: number | null
  match: string | null
}

const DELAY_MS = 1_000

/**
 * The injected faults that are not used up. They are kept in memory, so that a call without faults
 * costs nothing, and in the store, so that they survive a restart.
 */
export class Faults {
  readonly #store: Store
  #active: Fault[]

  private constructor(store: Store, active: Fault[]) {
    this.#store = store
    this.#active = active
  }

  static async load(store: Store): Promise<Faults> {
    const { rows } = await store.pool.query<FaultRow>(
      'select id, party, operation, kind, remaining, delay_ms, match from faults order by ordinal',
    )
    return new Faults(store, rows.map(faultOf))
  }

  get all(): readonly Fault[] {
    return this.#active
  }

  async order(order: FaultOrder, count: number): Promise<Fault> {
    const fault: Fault = { ...order, id: randomUUID(), remaining: count }
    await this.#store.pool.query(
      `insert into faults (id, party, operation, kind, remaining, delay_ms, match)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [fault.id, fault.party, fault.operation, fault.kind, count, fault.delayMs, fault.match],
    )
    this.#active.push(fault)
    return fault
  }

  /** The first fault that applies to this call; it is used up by one. */
  async claim(
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
    // A used up `stuckPending` stays: removing it releases what it holds.
    if (fault.remaining === 0 && fault.kind !== 'stuckPending') await this.remove(fault.id)
    else {
      await this.#store.pool.query('update faults set remaining = $2 where id = $1', [
        fault.id,
        fault.remaining,
      ])
    }
    return fault
  }

  /** Removes a fault; what it held becomes due. False if there is none of that id. */
  async remove(id: string): Promise<boolean> {
    this.#active = this.#active.filter((fault) => fault.id !== id)
    const { rowCount } = await this.#store.pool.query('delete from faults where id = $1', [id])
    return rowCount === 1
  }

  /** Removes all faults, and releases everything that is pending. */
  async clear(): Promise<void> {
    this.#active = []
    await this.#store.transaction(async (tx) => {
      await tx.query('delete from faults')
      await tx.query('update activities set held_until = null where held_until is not null')
      await tx.query('update payouts set held_until = null where held_until is not null')
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

/** Until when a fault keeps something pending: for `outOfOrder` at most `heldMs`. */
export type Hold = { readonly heldBy: string | null; readonly heldMs: number | null }

const OUT_OF_ORDER_MS = 2_000

/** What a fault does to a pending operation; undefined if the operation is performed at once. */
export function holdOf(fault: Fault | undefined): Hold | undefined {
  if (fault?.kind === 'stuckPending') return { heldBy: fault.id, heldMs: null }
  if (fault?.kind === 'outOfOrder') {
    return { heldBy: null, heldMs: fault.delayMs ?? OUT_OF_ORDER_MS }
  }
  return undefined
}

/**
 * Responds to a call as the fault demands: late, with an error, or not at all.
 *
 * @param act performs the operation and returns its response; it has committed when it resolves
 */
export async function answerUnder(
  fault: Fault | undefined,
  ctx: Koa.Context,
  brokenBody: object,
  act: () => Promise<Answer>,
): Promise<void> {
  const { kind, delayMs } = fault ?? {}
  if (kind === 'delay') await sleep(delayMs ?? DELAY_MS)
  else if (delayMs !== undefined && kind !== 'outOfOrder') await sleep(delayMs)

  const broken: Answer = { status: 500, body: brokenBody }
  const answer =
    kind === 'errorBefore' ? broken : kind === 'twice' ? await actTwice(act) : await act()
  if (kind === 'lostAnswer') {
    ctx.respond = false
    // The socket, not the request: that one is read to its end, and destroying it closes nothing.
    ctx.req.socket.destroy()
    return
  }
  const shown = kind === 'errorAfter' ? broken : answer
  ctx.status = shown.status
  ctx.body = shown.body
}

/**
 * Like a network that duplicates a request: both run concurrently, and the caller sees the second.
 */
async function actTwice(act: () => Promise<Answer>): Promise<Answer> {
  const [, second] = await Promise.all([act(), act()])
  return second
}
