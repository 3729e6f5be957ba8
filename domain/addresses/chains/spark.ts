/**
 * Spark: an address is bech32m of a protocol buffer that begins with the wallet's identity key, a
 * secp256k1 key. Its owner signs as Bitcoin wallets do.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, bech32m } from '@scure/base'
import { recoverKey } from './recoverKey.ts'

const MAINNET = new Set(['spark', 'sp'])
const networks = new Set([...MAINNET, 'sparkt', 'spt', 'sparks', 'sps', 'sparkrt', 'sprt'])
const ADDRESS_MAX = 1023
/** Field 1 of the message, length-delimited, and the length of a compressed key. */
const KEY_FIELD = [0x0a, 33] as const

type SparkAddress = { readonly isMainnet: boolean; readonly identityKey: Uint8Array }

function read(address: string): SparkAddress | undefined {
  try {
    const { prefix, words } = bech32m.decode(address as `${string}1${string}`, ADDRESS_MAX)
    const bytes = Uint8Array.from(bech32m.fromWords(words))
    const identityKey = bytes.slice(2, 35)
    const isKey = KEY_FIELD.every((byte, index) => bytes[index] === byte)
    if (!networks.has(prefix) || !isKey) return undefined
    secp256k1.Point.fromBytes(identityKey)
    return { isMainnet: MAINNET.has(prefix), identityKey }
  } catch {
    return undefined
  }
}

/** Whether real money can be sent there: an address of the main network. */
export function isSparkAddress(address: string): boolean {
  return read(address)?.isMainnet === true
}

export type BitcoinScheme = 'bip137' | 'electrum'

/** First bytes that the schemes allow: BIP 137 marks the address type, Electrum does not. */
const headers: Readonly<Record<BitcoinScheme, readonly [number, number]>> = {
  bip137: [27, 42],
  electrum: [27, 34],
}

/** SHA-256 twice over the prefixed message. */
function bitcoinMessageHash(message: string): Uint8Array {
  const text = utf8ToBytes(message)
  const prefix = utf8ToBytes('\x18Bitcoin Signed Message:\n')
  return sha256(sha256(concatBytes(prefix, compactSize(text.length), text)))
}

function compactSize(size: number): Uint8Array {
  if (size < 0xfd) return Uint8Array.of(size)
  return Uint8Array.of(0xfd, size & 0xff, size >> 8)
}

/** The key that made a Bitcoin message signature: 65 bytes in base64, the header first. */
export function bitcoinSigner(
  message: string,
  signature: string,
  scheme: BitcoinScheme,
): Uint8Array | undefined {
  let bytes: Uint8Array
  try {
    bytes = base64.decode(signature)
  } catch {
    return undefined
  }
  const header = bytes[0] ?? 0
  const [first, last] = headers[scheme]
  if (bytes.length !== 65 || header < first || header > last) return undefined
  const recovery = (header - 27) & 3
  return recoverKey(bitcoinMessageHash(message), bytes.slice(1), recovery)?.toBytes(true)
}

/** Whether the identity key of the address signed the message. */
export function isSparkSignature(
  address: string,
  message: string,
  signature: string,
  scheme: BitcoinScheme,
): boolean {
  const identityKey = read(address)?.identityKey
  const signer = bitcoinSigner(message, signature, scheme)
  return (
    identityKey !== undefined && signer !== undefined && Buffer.from(identityKey).equals(signer)
  )
}
