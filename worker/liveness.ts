/** Reads the result of a liveness check at the verification vendor, and ends its challenge. */
import { livenessActionId } from '../contract/ids.ts'
import type { Environment } from '../contract/outsideParties.ts'
import type { Database } from '../db/database.ts'
import type { OutsideParties } from '../providers/outsideParties.ts'

/** Between two readings of a check that goes on, if no notice comes. */
const READ_AGAIN_SECONDS = 60

/**
 * @param challengeId UUID without prefix
 * @throws VendorError, or PartyNotConfigured: the job is tried again
 */
export async function finishLiveness(
  database: Pick<Database, 'call' | 'maybeOne'>,
  outside: OutsideParties,
  challengeId: string,
): Promise<void> {
  const challenge = await database.maybeOne<{ environment: Environment; is_over: boolean }>({
    name: 'liveness_to_finish',
    text: `select p.environment, c.expires_at <= service_now() as is_over
      from external_account_challenges c join external_accounts a on a.id = c.account_id
      join platforms p on p.id = a.platform_id where c.id = $1 and c.state = 'OPEN'`,
    values: [challengeId],
  })
  if (challenge === undefined) return
  const vendor = outside.verificationVendor(challenge.environment)
  const result = await vendor.livenessResult(livenessActionId(challengeId))
  if (result === 'PENDING' && !challenge.is_over) {
    await database.call('look_at_liveness', challengeId, READ_AGAIN_SECONDS)
    return
  }
  await database.call('finish_ownership_challenge', challengeId, result === 'PASSED')
}
