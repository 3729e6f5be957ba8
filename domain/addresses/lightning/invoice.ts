/**
 * BOLT 11 invoices, read and judged as the standard asks of a payer
 * ("11-payment-encoding", requirements for the reader).
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import { utf8 } from './fields.ts'

export type Invoice = {
  readonly isMainnet: boolean
  /** Thousandths of a satoshi; undefined if the payer chooses. */
  readonly amountMsat: bigint | undefined
  /** Seconds since 1970. */
  readonly createdAt: number
  readonly expiresAt: number
  /** Blocks that the last part of the way may hold the payment for. */
  readonly finalBlocks: number
  /** In hexadecimal: who pays it once has the proof, and who pays it twice has lost the second sum. */
  readonly paymentHash: string
}

const EXPIRY_SECONDS = 3600
const FINAL_BLOCKS = 18
/** How far a payee's clock may be ahead of ours. */
const CLOCK_TOLERANCE_SECONDS = 3600
/** Two weeks: no node sends a payment that may be held for longer. */
const FINAL_BLOCKS_MAX = 2016
const TIMESTAMP_WORDS = 7
const SIGNATURE_WORDS = 104
const MSAT_PER_SAT = 1000n

/** Field types, with the number of five-bit words of those whose length is fixed. */
const fields = {
  paymentHash: { type: 1, words: 52 },
  paymentSecret: { type: 16, words: 52 },
  description: { type: 13, words: undefined },
  descriptionHash: { type: 23, words: 52 },
  payee: { type: 19, words: 53 },
  expiry: { type: 6, words: undefined },
  finalBlocks: { type: 24, words: undefined },
  features: { type: 5, words: undefined },
} as const
type Name = keyof typeof fields

/** Route hints: private channels to the payee, each hop of HOP_BYTES; there may be several. */
const ROUTE_TYPE = 3
const HOP_BYTES = 51

/** Tenths of a thousandth of a satoshi in one unit of an amount, by its multiplier. */
const units: Readonly<Record<string, bigint>> = {
  '': 10n ** 12n,
  m: 10n ** 9n,
  u: 10n ** 6n,
  n: 10n ** 3n,
  p: 1n,
}
const MSAT_MAX = 2_100_000_000_000_000_000n

/** Even bits that any node understands: onions of variable length, payment secrets, parts, metadata. */
const knownFeatures: ReadonlySet<number> = new Set([8, 14, 16, 48])

/**
 * Reads an invoice.
 *
 * @returns undefined if the checksum, a field or the signature is wrong
 */
export function readInvoice(text: string): Invoice | undefined {
  const invoice = text.toLowerCase()
  // BIP 173: one case or the other.
  if (text !== invoice && text !== text.toUpperCase()) return undefined
  try {
    return invoiceOf(invoice)
  } catch {
    return undefined
  }
}

/** What is wrong with an invoice that should be paid now; undefined if nothing is. */
export function invoiceProblem(
  text: string,
  now: Date,
  options: { readonly mainnetOnly: boolean },
): string | undefined {
  const invoice = readInvoice(text)
  if (invoice === undefined) return 'is not a BOLT 11 invoice that may be paid'
  if (options.mainnetOnly && !invoice.isMainnet) return 'is of a test network'
  const seconds = now.getTime() / 1000
  if (invoice.createdAt > seconds + CLOCK_TOLERANCE_SECONDS) return 'is dated in the future'
  if (invoice.expiresAt <= seconds) return 'is expired'
  if (invoice.finalBlocks > FINAL_BLOCKS_MAX) {
    return `may hold a payment for ${invoice.finalBlocks} blocks: no node sends it for more than ${FINAL_BLOCKS_MAX}`
  }
  const { amountMsat } = invoice
  if (amountMsat === undefined || amountMsat === 0n) return 'must name an amount'
  return amountMsat % MSAT_PER_SAT === 0n ? undefined : 'must be for whole satoshis'
}

