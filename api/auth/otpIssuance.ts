/** The issuance of a one-time code, for the two responses that show the bundle to seal it to. */
import type { PendingStart } from '../../contract/openRow.ts'
import { workflows } from '../../workflows/registry.ts'
import type { Dependencies } from '../dependencies.ts'
import type { AnyCall } from './signedRetry.ts'

export type Issuance = {
  readonly status: 'PENDING' | 'SETTLED' | 'FAILED'
  readonly target_bundle: string | null
  /** Neither spent, nor expired, nor followed by a newer one. */
  readonly live: boolean
}

/** Waits until a code is sent, up to the response timeout: concurrent and later requests wait for the same workflow. */
export async function awaitIssuance(
  { dependencies, trace }: AnyCall,
  start: PendingStart,
): Promise<void> {
  const { id: credentialId, number } = start.row
  trace.workflowId = workflows.otpIssuance.id({ credentialId, number })
  await dependencies.handOver.handOverAndWait(start)
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
