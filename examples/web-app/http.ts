/** The shop's routes over HTTP, with a cookie for who has logged in. Your framework does this for you. */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { ApiError } from '../../client/backend/index.ts'
import { RelayInputError } from '../../client/relay/index.ts'

export type Body = Readonly<Record<string, unknown>>
/** @property begins a session begins with this answer; `ends` ends the one that asked */
export type Answer<Session> = {
  readonly json: unknown
  readonly begins?: Session
  readonly ends?: boolean
}
export type Routes<Session> = {
  readonly open: Readonly<Record<string, (body: Body) => Promise<Answer<Session>>>>
  /** For those who have logged in. */
  readonly own: Readonly<Record<string, (session: Session, body: Body) => Promise<Answer<Session>>>>
}
export type File = { readonly type: string; readonly text: string }

/** The shop refuses a request, with a code that the page shows. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code)
  }
}

export function textIn(body: Body, member: string): string {
  const value = body[member]
  if (typeof value !== 'string') throw new Refused(400, `${member} is missing`)
  return value
}

/** As long as a session of the wallet lives. */
const SESSION_SECONDS = 15 * 60
const BODY_BYTES_MAX = 65_536

/** @param files by their paths */
export function createShopServer<Session>(
  routes: Routes<Session>,
  files: Readonly<Record<string, File>>,
): Server {
  const sessions = new Map<string, Session>()

  async function answer(request: IncomingMessage, name: string, token: string) {
    // A form of another page cannot send this type, and no other page gets the cookie.
    const isJson = request.headers['content-type'] === 'application/json'
    const body: Body = isJson ? JSON.parse(await limited(request)) : {}
    if (request.method !== 'GET' && !isJson) throw new Refused(415, 'NOT_JSON')
    const open = routes.open[name]
    if (open !== undefined) return open(body)
    const own = routes.own[name]
    if (own === undefined) throw new Refused(404, 'NOT_FOUND')
    const session = sessions.get(token)
    if (session === undefined) throw new Refused(401, 'NOT_LOGGED_IN')
    return own(session, body)
  }

  return createServer(async (request, response) => {
    response.setHeader(
      'Content-Security-Policy',
      "default-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    const file = files[request.url ?? '']
    if (file !== undefined) {
      response.setHeader('Content-Type', file.type).end(file.text)
      return
    }
    const token = /(?:^|; )session=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    response.setHeader('Content-Type', 'application/json').setHeader('Cache-Control', 'no-store')
    try {
      const name = `${request.method} ${request.url?.replace('/api', '')}`
      const { json, begins, ends = false } = await answer(request, name, token)
      if (begins !== undefined || ends) sessions.delete(token)
      if (begins !== undefined) {
        const next = randomBytes(32).toString('hex')
        sessions.set(next, begins)
        setTimeout(() => sessions.delete(next), SESSION_SECONDS * 1000).unref()
        // Served over https it is `Secure` too.
        const cookie = `session=${next}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${SESSION_SECONDS}`
        response.setHeader('Set-Cookie', cookie)
      }
      response.end(JSON.stringify(json))
    } catch (error) {
      const { status, code } = refusalOf(error)
      response.writeHead(status).end(JSON.stringify({ code }))
    }
  })
}

function refusalOf(error: unknown): { readonly status: number; readonly code: string } {
  if (error instanceof Refused) return error
  if (error instanceof RelayInputError || error instanceof SyntaxError) {
    return { status: 400, code: error.name }
  }
  if (error instanceof ApiError && error.status < 500) {
    return { status: 422, code: error.code ?? 'REFUSED' }
  }
  console.error(error)
  // What became of it is not known: the page may send the same again, and nothing happens twice.
  return { status: 502, code: 'TRY_AGAIN' }
}

async function limited(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length'] ?? Infinity) > BODY_BYTES_MAX) {
    throw new Refused(413, 'TOO_LARGE')
  }
  return text(request)
}
