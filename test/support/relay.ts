/** Stands between a client and PostgreSQL or Temporal, where a test holds up, drops or cuts what passes. */
import { connect, createServer, type Socket } from 'node:net'

/** One connection through the relay. */
export type Link = { readonly client: Socket; readonly upstream: Socket }

export type Passing = {
  /** Whether bytes of the client are sent on; all are where it is absent. */
  toServer?(bytes: Buffer, link: Link): boolean
  /** Whether bytes of the server are sent on; all are where it is absent. */
  toClient?(bytes: Buffer, link: Link): boolean
  /** Whether the server's side stays open when the client's is closed; it is closed where it is absent. */
  keepsUpstream?(link: Link): boolean
}

export type Relay = {
  readonly url: string
  cut(): void
  stop(): void
}

export async function aRelay(to: string, passing: Passing): Promise<Relay> {
  const target = new URL(to)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const link = { client, upstream: connect(Number(target.port), target.hostname) }
    const { upstream } = link
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    client.on('data', (bytes) => {
      if (passing.toServer?.(bytes, link) ?? true) upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (passing.toClient?.(bytes, link) ?? true) client.write(bytes)
    })
    client.on('close', () => {
      if (!passing.keepsUpstream?.(link)) upstream.destroy()
    })
    upstream.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(to)
  url.port = String((server.address() as { port: number }).port)
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    stop() {
      cut()
      server.close()
    },
  }
}
