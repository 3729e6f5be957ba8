import type { Store } from '../store/store.ts'
import type { Vault } from '../store/vault.ts'

const MAILS_MAX = 100

type MailRow = {
  id: string
  otp_type: string
  contact: string
  app_name: string
  sealed_code: Buffer
  created_at: Date
}

/** The mails and messages that would have been sent, newest first. */
export async function listMails(
  store: Store,
  vault: Vault,
  contact: string | undefined,
): Promise<object[]> {
  const { rows } = await store.pool.query<MailRow>(
    `select id, otp_type, contact, app_name, sealed_code, created_at from one_time_codes
     where $1::text is null or contact = $1 order by ordinal desc limit $2`,
    [contact ?? null, MAILS_MAX],
  )
  return rows.map((row) => ({
    otpId: row.id,
    channel: row.otp_type === 'OTP_TYPE_SMS' ? 'SMS' : 'EMAIL',
    contact: row.contact,
    from: row.app_name,
    code: vault.open(`code:${row.id}`, row.sealed_code).toString('utf8'),
    sentAt: row.created_at.toISOString(),
  }))
}
