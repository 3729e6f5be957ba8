/** Policies of a request, checked against what the database knows. */
import { type FieldError, invalidInput } from '../../contract/errors.ts'
import { uuidOf } from '../../contract/ids.ts'
import type { Queryable } from '../../db/database.ts'
import type { Loose } from '../../domain/agents/policy.ts'
import { accountIdsIn, policyProblems } from '../../domain/agents/policyProblems.ts'

/**
 * Those of some account ids that are accounts of a customer and not deleted. Until the transaction
 * ends no agent deletes one of them: a policy that names it may be about to be written.
 */
export async function accountsAmong(
  database: Queryable,
  customerId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const uuids = ids.flatMap(
    (id) => uuidOf('InternalAccount', id) ?? uuidOf('ExternalAccount', id) ?? [],
  )
  if (uuids.length === 0) return new Set()
  const { found } = await database.one<{ found: readonly string[] }>({
    name: 'accounts-of-customer',
    text: `with external as (select id from external_accounts
          where customer_id = $1 and id = any($2) and deleted_at is null order by id for share)
      select array(
        select 'InternalAccount:' || id from internal_accounts where customer_id = $1 and id = any($2)
        union all
        select 'ExternalAccount:' || id from external) as found`,
    values: [customerId, uuids],
  })
  return new Set(found)
}

/**
 * The problems of a new policy.
 *
 * @param customerId UUID without prefix; undefined if the request names no customer of the platform: then
 *   whose accounts are named is not judged
 */
export async function newPolicyProblems(
  database: Queryable,
  customerId: string | undefined,
  policy: Loose,
): Promise<FieldError[]> {
  const known = customerId && (await accountsAmong(database, customerId, accountIdsIn(policy)))
  const problems = policyProblems(policy, (id) => !known || known.has(id))
  return problems.map((problem) => ({ ...problem, field: `policy.${problem.field}` }))
}

/** @throws Refusal INVALID_INPUT naming every problem, where there is one */
export function refuseProblems(problems: readonly FieldError[]): void {
  if (problems.length > 0) throw invalidInput(problems)
}