function invoiceOf(text: string): Invoice {
  const { prefix, words } = bech32.decode(text as `${string}1${string}`, false)
  const [, network, amount] = /^ln(bcrt|bc|tbs|tb|sb)(\d+[munp]?)?$/.exec(prefix) ?? []
  if (network === undefined) throw new Error('of no network')
  const data = words.slice(0, -SIGNATURE_WORDS)
  if (data.length < TIMESTAMP_WORDS) throw new Error('is cut off')
  const found = readFields(data.slice(TIMESTAMP_WORDS))
  const paymentHash = found.get('paymentHash')
  if (paymentHash === undefined || !found.has('paymentSecret')) throw new Error('no hash or secret')
  const description = found.get('description')
  if ((description === undefined) === !found.has('descriptionHash')) throw new Error('for what')
  if (description !== undefined) utf8(unpadded(description))
  requireKnownFeatures(found.get('features') ?? [])
  requireSigned(prefix, data, words.slice(-SIGNATURE_WORDS), found.get('payee'))
  const number = (name: Name, otherwise: number): number => {
    const value = found.get(name)
    return value === undefined ? otherwise : integerOf(value)
  }
  const createdAt = integerOf(data.slice(0, TIMESTAMP_WORDS))
  return {
    isMainnet: network === 'bc',
    amountMsat: amount === undefined ? undefined : msatOf(amount),
    createdAt,
    expiresAt: createdAt + number('expiry', EXPIRY_SECONDS),
    finalBlocks: number('finalBlocks', FINAL_BLOCKS),
    paymentHash: bytesToHex(unpadded(paymentHash)),
  }
}

/**
 * The fields that we know, by name; each once. One of another length than it must have is not known, as the
 * standard has it.
 *
 * @throws Error for one that stands twice or is cut off
 */
function readFields(words: readonly number[]): ReadonlyMap<Name, readonly number[]> {
  const found = new Map<Name, readonly number[]>()
  for (let at = 0; at < words.length; ) {
    const [type, high, low] = words.slice(at, at + 3)
    const length = (high ?? 0) * 32 + (low ?? 0)
    const value = words.slice(at + 3, at + 3 + length)
    if (low === undefined || value.length !== length) throw new Error('is cut off')
    at += 3 + length
    if (type === ROUTE_TYPE) requireHops(value)
    const [name, field] = Object.entries(fields).find(([, one]) => one.type === type) ?? []
    if (name === undefined || (field?.words ?? length) !== length) continue
    if (found.has(name as Name)) throw new Error(`field ${name} twice`)
    found.set(name as Name, value)
  }
  return found
}

function requireHops(words: readonly number[]): void {
  const hops = Math.floor((words.length * 5) / 8 / HOP_BYTES)
  const isWhole = hops > 0 && words.length === Math.ceil((hops * HOP_BYTES * 8) / 5)
  if (!isWhole) throw new Error('a way of no whole hops')
}

/** Words that hold whole bytes, without the zeros that fill the last word. */
function unpadded(words: readonly number[]): Uint8Array {
  return bytesOf(words).slice(0, Math.floor((words.length * 5) / 8))
}

function msatOf(amount: string): bigint {
  const [, digits = '', multiplier = ''] = /^(\d+)([munp]?)$/.exec(amount) ?? []
  const tenths = BigInt(digits) * (units[multiplier] ?? 0n)
  if (tenths % 10n !== 0n || tenths > MSAT_MAX * 10n) throw new Error('an amount that cannot be')
  return tenths / 10n
}

function integerOf(words: readonly number[]): number {
  return words.reduce((sum, word) => sum * 32 + word, 0)
}

/** A payer that does not know a bit at an even place must not pay. */
function requireKnownFeatures(words: readonly number[]): void {
  ;[...words].reverse().forEach((word, index) => {
    for (let bit = 0; bit < 5; bit += 1) {
      const feature = index * 5 + bit
      const isSet = ((word >> bit) & 1) === 1
      if (isSet && feature % 2 === 0 && !knownFeatures.has(feature)) throw new Error('feature')
    }
  })
}

/** By the payee that is named, in the one form that ECDSA has for it, or by whatever key recovers. */
function requireSigned(
  prefix: string,
  data: readonly number[],
  signatureWords: readonly number[],
  payee: readonly number[] | undefined,
): void {
  const signature = Uint8Array.from(bech32.fromWords([...signatureWords]))
  const hash = sha256(concatBytes(utf8ToBytes(prefix), bytesOf(data)))
  const compact = secp256k1.Signature.fromBytes(signature.slice(0, 64), 'compact')
  const recovered = compact.addRecoveryBit(signature[64] ?? 0).recoverPublicKey(hash)
  if (payee === undefined) return
  if (compact.hasHighS()) throw new Error('signature in another form')
  const key = bytesToHex(unpadded(payee))
  if (bytesToHex(recovered.toBytes(true)) !== key) throw new Error('signed by another')
}

/** Five-bit words as bytes, the last filled up with zeros: what a BOLT 11 signature covers. */
function bytesOf(words: readonly number[]): Uint8Array {
  const bits = words.map((word) => word.toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{1,8}/g) ?? []
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}
