/** Ports: which are free, and which to take. */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { SetUpError } from './setUpError.ts'

// Below the range from which systems take the near end of outgoing connections (32768 on Linux):
// a port from that range could be gone when the process that listened on it is started again.
const LOWEST = 20_000
const HIGHEST = 32_000
const TRIES_MAX = 200
/** Processes that look at one instant look in different places: a port is free until a process listens on it. */
const BLOCK = 2_000
const FIRST = LOWEST + (process.pid % ((HIGHEST - LOWEST) / BLOCK)) * BLOCK

const taken = new Set<number>()

/** Whether this address can be listened on now. */
export async function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/**
 * A free port, and never the same one twice in this process.
 *
 * @param kept the port used last time, taken again if it is still free
 */
export async function freePort(kept?: number | null, host = '127.0.0.1'): Promise<number> {
  const candidates = kept ? [kept] : []
  for (let i = 0; i < TRIES_MAX; i++) candidates.push(randomInt(FIRST, FIRST + BLOCK))
  for (const port of candidates) {
    if (taken.has(port)) continue
    taken.add(port)
    if (await isFree(port, host)) return port
    taken.delete(port)
  }
  throw new SetUpError(`No free port between ${FIRST} and ${FIRST + BLOCK} on ${host}`)
}

/** Gives ports back, so that a later stack in this process may have them again. */
export function givePortsBack(ports: readonly number[]): void {
  for (const port of ports) taken.delete(port)
}
