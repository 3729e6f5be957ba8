/** Which answers of an issuer sign somebody in: no other issuer, client, algorithm, key, time or sign-in does. */
import { createHash, randomUUID } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../contract/time.ts'
import {
  createOpenIdProvider,
  type OpenIdProvider,
  type OpenIdSettings,
  type SignedInPerson,
  type SignInError,
} from '../../providers/identityIssuers/openIdProvider.ts'
import { anIssuerKey } from '../support/issuer.ts'
import {
  anOpenIdIssuer,
  CLIENT_ID,
  CLIENT_SECRET,
  type OpenIdIssuer,
} from '../support/openIdIssuer.ts'

const CALL_MS = 500
const redirectUri = 'http://operators.localhost:1/sign-in/callback'

let issuer: OpenIdIssuer
let provider: OpenIdProvider
const open: OpenIdProvider[] = []

const aProvider = (changes: Partial<OpenIdSettings> = {}): OpenIdProvider => {
  const made = createOpenIdProvider(
    {
      issuer: issuer.url,
      clientId: CLIENT_ID,
      scopes: 'openid email',
      algorithms: ['RS256'],
      groupsClaim: 'groups',
      reach: 'LOCAL',
      ...changes,
    },
    systemClock,
    CALL_MS,
  )
  open.push(made)
  return made
}

beforeEach(async () => {
  issuer = await anOpenIdIssuer()
  provider = aProvider()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
  issuer.stop()
})

async function signIn(
  by: OpenIdProvider = provider,
  changes: { readonly verifier?: string; readonly nonce?: string } = {},
): Promise<SignedInPerson> {
  const [state, nonce, verifier] = [randomUUID(), randomUUID(), 'v'.repeat(43)]
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const address = await by.authorizationUrl({ redirectUri, state, nonce, challenge })
  const code = issuer.visit(address).searchParams.get('code') ?? ''
  return by.redeem({ code, redirectUri, verifier, nonce, ...changes })
}

const failure = (made: Promise<unknown>): Promise<string> =>
  made.then(
    () => 'signed in',
    (error: SignInError) => error.code ?? String(error),
  )

describe('the code flow', () => {
  test('signs in, with PKCE, state and nonce in the address', async () => {
    issuer.claims = { email: 'Ada@Example.com', email_verified: true, groups: ['a', 'b'] }
    expect(await signIn()).toEqual({
      issuer: issuer.url,
      subject: 'somebody',
      email: 'ada@example.com',
      groups: ['a', 'b'],
      issuedAt: expect.any(Date),
    })
    const { searchParams } = new URL(
      await provider.authorizationUrl({ redirectUri, state: 's', nonce: 'n', challenge: 'c' }),
    )
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: redirectUri,
      scope: 'openid email',
      state: 's',
      nonce: 'n',
      code_challenge: 'c',
      code_challenge_method: 'S256',
    })
  })

  test('names a client with a secret as the issuer wants it', async () => {
    const secret = { clientSecret: CLIENT_SECRET }
    await signIn(aProvider(secret))
    const basic = Buffer.from('our+client:a+secret%3A+with+%2B+signs').toString('base64')
    expect(issuer.redeemed.at(-1)?.authorization).toBe(`Basic ${basic}`)
    issuer.document = { token_endpoint_auth_methods_supported: ['client_secret_post'] }
    await signIn(aProvider(secret))
    expect(issuer.redeemed.at(-1)?.authorization).toBeUndefined()
    const form = new URLSearchParams(issuer.redeemed.at(-1)?.form)
    expect([form.get('client_id'), form.get('client_secret')]).toEqual([CLIENT_ID, CLIENT_SECRET])
  })

  test('takes an address only as verified, and groups as a text or a list', async () => {
    for (const email_verified of [false, 'true', undefined]) {
      issuer.claims = { email: 'ada@example.com', email_verified }
      expect((await signIn()).email).toBeUndefined()
    }
    for (const [groups, wanted] of [
      ['one', ['one']],
      [undefined, []],
      [[1, 'two', null], ['two']],
      [{ admin: true }, []],
    ]) {
      issuer.claims = { groups }
      expect((await signIn()).groups).toEqual(wanted)
    }
  })
})

