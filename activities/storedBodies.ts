/**
 * Bodies of provider activities, stored before they are first sent: whoever comes second, in
 * whatever process, sends the bytes of whoever came first.
 */
import type { Database } from '../db/database.ts'
import type { Refused } from '../workflows/head.ts'

type WalletSource = { timestamp_ms: bigint; customer_id: string; email: string | null }
type WalletRow = { create_body: string; create_activity_id: string | null }

export async function rememberedWallet(
  database: Database,
  accountId: string,
  build: (source: WalletSource) => string,
): Promise<WalletRow> {
  const [row] = await database.query<
    WalletSource & { create_body: string | null; create_activity_id: string | null }
  >({
    name: 'wallet_source',
    text: `select w.create_body, w.create_activity_id, a.customer_id, c.email,
        case when w.create_body is null then next_timestamp_ms(w.account_id) end as timestamp_ms
      from wallets w join internal_accounts a on a.id = w.account_id
      join customers c on c.id = a.customer_id where w.account_id = $1`,
    values: [accountId],
  })
  if (row === undefined) throw new Error('the wallet has no row')
  if (row.create_body !== null) return { ...row, create_body: row.create_body }
  return first(
    database,
    'update wallets set create_body = coalesce(create_body, $2) where account_id = $1 returning create_body, create_activity_id',
    accountId,
    build(row),
  )
}

type IssuanceSource = {
  timestamp_ms: bigint
  account_id: string
  contact: string | null
  type: string
  app_name: string
  /** Of the platform: `embeddedWalletConfig`, as far as it was set. */
  settings: { otpLength?: number; alphanumeric?: boolean; expirationSeconds?: number }
}
type IssuanceRow = { body: string; provider_activity_id: string | null }

export async function rememberedIssuance(
  database: Database,
  input: { credentialId: string; number: number },
  build: (source: IssuanceSource) => string,
): Promise<IssuanceRow> {
  const [row] = await database.query<
    IssuanceSource & { body: string | null; provider_activity_id: string | null }
  >({
    name: 'issuance_source',
    text: `select i.body, i.provider_activity_id, c.account_id, c.contact, c.type,
        coalesce(p.embedded_wallet_config ->> 'appName', p.name) as app_name,
        p.embedded_wallet_config as settings,
        case when i.body is null then next_timestamp_ms(c.account_id) end as timestamp_ms
      from otp_issuances i join credentials c on c.id = i.credential_id
      join platforms p on p.id = c.platform_id where i.credential_id = $1 and i.number = $2`,
    values: [input.credentialId, input.number],
  })
  if (row === undefined) throw new Error('the issuance has no row')
  if (row.body !== null) return { ...row, body: row.body }
  return first(
    database,
    'update otp_issuances set body = coalesce(body, $3) where credential_id = $1 and number = $2 returning body, provider_activity_id',
    input.credentialId,
    input.number,
    build(row),
  )
}

type VerificationSource = { timestamp_ms: bigint; otp_id: string; encrypted_bundle: string }
type VerificationRow = {
  status: string
  body: string
  provider_activity_id: string | null
  refusal: { code: Refused['code']; reason: string } | null
}

export async function rememberedVerification(
  database: Database,
  verificationId: string,
  build: (source: VerificationSource) => string,
): Promise<VerificationRow> {
  const [row] = await database.query<
    VerificationSource & Omit<VerificationRow, 'body'> & { body: string | null }
  >({
    name: 'verification_source',
    text: `select v.status, v.body, v.provider_activity_id, v.refusal, v.encrypted_bundle, i.otp_id,
        case when v.body is null then next_timestamp_ms(c.account_id) end as timestamp_ms
      from otp_verifications v join credentials c on c.id = v.credential_id
      join otp_issuances i on i.credential_id = v.credential_id and i.number = v.issuance_number
      where v.id = $1`,
    values: [verificationId],
  })
  if (row === undefined) throw new Error('the verification has no row')
  if (row.body !== null || row.status !== 'PENDING') return { ...row, body: row.body ?? '' }
  return first(
    database,
    'update otp_verifications set body = coalesce(body, $2) where id = $1 returning status, body, provider_activity_id, refusal',
    verificationId,
    build(row),
  )
}

async function first<Row>(database: Database, text: string, ...values: unknown[]): Promise<Row> {
  const [row] = await database.query<Row>({ text, values })
  if (row === undefined) throw new Error('the row has gone')
  return row
}
