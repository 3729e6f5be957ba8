/**
 * The device's package against the unmodified vendor's clients and the sandbox's own code: what one side
 * seals, signs or stamps, the other takes; and what is refused before it is used.
 */
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { inspect } from 'node:util'
import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { ApiKeyStamper } from '@turnkey/api-key-stamper'
import {
  encryptOtpCodeToBundle,
  hpkeEncrypt,
  PRODUCTION_SIGNER_SIGN_PUBLIC_KEY,
  PRODUCTION_TLS_FETCHER_SIGN_PUBLIC_KEY,
  verifyStampSignature,
} from '@turnkey/crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { productionSigners } from '../../client/device/bundle.ts'
import { DeviceError } from '../../client/device/errors.ts'
import { heldOf, sealingKey, signingKey } from '../../client/device/keys.ts'
import { memoryKeyring } from '../../client/device/memoryKeyring.ts'
import { oauthNonce } from '../../client/device/oauthNonce.ts'
import { assertionOf, attestationOf, loginOptions } from '../../client/device/passkey.ts'
import { sealCode } from '../../client/device/sealCode.ts'
import { heldInSoftware, newSecret } from '../../client/device/software.ts'
import { storeKeyring } from '../../client/device/storeKeyring.ts'
import { adoptedByWebCrypto } from '../../client/device/webCrypto.ts'
import { parseStamp, verifyStamp } from '../../domain/wallet/stamp/index.ts'
import { openBundle, parseBundle } from '../../sandbox/walletProvider/otpBundle.ts'
import { credentialBundle } from '../../sandbox/walletProvider/sealedResults.ts'
import { aChallenge, aPasskey } from '../../scripts/serviceDriver/authenticator.ts'
import vectors from '../vectors/walletCrypto.json' with { type: 'json' }
import { aSecureStore, bytes, engineNames, engines } from './deviceKeys.ts'

const { keys } = vectors
const uncompressed = (hex: string): string => p256.Point.fromHex(hex).toHex(false)
const signers = {
  otp: uncompressed(keys.otpSigner.compressed),
  export: uncompressed(keys.exportSigner.compressed),
}
const base58check = createBase58check(sha256)

/** A text of JSON, with the members that are given in place of its own. */
function withMembers(json: string, members: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...JSON.parse(json), ...members })
}

/** Data that an enclave has signed, as every bundle. */
function signedBy(privateKey: string, data: object): string {
  const point = p256.getPublicKey(bytes(privateKey), false)
  const part = (from: number): string =>
    Buffer.from(point.subarray(from, from + 32)).toString('base64url')
  const key = createPrivateKey({
    key: {
      ...{ kty: 'EC', crv: 'P-256', x: part(1), y: part(33) },
      d: Buffer.from(privateKey, 'hex').toString('base64url'),
    },
    format: 'jwk',
  })
  const text = Buffer.from(JSON.stringify(data))
  return JSON.stringify({
    version: 'v1.0.0',
    data: text.toString('hex'),
    dataSignature: sign('sha256', text, key).toString('hex'),
    enclaveQuorumPublic: Buffer.from(point).toString('hex'),
  })
}

function codeOf(error: unknown): string {
  if (error instanceof DeviceError) return error.code
  throw error
}

/** The code of a refusal; it throws where nothing is refused. */
async function refusalOf(call: () => unknown): Promise<string> {
  let answer: unknown
  try {
    answer = await call()
  } catch (error) {
    return codeOf(error)
  }
  throw new Error(`not refused: ${inspect(answer)}`)
}

describe.each(engineNames)('stamps of %s', (engine) => {
  test('hold, for this service and for the vendor', async () => {
    const key = await engines[engine].keyring().createSigningKey()
    const payload = fc.oneof(fc.json(), fc.string({ unit: 'grapheme', maxLength: 2_000 }))
    await fc.assert(
      fc.asyncProperty(payload, async (text) => {
        const stamp = await key.stamp(text)
        const parsed = parseStamp(stamp)
        expect(parsed.publicKey).toBe(key.publicKey)
        expect(verifyStamp(parsed, text)).toBe(true)
        expect(verifyStamp(parsed, `${text} `)).toBe(false)
        const { signature } = JSON.parse(Buffer.from(stamp, 'base64url').toString())
        expect(await verifyStampSignature(key.publicKey, signature, text)).toBe(true)
        const scheme = 'SIGNATURE_SCHEME_TK_API_P256'
        const json = JSON.stringify({ publicKey: key.publicKey, scheme, signature })
        expect(stamp).toBe(Buffer.from(json).toString('base64url'))
      }),
      { numRuns: 40 },
    )
  })
})

