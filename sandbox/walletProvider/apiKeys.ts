import { randomUUID } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import type { Transaction } from '../store/store.ts'
import { compressedKey } from './keys.ts'
import { invalid } from './refusals.ts'
import { credentialBundle } from './sealedResults.ts'

/** An eleventh expiring key silently ends the oldest. */
const EXPIRING_KEYS_MAX = 10

export type KeyHolder = { readonly organizationId: string; readonly userId: string }

/**
 * Makes a key a session of a user. The caller has locked the user, so that two logins at once count
 * each other's keys.
 *
 * @param key.publicKey compressed
 * @returns the key's id
 */
export async function addKey(
  tx: Transaction,
  { organizationId, userId }: KeyHolder,
  key: { publicKey: string; seconds: number; name: string; type: string },
): Promise<string> {
  const id = randomUUID()
  // A key that is added again has a new session: the newest of the user, with a life of its own.
  await tx.query('delete from api_keys where organization_id = $1 and public_key = $2', [
    organizationId,
    key.publicKey,
  ])
  await tx.query(
    `insert into api_keys (id, organization_id, user_id, name, public_key, credential_type,
       expiration_seconds, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7::integer, store_now() + make_interval(secs => $7::integer))`,
    [id, organizationId, userId, key.name, key.publicKey, key.type, key.seconds],
  )
  await tx.query(
    `delete from api_keys where user_id = $1 and (expires_at <= store_now() or id not in (
       select id from api_keys where user_id = $1 and expires_at > store_now() and expiration_seconds is not null
       order by ordinal desc limit $2) and expiration_seconds is not null)`,
    [userId, EXPIRING_KEYS_MAX],
  )
  return id
}

/** Ends every session of a user. */
export async function removeKeys(tx: Transaction, userId: string): Promise<void> {
  await tx.query('delete from api_keys where user_id = $1', [userId])
}

/**
 * A session on a key that is made here; its private half leaves only inside the bundle.
 *
 * @param session.targetPublicKey the client's, either spelling
 * @throws Refusal if that is no key
 */
export async function addSealedKey(
  tx: Transaction,
  holder: KeyHolder,
  session: { targetPublicKey: string; seconds: number; name: string; type: string },
): Promise<{ apiKeyId: string; bundle: string }> {
  const targetPublicKey = compressedKey(session.targetPublicKey)
  if (targetPublicKey === undefined) throw invalid('targetPublicKey is not a P-256 key')
  const secret = p256.utils.randomSecretKey()
  const publicKey = Buffer.from(p256.getPublicKey(secret, true)).toString('hex')
  const apiKeyId = await addKey(tx, holder, { ...session, publicKey })
  return { apiKeyId, bundle: await credentialBundle(targetPublicKey, secret) }
}
