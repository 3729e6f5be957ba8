/**
 * Stamps, bundles, attestations, assertions and identity tokens, spoiled anywhere: always a 4xx.
 */
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { aChallenge, aPasskey } from '../../../../scripts/serviceDriver/authenticator.ts'
import { createDevice, signed } from '../../../../scripts/serviceDriver/device.ts'
import { anIdToken, nonceOf } from '../../../auth/actors.ts'
import {
  anOwner,
  type Opened,
  type Owner,
  open,
  type SignedCall,
} from '../../../auth/signedOperations.ts'
import { anOpenLogin } from '../../../durability/logins.ts'
import { isLong, seed } from '../../../support/seed.ts'
import { call, sampled, service } from '../../service.ts'

const runs = { numRuns: isLong ? 1_000 : 25, seed: Number(seed) }

/** A text with one place of it spoiled: cut, doubled, replaced, another character, another case. */
const spoiler = fc
  .record({
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    how: fc.constantFrom('cut', 'drop', 'double', 'insert', 'replace', 'case', 'all'),
    text: fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('', '=', '.', '"', '{', '00', 'ff', '\u0000', 'null', '[]', '1e999'),
    ),
  })
  .map(({ at, how, text }) => (whole: string): string => {
    const index = Math.floor(at * whole.length)
    const [before, after] = [whole.slice(0, index), whole.slice(index)]
    switch (how) {
      case 'cut':
        return before
      case 'drop':
        return before + after.slice(1)
      case 'double':
        return before + before.slice(-4) + after
      case 'insert':
        return before + text + after
      case 'replace':
        return before + text + after.slice(text.length)
      case 'case':
        return before + (after[0]?.toUpperCase() ?? '') + after.slice(1)
      default:
        return text
    }
  })

/** Spoils the text within base64url text: what is read after it has been decoded. */
const inside =
  (spoil: (whole: string) => string) =>
  (encoded: string): string =>
    Buffer.from(spoil(Buffer.from(encoded, 'base64url').toString('latin1')), 'latin1').toString(
      'base64url',
    )

const spoilers = fc
  .tuple(spoiler, fc.boolean())
  .map(([spoil, isInside]) => (isInside ? inside(spoil) : spoil))

/** A spoiled one is refused, or was not spoiled in what matters; never our fault. */
function expectOurs(answer: Answer): void {
  expect([answer.status < 500, answer.status, answer.body]).toEqual([
    true,
    answer.status,
    answer.body,
  ])
  if (answer.status >= 400) expect(answer.body.code).toMatch(/^[A-Z_]+$/)
}

const HEADER_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/

describe('proofs that are spoiled', () => {
  let owner: Owner
  beforeAll(async () => {
    owner = await anOwner(service().stack)
  })

  test('stamps', async () => {
    const request: SignedCall = {
      method: 'POST',
      path: `/internal-accounts/${owner.wallet.id}/export`,
      body: { clientPublicKey: createDevice().publicKey },
    }
    const opened: Opened = await open(owner.api, request)
    const stamp = await owner.device.stamp(opened.payload)
    const property = fc.asyncProperty(spoilers, async (spoil) => {
      const value = spoil(stamp)
      fc.pre(value !== stamp && HEADER_TEXT.test(value))
      const headers = { 'Service-Wallet-Signature': value, 'Request-Id': opened.requestId }
      expectOurs(await call(request.method, request.path, request.body, headers))
    })
    await fc.assert(property, runs)
  })

  sampled('sealed codes', async () => {
    const { body } = await anOpenLogin(service().stack, owner)
    const path = `/auth/credentials/${owner.credential.id}/verify`
    const property = fc.asyncProperty(spoiler, async (spoil) => {
      const encryptedOtpBundle = spoil(body.encryptedOtpBundle)
      fc.pre(encryptedOtpBundle !== body.encryptedOtpBundle)
      expectOurs(await call('POST', path, { type: 'EMAIL_OTP', encryptedOtpBundle }))
    })
    await fc.assert(property, runs)
  })

  test('attestations', async () => {
    const challenge = aChallenge()
    const passkey = aPasskey()
    const attestation = passkey.attest(challenge)
    const members = fc.constantFrom('credentialId', 'clientDataJson', 'attestationObject')
    const property = fc.asyncProperty(members, spoilers, async (member, spoil) => {
      const given = attestation[member as 'credentialId']
      const spoiled = { ...attestation, [member]: spoil(given) }
      const accountId = owner.wallet.id
      const body = { type: 'PASSKEY', accountId, challenge, nickname: 'key', attestation: spoiled }
      expectOurs(await call('POST', '/auth/credentials', body))
    })
    await fc.assert(property, runs)
  })

  test('assertions', async () => {
    const path = `/auth/credentials/${owner.passkeyCredential.id}`
    const { publicKey: clientPublicKey } = createDevice()
    const started = await call('POST', `${path}/challenge`, { clientPublicKey })
    const headers = { 'Request-Id': String(started.body.requestId) }
    // Its counter is not above the last one, so that no spelling of it logs in.
    const honest = owner.passkey.assert(String(started.body.challenge), { counter: 0 })
    const members = fc.constantFrom(...(Object.keys(honest) as (keyof typeof honest)[]))
    const property = fc.asyncProperty(members, spoilers, async (member, spoil) => {
      const assertion = { ...honest, [member]: spoil(honest[member]) }
      const answer = await call('POST', `${path}/verify`, { type: 'PASSKEY', assertion }, headers)
      expectOurs(answer)
      expect([400, 401]).toContain(answer.status)
    })
    await fc.assert(property, runs)
  })

  sampled('identity tokens', async () => {
    const accountId = owner.wallet.id
    const addition = { type: 'OAUTH', accountId, oidcToken: anIdToken() }
    const added = await signed(owner.api, owner.device, 'POST', '/auth/credentials', addition)
    const { publicKey: clientPublicKey } = createDevice()
    // Of another subject: nothing that is left of it logs in.
    const honest = anIdToken({ sub: 'somebody-else', nonce: nonceOf(clientPublicKey) })
    const property = fc.asyncProperty(
      fc.nat(2),
      spoilers,
      fc.boolean(),
      async (at, spoil, whole) => {
        const parts = honest.split('.')
        parts[at] = spoil(parts[at] ?? '')
        const oidcToken = whole ? spoil(honest) : parts.join('.')
        const login = { type: 'OAUTH', clientPublicKey, oidcToken }
        const answer = await call('POST', `/auth/credentials/${added.body.id}/verify`, login)
        expectOurs(answer)
        expect([400, 401]).toContain(answer.status)
        expectOurs(await call('POST', '/auth/credentials', { ...addition, oidcToken }))
      },
    )
    await fc.assert(property, runs)
  })
})
