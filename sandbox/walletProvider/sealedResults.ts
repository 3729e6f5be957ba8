import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { seal } from './hpke.ts'
import { type Signer, signedData } from './signers.ts'

const base58check = createBase58check(sha256)

/**
 * A session's private key for its client: base58check of the compressed encapsulated key and the
 * ciphertext. It is not signed.
 *
 * @param targetPublicKey hex that `compressedKey` has accepted
 * @param secret 32-byte scalar
 */
export async function credentialBundle(
  targetPublicKey: string,
  secret: Uint8Array,
): Promise<string> {
  const { enc, ciphertext } = await seal(targetPublicKey, secret)
  return base58check.encode(Buffer.concat([compressed(enc), ciphertext]))
}

/** A mnemonic for its owner, signed, and bound to the organization that the client expects. */
export async function exportBundle(
  signer: Signer,
  targetPublicKey: string,
  mnemonic: Uint8Array,
  organizationId: string,
): Promise<string> {
  const { enc, ciphertext } = await seal(targetPublicKey, mnemonic)
  return signedData(signer, {
    encappedPublic: enc.toString('hex'),
    ciphertext: ciphertext.toString('hex'),
    organizationId,
  })
}

/** An uncompressed point's parity says all that its second half does. */
function compressed(point: Uint8Array): Buffer {
  const isOdd = (point.at(-1) ?? 0) & 1
  return Buffer.concat([Buffer.from([2 + isOdd]), point.subarray(1, 33)])
}