describe('is refused', () => {
  const seconds = (): number => Math.floor(systemClock.now().getTime() / 1_000)

  test.each<[string, () => Record<string, unknown>]>([
    ['another issuer', () => ({ iss: 'https://evil.example' })],
    ['an issuer with another ending', () => ({ iss: `${issuer.url}/` })],
    ['another client', () => ({ aud: 'another client' })],
    ['no client', () => ({ aud: undefined })],
    ['two clients, of which it names neither', () => ({ aud: [CLIENT_ID, 'another'] })],
    ['two clients, made for the other', () => ({ aud: [CLIENT_ID, 'another'], azp: 'another' })],
    ['another sign-in', () => ({ nonce: randomUUID() })],
    ['no sign-in', () => ({ nonce: undefined })],
    ['nobody', () => ({ sub: undefined })],
    ['nobody, said so', () => ({ sub: '' })],
    ['a time that is over', () => ({ iat: seconds() - 400, exp: seconds() - 100 })],
    ['an old token that lives on', () => ({ iat: seconds() - 3_600, exp: seconds() + 3_600 })],
    ['a time to come', () => ({ iat: seconds() + 900, exp: seconds() + 1_200 })],
    ['no end', () => ({ exp: undefined })],
    ['no beginning', () => ({ iat: undefined })],
  ])('a token of %s', async (_, claims) => {
    issuer.claims = claims()
    expect(await failure(signIn())).toBe('REFUSED')
  })

  test('a token that is not signed by a key of the issuer, by an algorithm of the settings', async () => {
    const claims = { iss: issuer.url, aud: CLIENT_ID, sub: 'x', nonce: 'n'.repeat(32) }
    const now = seconds()
    const other = await anIssuerKey(String(issuer.key.jwk.kid))
    const publicText = Buffer.from(JSON.stringify(issuer.key.jwk))
    const tokens = [
      new UnsecuredJWT(claims)
        .setIssuedAt(now)
        .setExpirationTime(now + 300)
        .encode(),
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: String(issuer.key.jwk.kid) })
        .setIssuedAt(now)
        .setExpirationTime(now + 300)
        .sign(publicText),
      await other.sign({ ...claims, iat: now, exp: now + 300 }),
      'no.token.',
      '',
    ]
    for (const idToken of tokens) {
      issuer.idToken = idToken
      expect(await failure(signIn(provider, { nonce: 'n'.repeat(32) })), idToken).toBe('REFUSED')
    }
    issuer.idToken = undefined
    expect(await failure(signIn(aProvider({ algorithms: ['ES256'] })))).toBe('REFUSED')
  })

  test('a code with another verifier, and one that is used', async () => {
    expect(await failure(signIn(provider, { verifier: 'w'.repeat(43) }))).toBe('REFUSED')
    const answer = { code: randomUUID(), redirectUri, verifier: 'v'.repeat(43), nonce: 'n' }
    expect(await failure(provider.redeem(answer))).toBe('REFUSED')
  })
})

describe('is not available', () => {
  test.each<[string, Record<string, unknown>]>([
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['without an address', { token_endpoint: undefined }],
    ['with no address', { jwks_uri: 'file:///etc/passwd' }],
    ['with a password in an address', { token_endpoint: 'https://a:b@evil.example/token' }],
  ])('a document %s', async (_, document) => {
    issuer.document = document
    expect(await failure(signIn())).toBe('UNAVAILABLE')
  })

  test('an address of this machine in production, also one that a document names', async () => {
    expect(await failure(signIn(aProvider({ reach: 'PUBLIC' })))).toBe('UNAVAILABLE')
    expect(issuer.redeemed).toEqual([])
  })

  test('an issuer that fails, redirects, or does not answer in time', async () => {
    for (const tokenAnswer of [500, 302, 307, 404, 'NONE'] as const) {
      issuer.tokenAnswer = tokenAnswer
      expect(await failure(signIn()), String(tokenAnswer)).toBe('UNAVAILABLE')
    }
    issuer.tokenAnswer = undefined
    expect(await failure(signIn())).toBe('signed in')
  })
})

test('a new key of the issuer is followed', async () => {
  await signIn()
  const next = await anIssuerKey(randomUUID())
  issuer.published = [...issuer.published, next]
  issuer.key = next
  // The keys were fetched just now: the next look is half a minute away, unless the process is new.
  expect(await failure(signIn(aProvider()))).toBe('signed in')
})