test('a stamp in software is byte for byte that of the unmodified stamper', async () => {
  const { private: apiPrivateKey, compressed: apiPublicKey } = keys.session
  const runtimeOverride = 'purejs'
  const theirs = new ApiKeyStamper({ apiPrivateKey, apiPublicKey, runtimeOverride })
  const ours = signingKey(await engines.software.known('SIGN', apiPrivateKey))
  for (const payload of [vectors.stamp.payload, '', 'ä\u{1f600}\u0000é', 'x'.repeat(5_000)]) {
    const { stampHeaderValue } = await theirs.stamp(payload)
    expect(await ours.stamp(payload)).toBe(stampHeaderValue)
  }
})

describe('a code', () => {
  const { targetBundle } = vectors.otp
  const target = Buffer.from(keys.otpTarget.private, 'hex')
  const { compressed } = keys.client
  const opened = async (sealed: string): Promise<unknown> => {
    const parsed = parseBundle(sealed)
    return parsed && openBundle(target, parsed)
  }

  test('that is sealed here is opened by the sandbox, as one sealed by the vendor’s client', async () => {
    for (const publicKey of [compressed, uncompressed(compressed)]) {
      const ours = sealCode('123456', targetBundle, { publicKey, signer: signers.otp })
      const theirs = await encryptOtpCodeToBundle('123456', targetBundle, publicKey, signers.otp)
      const plain = { code: '123456', publicKey: compressed }
      expect(await opened(ours)).toEqual(plain)
      expect(await opened(theirs)).toEqual(plain)
      expect(Object.keys(JSON.parse(ours))).toEqual(Object.keys(JSON.parse(theirs)))
      expect(ours).toHaveLength(theirs.length)
    }
  })

  test('is sealed to a target in either spelling', async () => {
    const bundle = signedBy(keys.otpSigner.private, { targetPublic: keys.otpTarget.compressed })
    const sealed = sealCode('000000', bundle, { publicKey: compressed, signer: signers.otp })
    expect(await opened(sealed)).toEqual({ code: '000000', publicKey: compressed })
  })

  const data = Buffer.from(JSON.parse(targetBundle).data, 'hex').toString()
  const { organizationId } = JSON.parse(data) as { organizationId: string }
  const hexOf = (text: string): string => Buffer.from(text).toString('hex')
  test.each<[string, string, string, Partial<Parameters<typeof sealCode>[2]>]>([
    ['signed by another key', 'SIGNER_MISMATCH', targetBundle, { signer: signers.export }],
    ['with production’s key expected', 'SIGNER_MISMATCH', targetBundle, { signer: undefined }],
    [
      'that names the expected key, and is signed by another',
      'SIGNER_MISMATCH',
      withMembers(signedBy(keys.client.private, JSON.parse(data)), {
        enclaveQuorumPublic: signers.otp,
      }),
      {},
    ],
    [
      'whose data was changed',
      'SIGNER_MISMATCH',
      withMembers(targetBundle, { data: hexOf(data.replace(organizationId, 'another')) }),
      {},
    ],
    [
      'whose signature is nothing of the kind',
      'SIGNER_MISMATCH',
      withMembers(targetBundle, { dataSignature: '00' }),
      {},
    ],
    ['of another organization', 'ORGANIZATION_MISMATCH', targetBundle, { organizationId: 'x' }],
    [
      'without an organization, where one is expected',
      'ORGANIZATION_MISMATCH',
      signedBy(keys.otpSigner.private, { targetPublic: keys.otpTarget.compressed }),
      { organizationId },
    ],
    ['without a target', 'BUNDLE_MALFORMED', signedBy(keys.otpSigner.private, {}), {}],
    [
      'whose target is no point',
      'KEY_MALFORMED',
      signedBy(keys.otpSigner.private, { targetPublic: `02${'ff'.repeat(32)}` }),
      {},
    ],
    ['that is no JSON', 'BUNDLE_MALFORMED', '{', {}],
    ['that is null', 'BUNDLE_MALFORMED', 'null', {}],
    ['that is empty', 'BUNDLE_MALFORMED', '{}', {}],
    ['for a key that is none', 'KEY_MALFORMED', targetBundle, { publicKey: '02' }],
    ['by a signer that is no key', 'KEY_MALFORMED', targetBundle, { signer: 'x' }],
  ])('is not sealed to a bundle %s', async (_, code, bundle, given) => {
    const sealing = { publicKey: compressed, signer: signers.otp, ...given }
    expect(await refusalOf(() => sealCode('000000', bundle, sealing))).toBe(code)
  })

  test('is sealed where the organization is the expected one', async () => {
    const sealing = { publicKey: compressed, signer: signers.otp, organizationId }
    expect(await opened(sealCode('000000', targetBundle, sealing))).toBeDefined()
  })
})

