/**
 * Spark: an address is bech32m of a protocol buffer that begins with the wallet's identity key, a
 * secp256k1 key. Its owner signs as Bitcoin wallets do.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, bech32m } from '@scure/base'
import { recoverKey } from './recoverKey.ts'

const MAINNET = 'spark'
/** A prefix and the older short one of the same network. */
const networks: ReadonlyMap<string, string> = new Map(
  ['', 't', 's', 'rt'].flatMap((network) => [
    [`spark${network}`, `spark${network}`] as const,
    [`sp${network}`, `spark${network}`] as const,
  ]),
)
const ADDRESS_MAX = 1023
/** Field 1 of the message, length-delimited, and the length of a compressed key. */
const KEY_FIELD = [0x0a, 33] as const

type SparkAddress = {
  readonly network: string
  readonly identityKey: Uint8Array
  /** Whether more follows than the key: what is asked for, by an invoice. */
  readonly isInvoice: boolean
}

function read(address: string): SparkAddress | undefined {
  try {
    const { prefix, words } = bech32m.decode(address as `${string}1${string}`, ADDRESS_MAX)
    const bytes = Uint8Array.from(bech32m.fromWords(words))
    const identityKey = bytes.slice(2, 35)
    const isKey = KEY_FIELD.every((byte, index) => bytes[index] === byte)
    const network = networks.get(prefix)
    if (network === undefined || !isKey) return undefined
    secp256k1.Point.fromBytes(identityKey)
    const isInvoice = bytes.length > 35
    return { network, identityKey, isInvoice }
  } catch {
    return undefined
  }
}

/**
 * What is wrong with an address that should be paid again and again; undefined if nothing is.
 *
 * @param mainnetOnly whether it is paid with real money
 */
export function sparkAddressProblem(
  address: string,
  { mainnetOnly }: { readonly mainnetOnly: boolean },
): string | undefined {
  const found = read(address)
  if (found === undefined) return 'is not a Spark address'
  if (found.isInvoice) return 'is an invoice: the address is what names its owner alone'
  return mainnetOnly && found.network !== MAINNET ? 'is of a test network' : undefined
}

/** The one spelling of the addresses of a wallet; undefined for what is none. */
export function wholeSparkAddress(address: string): string | undefined {
  const found = read(address)
  if (found === undefined) return undefined
  const message = Uint8Array.from([...KEY_FIELD, ...found.identityKey])
  return bech32m.encode(found.network, bech32m.toWords(message), ADDRESS_MAX)
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
