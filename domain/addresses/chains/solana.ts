/** Solana: an address is an Ed25519 key in base58. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { solanaPrograms } from './solanaPrograms.ts'
import { isChosen } from './unowned.ts'

const programs: ReadonlySet<string> = new Set(solanaPrograms.map(([address]) => address))

function decode(text: string, length: number): Uint8Array | undefined {
  try {
    const bytes = base58.decode(text)
    return bytes.length === length ? bytes : undefined
  } catch {
    return undefined
  }
}

export function isSolanaAddress(address: string): boolean {
  return decode(address, 32) !== undefined
}

/** Programs and system accounts have chosen names that end in ones: no key was made for them. */
const CHOSEN_NAME = /1{10}/

/**
 * Whether the address's key is held by no one: a point off the curve belongs to a program, a point of small
 * order to everybody; bytes of a pattern; and system accounts, programs and mints.
 */
export function isUnownedSolanaAddress(address: string): boolean {
  const key = decode(address, 32)
  if (key === undefined || CHOSEN_NAME.test(address) || programs.has(address)) return true
  if (isChosen(key)) return true
  try {
    // As the chain decompresses a point: ZIP 215.
    return ed25519.Point.fromBytes(key, true).isSmallOrder()
  } catch {
    return true
  }
}

/** Whether the address signed the message's bytes: 64 bytes of Ed25519 in base58. */
export function isSolanaSignature(address: string, message: string, signature: string): boolean {
  const key = decode(address, 32)
  const proof = decode(signature, 64)
  if (key === undefined || proof === undefined) return false
  try {
    // RFC 8032, not ZIP 215: a key of small order proves nothing about its owner.
    return ed25519.verify(proof, utf8ToBytes(message), key, { zip215: false })
  } catch {
    return false
  }
}
