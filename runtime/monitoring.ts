/** A process's own small server for operators: metrics and, for a worker, its probes. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'

export type Monitored = {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  readonly registries: readonly Registry[]
  /** What is missing, each with its fix; ready if none. With it, `/healthz` and `/readyz` are served too. */
  readonly missing?: () => Promise<readonly string[]>
  /** What `/readyz` names: a line each. */
  readonly parties?: readonly string[]
}

export type Monitoring = { readonly port: number; stop(): Promise<void> }

/** What is asked of a worker's readiness is asked of the database. */
const DATABASE_AWAY = 'database (see that DATABASE_URL answers)'

/**
 * Serves `/metrics`, and the probes of a process that has no other server. Metrics name platforms'
 * volumes and the state of the books: they are for the operator's network alone.
 *
 * @throws Error, with the system's code, when the address cannot be had
 */
export async function serveMonitoring({
  host,
  port,
  missing,
  parties = [],
  registries,
}: Monitored): Promise<Monitoring> {
  const server = createServer((request, response) => {
    const say = (status: number, text: string, type = 'text/plain'): void => {
      response.writeHead(status, { 'content-type': type }).end(text)
    }
    const answer = async (): Promise<void> => {
      if (request.url === '/metrics') {
        const texts = await Promise.all(registries.map((registry) => registry.metrics()))
        return say(200, texts.join('\n'), registries[0]?.contentType)
      }
      if (missing !== undefined && request.url === '/healthz') return say(200, 'ok\n')
      if (missing !== undefined && request.url === '/readyz') {
        const lacks = await missing().catch(() => [DATABASE_AWAY])
        return lacks.length === 0
          ? say(200, ['ready', ...parties, ''].join('\n'))
          : say(503, ['not ready', ...lacks, ''].join('\n'))
      }
      say(404, 'not found\n')
    }
    answer().catch(() => say(503, 'not now\n'))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
