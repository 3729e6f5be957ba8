/** Issuance of one-time codes: recorded within the rate limit, then sent by the provider. */
import type { Environment } from '../../contract/outsideParties.ts'
import { codeSettingsOf, type StoredWalletConfig } from '../../contract/present/platformConfig.ts'
import type { Database } from '../../db/database.ts'
import { initOtpBody, issuedOtp, type MailSender } from '../../providers/walletProvider/index.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { runStatement, storeOnce } from '../storedBodies.ts'
import { createSubmitProviderActivity } from '../submitProviderActivity.ts'

/** The outcome of sending a code at the provider. */
export type SentOtp =
  | {
      readonly outcome: 'SENT'
      readonly otpId: string
      readonly targetBundle: string
      readonly lifetimeSeconds: number
    }
  | { readonly outcome: 'REFUSED'; readonly reason: string }

/** Database steps. */
export function createOtpIssuanceSteps({ database }: ActivityDependencies) {
  return {
    async settleOtpIssuance(input: {
      credentialId: string
      number: number
      sent: SentOtp
    }): Promise<void> {
      const { credentialId, number, sent } = input
      if (sent.outcome === 'SENT') {
        const { otpId, targetBundle, lifetimeSeconds } = sent
        return database.call(
          'settle_otp_issuance',
          credentialId,
          number,
          otpId,
          targetBundle,
          lifetimeSeconds,
          null,
        )
      }
      return database.call('settle_otp_issuance', credentialId, number, null, null, 0, sent.reason)
    },
  }
}

/** Calls to the wallet provider. */
export function createOtpIssuanceCalls(dependencies: ActivityDependencies) {
  const { database, outside } = dependencies
  const submitProviderActivity = createSubmitProviderActivity(dependencies)
  return {
    /** Has the provider send a pending one-time code; the stored body makes retries idempotent. */
    async sendOtp(input: { credentialId: string; number: number }): Promise<SentOtp> {
      const row = await storedIssuanceBody(database, input, (source) =>
        initOtpBody({
          organizationId: outside.walletProvider(source.environment).organizationId,
          timestampMs: Number(source.timestamp_ms),
          otpType: source.type === 'SMS_OTP' ? 'OTP_TYPE_SMS' : 'OTP_TYPE_EMAIL',
          contact: source.contact ?? '',
          appName: source.app_name,
          ...codeSettingsOf(source.settings),
          userIdentifier: source.account_id,
          ...(source.type === 'EMAIL_OTP' && { sender: senderOf(source.settings) }),
        }),
      )
      if (row === undefined) return { outcome: 'REFUSED', reason: 'The code is not pending.' }
      const end = await submitProviderActivity('one-time code', {
        environment: row.environment,
        organizationId: outside.walletProvider(row.environment).organizationId,
        body: row.body,
        stamp: 'parent',
        activityId: row.provider_activity_id,
        saveActivityId: (id) =>
          runStatement(
            database,
            'update otp_issuances set provider_activity_id = $3 where credential_id = $1 and number = $2',
            input.credentialId,
            input.number,
            id,
          ),
      })
      if (end.outcome === 'REFUSED') return { outcome: 'REFUSED', reason: end.reason }
      const { otpId, otpEncryptionTargetBundle: targetBundle } = issuedOtp(end.activity)
      return { outcome: 'SENT', otpId, targetBundle, lifetimeSeconds: lifetimeIn(row.body) }
    },
  }
}

function senderOf(settings: StoredWalletConfig): MailSender {
  return {
    address: settings.sendFromEmailAddress,
    name: settings.sendFromEmailSenderName,
    replyTo: settings.replyToEmailAddress,
    logoUrl: settings.logoUrl,
  }
}

/** The lifetime in the body that was sent: the platform's configuration may have changed since. */
function lifetimeIn(body: string): number {
  const { parameters } = JSON.parse(body) as { parameters: { expirationSeconds: string } }
  return Number(parameters.expirationSeconds)
}

type IssuanceSource = {
  environment: Environment
  timestamp_ms: bigint
  account_id: string
  contact: string | null
  type: string
  app_name: string
  /** Of the platform: `embeddedWalletConfig`, as far as it was set. */
  settings: StoredWalletConfig
}
type IssuanceRow = {
  environment: Environment
  body: string
  provider_activity_id: string | null
}

async function storedIssuanceBody(
  database: Database,
  input: { credentialId: string; number: number },
  build: (source: IssuanceSource) => string,
): Promise<IssuanceRow | undefined> {
  const row = await database.maybeOne<
    IssuanceSource & { body: string | null; provider_activity_id: string | null }
  >({
    name: 'issuance_source',
    text: `select i.body, i.provider_activity_id, c.account_id, c.contact, c.type,
        p.environment, coalesce(p.embedded_wallet_config ->> 'appName', p.name) as app_name,
        p.embedded_wallet_config as settings,
        case when i.body is null then next_timestamp_ms(c.account_id) end as timestamp_ms
      from otp_issuances i join credentials c on c.id = i.credential_id
      join platforms p on p.id = c.platform_id where i.credential_id = $1 and i.number = $2 and i.status = 'PENDING'`,
    values: [input.credentialId, input.number],
  })
  if (row === undefined) return undefined
  if (row.body !== null) return { ...row, body: row.body }
  const stored = await storeOnce<Omit<IssuanceRow, 'environment'>>(
    database,
    'update otp_issuances set body = coalesce(body, $3) where credential_id = $1 and number = $2 returning body, provider_activity_id',
    input.credentialId,
    input.number,
    build(row),
  )
  return { ...stored, environment: row.environment }
}
