/** An OpenID Connect issuer on this machine whose document, token and manners a test chooses. */
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '../../contract/time.ts'
import { anIssuerKey, type IssuerKey } from './issuer.ts'

export const CLIENT_ID = 'our client'
export const CLIENT_SECRET = 'a secret: with + signs'

export type OpenIdIssuer = {
  readonly url: string
  /** Claims of the next tokens, above what is right; undefined leaves one out. */
  claims: Record<string, unknown>
  /** Members of the document, above what is right. */
  document: Record<string, unknown>
  /** Signs the next tokens; published unless `published` says otherwise. */
  key: IssuerKey
  published: readonly IssuerKey[]
  /** Instead of the token. */
  idToken: string | undefined
  /** How the token endpoint answers instead: with a status, or not at all. */
  tokenAnswer: number | 'NONE' | undefined
  /** Requests of the token endpoint. */
  readonly redeemed: { readonly authorization: string | undefined; readonly form: string }[]
  /** The browser's visit: signs somebody in. @returns where the browser goes back to */
  visit(address: string): URL
  stop(): void
}

export async function anOpenIdIssuer(): Promise<OpenIdIssuer> {
  const key = await anIssuerKey(randomUUID())
  const grants = new Map<string, URLSearchParams>()
  const server = createServer((request, response) => void answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer: OpenIdIssuer = {
    url,
    claims: {},
    document: {},
    key,
    published: [key],
    idToken: undefined,
    tokenAnswer: undefined,
    redeemed: [],
    visit(address) {
      const { searchParams: asked } = new URL(address)
      const code = randomUUID()
      grants.set(code, asked)
      const back = new URL(asked.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', asked.get('state') ?? '')
      return back
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/.well-known/openid-configuration') {
      const usual = {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
      }
      response.end(JSON.stringify({ ...usual, ...issuer.document }))
    } else if (request.url === '/keys') {
      response.end(JSON.stringify({ keys: issuer.published.map(({ jwk }) => jwk) }))
    } else {
      await answerToken(request, response)
    }
  }

  async function answerToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let form = ''
    for await (const chunk of request) form += String(chunk)
    issuer.redeemed.push({ authorization: request.headers.authorization, form })
    if (issuer.tokenAnswer === 'NONE') return
    if (issuer.tokenAnswer !== undefined) {
      response.writeHead(issuer.tokenAnswer, { location: `${url}/keys` }).end('{}')
      return
    }
    const given = new URLSearchParams(form)
    const asked = grants.get(given.get('code') ?? '')
    grants.delete(given.get('code') ?? '')
    const challenge = createHash('sha256').update(given.get('code_verifier') ?? '')
    const isGranted =
      asked?.get('code_challenge') === challenge.digest('base64url') &&
      asked.get('redirect_uri') === given.get('redirect_uri')
    if (!isGranted) {
      response.writeHead(400).end('{"error":"invalid_grant"}')
      return
    }
    const iat = Math.floor(systemClock.now().getTime() / 1_000)
    const usual = {
      iss: url,
      aud: CLIENT_ID,
      sub: 'somebody',
      iat,
      exp: iat + 300,
      nonce: asked.get('nonce'),
    }
    const idToken = issuer.idToken ?? (await issuer.key.sign({ ...usual, ...issuer.claims }))
    response.end(JSON.stringify({ access_token: 'x', token_type: 'Bearer', id_token: idToken }))
  }
  return issuer
}
