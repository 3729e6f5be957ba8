/** Addresses and signed messages of EVM networks: EIP-55 and EIP-191. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { evmContracts } from './evmContracts.ts'
import { recoverKey } from './recoverKey.ts'
import { isUnownedAccount } from './unowned.ts'

const contracts: ReadonlySet<string> = new Set(
  evmContracts.map(([address]) => address.toLowerCase()),
)

/** Whether a mixed letter case is the checksum that it claims to be; one case claims nothing. */
export function isEvmAddress(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false
  const digits = address.slice(2)
  const lower = digits.toLowerCase()
  if (digits === lower || digits === digits.toUpperCase()) return true
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)))
  return [...lower].every((digit, index) => {
    const isUpper = Number.parseInt(hash[index] ?? '0', 16) >= 8
    return digits[index] === (isUpper ? digit.toUpperCase() : digit)
  })
}

/** Whether the address's key is held by no one: a zero or burn address, or a contract. */
export function isUnownedEvmAddress(address: string): boolean {
  return isUnownedAccount(address.slice(2)) || contracts.has(address.toLowerCase())
}

/** The last twenty bytes of the hash of a public key: EVM networks and Tron name accounts so. */
export function accountOfKey(uncompressedKey: Uint8Array): Uint8Array {
  return keccak_256(uncompressedKey.slice(1)).slice(-20)
}

/**
 * The account that signed a message: 65 bytes `r || s || v` in hex over the prefixed message.
 *
 * @param prefix of the network's wallets, before the message's length
 * @returns twenty bytes, or undefined for what is no signature
 */
export function signerOfMessage(
  prefix: string,
  message: string,
  signature: string,
): Uint8Array | undefined {
  if (!/^(0x)?[0-9a-fA-F]{130}$/.test(signature)) return undefined
  const bytes = hexToBytes(signature.slice(-130))
  const text = utf8ToBytes(message)
  const hash = keccak_256(concatBytes(utf8ToBytes(`${prefix}${text.length}`), text))
  // 27 and 28 by the yellow paper, 0 and 1 from some hardware.
  const v = bytes[64] ?? 0
  const key = recoverKey(hash, bytes.slice(0, 64), v >= 27 ? v - 27 : v)
  return key && accountOfKey(key.toBytes(false))
}

/** Whether the address signed the message as EIP-191 says (`personal_sign`). */
export function isEvmSignature(address: string, message: string, signature: string): boolean {
  const account = signerOfMessage('\x19Ethereum Signed Message:\n', message, signature)
  return account !== undefined && bytesToHex(account) === address.slice(2).toLowerCase()
}
