/**
 * BOLT 12 offers: bech32 without a checksum over fields of type, length and value. Read and judged as the
 * standard asks of a payer ("12-offer-encoding", requirements for offers).
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type Field, readFields, truncated, unsigned, utf8 } from './fields.ts'

export type Offer = {
  /** In the smallest unit of `currency`, thousandths of a satoshi where there is none. */
  readonly amount: bigint | undefined
  readonly currency: string | undefined
  /** Seconds since 1970; undefined for an offer that stays. */
  readonly expiresAt: bigint | undefined
  readonly isMainnet: boolean
}

const PREFIX = 'lno1'
const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
/** Hash of the first block, least significant byte first. */
const BITCOIN: string = '6fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000'
const types = {
  chains: 2n,
  currency: 6n,
  amount: 8n,
  description: 10n,
  features: 12n,
  expiry: 14n,
  paths: 16n,
  issuer: 18n,
  quantity: 20n,
  issuerId: 22n,
} as const
/** Metadata. */
const OPAQUE = 4n
const known: ReadonlySet<bigint> = new Set([...Object.values(types), OPAQUE])

/**
 * Reads an offer.
 *
 * @param text in one letter case, without `+` and blanks
 * @returns undefined for what is no offer, or one that asks for something unknown
 */
export function readOffer(text: string): Offer | undefined {
  const lower = text.toLowerCase()
  if ((text !== lower && text !== text.toUpperCase()) || !lower.startsWith(PREFIX)) return undefined
  try {
    return offerOf(readFields(bytesOf(lower.slice(PREFIX.length))))
  } catch {
    return undefined
  }
}

/** What is wrong with an offer that should be paid; undefined if nothing is. */
export function offerProblem(
  text: string,
  now: Date,
  { mainnetOnly }: { readonly mainnetOnly: boolean },
): string | undefined {
  const offer = readOffer(text)
  if (offer === undefined) return 'is not a BOLT 12 offer'
  if (mainnetOnly && !offer.isMainnet) return 'is of a test network'
  const { expiresAt } = offer
  return expiresAt !== undefined && expiresAt * 1000n <= BigInt(now.getTime())
    ? 'is expired'
    : undefined
}

/** Five bits a letter; fewer than eight are left over, and they are zeros. */
function bytesOf(letters: string): Uint8Array {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const letter of letters) {
    const five = ALPHABET.indexOf(letter)
    if (five < 0) throw new Error(`${letter} is no letter of bech32`)
    value = ((value << 5) | five) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >> bits) & 0xff)
  }
  if (bits >= 5 || (value & ((1 << bits) - 1)) !== 0) throw new Error('letters are left over')
  return Uint8Array.from(bytes)
}

function offerOf(fields: readonly Field[]): Offer {
  if (fields.length === 0) throw truncated()
  const all = new Map(fields.map(({ type, value }) => [type, value]))
  for (const type of all.keys()) {
    const isOfOffers =
      (type >= 1n && type < 80n) || (type >= 1_000_000_000n && type < 2_000_000_000n)
    // Odd types may be passed over.
    if (!isOfOffers || (type % 2n === 0n && !known.has(type))) throw new Error(`type ${type}`)
  }
  const text = (type: bigint): string | undefined => {
    const value = all.get(type)
    return value && utf8(value)
  }
  const number = (type: bigint): bigint | undefined => {
    const value = all.get(type)
    return value && unsigned(value)
  }
  const [amount, currency] = [number(types.amount), text(types.currency)]
  const description = text(types.description)
  text(types.issuer)
  number(types.quantity)
  if (amount === 0n) throw new Error('an amount of nothing')
  if (amount !== undefined && description === undefined) throw new Error('for what')
  if (currency !== undefined && (amount === undefined || !/^[A-Z]{3}$/.test(currency))) {
    throw new Error('a currency without an amount')
  }
  requireKnownFeatures(all.get(types.features))
  requirePayee(all.get(types.issuerId), all.get(types.paths))
  return {
    amount,
    currency,
    expiresAt: number(types.expiry),
    isMainnet: isOfBitcoin(all.get(types.chains)),
  }
}

/** Bits at even places must be understood, and offers have none that we do. */
function requireKnownFeatures(features: Uint8Array = new Uint8Array()): void {
  if (features.some((byte) => (byte & 0b01010101) !== 0)) throw new Error('unknown feature')
}

function isOfBitcoin(chains: Uint8Array | undefined): boolean {
  if (chains === undefined) return true
  const hashes: readonly string[] = bytesToHex(chains).match(/.{64}/g) ?? []
  if (chains.length === 0 || hashes.length * 32 !== chains.length) throw truncated()
  return hashes.includes(BITCOIN)
}

/** Who is paid: a key, or a path whose end is hidden from others. */
function requirePayee(issuerId: Uint8Array | undefined, paths: Uint8Array | undefined): void {
  if (issuerId === undefined && paths === undefined) throw new Error('no payee')
  if (issuerId !== undefined) requirePoint(issuerId)
  if (paths === undefined) return
  let rest = paths
  do {
    rest = afterPath(rest)
  } while (rest.length > 0)
}

/** The bytes after one path: a first node, a key, and as many hops as it says, at least one. */
function afterPath(path: Uint8Array): Uint8Array {
  // A node is named by its key, or by a channel and its side.
  const isChannel = (path[0] ?? 0) < 2
  const first = isChannel ? 9 : 33
  if (path.length < first + 34) throw truncated()
  if (!isChannel) requirePoint(path.slice(0, first))
  requirePoint(path.slice(first, first + 33))
  const hops = path[first + 33] ?? 0
  if (hops === 0) throw truncated()
  let rest = path.slice(first + 34)
  for (let hop = 0; hop < hops; hop += 1) {
    if (rest.length < 35) throw truncated()
    requirePoint(rest.slice(0, 33))
    const length = ((rest[33] ?? 0) << 8) | (rest[34] ?? 0)
    if (rest.length < 35 + length) throw truncated()
    rest = rest.slice(35 + length)
  }
  return rest
}

function requirePoint(bytes: Uint8Array): void {
  if (bytes.length !== 33) throw truncated()
  secp256k1.Point.fromBytes(bytes)
}