describe.each(engineNames)('what is sealed to a key of %s', (engine) => {
  const client = async () => sealingKey(await engines[engine].known('OPEN', keys.client.private))
  const { sealedToClient } = vectors.sessionKeyBundle

  test('a session’s key by the vector, and its stamps hold', async () => {
    const session = await (await client()).openSession(sealedToClient)
    expect(session.publicKey).toBe(keys.session.compressed)
    expect(verifyStamp(parseStamp(await session.stamp('text')), 'text')).toBe(true)
  })

  test('a session’s key by the sandbox, to either spelling, and by the vendor’s client', async () => {
    const key = await engines[engine].keyring().createSealingKey()
    const compressed = p256.Point.fromHex(key.publicKey).toHex(true)
    const secret = bytes(keys.session.private)
    const targetKeyBuf = bytes(key.publicKey)
    for (const sealed of [
      await credentialBundle(key.publicKey, secret),
      await credentialBundle(compressed, secret),
      base58check.encode(hpkeEncrypt({ plainTextBuf: secret, targetKeyBuf })),
    ]) {
      expect((await key.openSession(sealed)).publicKey).toBe(keys.session.compressed)
    }
  })

  test('the words of a wallet', async () => {
    const { bundle, organizationId, mnemonic } = vectors.exportBundle
    const expected = { organizationId, signer: signers.export }
    const key = await client()
    expect(await key.openExport(bundle, expected)).toBe(mnemonic)
    const other = await engines[engine].keyring().createSealingKey()
    const refused = async (given: string, by: Partial<typeof expected>) =>
      refusalOf(() => key.openExport(given, { ...expected, ...by }))
    expect(await refusalOf(() => other.openExport(bundle, expected))).toBe('CANNOT_OPEN')
    expect(await refused(bundle, { organizationId: 'another' })).toBe('ORGANIZATION_MISMATCH')
    expect(await refused(bundle, { signer: signers.otp })).toBe('SIGNER_MISMATCH')
    const production = () => key.openExport(bundle, { organizationId })
    expect(await refusalOf(production)).toBe('SIGNER_MISMATCH')
    const data = JSON.parse(Buffer.from(JSON.parse(bundle).data, 'hex').toString())
    const signed = (members: object): string =>
      signedBy(keys.exportSigner.private, { ...data, ...members })
    const { ciphertext } = data as { ciphertext: string }
    const flipped = ciphertext.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    expect(await refused(signed({ ciphertext: flipped }), {})).toBe('CANNOT_OPEN')
    expect(await refused(signed({ ciphertext: '00' }), {})).toBe('CANNOT_OPEN')
    expect(await refused(signed({ ciphertext: undefined }), {})).toBe('BUNDLE_MALFORMED')
    expect(await refused(signed({ encappedPublic: '04' }), {})).toBe('BUNDLE_MALFORMED')
    expect(await refused(signed({ organizationId: undefined }), {})).toBe('ORGANIZATION_MISMATCH')
  })

  test('is refused where it was sealed to another or changed', async () => {
    const key = await client()
    const other = await engines[engine].keyring().createSealingKey()
    expect(await refusalOf(() => other.openSession(sealedToClient))).toBe('CANNOT_OPEN')
    const bundle = base58check.decode(sealedToClient)
    const changed = (at: number): string => {
      const copy = bundle.slice()
      copy[at] = (copy[at] ?? 0) ^ 1
      return base58check.encode(copy)
    }
    // The other point of the same x.
    expect(await refusalOf(() => key.openSession(changed(0)))).toBe('CANNOT_OPEN')
    for (const at of [33, 64, 80]) {
      expect(await refusalOf(() => key.openSession(changed(at)))).toBe('CANNOT_OPEN')
    }
    const noKey = await credentialBundle(keys.client.compressed, new Uint8Array(32))
    expect(await refusalOf(() => key.openSession(noKey))).toBe('KEY_MALFORMED')
    const lastDigit = sealedToClient.replace(/.$/, (digit) => (digit === 'x' ? 'y' : 'x'))
    const short = base58check.encode(bundle.subarray(0, 80))
    for (const text of [
      lastDigit,
      short,
      '',
      '1',
      '0OIl',
      `${sealedToClient}\n`,
      'z'.repeat(1e6),
    ]) {
      expect(await refusalOf(() => key.openSession(text))).toBe('BUNDLE_MALFORMED')
    }
    expect((await key.openSession(sealedToClient)).publicKey).toBe(keys.session.compressed)
  })
})

