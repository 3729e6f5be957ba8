/** The worker's own small server: liveness, readiness, metrics. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'

type Probes = {
  readonly host: string
  readonly port: number
  readonly ready: () => Promise<boolean>
  /** What `/readyz` names: a line each. */
  readonly parties: readonly string[]
  readonly registries: readonly Registry[]
}

export async function serveProbes({
  host,
  port,
  ready,
  parties,
  registries,
}: Probes): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const say = (status: number, text: string): void => {
      response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
    }
    const answer = async (): Promise<void> => {
      if (request.url === '/healthz') return say(200, 'ok\n')
      if (request.url === '/readyz') {
        const isReady = await ready().catch(() => false)
        return isReady ? say(200, ['ready', ...parties, ''].join('\n')) : say(503, 'not ready\n')
      }
      if (request.url === '/metrics') {
        const texts = await Promise.all(registries.map((registry) => registry.metrics()))
        return say(200, texts.join('\n'))
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
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
