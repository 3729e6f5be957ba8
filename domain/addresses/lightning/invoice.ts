/** BOLT 11 invoices: read by a library, their signature checked here. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import { decode } from 'light-bolt11-decoder'

export type Invoice = {
  readonly isMainnet: boolean
  /** Thousandths of a satoshi; undefined where the payer chooses. */
  readonly amountMsat: bigint | undefined
  /** Seconds since 1970. */
  readonly expiresAt: number
}

const EXPIRY_SECONDS = 3600
const SIGNATURE_WORDS = 104
const MSAT_PER_SAT = 1000n

/**
 * Reads an invoice.
 *
 * @returns undefined where the checksum, a field or the signature is wrong
 */
export function readInvoice(text: string): Invoice | undefined {
  const invoice = text.toLowerCase()
  // BIP 173: one case or the other.
  if (text !== invoice && text !== text.toUpperCase()) return undefined
  try {
    const sections: readonly { name: string; value?: unknown; letters?: string }[] =
      decode(invoice).sections
    const sectionOf = (name: string): unknown => sections.find((one) => one.name === name)?.value
    if (!isSigned(invoice, sectionOf('payee'))) return undefined
    const amount = sectionOf('amount')
    const network = sections.find(({ name }) => name === 'coin_network')?.letters
    return {
      isMainnet: network === 'bc',
      amountMsat: amount === undefined ? undefined : BigInt(String(amount)),
      expiresAt: Number(sectionOf('timestamp')) + Number(sectionOf('expiry') ?? EXPIRY_SECONDS),
    }
  } catch {
    return undefined
  }
}

/** What is wrong with an invoice that should be paid now; undefined where nothing is. */
export function invoiceProblem(
  text: string,
  now: Date,
  options: { readonly mainnetOnly: boolean },
): string | undefined {
  const invoice = readInvoice(text)
  if (invoice === undefined) return 'is not a BOLT 11 invoice'
  if (options.mainnetOnly && !invoice.isMainnet) return 'is of a test network'
  if (invoice.expiresAt * 1000 <= now.getTime()) return 'is expired'
  const { amountMsat } = invoice
  if (amountMsat === undefined || amountMsat === 0n) return 'must name an amount'
  return amountMsat % MSAT_PER_SAT === 0n ? undefined : 'must be for whole satoshis'
}

/** The signature is by the payee that is named, or by whatever key it recovers to. */
function isSigned(invoice: string, payee: unknown): boolean {
  const { prefix, words } = bech32.decode(invoice as `${string}1${string}`, false)
  const signature = Uint8Array.from(bech32.fromWords(words.slice(-SIGNATURE_WORDS)))
  const data = bytesOf(words.slice(0, -SIGNATURE_WORDS))
  const hash = sha256(concatBytes(utf8ToBytes(prefix), data))
  const compact = secp256k1.Signature.fromBytes(signature.slice(0, 64), 'compact')
  const recovered = compact.addRecoveryBit(signature[64] ?? 0).recoverPublicKey(hash)
  if (typeof payee !== 'string') return true
  return Buffer.from(recovered.toBytes(true)).equals(hexToBytes(payee))
}

/** Five-bit words as bytes, the last filled up with zeros: what a BOLT 11 signature covers. */
function bytesOf(words: readonly number[]): Uint8Array {
  const bits = words.map((word) => word.toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{1,8}/g) ?? []
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}
