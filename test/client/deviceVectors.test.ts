/** The test vectors of the guide to wallet login: what it shows is made of this code, and holds for the vendor's. */
import {
  decryptCredentialBundle,
  decryptExportBundle,
  encryptOtpCodeToBundle,
  generateP256KeyPair,
  getPublicKey,
  verifyStampSignature,
} from '@turnkey/crypto'
import { beforeAll, expect, test } from 'vitest'
import { DeviceError } from '../../client/device/errors.ts'
import { sealingKey } from '../../client/device/keys.ts'
import { sealCode } from '../../client/device/sealCode.ts'
import { openBundle, parseBundle } from '../../sandbox/walletProvider/otpBundle.ts'
import { shownVectors, walletVectors } from '../../scripts/walletVectors.ts'
import { nonceOf } from '../auth/actors.ts'
import { engineNames, engines } from './deviceKeys.ts'

let vectors: Awaited<ReturnType<typeof walletVectors>>

beforeAll(async () => {
  vectors = await walletVectors()
})

const publicKeyOf = (privateKey: string, isCompressed: boolean): string =>
  Buffer.from(getPublicKey(Buffer.from(privateKey, 'hex'), isCompressed)).toString('hex')

test('are those of the guide: npm run tool -- vectors', () => {
  expect(shownVectors()).toEqual(vectors)
})

test('the stamp holds', async () => {
  const { privateKey, publicKey, payload, stamp } = vectors.stamp
  expect(publicKeyOf(privateKey, true)).toBe(publicKey)
  const { signature, ...rest } = JSON.parse(Buffer.from(stamp, 'base64url').toString())
  expect(rest).toEqual({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256' })
  expect(await verifyStampSignature(publicKey, signature, payload)).toBe(true)
})

test('the code is opened by the sandbox, and its bundle taken by the vendor’s client', async () => {
  const { code, publicKey, signer, otpEncryptionTargetBundle, targetPrivateKey } = vectors.code
  const { encryptedOtpBundle, senderPrivateKey, otherSigner } = vectors.code
  const target = Buffer.from(targetPrivateKey, 'hex')
  const theirs = encryptOtpCodeToBundle(code, otpEncryptionTargetBundle, publicKey, signer)
  for (const sealed of [encryptedOtpBundle, await theirs]) {
    const parsed = parseBundle(sealed)
    expect(parsed && (await openBundle(target, parsed))).toEqual({ code, publicKey })
  }
  const { encappedPublic } = JSON.parse(encryptedOtpBundle)
  expect(encappedPublic).toBe(publicKeyOf(senderPrivateKey, false))
  await expect(encryptOtpCodeToBundle(code, otherSigner, publicKey, signer)).rejects.toThrow()
  expect(() => sealCode(code, otherSigner, { publicKey, signer })).toThrow(DeviceError)
})

test('the session’s key and the words are opened by the vendor’s client, and here', async () => {
  const { clientPrivateKey, clientPublicKey, clientPublicKeyCompressed } = vectors.session
  const { encryptedSessionSigningKey, publicKey } = vectors.session
  expect(publicKeyOf(clientPrivateKey, false)).toBe(clientPublicKey)
  expect(publicKeyOf(clientPrivateKey, true)).toBe(clientPublicKeyCompressed)
  const opened = decryptCredentialBundle(encryptedSessionSigningKey, clientPrivateKey)
  expect(opened).toBe(vectors.stamp.privateKey)
  const { signer, organizationId, encryptedWalletCredentials, words } = vectors.export
  const theirs = decryptExportBundle({
    exportBundle: encryptedWalletCredentials,
    embeddedKey: clientPrivateKey,
    organizationId,
    dangerouslyOverrideSignerPublicKey: signer,
    returnMnemonic: true,
  })
  expect(await theirs).toBe(words)
  const { privateKey: another } = generateP256KeyPair()
  expect(() => decryptCredentialBundle(encryptedSessionSigningKey, another)).toThrow()
  for (const engine of engineNames) {
    const key = sealingKey(await engines[engine].known('OPEN', clientPrivateKey))
    expect((await key.openSession(encryptedSessionSigningKey)).publicKey).toBe(publicKey)
    const expected = { organizationId, signer }
    expect(await key.openExport(encryptedWalletCredentials, expected)).toBe(words)
  }
})

test('the nonce and the challenge are those of the service', () => {
  const { clientPublicKey, clientPublicKeyCompressed } = vectors.session
  expect(vectors.nonce).toEqual({
    ofUncompressed: nonceOf(clientPublicKey),
    ofCompressed: nonceOf(clientPublicKeyCompressed),
  })
  const { challenge, webauthnChallenge } = vectors.passkey
  expect(webauthnChallenge).toBe(Buffer.from(challenge).toString('base64url'))
})
