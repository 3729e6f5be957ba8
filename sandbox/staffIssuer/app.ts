/**
 * The identity issuer of those who operate a development stack: OpenID Connect Core 1.0, code flow with PKCE, public
 * clients. Its people and their groups are fixed; one password is all theirs.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import Router from '@koa/router'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type Koa from 'koa'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { type Clock, perfOf } from '../../contract/time.ts'
import { createApp, Refusal, rawBody } from '../http.ts'

/** Its one client. */
const CLIENT_ID = 'payments-operators'

type Person = { readonly name: string; readonly groups: readonly string[] }

/** `…@staff.example` are their verified addresses; the last one is in no group that has a role. */
const staff: readonly Person[] = [
  { name: 'ada', groups: ['payments-admin'] },
  { name: 'grace', groups: ['payments-decide'] },
  { name: 'linus', groups: ['payments-view'] },
  { name: 'mallory', groups: ['cooks'] },
]

type Grant = {
  readonly person: Person
  readonly redirectUri: string
  readonly challenge: string
  readonly nonce: string | undefined
}

const CODE_MS = 60_000
const CODES_MAX = 1_000
const TOKEN_SECONDS = 300
/** Where its client may be: this machine alone. */
const ownPlace =
  /^https?:\/\/(127\.0\.0\.1|\[::1\]|([\w-]+\.)*localhost)(:\d{1,5})?\/(sign-in\/)?callback$/
const brokenBody = { error: 'server_error' }

export type StaffIssuer = {
  readonly clock: Clock
  /** Without one nobody signs in. */
  readonly password: string | undefined
}

export async function createStaffIssuerApp(
  { clock, password }: StaffIssuer,
  log: Logger,
): Promise<Koa> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const kid = randomBytes(8).toString('hex')
  const codes = new LRUCache<string, Grant>({ max: CODES_MAX, ttl: CODE_MS, perf: perfOf(clock) })
  const router = new Router()

  router.get('/.well-known/openid-configuration', (ctx) => {
    const issuer = issuerOf(ctx)
    ctx.body = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    }
  })
  router.get('/keys', async (ctx) => {
    ctx.body = { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }] }
  })
  router.get('/authorize', (ctx) => {
    requireOwnClient(ctx.query)
    ctx.type = 'html'
    ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    ctx.body = pageOf(ctx.querystring)
  })
  router.post('/authorize', async (ctx) => {
    const { redirectUri, challenge, state, nonce } = requireOwnClient(ctx.query)
    const form = new URLSearchParams((await rawBody(ctx)).toString('utf8'))
    const person = staff.find(({ name }) => name === form.get('person'))
    if (person === undefined || !isPassword(form.get('password') ?? '', password)) {
      throw new Refusal(403, 'That is not the password.')
    }
    const code = randomBytes(32).toString('base64url')
    codes.set(code, { person, redirectUri, challenge, nonce })
    const back = new URL(redirectUri)
    back.searchParams.set('code', code)
    if (state !== undefined) back.searchParams.set('state', state)
    back.searchParams.set('iss', issuerOf(ctx))
    ctx.status = 303
    ctx.set('Location', back.href)
  })
  router.post('/token', async (ctx) => {
    const form = new URLSearchParams((await rawBody(ctx)).toString('utf8'))
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    // It is used up by the first try, also by one that fails.
    codes.delete(code)
    const verifier = form.get('code_verifier') ?? ''
    const isGranted =
      form.get('grant_type') === 'authorization_code' &&
      form.get('client_id') === CLIENT_ID &&
      grant !== undefined &&
      grant.redirectUri === form.get('redirect_uri') &&
      grant.challenge === createHash('sha256').update(verifier).digest('base64url')
    ctx.set('Cache-Control', 'no-store')
    if (!isGranted) {
      ctx.status = 400
      ctx.body = { error: 'invalid_grant' }
      return
    }
    const { person, nonce } = grant
    const now = Math.floor(clock.now().getTime() / 1_000)
    const idToken = await new SignJWT({
      ...(nonce !== undefined && { nonce }),
      email: `${person.name}@staff.example`,
      email_verified: true,
      groups: [...person.groups],
    })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuer(issuerOf(ctx))
      .setAudience(CLIENT_ID)
      .setSubject(`staff-${person.name}`)
      .setIssuedAt(now)
      .setExpirationTime(now + TOKEN_SECONDS)
      .sign(privateKey)
    ctx.body = {
      access_token: randomBytes(16).toString('hex'),
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      id_token: idToken,
    }
  })

  const app = createApp(log, brokenBody)
  app.use((ctx, next) => {
    // A page whose name was made to lead here would be of its origin.
    if (!/^(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?$/.test(ctx.host))
      throw new Refusal(403, 'not a name of this issuer')
    return next()
  })
  app.use(router.routes())
  app.use(() => {
    throw new Refusal(404, 'not found')
  })
  return app
}

/** As the request's address has it: the port is chosen at start. */
function issuerOf(ctx: Koa.Context): string {
  return `http://${ctx.host}`
}

type Asked = {
  readonly redirectUri: string
  readonly challenge: string
  readonly state: string | undefined
  readonly nonce: string | undefined
}

function requireOwnClient(query: Koa.Context['query']): Asked {
  const text = (name: string): string | undefined => {
    const { [name]: value } = query
    return typeof value === 'string' ? value : undefined
  }
  const redirectUri = text('redirect_uri') ?? ''
  const challenge = text('code_challenge') ?? ''
  if (
    text('client_id') !== CLIENT_ID ||
    !ownPlace.test(redirectUri) ||
    !URL.canParse(redirectUri)
  ) {
    throw new Refusal(400, 'not a client of this issuer')
  }
  const isCodeFlow =
    text('response_type') === 'code' &&
    text('code_challenge_method') === 'S256' &&
    /^[\w-]{43}$/.test(challenge) &&
    (text('scope') ?? '').split(' ').includes('openid')
  if (!isCodeFlow) throw new Refusal(400, 'not the code flow with PKCE (S256) for openid')
  return { redirectUri, challenge, state: text('state'), nonce: text('nonce') }
}

function isPassword(given: string, password: string | undefined): boolean {
  const [one, other] = [given, password ?? ''].map((text) =>
    createHash('sha256').update(text).digest(),
  )
  return password !== undefined && one !== undefined && other !== undefined
    ? timingSafeEqual(one, other)
    : false
}

function pageOf(query: string): string {
  const action = `/authorize?${query.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}`
  const people = staff
    .map(({ name, groups }) => `<option value="${name}">${name} (${groups.join(', ')})</option>`)
    .join('')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Staff of the sandbox</title>
<main><h1>Staff of the sandbox</h1><form method="post" action="${action}">
<p><label>Who are you? <select name="person">${people}</select></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password" required autofocus></label></p>
<p><button>Sign in</button></p></form></main></html>
`
}
