import { createHash } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { ApiKeyStamper } from '@turnkey/api-key-stamper'
import { computeActivityFingerprint, generateP256KeyPair } from '@turnkey/crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  normalizePublicKey,
  parseStamp,
  StampError,
  toClientSignature,
  verifyStamp,
} from '../../domain/wallet/stamp/index.ts'
import {
  fingerprintOf,
  loginUsageText,
  readVerificationToken,
  submitName,
} from '../../providers/walletProvider/index.ts'
import vectors from '../vectors/walletCrypto.json' with { type: 'json' }

const { header, payload } = vectors.stamp
const KEYS_PER_RUNTIME = 400
const genuine = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, string>

function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return Buffer.from(text).toString('base64url')
}

function flip(hex: string, at: number): string {
  return hex.slice(0, at) + (hex[at] === '0' ? '1' : '0') + hex.slice(at + 1)
}

describe('a real stamp', () => {
  test('with a high s verifies over its payload, and over nothing else', () => {
    const stamp = parseStamp(header)
    expect(stamp.publicKey).toBe(vectors.keys.session.compressed)
    expect(p256.Signature.fromBytes(stamp.signature, 'der').hasHighS()).toBe(vectors.stamp.highS)
    expect(verifyStamp(stamp, payload)).toBe(true)
    expect(verifyStamp(stamp, `${payload} `)).toBe(false)
  })

  test('of another key does not verify', () => {
    const stamp = parseStamp(encode({ ...genuine, publicKey: vectors.keys.client.compressed }))
    expect(verifyStamp(stamp, payload)).toBe(false)
  })

  test.each([
    ['padded', `${header}==`],
    ['with unknown members', encode({ ...genuine, extra: { deep: 1 } })],
    [
      'in uppercase hex',
      encode({
        ...genuine,
        publicKey: genuine.publicKey?.toUpperCase(),
        signature: genuine.signature?.toUpperCase(),
      }),
    ],
  ])('%s is the same stamp', (_, value) => {
    expect(parseStamp(value)).toEqual(parseStamp(header))
  })

  test.each(['node', 'browser', 'purejs'] as const)('of runtime %s verifies', async (runtime) => {
    for (let count = 0; count < KEYS_PER_RUNTIME; count += 1) {
      const { privateKey, publicKey } = generateP256KeyPair()
      const stamper = new ApiKeyStamper({
        apiPrivateKey: privateKey,
        apiPublicKey: publicKey,
        runtimeOverride: runtime,
      })
      const text = `payload ${count} für Zoë`
      const stamp = parseStamp((await stamper.stamp(text)).stampHeaderValue)
      expect(stamp.publicKey).toBe(publicKey)
      expect(verifyStamp(stamp, text)).toBe(true)
    }
  })
})

