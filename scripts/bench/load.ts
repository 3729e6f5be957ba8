/** The load generator, a process of its own: its CPU is not measured. */
import { Pool } from 'undici'
import { serveParent } from './child.ts'

export type LoadRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body?: string
}

export type Load = {
  readonly origin: string
  readonly headers?: Readonly<Record<string, string>>
  readonly requests: readonly LoadRequest[]
  readonly concurrency: number
  /** Repeats the requests for this time; without it, each is sent once. */
  readonly forMs?: number
  /** The one status that is right; 200 without it. */
  readonly expected?: number
  /** Repeats a call as long as it answers that the provider has not finished. */
  readonly untilSettled?: true
  /** Answers what every request was answered, in their order. */
  readonly keepBodies?: true
}

export type LoadResult = {
  readonly answered: number
  readonly wallMs: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly statuses: Readonly<Record<string, number>>
  /** One response of another status, for diagnosis. */
  readonly odd?: string
  readonly bodies?: readonly string[]
}

const REPEAT_MS = 100

async function run(load: Load): Promise<LoadResult> {
  const pool = new Pool(load.origin, { connections: load.concurrency, pipelining: 1 })
  const statuses: Record<string, number> = {}
  const latenciesMs: number[] = []
  const bodies: string[] = []
  let odd: string | undefined
  let next = 0
  const startedAt = performance.now()
  const isOver = (): boolean =>
    load.forMs === undefined
      ? next >= load.requests.length
      : performance.now() - startedAt >= load.forMs
  const send = async (request: LoadRequest): Promise<{ statusCode: number; text: string }> => {
    const { method, path, body, headers } = request
    const answer = await pool.request({
      method,
      path,
      headers: {
        ...load.headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    return { statusCode: answer.statusCode, text: await answer.body.text() }
  }
  const one = async (request: LoadRequest, index: number): Promise<void> => {
    const sentAt = performance.now()
    let answer = await send(request)
    while (load.untilSettled && answer.text.includes('"status":"PROCESSING"')) {
      await new Promise((resolve) => setTimeout(resolve, REPEAT_MS))
      answer = await send(request)
    }
    const { statusCode, text } = answer
    latenciesMs.push(performance.now() - sentAt)
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
    if (statusCode !== (load.expected ?? 200)) odd ??= text.slice(0, 300)
    if (load.keepBodies) bodies[index] = text
  }
  const lane = async (): Promise<void> => {
    while (!isOver()) {
      const index = next++ % load.requests.length
      const request = load.requests[index]
      if (request !== undefined) await one(request, index)
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
    ...(load.keepBodies && { bodies }),
  }
}

serveParent({ run })
