import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { FromSchema } from 'json-schema-to-ts'
import { activityKind } from '../activityKind.ts'
import { invalid, notFound } from '../refusals.ts'

const HASH_BYTES = 32

const parameters = {
  type: 'object',
  required: ['signWith', 'payload', 'encoding', 'hashFunction'],
  properties: {
    signWith: { type: 'string' },
    payload: { type: 'string', minLength: 1 },
    encoding: { enum: ['PAYLOAD_ENCODING_TEXT_UTF8', 'PAYLOAD_ENCODING_HEXADECIMAL'] },
    hashFunction: {
      enum: ['HASH_FUNCTION_SHA256', 'HASH_FUNCTION_KECCAK256', 'HASH_FUNCTION_NO_OP'],
    },
  },
} as const

/** Signs a payload with the key of one of the wallet's accounts. */
export const signRawPayload = activityKind<FromSchema<typeof parameters>>({
  type: 'SIGN_RAW_PAYLOAD_V2',
  resultName: 'signRawPayloadResult',
  stampedBy: 'client',
  organization: 'sub',
  parameters,

  async perform({ signWith, payload, encoding, hashFunction }, { tx, vault, organizationId }) {
    const digest = hash(hashFunction, decode(encoding, payload))
    const { rows } = await tx.query<{ sealed_private_key: Buffer }>(
      `select sealed_private_key from wallet_accounts
       where organization_id = $1 and address = $2`,
      [organizationId, signWith],
    )
    const [account] = rows
    if (account === undefined) throw notFound('no account of that address in this organization')
    const privateKey = vault.open(`account:${signWith}`, account.sealed_private_key)
    const signature = secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' })
    const hex = Buffer.from(signature).toString('hex')
    return { result: { r: hex.slice(2, 66), s: hex.slice(66), v: hex.slice(0, 2) } }
  },
})

function decode(encoding: string, payload: string): Uint8Array {
  if (encoding === 'PAYLOAD_ENCODING_TEXT_UTF8') return Buffer.from(payload)
  if (!/^(0x)?([0-9a-f]{2})+$/i.test(payload)) throw invalid('payload is not hex')
  return Buffer.from(payload.replace(/^0x/, ''), 'hex')
}

function hash(hashFunction: string, bytes: Uint8Array): Uint8Array {
  if (hashFunction === 'HASH_FUNCTION_SHA256') return sha256(bytes)
  if (hashFunction === 'HASH_FUNCTION_KECCAK256') return keccak_256(bytes)
  if (bytes.length !== HASH_BYTES) throw invalid('an unhashed payload has 32 bytes')
  return bytes
}
