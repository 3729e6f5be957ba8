import { createPublicKey, verify } from 'node:crypto'
import { mapHashToField } from '@noble/curves/abstract/modular.js'
import { p256 } from '@noble/curves/nist.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { calculateJwkThumbprint } from 'jose'
import { describe, expect, test } from 'vitest'
import type { Environment } from '../../contract/outsideParties.ts'
import { webhookKeyring } from '../../runtime/webhookKeys.ts'
import { isWebhookSignature, webhookSignature } from '../../runtime/webhookSignature.ts'
import { retryDelayMs, webhookPolicy } from '../../worker/webhooks/policy.ts'
import { keys, masterKey, testConfig } from './platforms.ts'

describe('the signature', () => {
  const body = Buffer.from('{"id":"Webhook:1","text":"ä"}')

  test('verifies with both published forms of the key, over the raw bytes', () => {
    const { v, s } = JSON.parse(webhookSignature(body, keys.privateKey))
    expect(v).toBe('1')
    const der = Buffer.from(s, 'base64')
    const fromJwk = createPublicKey({ key: { ...keys.publicJwk }, format: 'jwk' })
    expect(verify('sha256', body, keys.publicKeyPem, der)).toBe(true)
    expect(verify('sha256', body, fromJwk, der)).toBe(true)
    expect(verify('sha256', Buffer.concat([body, Buffer.from(' ')]), fromJwk, der)).toBe(false)
  })

  test('is accepted in both spellings of the header, and in no third', () => {
    const header = webhookSignature(body, keys.privateKey)
    const { s } = JSON.parse(header)
    const accepted = [header, s].map((text) => isWebhookSignature(text, body, keys.publicKeyPem))
    expect(accepted).toEqual([true, true])
    for (const text of ['', '{', '{"v":"2","s":"x"}', `{"v":"2","s":"${s}"}`, s.slice(4)]) {
      expect(isWebhookSignature(text, body, keys.publicKeyPem)).toBe(false)
    }
  })

  test('the key id is the RFC 7638 thumbprint', async () => {
    expect(keys.publicJwk.kid).toBe(await calculateJwkThumbprint({ ...keys.publicJwk }))
    expect(keys.publicKeyPem).toMatch(/^-----BEGIN PUBLIC KEY-----/)
  })
})

describe('the key of a platform', () => {
  const id = '0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21'
  const other = '5f0e1c66-8b7e-4f0b-8a5e-1d2f3a4b5c6d'
  const ring = (settings = {}) => webhookKeyring(testConfig('development', settings))
  const kidOf = (settings: object, platformId: string, environment: Environment) =>
    ring(settings).of({ platformId, environment }).signing.publicJwk.kid

  test('is derived as FIPS 186-5 A.2.1 says, by an independent implementation too', () => {
    const info = new TextEncoder().encode(`webhook-signing-key/${id}/SANDBOX`)
    const bytes = hkdf(sha256, Buffer.from(masterKey, 'hex'), undefined, info, 48)
    const point = p256.Point.BASE.multiply(
      BigInt(`0x${Buffer.from(mapHashToField(bytes, p256.Point.Fn.ORDER)).toString('hex')}`),
    )
    const { x, y } = ring().of({ platformId: id, environment: 'SANDBOX' }).signing.publicJwk
    const hex = [x, y].map((part) => Buffer.from(part, 'base64url').toString('hex')).join('')
    expect(`04${hex}`).toBe(point.toHex(false))
  })

  test('differs by platform, by environment and by master, and stays the same', () => {
    const kids = [
      kidOf({}, id, 'SANDBOX'),
      kidOf({}, id, 'PRODUCTION'),
      kidOf({}, other, 'SANDBOX'),
      kidOf({ WEBHOOK_MASTER_KEYS: '22'.repeat(32) }, id, 'SANDBOX'),
    ]
    expect(new Set(kids).size).toBe(4)
    expect(kidOf({}, id, 'SANDBOX')).toBe(kids[0])
  })

  test('is derived again when it is no longer cached', () => {
    const keyring = ring()
    const first = keyring.of({ platformId: id, environment: 'SANDBOX' })
    for (let n = 0; n < 1_000; n += 1) {
      keyring.of({ platformId: `${n}`, environment: 'SANDBOX' })
    }
    const again = keyring.of({ platformId: id, environment: 'SANDBOX' })
    expect(again).not.toBe(first)
    expect(again.signing.publicJwk).toEqual(first.signing.publicJwk)
  })
})

test('waits start near 5 s, double, and never exceed 30 minutes', () => {
  expect(retryDelayMs(1, webhookPolicy, 0)).toBe(5_000)
  expect(retryDelayMs(4, webhookPolicy, 0)).toBe(40_000)
  expect(webhookPolicy.giveUpAfterMs).toBe(604_800_000)
  const chance = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), chance, (attempt, c) => {
      const delayMs = retryDelayMs(attempt, webhookPolicy, c)
      expect(delayMs).toBeGreaterThanOrEqual(3_750)
      expect(delayMs).toBeLessThanOrEqual(30 * 60_000)
      if (attempt > 9) expect(delayMs).toBeGreaterThan(20 * 60_000)
    }),
  )
})