describe('a private key', () => {
  test('in WebCrypto cannot be read, and the bytes that it came from are wiped', async () => {
    const secret = bytes(keys.session.private)
    const held = await adoptedByWebCrypto('SIGN', secret)
    expect(secret).toEqual(new Uint8Array(32))
    const ring = memoryKeyring()
    const opening = await ring.createSealingKey()
    const sealed = await credentialBundle(opening.publicKey, bytes(keys.session.private))
    for (const one of [
      held,
      heldOf(await ring.createSigningKey()),
      heldOf(opening),
      heldOf(await opening.openSession(sealed)),
    ]) {
      if (one.secret instanceof Uint8Array) throw new Error('not held by WebCrypto')
      expect(one.secret.extractable).toBe(false)
      await expect(crypto.subtle.exportKey('pkcs8', one.secret)).rejects.toThrow()
    }
  })

  test('in software is wiped where it was unsealed', async () => {
    const secret = bytes(keys.session.private)
    const held = await heldInSoftware('OPEN', newSecret()).adopt(secret)
    expect(secret).toEqual(new Uint8Array(32))
    expect(signingKey(held).publicKey).toBe(keys.session.compressed)
  })

  test.each(engineNames)('of %s is in no text or copy of what an app holds', async (engine) => {
    const held = await engines[engine].known('SIGN', keys.session.private)
    const opening = sealingKey(await engines[engine].known('OPEN', keys.client.private))
    for (const key of [signingKey(held), opening]) {
      const texts = [
        JSON.stringify(key),
        String(key),
        inspect(key, { showHidden: true, depth: 9 }),
        ...Reflect.ownKeys(key).map(String),
      ].join('\n')
      for (const secret of [keys.session.private, keys.client.private]) {
        expect(texts).not.toContain(secret)
        expect(texts).not.toContain(Buffer.from(secret, 'hex').toString('base64'))
      }
      expect(() => structuredClone(key)).toThrow()
      expect(Object.isFrozen(key)).toBe(true)
    }
  })

  test('is in no error, and neither is a code or a bundle', async () => {
    const store = aSecureStore()
    store.texts.set('broken', `{"use":"SIGN","privateKey":"${keys.session.private}`)
    store.texts.set('odd', JSON.stringify({ use: 'SIGN', privateKey: `${keys.session.private}0` }))
    store.texts.set('zero', JSON.stringify({ use: 'SIGN', privateKey: '00'.repeat(32) }))
    store.texts.set('other', JSON.stringify({ use: 'PAY', privateKey: keys.session.private }))
    const ring = storeKeyring(store)
    const bundle = withMembers(vectors.otp.targetBundle, { dataSignature: '00' })
    for (const call of [
      () => ring.signingKey('broken'),
      () => ring.signingKey('odd'),
      () => ring.signingKey('zero'),
      () => ring.signingKey('other'),
      async () => sealCode('924817', bundle, { publicKey: keys.client.compressed }),
    ]) {
      const error = await Promise.resolve()
        .then<unknown>(call)
        .catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(DeviceError)
      const text = `${inspect(error, { showHidden: true, depth: 9 })}${(error as Error).stack}`
      expect(text).not.toContain(keys.session.private.slice(0, 12))
      expect(text).not.toContain('924817')
      expect(text).not.toContain(JSON.parse(bundle).data.slice(0, 12))
      expect((error as Error).cause).toBeUndefined()
    }
  })
})

