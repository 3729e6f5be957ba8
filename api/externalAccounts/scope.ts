/** The two scopes of external accounts: the customers' and the platform's own. */

import { notFound } from '../../contract/notFound.ts'
import type { ExternalAccountRow } from '../../contract/present/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { requireId } from '../requireId.ts'

/**
 * At `customers` a platform sees all its accounts, its own included (they can be created there by
 * omitting `customerId`); at `platform` only its own.
 */
export type Scope = 'customers' | 'platform'

/** A path that is put together is `string` to the types; its one parameter is this. */
export type AccountParams = { readonly externalAccountId: string }

/** Path of an operation in a scope, and the owner as its summary names it. */
export function placeOf<const In extends Scope>(
  scope: In,
): { readonly path: `/${In}/external-accounts`; readonly whose: string } {
  const whose = scope === 'customers' ? 'a customer’s' : 'the platform’s own'
  return { path: `/${scope}/external-accounts`, whose }
}

/**
 * An account of this platform that is not deleted.
 *
 * @param customerId UUID without prefix: only this customer's
 * @throws Refusal ACCOUNT_NOT_FOUND also for an id of another shape
 */
export async function findExternalAccount(
  { database }: Dependencies,
  platformId: string,
  scope: Scope,
  id: string,
  customerId?: string,
): Promise<ExternalAccountRow> {
  const [found] = await database.query<{ row: ExternalAccountRow }>({
    name: 'external_account',
    text: `select external_account_row(a) as row from external_accounts a
      where id = $1 and platform_id = $2 and deleted_at is null and (customer_id is null or not $3)
        and ($4::uuid is null or customer_id = $4)`,
    values: [
      requireId('ExternalAccount', id),
      platformId,
      scope === 'platform',
      customerId ?? null,
    ],
  })
  if (found === undefined) throw notFound('ExternalAccount')
  return found.row
}
