/** A platform's webhook receiver on loopback that answers as its test sets. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Received = {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly raw: Buffer
  readonly body: { readonly id: string; readonly type: string; readonly data: { id?: string } }
  /** From `performance.now()`. */
  readonly atMs: number
}

/** A status, or a function that answers by itself (or never). */
export type Behaviour = number | ((response: ServerResponse, received: Received) => void)

export type Receiver = {
  readonly url: string
  readonly received: readonly Received[]
  /** Most requests that were open at one time. */
  readonly openMax: number
  behave(behaviour: Behaviour): void
  /** Resolves when that many requests have come; fails after `withinMs`. */
  waitFor(count: number, withinMs?: number): Promise<readonly Received[]>
  stop(): Promise<void>
}

/** @param port a free one without it */
export async function aReceiver(initial: Behaviour = 200, port = 0): Promise<Receiver> {
  const received: Received[] = []
  let behaviour = initial
  let open = 0
  let openMax = 0
  const server = createServer(async (request, response) => {
    open += 1
    openMax = Math.max(openMax, open)
    response.on('close', () => {
      open -= 1
    })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const raw = Buffer.concat(chunks)
    const entry: Received = {
      path: request.url ?? '',
      headers: request.headers,
      raw,
      body: JSON.parse(raw.toString()),
      atMs: performance.now(),
    }
    received.push(entry)
    if (typeof behaviour === 'number') response.writeHead(behaviour).end()
    else behaviour(response, entry)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    get openMax() {
      return openMax
    },
    behave(next) {
      behaviour = next
    },
    async waitFor(count, withinMs = 120_000) {
      await until(
        () => received.length >= count,
        withinMs,
        () => `${received.length}/${count} came`,
      )
      return received
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Waits for a condition; fails with what `state` says. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  withinMs = 120_000,
  state: () => string = () => 'not in time',
): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(state())
    await sleep(20)
  }
}
