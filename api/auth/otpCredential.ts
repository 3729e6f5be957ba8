/** A credential with its newest one-time code, as challenge and verify need them. */

import { notFound } from '../../contract/notFound.ts'
import type { CredentialRow } from '../../contract/present/auth.ts'
import type { Refused } from '../../contract/refused.ts'
import type { Dependencies } from '../dependencies.ts'
import { requireId } from '../requireId.ts'

export type OtpCredential = CredentialRow & {
  readonly webauthn_id: string | null
  readonly public_key: string | null
  readonly counter: number
  readonly rp_id: string | null
  readonly issuer: string | null
  readonly audience: string | null
  readonly subject: string | null
  readonly customer_id: string
  readonly account_status: string
  readonly otp_issuance: number
  readonly issuance_status: string | null
  readonly issuance_live: boolean
  readonly shown: boolean
  /** The code is invalidated by too many wrong attempts. */
  readonly burned: boolean
  /** The refusal of a credential that is locked by consecutive wrong codes. */
  readonly locked: Refused | null
  /** Seconds until the next code may be ordered; 0 or less: now. */
  readonly wait_seconds: number
}

/** @throws Refusal AUTH_METHOD_NOT_FOUND: also for another platform's credential */
export async function findCredential(
  { database, config }: Dependencies,
  platformId: string,
  credentialId: string,
): Promise<OtpCredential> {
  const uuid = requireId('AuthMethod', credentialId)
  const [found] = await database.query<{ row: OtpCredential }>({
    name: 'otp_credential',
    text: `select to_jsonb(x) as row from (
      select c.id, c.account_id, c.type, c.nickname, c.created_at, c.updated_at, c.otp_issuance,
        c.webauthn_id, c.public_key, c.counter, c.rp_id, c.issuer, c.audience, c.subject,
        a.customer_id, a.status as account_status, i.status as issuance_status,
        i.shown_at is not null as shown,
        coalesce(i.spent_at is null and i.expires_at > service_now(), false) as issuance_live,
        coalesce(i.attempts >= $5, false) as burned, locked_credential_refusal(c) as locked,
        extract(epoch from greatest(c.otp_arrival_at, '2000-01-01') - service_now())
          - ($3::integer - 1) * $4::integer as wait_seconds
      from credentials c join internal_accounts a on a.id = c.account_id
      left join otp_issuances i on i.credential_id = c.id and i.number = c.otp_issuance
      where c.id = $1 and c.platform_id = $2 and c.revoked_at is null) x`,
    values: [
      uuid,
      platformId,
      config.OTP_ISSUANCES_BURST,
      config.OTP_ISSUANCE_SECONDS,
      config.OTP_ATTEMPTS_MAX,
    ],
  })
  if (found === undefined) throw notFound('AuthMethod')
  return found.row
}
