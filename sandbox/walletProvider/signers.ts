import { type KeyObject, sign } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { CompactSign, compactVerify } from 'jose'
import type { Store } from '../store/store.ts'
import type { Vault } from '../store/vault.ts'
import { privateKeyObject, publicKeyObject, publicKeyOf } from './keys.ts'

/** A long-lived key of the enclave, which clients pin. */
export type Signer = {
  /** Uncompressed lowercase hex: clients compare this very string. */
  readonly publicKey: string
  /** Hex DER ECDSA-SHA-256. */
  signBytes(bytes: Uint8Array): string
  /** A compact ES256 JWS over the claims as JSON; their shape is the caller's business. */
  signClaims(claims: object): Promise<string>
  /** The claims of a token that this signer made, or undefined. */
  readClaims(token: string): Promise<Record<string, unknown> | undefined>
}

export type Signers = { readonly otp: Signer; readonly export: Signer }

/** The enclave's signers, made at the very first start and kept. */
export async function loadSigners(store: Store, vault: Vault): Promise<Signers> {
  const [otp, exporting] = await Promise.all([
    loadSigner(store, vault, 'otp'),
    loadSigner(store, vault, 'export'),
  ])
  return { otp, export: exporting }
}

async function loadSigner(store: Store, vault: Vault, name: string): Promise<Signer> {
  const purpose = `signer:${name}`
  await store.pool.query(
    'insert into signers (name, sealed_private_key) values ($1, $2) on conflict do nothing',
    [name, vault.seal(purpose, p256.utils.randomSecretKey())],
  )
  const { rows } = await store.pool.query<{ sealed_private_key: Buffer }>(
    'select sealed_private_key from signers where name = $1',
    [name],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`signer ${name} is gone`)
  return signerOf(vault.open(purpose, row.sealed_private_key))
}

function signerOf(secret: Uint8Array): Signer {
  const publicKey = publicKeyOf(secret).toString('hex')
  const privateKey: KeyObject = privateKeyObject(secret)
  const verifyingKey = publicKeyObject(publicKey)
  return {
    publicKey,
    signBytes: (bytes) => sign('sha256', bytes, privateKey).toString('hex'),
    signClaims: (claims) =>
      new CompactSign(Buffer.from(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
        .sign(privateKey),
    async readClaims(token) {
      try {
        const { payload } = await compactVerify(token, verifyingKey)
        return JSON.parse(Buffer.from(payload).toString('utf8')) as Record<string, unknown>
      } catch {
        return undefined
      }
    },
  }
}

/** Data that a client checks against the signer it has pinned, as the JSON text of every bundle. */
export function signedData(signer: Signer, members: object): string {
  const data = Buffer.from(JSON.stringify(members))
  return JSON.stringify({
    version: 'v1.0.0',
    data: data.toString('hex'),
    dataSignature: signer.signBytes(data),
    enclaveQuorumPublic: signer.publicKey,
  })
}
