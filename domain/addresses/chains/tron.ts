/** Tron: the accounts of EVM networks under another spelling (base58check, 0x41 in front). */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { createBase58check } from '@scure/base'
import { signerOfMessage } from './evm.ts'
import { tronContracts } from './tronContracts.ts'
import { isUnownedAccount } from './unowned.ts'

const base58check = createBase58check(sha256)
const PREFIX = 0x41
const contracts: ReadonlySet<string> = new Set(tronContracts.map(([address]) => address))

function accountOf(address: string): Uint8Array | undefined {
  try {
    const bytes = base58check.decode(address)
    return bytes.length === 21 && bytes[0] === PREFIX ? bytes.slice(1) : undefined
  } catch {
    return undefined
  }
}

export function isTronAddress(address: string): boolean {
  return accountOf(address) !== undefined
}

/** Whether the address's key is held by no one: a zero or burn address, or a contract that is listed. */
export function isUnownedTronAddress(address: string): boolean {
  const account = accountOf(address)
  return contracts.has(address) || (account !== undefined && isUnownedAccount(bytesToHex(account)))
}

/** Whether the address signed the message as TIP-191 says (`signMessageV2`). */
export function isTronSignature(address: string, message: string, signature: string): boolean {
  const account = accountOf(address)
  const signer = signerOfMessage('\x19TRON Signed Message:\n', message, signature)
  return account !== undefined && signer !== undefined && Buffer.from(account).equals(signer)
}
