/** Sign-in of a person at the issuer of the operators' listener, through their browser (RFC 8252). */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { urlIn } from '../contract/urlText.ts'
import { newSecret } from '../db/secrets.ts'
import { type Api, createApi } from './api.ts'
import { Failure } from './failure.ts'
import { lines } from './output.ts'

export type SignedIn = { readonly name: string; readonly role: string; readonly token: string }

/** Who signs in types a password, and maybe a code. */
const WAIT_MS = 300_000
const DONE = 'You are signed in. You may close this page, and go on at the terminal.\n'
const NOT_DONE = 'You are not signed in. The terminal says why.\n'

/**
 * Has the browser sign in, and redeems what comes back to a port of this machine.
 *
 * @param url of the listener @throws Failure
 */
export async function signIn(url: string): Promise<SignedIn> {
  const api = createApi(url)
  const [state, nonce, verifier] = [newSecret(), newSecret(), newSecret()]
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const server = await listen()
  try {
    const { port } = server.address() as AddressInfo
    const redirectUri = `http://127.0.0.1:${port}/callback`
    const query = { redirectUri, state, nonce, challenge }
    const { url: address } = await api.get<{ url: string }>('/sign-in', query)
    const answered = comeBack(server, state)
    process.stderr.write(`Sign in here:\n${lines(address)}\n`)
    openBrowser(address)
    return await redeem(api, await answered, { redirectUri, verifier, nonce })
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

async function listen(): Promise<Server> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return server
}

type Answered = { readonly code: string; readonly say: (text: string) => void }

/** The code of the sign-in that was begun here. Other requests are answered with 404 and change nothing. */
function comeBack(server: Server, state: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Failure('NOT_CONFIRMED', 'The sign-in was not completed within five minutes.'))
    }, WAIT_MS)
    timer.unref()
    server.on('request', (request, response) => {
      const url = urlIn(`http://127.0.0.1${request.url ?? ''}`)
      const say = (text: string): void => {
        response.setHeader('content-type', 'text/plain; charset=utf-8')
        response.end(text)
      }
      const isOurs =
        request.method === 'GET' &&
        url?.pathname === '/callback' &&
        url.searchParams.get('state') === state
      if (!isOurs) {
        response.statusCode = 404
        say(NOT_DONE)
        return
      }
      clearTimeout(timer)
      const code = url.searchParams.get('code')
      if (code) {
        resolve({ code, say })
        return
      }
      say(NOT_DONE)
      reject(new Failure('NO_PERMISSION', 'The issuer has not signed you in.'))
    })
  })
}

async function redeem(
  api: Api,
  { code, say }: Answered,
  rest: { readonly redirectUri: string; readonly verifier: string; readonly nonce: string },
): Promise<SignedIn> {
  try {
    const signedIn = await api.post<SignedIn>('/sign-in', { code, ...rest })
    say(DONE)
    return signedIn
  } catch (error) {
    say(NOT_DONE)
    throw error
  }
}

const openers: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'open',
  linux: 'xdg-open',
}

/** Where there is one. The address was printed too: a terminal may be on another machine than its browser. */
function openBrowser(address: string): void {
  const opener = openers[process.platform]
  // An address alone, never what a shell or the opener could take for an option.
  if (opener === undefined || !process.stderr.isTTY || !/^https?:\/\//.test(address)) return
  const child = spawn(opener, [address], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
