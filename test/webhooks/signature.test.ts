import { createPublicKey, verify } from 'node:crypto'
import fc from 'fast-check'
import { calculateJwkThumbprint } from 'jose'
import { describe, expect, test } from 'vitest'
import { isWebhookSignature, webhookSignature } from '../../runtime/webhookSignature.ts'
import { retryDelayMs, webhookPolicy } from '../../worker/webhooks/policy.ts'
import { keys } from './platforms.ts'

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
