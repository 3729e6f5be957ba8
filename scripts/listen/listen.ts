/**
 * Reads a platform's events as they come. A page by time could pass over an event whose
 * transaction committed late, so each look begins a little before the last one, and what was seen
 * is known by its id.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { instant } from '../../contract/time.ts'
import { type ApiClient, expectStatus } from '../serviceDriver/apiClient.ts'
import type { Forward, ForwardedEvent } from './forward.ts'

export type ListenOptions = {
  readonly api: ApiClient
  readonly forward: Forward
  readonly say: (line: string) => void
  /** What happened from here on is forwarded as well. */
  readonly since: Date | undefined
  /** Empty: all. */
  readonly types: readonly string[]
  readonly failedOnly: boolean
  readonly withRedeliveries: boolean
  /** By the service's clock. */
  readonly beganAt: Date
  /** Called once, when everything that happens from now on will be forwarded. */
  readonly onListening: () => void
  readonly signal: AbortSignal
}

const LOOK_MS = 1_000
/** Longer than any transaction of the service lasts. */
const OVERLAP_MS = 15_000
const PAGE = 100

/** Listens until the signal. Answers how many events were forwarded. */
export async function listen(options: ListenOptions): Promise<number> {
  const { forward, say, since, signal } = options
  const news = [eventsOf(options), ...(options.withRedeliveries ? [redeliveriesOf(options)] : [])]
  // What is there already is not news.
  if (since === undefined) for (const source of news) for await (const _ of source());
  options.onListening()
  let forwarded = 0
  let isAway = false
  while (!signal.aborted) {
    try {
      for (const source of news) {
        for await (const { event, why } of source()) {
          await forward(event, why, signal)
          forwarded += 1
          if (signal.aborted) return forwarded
        }
      }
      isAway = false
    } catch (error) {
      if (!isAway) say(`The API does not answer as it should, trying again: ${lineOf(error)}`)
      isAway = true
    }
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
  return forwarded
}

type News = { readonly event: ForwardedEvent; readonly why: string }
type Source = () => AsyncGenerator<News>
type Item = Readonly<Record<string, unknown>> & { readonly id: string }

function eventsOf({ api, since, beganAt, types, failedOnly, signal }: ListenOptions): Source {
  const unseen = unseenSince(since ?? before(beganAt))
  const filters = [
    'withRequest=true',
    ...types.map((type) => `type=${encodeURIComponent(type)}`),
    ...(failedOnly ? ['status=FAILED'] : []),
  ]
  return async function* () {
    for await (const item of pagesOf(api, '/webhooks/events', filters, unseen.from(), signal)) {
      const isNew = unseen.take(item.id, String(item.timestamp))
      if (isNew) yield { event: item as unknown as ForwardedEvent, why: '' }
    }
  }
}

function redeliveriesOf({ api, since, beganAt, types, signal }: ListenOptions): Source {
  const unseen = unseenSince(since ?? before(beganAt))
  const filters = ['isRedelivery=true', ...types.map((type) => `type=${encodeURIComponent(type)}`)]
  return async function* () {
    for await (const item of pagesOf(api, '/webhooks/deliveries', filters, unseen.from(), signal)) {
      if (unseen.has(item.id)) continue
      const { body } = expectStatus(
        'the event of a redelivery',
        await api.call('GET', `/webhooks/events/${item.eventId}`),
        200,
      )
      unseen.take(item.id, String(item.createdAt))
      yield { event: body as unknown as ForwardedEvent, why: 'again ' }
    }
  }
}

function before(at: Date): Date {
  return instant(at.getTime() - OVERLAP_MS)
}

/** What has been seen, as far back as a look reaches. */
function unseenSince(beginning: Date): {
  from(): string
  has(id: string): boolean
  /** Whether it is new. */
  take(id: string, at: string): boolean
} {
  const seen = new Map<string, number>()
  let newestMs = beginning.getTime()
  return {
    from() {
      const startMs = Math.max(newestMs - OVERLAP_MS, beginning.getTime())
      for (const [id, atMs] of seen) if (atMs < startMs) seen.delete(id)
      return instant(startMs).toISOString()
    },
    has: (id) => seen.has(id),
    take(id, at) {
      const atMs = instant(at).getTime()
      newestMs = Math.max(newestMs, atMs)
      if (seen.has(id)) return false
      seen.set(id, atMs)
      return true
    },
  }
}

async function* pagesOf(
  api: ApiClient,
  path: string,
  filters: readonly string[],
  startDate: string,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  let cursor: unknown
  while (!signal.aborted) {
    const query = [
      ...filters,
      'sortOrder=asc',
      `limit=${PAGE}`,
      `startDate=${encodeURIComponent(startDate)}`,
      ...(cursor === undefined ? [] : [`cursor=${cursor}`]),
    ]
    const answer = await api.call('GET', `${path}?${query.join('&')}`)
    const { body } = expectStatus(`GET ${path}`, answer, 200)
    yield* body.data as Item[]
    if (body.hasMore !== true) return
    cursor = body.nextCursor
  }
}

function lineOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error)
}
