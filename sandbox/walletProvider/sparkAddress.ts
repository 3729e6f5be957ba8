import { bech32m } from '@scure/base'

export const addressFormats = {
  ADDRESS_FORMAT_SPARK_REGTEST: 'sparkrt',
  ADDRESS_FORMAT_SPARK_MAINNET: 'spark',
} as const

export type AddressFormat = keyof typeof addressFormats

const IDENTITY_PUBLIC_KEY_TAG = 0x0a

/**
 * A Spark address: bech32m of a protocol buffer whose one field is the identity public key.
 *
 * @param publicKey compressed secp256k1 key, 33 bytes
 */
export function sparkAddress(format: AddressFormat, publicKey: Uint8Array): string {
  const message = Uint8Array.from([IDENTITY_PUBLIC_KEY_TAG, publicKey.length, ...publicKey])
  return bech32m.encode(addressFormats[format], bech32m.toWords(message), 1023)
}
