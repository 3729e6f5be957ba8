import { encryptOtpCodeToBundle } from '@turnkey/crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openBundle, parseBundle } from '../../sandbox/walletProvider/otpBundle.ts'
import vectors from '../vectors/walletCrypto.json' with { type: 'json' }

const { otpTarget, otpSigner, client } = vectors.keys
const targetKey = Buffer.from(otpTarget.private, 'hex')
const bundle = parseBundle(vectors.otp.encryptedOtpBundle)

describe('the one-time code that a real client sealed', () => {
  test('opens to its code and key', async () => {
    if (bundle === undefined) throw new Error('the vector is a bundle')
    expect(await openBundle(targetKey, bundle)).toEqual({
      code: '000000',
      publicKey: client.compressed,
    })
  })

  test('does not open with one flipped bit, nor with another key', async () => {
    if (bundle === undefined) throw new Error('the vector is a bundle')
    const ciphertext = Buffer.from(bundle.ciphertext)
    ciphertext[0] = (ciphertext[0] ?? 0) ^ 1
    expect(await openBundle(targetKey, { ...bundle, ciphertext })).toBeUndefined()
    expect(await openBundle(Buffer.from(client.private, 'hex'), bundle)).toBeUndefined()
  })

  test('a shortened one is no bundle, and neither is an off-curve key', () => {
    const { encappedPublic } = JSON.parse(vectors.otp.encryptedOtpBundle) as {
      encappedPublic: string
    }
    const offCurve = `${encappedPublic.slice(0, -1)}${encappedPublic.endsWith('0') ? '1' : '0'}`
    expect(parseBundle('{}')).toBeUndefined()
    expect(parseBundle('null')).toBeUndefined()
    expect(parseBundle(JSON.stringify({ encappedPublic: offCurve, ciphertext: '00' }))).toBe(
      undefined,
    )
  })
})

test('anything at all is no bundle, or one that does not open', async () => {
  const hex = fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString('hex'))
  const { encappedPublic } = JSON.parse(vectors.otp.encryptedOtpBundle) as {
    encappedPublic: string
  }
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.json(), hex, async (text, json, ciphertext) => {
      for (const one of [text, json, JSON.stringify({ encappedPublic, ciphertext })]) {
        const parsed = parseBundle(one)
        if (parsed !== undefined) expect(await openBundle(targetKey, parsed)).toBeUndefined()
      }
    }),
    { numRuns: 100 },
  )
})

test('the published target bundle: accepted with its signer pinned, refused without', async () => {
  const { targetBundle } = vectors.otp
  const { enclaveQuorumPublic } = JSON.parse(targetBundle) as { enclaveQuorumPublic: string }
  const sealed = await encryptOtpCodeToBundle(
    '000000',
    targetBundle,
    client.compressed,
    enclaveQuorumPublic,
  )
  const parsed = parseBundle(sealed)
  if (parsed === undefined) throw new Error('the client made no bundle')
  expect(await openBundle(targetKey, parsed)).toMatchObject({ code: '000000' })
  await expect(encryptOtpCodeToBundle('000000', targetBundle, client.compressed)).rejects.toThrow()
  expect(enclaveQuorumPublic).toContain(otpSigner.compressed.slice(2))
})
