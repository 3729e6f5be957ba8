/** The issuance of a one-time code, for the two responses that show the bundle to seal it to. */
import type { OtpIssuanceResult } from '../../workflows/otpIssuance.ts'
import { workflows } from '../../workflows/registry.ts'
import type { Dependencies } from '../dependencies.ts'
import { outsideCallsOf } from '../outside.ts'
import type { StartResult } from '../temporal.ts'
import type { AnyCall } from './signedRetry.ts'

export type Issuance = {
  readonly status: 'PENDING' | 'SETTLED' | 'FAILED'
  readonly target_bundle: string | null
  /** Neither spent, nor expired, nor followed by a newer one. */
  readonly live: boolean
}

/** Bare uuids. */
type Subject = {
  readonly id: string
  readonly account_id: string
  readonly customer_id: string
}

/**
 * Waits for code n, up to the response timeout. The first request has it sent; concurrent and later
 * requests wait for the same workflow.
 */
export async function awaitIssuance(
  { dependencies, platform, trace }: AnyCall,
  credential: Subject,
  number: number,
): Promise<StartResult<OtpIssuanceResult>> {
  const start = workflows.otpIssuance.start(
    {
      attempt: 1,
      platformId: platform.id,
      credentialId: credential.id,
      number,
      ...outsideCallsOf({ dependencies, platform }),
    },
    { customerId: credential.customer_id, accountId: credential.account_id },
  )
  trace.workflowId = start.workflowId
  return dependencies.temporal.startAndWait<OtpIssuanceResult>(start)
}

/** Code n as in its row; a settled one is marked as shown. */
export async function showIssuance(
  { database }: Dependencies,
  credentialId: string,
  number: number,
): Promise<Issuance | undefined> {
  const [issuance] = await database.query<Issuance>({
    name: 'show_issuance',
    text: `with shown as (
        update otp_issuances set shown_at = service_now()
        where credential_id = $1 and number = $2 and status = 'SETTLED' and shown_at is null)
      select i.status, i.target_bundle, c.otp_issuance = i.number and i.spent_at is null
          and coalesce(i.expires_at > service_now(), false) as live
      from otp_issuances i join credentials c on c.id = i.credential_id
      where i.credential_id = $1 and i.number = $2`,
    values: [credentialId, number],
  })
  return issuance
}
