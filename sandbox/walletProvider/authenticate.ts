import { verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { p256 } from '@noble/curves/nist.js'
import { LRUCache } from 'lru-cache'
import { parseObject } from '../http.ts'
import type { Store } from '../store/store.ts'
import { compressedKey, publicKeyObject } from './keys.ts'
import { notFound, unauthenticated } from './refusals.ts'

export type Stamper =
  | { readonly role: 'parent' }
  | { readonly role: 'client'; readonly userId: string; readonly publicKey: string }

export type Parent = {
  readonly organizationId: string
  /** Compressed lowercase hex of the parent's one API key. */
  readonly publicKey: string
}

const keyObjects = new LRUCache({ max: 1_000, memoMethod: publicKeyObject })

/**
 * Who stamped these bytes: the parent's key, or an unexpired key of the organization the body names.
 *
 * @throws Refusal 401 for a stamp that is missing, malformed, false or of an unknown key; 404 for an
 *   organization that is not there
 */
export async function authenticate(
  store: Store,
  parent: Parent,
  request: { headers: IncomingHttpHeaders; raw: Buffer; organizationId: string },
): Promise<Stamper> {
  const stamp = readStamp(request.headers)
  const { organizationId, raw } = request
  if (stamp.publicKey === parent.publicKey) {
    requireTrue(stamp, raw)
    if (organizationId !== parent.organizationId)
      await requireSubOrganization(store, organizationId)
    return { role: 'parent' }
  }
  const { rows } = await store.pool.query<{ user_id: string; expired: boolean }>({
    name: 'find-api-key',
    text: `select user_id, expires_at <= now() as expired from api_keys
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
  return { role: 'client', userId: key.user_id, publicKey: stamp.publicKey }
}

type Stamp = { readonly publicKey: string; readonly signature: Buffer }

function readStamp(headers: IncomingHttpHeaders): Stamp {
  const value = headers['x-stamp']
  if (headers['x-stamp-webauthn'] !== undefined) {
    throw unauthenticated('no authenticator of that credential id', 'AUTHENTICATOR_NOT_FOUND')
  }
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
