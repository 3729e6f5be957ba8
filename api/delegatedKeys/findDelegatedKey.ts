import { Refusal } from '../../contract/errors.ts'
import type { DelegatedKeyRow } from '../../contract/present/delegatedKeys.ts'
import type { Dependencies } from '../dependencies.ts'
import { requireId } from '../requireId.ts'

export type FoundDelegatedKey = DelegatedKeyRow & {
  /** Of its holder at the wallet provider, once that has been made. */
  readonly provider_user_id: string | null
}

/**
 * A delegated key of this platform.
 *
 * @throws Refusal REFERENCE_NOT_FOUND, for an id of another shape too
 */
export async function findDelegatedKey(
  { database }: Pick<Dependencies, 'database'>,
  platformId: string,
  keyId: string,
): Promise<FoundDelegatedKey> {
  const uuid = requireId('DelegatedKey', keyId)
  const found = await database.maybeOne<{ readonly key: FoundDelegatedKey }>({
    name: 'delegated_key',
    text: 'select delegated_key_row(k) as key from delegated_keys k where k.id = $1 and k.platform_id = $2',
    values: [uuid, platformId],
  })
  if (found === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
  return found.key
}
