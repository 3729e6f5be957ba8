/** Numbers of accounts that can exist, by chance, with an end that the sandbox looks at. */
import { randomBytes, randomInt } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, bech32, createBase58check } from '@scure/base'
import { isIban } from '../../domain/addresses/banks/iban.ts'
import { isClabe } from '../../domain/addresses/banks/numbers.ts'
import { isUnownedSolanaAddress } from '../../domain/addresses/chains/index.ts'
import { readInvoice } from '../../domain/addresses/lightning/invoice.ts'
import { sparkAddress as sparkAddressOf } from '../../sandbox/walletProvider/sparkAddress.ts'

const digits = (count: number): string =>
  Array.from({ length: count }, () => randomInt(10)).join('')

function until(make: () => string, isRight: (text: string) => boolean): string {
  for (;;) {
    const text = make()
    if (isRight(text)) return text
  }
}

/** An IBAN like the example, with other digits before its end and the check digits that belong to them. */
export function ibanLike(example: string, end = ''): string {
  const country = example.slice(0, 2)
  return until(() => {
    const free = example.slice(4, example.length - end.length).replace(/\d/g, () => digits(1))
    return withCheckDigits(country, `${free}${end}`)
  }, isIban)
}

/** ISO 7064, MOD 97-10. */
export function withCheckDigits(country: string, bban: string): string {
  const value = [...`${bban}${country}00`].map((one) => Number.parseInt(one, 36)).join('')
  return `${country}${String(98n - (BigInt(value) % 97n)).padStart(2, '0')}${bban}`
}

export function clabe(end = ''): string {
  return until(() => `032180${digits(12 - end.length)}${end}`, isClabe)
}

export function evmAddress(end = ''): string {
  return `0x${randomBytes(20).toString('hex').slice(end.length)}${end}`
}

const place = 58n ** 3n

/** @param end three letters of base58, in which there is no zero */
export function solanaAddress(end?: string): string {
  return until(
    () => {
      const chance = BigInt(`0x${randomBytes(32).toString('hex')}`)
      const value = end === undefined ? chance : chance - (chance % place) + base58Value(end)
      return base58.encode(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'))
    },
    (address) => base58.decode(address).length === 32 && !isUnownedSolanaAddress(address),
  )
}

function base58Value(end: string): bigint {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  return [...end].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n)
}

const base58check = createBase58check(sha256)
/** @param end three letters of base58; it takes seconds to find an address that ends so */
export function tronAddress(end = ''): string {
  return until(
    () => base58check.encode(concatBytes(Uint8Array.of(0x41), randomBytes(20))),
    (address) => address.endsWith(end),
  )
}

/**
 * @param end letters of bech32: digits but 1; with three it takes seconds to find an address
 * @param network the sandbox pays test networks too
 */
export function sparkAddress(end = '', network: 'MAINNET' | 'REGTEST' = 'REGTEST'): string {
  requireBech32(end)
  for (;;) {
    const key = Uint8Array.from([2, ...randomBytes(32)])
    const address = sparkAddressOf(`ADDRESS_FORMAT_SPARK_${network}`, key)
    // The end first: whether it is a key takes longer to check.
    if (address.endsWith(end) && secp256k1.utils.isValidPublicKey(key, true)) return address
  }
}

/** What has none of its letters would be looked for without an end. */
function requireBech32(end: string): void {
  if (/[1bio]/.test(end)) throw new Error(`nothing in bech32 ends in ${end}`)
}

const words = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.floor(value / 32 ** (count - 1 - index)) % 32)
const field = (type: number, data: readonly number[]): number[] => [
  type,
  ...words(data.length, 2),
  ...data,
]

export type InvoiceParts = {
  readonly amount?: string
  readonly network?: string
  readonly createdAt?: Date
  readonly expirySeconds?: number
  readonly paymentHash?: Uint8Array
  /** Further fields, before and behind those that it must have: type, and words. */
  readonly before?: readonly (readonly [number, readonly number[]])[]
  readonly more?: readonly (readonly [number, readonly number[]])[]
}

/** A BOLT 11 invoice that a payer may pay, for 2,500 satoshis in a year, signed by a key of chance. */
export function invoice(parts: InvoiceParts = {}, end = ''): string {
  requireBech32(end)
  const { amount = '25u', network = 'bc', createdAt = new Date() } = parts
  const { before = [], more = [] } = parts
  const { expirySeconds = 365 * 86_400, paymentHash = randomBytes(32) } = parts
  const prefix = `ln${network}${amount}`
  const data = [
    ...words(Math.floor(createdAt.getTime() / 1000), 7),
    ...before.flatMap(([type, value]) => field(type, value)),
    ...field(1, bech32.toWords(paymentHash)),
    ...field(16, bech32.toWords(randomBytes(32))),
    ...field(13, bech32.toWords(utf8ToBytes('coffee'))),
    ...field(6, words(expirySeconds, 6)),
    // Onions of variable length and a payment secret: bits 8 and 14.
    ...field(5, [0b10000, 0b01000, 0]),
    ...more.flatMap(([type, value]) => field(type, value)),
  ]
  if (end === '') return bech32.encode(prefix, [...data, ...signatureWords(prefix, data)], false)
  // Half of all pairs of numbers are a signature by some key.
  return until(
    () => bech32.encode(prefix, [...data, ...bech32.toWords(anySignature())], false),
    (text) => text.endsWith(end) && readInvoice(text) !== undefined,
  )
}

/** 65 bytes, the last of which says how the key is recovered. */
function anySignature(): Uint8Array {
  return Uint8Array.from([...randomBytes(64), 0])
}

function signatureWords(prefix: string, data: readonly number[]): number[] {
  const bits = data.map((word) => word.toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{1,8}/g) ?? []).map((b) => Number.parseInt(b.padEnd(8, '0'), 2))
  const hash = sha256(concatBytes(utf8ToBytes(prefix), Uint8Array.from(bytes)))
  const key = secp256k1.utils.randomSecretKey()
  const signature = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
  return bech32.toWords(concatBytes(signature.slice(1), signature.slice(0, 1)))
}
