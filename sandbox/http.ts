import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import type { Logger } from 'pino'
import { isDatabaseAway } from './store/store.ts'

const BODY_BYTES_MAX = 1_000_000
const DRAIN_MS_MAX = 5_000

export type Answer = { readonly status: number; readonly body: unknown }

/** An expected refusal, thrown from anywhere below a request. */
export class Refusal extends Error {
  readonly answer: Answer

  constructor(status: number, message: string, members: object = {}) {
    super(message)
    this.answer = { status, body: { ...members, message } }
  }
}

/** A Koa application that responds to every error with JSON. */
export function createApp(log: Logger, brokenBody: object): Koa {
  const app = new Koa()
  app.silent = true
  app.use(async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      if (error instanceof Refusal) {
        ctx.status = error.answer.status
        ctx.body = error.answer.body
        return
      }
      // U+0000, which JSON can write and PostgreSQL cannot keep.
      if (['22021', '22P05'].includes(String((error as { code?: unknown }).code))) {
        ctx.status = 400
        ctx.body = { message: 'a text has a character that cannot be kept' }
        return
      }
      const away = isDatabaseAway(error)
      log.error({ path: ctx.path, err: away ? undefined : error }, away ? 'store away' : 'broken')
      ctx.status = away ? 503 : 500
      ctx.body = brokenBody
    }
  })
  return app
}

/** The request's bytes as received: stamps are made over them. */
export async function rawBody(ctx: Koa.Context, bytesMax = BODY_BYTES_MAX): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bytesMax) throw new Refusal(413, 'body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A JSON object, or undefined for anything else. */
export function parseObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return value as Record<string, unknown>
  } catch {
    return undefined
  }
}

export type Listener = { readonly port: number; close(): Promise<void> }

/** Port 0 takes a free one. Rejects if the port is taken. */
export async function listen(app: Koa, port: number, host: string): Promise<Listener> {
  const server = createServer(app.callback())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: () => drain(server) }
}

async function drain(server: Server): Promise<void> {
  const impatience = setTimeout(() => server.closeAllConnections(), DRAIN_MS_MAX)
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeIdleConnections()
  })
  clearTimeout(impatience)
}