describe('keyrings', () => {
  test.each(engineNames)('of %s keep keys under names, and forget them', async (engine) => {
    const ring = engines[engine].keyring()
    const session = await ring.createSigningKey()
    const opening = await ring.createSealingKey()
    await ring.keep('session', session)
    await ring.keep('export', opening)
    const again = await ring.signingKey('session')
    expect(again?.publicKey).toBe(session.publicKey)
    expect(verifyStamp(parseStamp((await again?.stamp('x')) ?? ''), 'x')).toBe(true)
    const sealed = await credentialBundle(opening.publicKey, bytes(keys.session.private))
    const found = await ring.sealingKey('export')
    expect((await found?.openSession(sealed))?.publicKey).toBe(keys.session.compressed)
    expect(await refusalOf(() => ring.signingKey('export'))).toBe('KEY_OF_OTHER_USE')
    expect(await refusalOf(() => ring.sealingKey('session'))).toBe('KEY_OF_OTHER_USE')
    await ring.keep('session', await ring.createSigningKey())
    expect((await ring.signingKey('session'))?.publicKey).not.toBe(session.publicKey)
    await ring.forget('session')
    await ring.forget('session')
    expect(await ring.signingKey('session')).toBeUndefined()
  })

  test('take no key of another engine, and nothing that is none', async () => {
    const store = aSecureStore()
    const ring = storeKeyring(store)
    const foreign = await memoryKeyring().createSigningKey()
    expect(await refusalOf(() => ring.keep('x', foreign))).toBe('KEY_NOT_STORABLE')
    const forged = { publicKey: foreign.publicKey, stamp: async () => '' }
    expect(await refusalOf(() => ring.keep('x', forged))).toBe('KEY_NOT_STORABLE')
    expect([...store.texts]).toEqual([])
  })
})

test('production’s signers are the vendor’s', () => {
  expect(productionSigners).toEqual({
    otp: PRODUCTION_TLS_FETCHER_SIGN_PUBLIC_KEY,
    export: PRODUCTION_SIGNER_SIGN_PUBLIC_KEY,
  })
})

test('the nonce of an identity token is of the key as it is spelled', () => {
  const { clientPublicKey, nonce, clientPublicKeyCompressed, nonceForCompressed } =
    vectors.oauthNonce
  expect(oauthNonce(clientPublicKey)).toBe(nonce)
  expect(oauthNonce(clientPublicKeyCompressed)).toBe(nonceForCompressed)
})

describe('a passkey', () => {
  const origin = 'http://localhost'

  test('signs the UTF-8 of a challenge, not the bytes that its hex stands for', () => {
    const { challenge, clientDataJsonChallenge } = vectors.passkeyChallenge
    const options = loginOptions({ challenge, credentialId: 'abc', rpId: 'localhost' })
    expect(options.challenge).toBe(clientDataJsonChallenge)
  })

  test('is registered in the members of the API, and only for this challenge and page', async () => {
    const challenge = aChallenge()
    const { credentialId: id, clientDataJson, attestationObject } = aPasskey().attest(challenge)
    const response = { clientDataJSON: clientDataJson, attestationObject, transports: ['internal'] }
    const answer = { id, response }
    expect(attestationOf(answer, { challenge }, origin)).toEqual({
      ...{ credentialId: id, clientDataJson, attestationObject, transports: ['internal'] },
    })
    expect(attestationOf(answer, { challenge: `${challenge}=` }).credentialId).toBe(id)
    for (const call of [
      () => attestationOf(answer, { challenge: aChallenge() }, origin),
      () => attestationOf(answer, { challenge }, 'https://shop.example'),
      () => attestationOf({ id, response: { ...response, clientDataJSON: 'e30' } }, { challenge }),
      () => attestationOf({ id, response: { ...response, clientDataJSON: '*' } }, { challenge }),
    ]) {
      expect(await refusalOf(call)).toBe('PASSKEY_MISMATCH')
    }
  })

  test('signs in by itself alone', async () => {
    const challenge = createHash('sha256').update('body').digest('hex')
    const passkey = aPasskey()
    const { credentialId, clientDataJson, ...rest } = passkey.assert(challenge)
    const answer = {
      id: credentialId,
      response: { clientDataJSON: clientDataJson, ...rest, userHandle: null },
    }
    const login = { challenge, credentialId }
    expect(assertionOf(answer, login, origin)).toEqual({ credentialId, clientDataJson, ...rest })
    for (const call of [
      () => assertionOf(answer, { ...login, credentialId: 'another' }, origin),
      () => assertionOf(answer, { ...login, challenge: 'another' }, origin),
      () => assertionOf(answer, login, 'https://shop.example'),
    ]) {
      expect(await refusalOf(call)).toBe('PASSKEY_MISMATCH')
    }
  })
})
