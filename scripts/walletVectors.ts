/** Test vectors for wallet login in other languages, which the guide shows. Every private key is the SHA-256 of its name. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { type Bytes, hexOf, joined, utf8Of } from '../client/device/encoding.ts'
import { seal } from '../client/device/hpke.ts'
import { signingKey } from '../client/device/keys.ts'
import { oauthNonce } from '../client/device/oauthNonce.ts'
import { loginOptions } from '../client/device/passkey.ts'
import { compressedHexOf } from '../client/device/points.ts'
import { sealedTo } from '../client/device/sealCode.ts'
import { heldInSoftware } from '../client/device/software.ts'

const guide = fileURLToPath(new URL('../docs/guides/wallet-login.md', import.meta.url))
/** The one block of JSON that has all of them. */
const block = /(?<=```json\n)\{\n {2}"stamp"[\s\S]*?\n\}\n(?=```)/

const secretOf = (name: string): Bytes => Uint8Array.from(sha256(utf8Of(name)))
const pointOf = (name: string): Uint8Array => p256.getPublicKey(secretOf(name), false)

/** What an enclave has signed, as every bundle. */
function signedBy(name: string, data: object): string {
  const bytes = utf8Of(JSON.stringify(data))
  const signature = p256.sign(bytes, secretOf(name), { format: 'der', lowS: false })
  return JSON.stringify({
    version: 'v1.0.0',
    data: hexOf(bytes),
    dataSignature: hexOf(signature),
    enclaveQuorumPublic: hexOf(pointOf(name)),
  })
}

const PAYLOAD = '{"organizationId":"wallet-1","note":"caf\u00e9 \u{1f600}"}'
const ORGANIZATION = 'wallet-1'
const CODE = '000000'
const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const CHALLENGE = hexOf(sha256(utf8Of('the body of a session')))

/** The same at every call: signatures by RFC 6979, and senders' keys that are given. */
export async function walletVectors() {
  const session = signingKey(heldInSoftware('SIGN', secretOf('session')))
  const stamp = await session.stamp(PAYLOAD)
  const target = pointOf('code target')
  const client = pointOf('client')
  const sealed = seal(client, secretOf('session'), secretOf('session sender'))
  const enc = p256.Point.fromBytes(sealed.enc).toBytes(true)
  const words = seal(client, utf8Of(WORDS), secretOf('export sender'))
  return {
    stamp: {
      ...{ privateKey: hexOf(secretOf('session')), publicKey: session.publicKey, payload: PAYLOAD },
      stamp,
    },
    code: {
      signer: hexOf(pointOf('code signer')),
      otpEncryptionTargetBundle: signedBy('code signer', {
        targetPublic: hexOf(target),
        organizationId: ORGANIZATION,
      }),
      otherSigner: signedBy('client', { targetPublic: hexOf(target) }),
      ...{ code: CODE, publicKey: session.publicKey },
      senderPrivateKey: hexOf(secretOf('code sender')),
      encryptedOtpBundle: sealedTo(target, CODE, session.publicKey, secretOf('code sender')),
      targetPrivateKey: hexOf(secretOf('code target')),
    },
    session: {
      clientPrivateKey: hexOf(secretOf('client')),
      ...{ clientPublicKey: hexOf(client), clientPublicKeyCompressed: compressedHexOf(client) },
      encryptedSessionSigningKey: createBase58check(sha256).encode(joined(enc, sealed.ciphertext)),
      publicKey: session.publicKey,
    },
    export: {
      signer: hexOf(pointOf('export signer')),
      organizationId: ORGANIZATION,
      encryptedWalletCredentials: signedBy('export signer', {
        encappedPublic: hexOf(words.enc),
        ciphertext: hexOf(words.ciphertext),
        organizationId: ORGANIZATION,
      }),
      words: WORDS,
    },
    nonce: {
      ofUncompressed: oauthNonce(hexOf(client)),
      ofCompressed: oauthNonce(compressedHexOf(client)),
    },
    passkey: {
      challenge: CHALLENGE,
      webauthnChallenge: loginOptions({ challenge: CHALLENGE, credentialId: '', rpId: '' })
        .challenge,
    },
  }
}

/** Those that the guide shows now. */
export function shownVectors(): unknown {
  return JSON.parse(block.exec(readFileSync(guide, 'utf8'))?.[0] ?? 'null')
}

export async function writeVectors(): Promise<void> {
  const text = readFileSync(guide, 'utf8')
  if (!block.test(text)) throw new Error(`${guide} has no block of vectors`)
  const json = `${JSON.stringify(await walletVectors(), null, 2)}\n`
  writeFileSync(
    guide,
    text.replace(block, () => json),
  )
}
