/** The load generator, a process of its own: its CPU is nobody's cost. */
import { Pool } from 'undici'
import { serveParent } from './child.ts'

export type LoadRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Load = {
  readonly origin: string
  readonly headers?: Readonly<Record<string, string>>
  readonly requests: readonly LoadRequest[]
  readonly concurrency: number
  /** Over and over for so long; without it, each request once. */
  readonly forMs?: number
}

export type LoadResult = {
  readonly answered: number
  readonly wallMs: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly statuses: Readonly<Record<string, number>>
  /** One answer that was no 200, for a person to read. */
  readonly odd?: string
}

async function run(load: Load): Promise<LoadResult> {
  const pool = new Pool(load.origin, { connections: load.concurrency, pipelining: 1 })
  const statuses: Record<string, number> = {}
  const latenciesMs: number[] = []
  let odd: string | undefined
  let next = 0
  const startedAt = performance.now()
  const isOver = (): boolean =>
    load.forMs === undefined
      ? next >= load.requests.length
      : performance.now() - startedAt >= load.forMs
  const one = async (request: LoadRequest): Promise<void> => {
    const sentAt = performance.now()
    const { statusCode, body } = await pool.request({
      method: request.method,
      path: request.path,
      headers: { ...load.headers, ...request.headers },
    })
    const text = await body.text()
    latenciesMs.push(performance.now() - sentAt)
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
    if (statusCode !== 200) odd ??= text.slice(0, 300)
  }
  const lane = async (): Promise<void> => {
    while (!isOver()) {
      const request = load.requests[next++ % load.requests.length]
      if (request !== undefined) await one(request)
    }
  }
  await Promise.all(Array.from({ length: load.concurrency }, lane))
  const wallMs = performance.now() - startedAt
  await pool.close()
  latenciesMs.sort((a, b) => a - b)
  const at = (part: number): number => latenciesMs[Math.floor(latenciesMs.length * part)] ?? 0
  return {
    answered: latenciesMs.length,
    wallMs,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    statuses,
    ...(odd !== undefined && { odd }),
  }
}

serveParent({ run })
