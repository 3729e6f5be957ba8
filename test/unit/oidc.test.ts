/** Id tokens: every claim rule, and signatures against keys that are served, cached and rotated. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instant } from '../../contract/time.ts'
import {
  type Issuers,
  nonceOf,
  OidcError,
  type OidcErrorKind,
  readIdToken,
} from '../../domain/wallet/oidc/index.ts'
import { createIdTokenVerifier } from '../../providers/identityIssuers/verifier.ts'
import { anIdToken } from '../support/idToken.ts'
import vectors from '../vectors/walletCrypto.json' with { type: 'json' }

const GOOGLE = 'https://accounts.google.com'
const now = instant('2026-01-01T12:00:00.500Z')
const nowSeconds = Math.floor(now.getTime() / 1000)
const { clientPublicKey, nonce } = vectors.oauthNonce
const claims = {
  iss: GOOGLE,
  aud: 'app-1',
  sub: 'person-1',
  email: 'zoe@example.com',
  iat: nowSeconds,
  exp: nowSeconds + 3600,
  nonce,
}
const identity = { issuer: GOOGLE, audience: 'app-1', subject: 'person-1' }

const issuersAt = (keysUrl: string, algorithms = ['RS256']): Issuers =>
  new Map([[GOOGLE, { keysUrl, algorithms }]])

function encode(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString(
    'base64url',
  )
}

function aToken(changes: object = {}): string {
  return anIdToken(clientPublicKey, { ...claims, ...changes })
}

function kindOf(text: string, check: Partial<Parameters<typeof readIdToken>[1]> = {}): unknown {
  try {
    readIdToken(text, { now, identity, clientPublicKey, ...check })
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(OidcError)
    return (error as OidcError).kind
  }
}

describe('nonces', () => {
  test('are over the text: each spelling of a key has its own', () => {
    expect(nonceOf(clientPublicKey)).toBe(nonce)
    expect(nonceOf(vectors.oauthNonce.clientPublicKeyCompressed)).toBe(
      vectors.oauthNonce.nonceForCompressed,
    )
    expect(kindOf(aToken())).toBeUndefined()
    const compressed = vectors.oauthNonce.clientPublicKeyCompressed
    expect(kindOf(aToken(), { clientPublicKey: compressed })).toBe('MISMATCH')
  })
})

describe('claims', () => {
  test('are read', () => {
    expect(readIdToken(aToken({ aud: ['app-1'] }), { now, identity, clientPublicKey })).toEqual({
      ...identity,
      email: 'zoe@example.com',
      issuedAt: instant(nowSeconds * 1000),
      expiresAt: instant((nowSeconds + 3600) * 1000),
      nonce,
    })
  })

  test.each<[string, object, OidcErrorKind | undefined]>([
    ['Apple', { iss: 'https://appleid.apple.com' }, 'MISMATCH'],
    ['somebody else', { iss: 'https://issuer.example' }, 'UNSUPPORTED_ISSUER'],
    ['a prototype member as issuer', { iss: 'toString' }, 'UNSUPPORTED_ISSUER'],
    ['no issuer', { iss: undefined }, 'MALFORMED'],
    ['no audience', { aud: undefined }, 'MALFORMED'],
    ['an empty audience', { aud: '' }, 'MALFORMED'],
    ['two audiences', { aud: ['app-1', 'app-2'] }, 'MALFORMED'],
    ['no audience in a list', { aud: [] }, 'MALFORMED'],
    ['a number in a list', { aud: [1] }, 'MALFORMED'],
    ['no subject', { sub: undefined }, 'MALFORMED'],
    ['an empty subject', { sub: '' }, 'MALFORMED'],
    ['no iat', { iat: undefined }, 'MALFORMED'],
    ['iat in words', { iat: String(nowSeconds) }, 'MALFORMED'],
    ['iat beyond time', { iat: 1e30 }, 'MALFORMED'],
    ['no exp', { exp: undefined }, 'MALFORMED'],
    ['59 s old', { iat: nowSeconds - 59 }, undefined],
    ['60.5 s old', { iat: nowSeconds - 60 }, 'NOT_FRESH'],
    ['4.5 s ahead', { iat: nowSeconds + 5 }, undefined],
    ['5.5 s ahead', { iat: nowSeconds + 6 }, 'NOT_FRESH'],
    ['expired', { exp: nowSeconds }, 'NOT_FRESH'],
    ['another application', { aud: 'app-2' }, 'MISMATCH'],
    ['another person', { sub: 'person-2' }, 'MISMATCH'],
    ['no nonce', { nonce: undefined }, 'MISMATCH'],
    ['a nonce in upper case', { nonce: nonce.toUpperCase() }, 'MISMATCH'],
  ])('%s', (_, changes, kind) => {
    expect(kindOf(aToken(changes))).toBe(kind)
  })

  test.each([
    ['nothing', ''],
    ['two parts', `${encode({})}.${encode(claims)}`],
    ['four parts', `${aToken()}.AAAA`],
    ['padding', aToken().replace('.', '=.')],
    ['a header that is no JSON', `${encode('{')}.${encode(claims)}.AAAA`],
    ['a header that is a list', `${encode([])}.${encode(claims)}.AAAA`],
    ['claims that are null', `${encode({ alg: 'RS256' })}.${encode('null')}.AAAA`],
    ['no UTF-8', `${encode({ alg: 'RS256' })}.${Buffer.from([0xff]).toString('base64url')}.AAAA`],
    ['20 kB', aToken({ picture: 'x'.repeat(20_000) })],
  ])('%s is no token', (_, text) => {
    expect(kindOf(text)).toBe('MALFORMED')
  })

  test('anything at all is a token or a typed refusal', () => {
    fc.assert(
      fc.property(fc.string(), fc.json(), fc.dictionary(fc.string(), fc.anything()), (a, b, c) => {
        for (const text of [a, `${a}.${b}.${a}`, `${encode(b)}.${encode(b)}.${encode(a)}`]) {
          expect(kindOf(text)).toBeDefined()
        }
        kindOf(
          aToken(
            JSON.parse(JSON.stringify(c, (_, value) => (typeof value === 'bigint' ? 0 : value))),
          ),
        )
      }),
      { numRuns: 200 },
    )
  })
})

describe('signatures', () => {
  let server: Server
  let keysUrl: string
  let served: { keys: JWK[] } | 'broken' = { keys: [] }
  let fetches = 0

  beforeAll(async () => {
    server = createServer((_, response) => {
      fetches += 1
      if (served === 'broken') response.writeHead(503).end()
      else response.setHeader('content-type', 'application/json').end(JSON.stringify(served))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    keysUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
  })
  afterAll(() => {
    server.close()
  })

  async function aKey(kid: string) {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
    const signed = (changes: object = {}) =>
      new SignJWT({ ...claims, ...changes })
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(privateKey)
    return { jwk, signed }
  }

  test('verify, are cached, and follow a rotation', async () => {
    const [first, second] = await Promise.all([aKey('one'), aKey('two')])
    const verify = createIdTokenVerifier({ issuers: issuersAt(keysUrl), cooldownMs: 0 })
    served = { keys: [first.jwk] }
    fetches = 0
    const token = await first.signed()
    await verify(token)
    await verify(await first.signed({ sub: 'person-2' }))
    expect(fetches).toBe(1)
    served = { keys: [second.jwk] }
    await verify(await second.signed())
    expect(fetches).toBe(2)
    await expect(verify(token)).rejects.toMatchObject({ kind: 'SIGNATURE' })
  })

  test('a flood of unknown keys fetches once in a cooldown', async () => {
    const [known, unknown] = await Promise.all([aKey('known'), aKey('unknown')])
    const verify = createIdTokenVerifier({ issuers: issuersAt(keysUrl) })
    served = { keys: [known.jwk] }
    fetches = 0
    for (let count = 0; count < 10; count += 1) {
      await expect(verify(await unknown.signed())).rejects.toMatchObject({ kind: 'SIGNATURE' })
    }
    expect(fetches).toBe(1)
    await verify(await known.signed())
  })

  test('a forged, an unsigned and a changed token are refused', async () => {
    const [key, thief] = await Promise.all([aKey('one'), aKey('one')])
    const verify = createIdTokenVerifier({ issuers: issuersAt(keysUrl) })
    served = { keys: [key.jwk] }
    const [header, payload, signature] = (await key.signed()).split('.')
    const changed = `${header}.${encode({ ...claims, sub: 'person-2' })}.${signature}`
    const none = `${encode({ alg: 'none' })}.${payload}.`
    const symmetric = `${encode({ alg: 'HS256', kid: 'one' })}.${payload}.AAAA`
    for (const token of [changed, none, symmetric, aToken(), await thief.signed()]) {
      await expect(verify(token)).rejects.toMatchObject({ name: 'OidcError', kind: 'SIGNATURE' })
    }
    await expect(verify(aToken({ iss: 'https://issuer.example' }))).rejects.toMatchObject({
      kind: 'UNSUPPORTED_ISSUER',
    })
    await expect(verify('no token')).rejects.toMatchObject({ kind: 'MALFORMED' })
  })

  test('without the keys nothing is known, and the next try asks again', async () => {
    const key = await aKey('one')
    const verify = createIdTokenVerifier({ issuers: issuersAt(keysUrl) })
    const token = await key.signed()
    served = 'broken'
    await expect(verify(token)).rejects.toMatchObject({ kind: 'UNAVAILABLE' })
    served = { keys: [key.jwk] }
    await verify(token)
  })
})