describe('a malformed stamp', () => {
  const { publicKey, scheme, signature = '' } = genuine
  const signatureBytes = signature.length / 2
  test.each([
    ['empty', '', 'stamp is not base64url'],
    ['standard base64', 'ab+/', 'stamp is not base64url'],
    ['spaces', ` ${header}`, 'stamp is not base64url'],
    ['an old sandbox word', 'sandbox-valid-signature', 'stamp is not'],
    ['over 2048 characters', 'A'.repeat(2049), 'stamp is too long'],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url'), 'stamp is not UTF-8'],
    ['a byte order mark', encode(`\ufeff${JSON.stringify(genuine)}`), 'stamp is not JSON'],
    ['not JSON', encode('{'), 'stamp is not JSON'],
    ['an array', encode([]), 'stamp is not a JSON object'],
    ['null', encode('null'), 'stamp is not a JSON object'],
    ['a string', encode('"text"'), 'stamp is not a JSON object'],
    ['without publicKey', encode({ scheme, signature }), 'publicKey is missing'],
    ['without scheme', encode({ publicKey, signature }), 'scheme is missing'],
    ['without signature', encode({ publicKey, scheme }), 'signature is missing'],
    ['members by prototype', encode('{"__proto__":{"publicKey":"02"}}'), 'publicKey is missing'],
    ['a number as scheme', encode({ ...genuine, scheme: 1 }), 'scheme is missing or not'],
    ['another scheme', encode({ ...genuine, scheme: 'P256' }), 'scheme is unknown'],
    [
      'an uncompressed key',
      encode({ ...genuine, publicKey: vectors.oauthNonce.clientPublicKey }),
      'publicKey is not a compressed P-256 key in hex',
    ],
    ['a short key', encode({ ...genuine, publicKey: '02ab' }), 'publicKey is not a compressed'],
    [
      'an off-curve key',
      encode({ ...genuine, publicKey: `02${'f'.repeat(64)}` }),
      'publicKey is not a point on P-256',
    ],
    ['an odd signature', encode({ ...genuine, signature: '303' }), 'signature is not hex'],
    ['an empty signature', encode({ ...genuine, signature: '' }), 'signature is not hex'],
    ['a signature in words', encode({ ...genuine, signature: 'zz' }), 'signature is not hex'],
    ['DER garbage', encode({ ...genuine, signature: '0102' }), 'signature is not a DER'],
    [
      'truncated DER',
      encode({ ...genuine, signature: signature.slice(0, -2) }),
      'signature is not a DER',
    ],
    [
      'trailing bytes',
      encode({ ...genuine, signature: `${signature}00` }),
      'signature is not a DER',
    ],
    [
      'a raw signature',
      encode({ ...genuine, signature: 'ab'.repeat(64) }),
      'signature is not a DER',
    ],
    ['r of zero', encode({ ...genuine, signature: '3006020100020101' }), 'signature is not a DER'],
    ['s of zero', encode({ ...genuine, signature: '3006020101020100' }), 'signature is not a DER'],
    [
      'a long-form length',
      encode({
        ...genuine,
        signature: `3081${(signatureBytes - 2).toString(16)}${signature.slice(4)}`,
      }),
      'signature is not a DER',
    ],
  ])('%s', (_, value, reason) => {
    expect(() => parseStamp(value)).toThrow(StampError)
    expect(() => parseStamp(value)).toThrow(reason)
    try {
      parseStamp(value)
    } catch (error) {
      expect((error as StampError).code).toBe('WALLET_SIGNATURE_MALFORMED')
    }
  })

  test('anything at all is a stamp or a typed refusal', () => {
    const hex = fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString('hex'))
    const member = fc.oneof(fc.string(), hex, fc.jsonValue())
    const members = fc.record(
      { publicKey: member, scheme: member, signature: member },
      { requiredKeys: ['signature'] },
    )
    fc.assert(
      fc.property(fc.string(), fc.json(), members, (text, json, changes) => {
        const forged = { ...genuine, ...changes }
        for (const value of [text, encode(text), encode(json), encode(forged)]) {
          expect(() => parseStamp(value)).toThrow(StampError)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('any flipped digit of a signature is malformed or does not verify', () => {
    for (let at = 0; at < signature.length; at += 1) {
      const value = encode({ ...genuine, signature: flip(signature, at) })
      let verified = false
      try {
        verified = verifyStamp(parseStamp(value), payload)
      } catch (error) {
        expect(error).toBeInstanceOf(StampError)
      }
      expect(verified, `digit ${at}`).toBe(false)
    }
  })
})

describe('public keys', () => {
  const { clientPublicKey, clientPublicKeyCompressed } = vectors.oauthNonce
  test.each([
    clientPublicKey,
    clientPublicKey.toUpperCase(),
    clientPublicKeyCompressed,
    clientPublicKeyCompressed.toUpperCase(),
  ])('%s', (spelling) => {
    expect(normalizePublicKey(spelling)).toBe(clientPublicKeyCompressed)
  })
  test.each(['', '05', `02${'f'.repeat(64)}`, flip(clientPublicKey, 129)])('%s is none', (hex) => {
    expect(() => normalizePublicKey(hex)).toThrow(StampError)
  })
})

describe('what the provider is sent', () => {
  test('a stamp becomes a raw client signature of the same key', () => {
    const { signature, ...rest } = toClientSignature(parseStamp(header), payload)
    expect(rest).toEqual({
      publicKey: vectors.keys.session.compressed,
      scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256',
      message: payload,
    })
    const bytes = Buffer.from(signature, 'hex')
    const key = Buffer.from(rest.publicKey, 'hex')
    expect(bytes).toHaveLength(64)
    expect(p256.verify(bytes, Buffer.from(payload), key, { lowS: false })).toBe(true)
  })

  test('the login text has the official order of members', () => {
    expect(loginUsageText({ publicKey: '02ab', tokenId: 'id-1' })).toBe(
      '{"login":{"publicKey":"02ab"},"tokenId":"id-1","type":"USAGE_TYPE_LOGIN"}',
    )
  })

  test('fingerprints are the official ones', () => {
    expect(fingerprintOf(payload)).toBe(computeActivityFingerprint(payload))
    expect(fingerprintOf('é')).toBe(`sha256:${createHash('sha256').update('é').digest('hex')}`)
  })

  test('paths are types without prefix and version', () => {
    expect(submitName('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8')).toBe('create_sub_organization')
    expect(submitName('ACTIVITY_TYPE_DELETE_API_KEYS')).toBe('delete_api_keys')
  })

  test('a verification token is read, with its expiry in milliseconds', () => {
    const claims = {
      id: 'token-1',
      public_key: vectors.oauthNonce.clientPublicKey,
      exp: '1775681700000',
    }
    const jwt = `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(claims)}.AAAA`
    expect(readVerificationToken(jwt)).toEqual({
      id: 'token-1',
      publicKey: vectors.oauthNonce.clientPublicKeyCompressed,
      expiresAtMs: 1775681700000,
    })
    expect(() => readVerificationToken('no token')).toThrow()
  })
})
