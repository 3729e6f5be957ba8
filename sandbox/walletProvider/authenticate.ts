import { verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { p256 } from '@noble/curves/nist.js'
import { LRUCache } from 'lru-cache'
import { parseObject } from '../http.ts'
import type { Store, Transaction } from '../store/store.ts'
import { compressedKey, publicKeyObject } from './keys.ts'
import { counterOfStamp, readWebauthnStamp } from './passkeys.ts'
import { notFound, unauthenticated } from './refusals.ts'

export type Stamper =
  | { readonly role: 'parent' }
  | {
      readonly role: 'client'
      readonly userId: string
      /** Set if a passkey stamped; `advanceCounter` has the last word on it. */
      readonly passkey?: { readonly authenticatorId: string; readonly counter: number }
    }

export type Parent = {
  readonly organizationId: string
  /** Compressed lowercase hex of the parent's API keys: two while one is replaced by the other. */
  readonly publicKeys: readonly string[]
}

const keyObjects = new LRUCache({ max: 1_000, memoMethod: publicKeyObject })

export type StampedRequest = {
  readonly headers: IncomingHttpHeaders
  readonly raw: Buffer
  readonly organizationId: string
}

/** What stamps are judged by. */
export type Authority = {
  readonly store: Store
  readonly parent: Parent
  readonly passkeyOrigins: readonly string[]
}

/**
 * Who stamped these bytes: the parent's key, or an unexpired key or a passkey of the organization
 * that the body names.
 *
 * @throws Refusal 401 for a stamp that is missing, malformed, false or of an unknown key; 404 for
 * an
 *   organization that is not there
 */
export async function authenticate(
  authority: Authority,
  request: StampedRequest,
): Promise<Stamper> {
  const value = request.headers['x-stamp-webauthn']
  if (typeof value === 'string') return authenticatePasskey(authority, request, value)
  const { store, parent } = authority
  const stamp = readStamp(request.headers)
  const { organizationId, raw } = request
  if (parent.publicKeys.includes(stamp.publicKey)) {
    requireTrue(stamp, raw)
    if (organizationId !== parent.organizationId)
      await requireSubOrganization(store, organizationId)
    return { role: 'parent' }
  }
  const { rows } = await store.pool.query<{ user_id: string; expired: boolean }>({
    name: 'find-api-key',
    text: `select user_id, expires_at <= store_now() as expired from api_keys
           where organization_id = $1 and public_key = $2`,
    values: [organizationId, stamp.publicKey],
  })
  const [key] = rows
  if (key === undefined) {
    throw unauthenticated(
      'could not find public key in organization or its parent organization',
      'PUBLIC_KEY_NOT_FOUND',
    )
  }
  if (key.expired) throw unauthenticated('API key expired', 'API_KEY_EXPIRED')
  requireTrue(stamp, raw)
  return { role: 'client', userId: key.user_id }
}

async function authenticatePasskey(
  { store, passkeyOrigins }: Authority,
  { raw, organizationId }: StampedRequest,
  value: string,
): Promise<Stamper> {
  const stamp = readWebauthnStamp(value)
  if (stamp === undefined) throw unauthenticated('malformed stamp', 'MALFORMED_STAMP')
  const { rows } = await store.pool.query<{
    id: string
    user_id: string
    public_key: Buffer
    rp_id: string
  }>(
    `select id, user_id, public_key, rp_id from authenticators
     where organization_id = $1 and credential_id = $2`,
    [organizationId, stamp.credentialId],
  )
  const [row] = rows
  if (row === undefined) {
    throw unauthenticated('no authenticator of that credential id', 'AUTHENTICATOR_NOT_FOUND')
  }
  const passkey = { publicKey: row.public_key, rpId: row.rp_id }
  const counter = await counterOfStamp(stamp, raw, passkey, passkeyOrigins)
  if (counter === undefined) {
    throw unauthenticated('webauthn stamp does not verify over the body', 'SIGNATURE_INVALID')
  }
  return { role: 'client', userId: row.user_id, passkey: { authenticatorId: row.id, counter } }
}

/**
 * Stores a passkey's counter. It belongs in the transaction of the activity: the same bytes with
 * the same assertion may come again, and are then no second use.
 *
 * @throws Refusal 401 if the counter did not move on, as with a cloned authenticator
 */
export async function advanceCounter(
  tx: Pick<Transaction, 'query'>,
  stamper: Stamper,
): Promise<void> {
  if (stamper.role !== 'client' || stamper.passkey === undefined) return
  const { authenticatorId, counter } = stamper.passkey
  const { rowCount } = await tx.query(
    `update authenticators set sign_count = $2::bigint
     where id = $1 and (sign_count < $2::bigint or (sign_count = 0 and $2::bigint = 0))`,
    [authenticatorId, counter],
  )
  if (rowCount === 0) throw unauthenticated('webauthn counter did not increase', 'COUNTER_INVALID')
}

type Stamp = { readonly publicKey: string; readonly signature: Buffer }

function readStamp(headers: IncomingHttpHeaders): Stamp {
  const value = headers['x-stamp']
  if (typeof value !== 'string' || value === '') {
    throw unauthenticated('no stamp on the request', 'MISSING_STAMP')
  }
  const { publicKey, scheme, signature } = parseObject(Buffer.from(value, 'base64url')) ?? {}
  const malformed = unauthenticated('malformed stamp', 'MALFORMED_STAMP')
  if (typeof publicKey !== 'string' || typeof signature !== 'string') throw malformed
  if (scheme !== 'SIGNATURE_SCHEME_TK_API_P256') throw malformed
  const key = compressedKey(publicKey)
  if (key === undefined) throw malformed
  const der = Buffer.from(signature, 'hex')
  try {
    p256.Signature.fromBytes(der, 'der')
  } catch {
    throw malformed
  }
  return { publicKey: key, signature: der }
}

function requireTrue(stamp: Stamp, raw: Buffer): void {
  if (!verify('sha256', raw, keyObjects.memo(stamp.publicKey), stamp.signature)) {
    throw unauthenticated('signature does not verify over the body', 'SIGNATURE_INVALID')
  }
}

async function requireSubOrganization(store: Store, organizationId: string): Promise<void> {
  const { rowCount } = await store.pool.query('select 1 from sub_organizations where id = $1', [
    organizationId,
  ])
  if (rowCount === 0) throw notFound('organization not found')
}
