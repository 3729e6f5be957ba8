/**
 * Faults that platforms have ordered. The service knows whose work a call or a message is, and which fault it meets; so it is
 * asked, while anything is ordered at all.
 */
import type { Logger } from 'pino'
import {
  callsOf,
  type OrderedFault,
  orderedFaults,
  type WorkOf,
} from '../contract/sandboxFaults.ts'
import type { FaultKind, KindsNow, Ordered, Orders, Party } from './faults.ts'
import type { PartyClock } from './store/clock.ts'
import type { Store } from './store/store.ts'

/** What the service gives the sandbox, so that it asks. */
export type Door = {
  /** Shows the service that it is the sandbox that asks. */
  readonly token: string
  /** ISO 8601: nothing that is ordered now lasts longer. */
  readonly until: string
}

type Met = {
  readonly faultId: string
  readonly kind: OrderedFault
  readonly delaySeconds: number | null
  readonly endsAt: string
}

const TIMEOUT_MS = 2_000
/** A service that has not answered is not asked meanwhile: not every call is to wait for it. */
const PAUSE_MS = 10_000

export class OrderedFaults implements Orders {
  readonly #store: Store
  readonly #clock: Pick<PartyClock, 'now'>
  readonly #log: Logger
  readonly #url: string | undefined
  #door: Door | undefined
  /** On the clock of `performance.now()`. */
  #pausedUntil = 0

  private constructor(
    store: Store,
    clock: Pick<PartyClock, 'now'>,
    log: Logger,
    url: string | undefined,
    door: Door | undefined,
  ) {
    this.#store = store
    this.#clock = clock
    this.#log = log
    this.#url = url
    this.#door = door
  }

  /** @param url where the service says which fault a call meets; without it there is none */
  static async load(
    store: Store,
    clock: Pick<PartyClock, 'now'>,
    log: Logger,
    url: string | undefined,
  ): Promise<OrderedFaults> {
    const { rows } = await store.pool.query<{ token: string; until: Date }>(
      'select token, until from ordered_faults_door',
    )
    const [row] = rows
    const door = row && { token: row.token, until: row.until.toISOString() }
    return new OrderedFaults(store, clock, log, url, door)
  }

  /** Has the service asked from now on. */
  async open(door: Door): Promise<void> {
    await this.#store.pool.query(
      `insert into ordered_faults_door (token, until) values ($1, $2)
       on conflict (is_only) do update set token = $1, until = greatest(ordered_faults_door.until, $2)`,
      [door.token, door.until],
    )
    this.#door = door
  }

  async meet(
    party: Party,
    operation: string,
    kindsNow: KindsNow,
    workOf: WorkOf,
  ): Promise<Ordered | undefined> {
    const door = this.#door
    if (door === undefined || this.#url === undefined) return undefined
    if (door.until < this.#clock.now().toISOString()) return undefined
    if (callsOf(party, operation).length === 0) return undefined
    if (performance.now() < this.#pausedUntil) return undefined
    const work = await workOf()
    if (work.length === 0) return undefined
    const wanted = namesOf(await kindsNow())
    const met = await this.#ask(door, { party, operation, kinds: wanted, work })
    const kind = met && orderedFaults[met.kind]
    if (kind === undefined) return undefined
    const { faultId: id, delaySeconds, endsAt } = met as Met
    const delay = delaySeconds === null ? {} : { delayMs: delaySeconds * 1_000 }
    return { id, party, operation, kind, endsAt, ...delay }
  }

  /** Undefined also where the service does not answer: what is ordered is met by a later call. */
  async #ask({ token }: Door, question: object): Promise<Met | undefined> {
    try {
      const answer = await fetch(this.#url as string, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(question),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const { fault } = (await answer.json()) as { fault?: Met | null }
      return answer.ok ? (fault ?? undefined) : undefined
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') {
        this.#pausedUntil = performance.now() + PAUSE_MS
      }
      this.#log.warn({ reason: (error as Error).message }, 'the service was not asked for faults')
      return undefined
    }
  }
}

function namesOf(kinds: readonly FaultKind[]): OrderedFault[] {
  const names = Object.keys(orderedFaults) as OrderedFault[]
  return names.filter((name) => kinds.some((kind) => kind === orderedFaults[name]))
}
