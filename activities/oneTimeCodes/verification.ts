/** Attempts at a one-time code: counted first, then checked by the provider. */
import type { Environment } from '../../contract/outsideParties.ts'
import type { Refused } from '../../contract/refused.ts'
import type { Database } from '../../db/database.ts'
import { deriveUuid } from '../../domain/derivedIds.ts'
import {
  loginUsageText,
  readVerificationToken,
  verificationTokenOf,
  verifyOtpBody,
} from '../../providers/walletProvider/index.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { runStatement, storeOnce } from '../storedBodies.ts'
import { createSubmitProviderActivity } from '../submitProviderActivity.ts'

const TOKEN_SECONDS = 300

/** Calls to the wallet provider. */
export function createOtpVerificationCalls(dependencies: ActivityDependencies) {
  const { database, config, outside, log } = dependencies
  const submitProviderActivity = createSubmitProviderActivity(dependencies)
  return {
    /**
     * Has a sealed code checked. The verification token goes from the provider to the request
     * row; it never passes through history.
     */
    async checkOtp({
      verificationId,
    }: {
      verificationId: string
    }): Promise<{ outcome: 'COMMITTED' } | Refused> {
      const row = await storedVerificationBody(database, verificationId, (source) =>
        verifyOtpBody({
          organizationId: outside.walletProvider(source.environment).organizationId,
          timestampMs: Number(source.timestamp_ms),
          otpId: source.otp_id,
          encryptedOtpBundle: source.encrypted_bundle,
          expirationSeconds: TOKEN_SECONDS,
        }),
      )
      if (row.status === 'SETTLED') return { outcome: 'COMMITTED' }
      if (row.refusal !== null) return { outcome: 'REFUSED', ...row.refusal }
      const end = await submitProviderActivity('code check', {
        environment: row.environment,
        organizationId: outside.walletProvider(row.environment).organizationId,
        body: row.body,
        stamp: 'parent',
        activityId: row.provider_activity_id,
        saveActivityId: (id) =>
          runStatement(
            database,
            'update otp_verifications set provider_activity_id = $2 where id = $1',
            verificationId,
            id,
          ),
      })
      if (end.outcome === 'REFUSED') {
        const refusal = { code: 'UNAUTHORIZED', reason: 'Invalid OTP code' } as const
        log.info({ verificationId, reason: end.reason }, 'one-time code refused')
        await database.call('refuse_otp', verificationId, refusal.code, refusal.reason, true)
        return { outcome: 'REFUSED', ...refusal }
      }
      const verificationToken = verificationTokenOf(end.activity)
      const token = readVerificationToken(verificationToken)
      await database.call('accept_otp', {
        verificationId,
        requestId: deriveUuid('login', verificationId),
        publicKey: token.publicKey,
        payloadToSign: loginUsageText({ publicKey: token.publicKey, tokenId: token.id }),
        verificationToken,
        lifetimeSeconds: config.REQUEST_LIFETIME_SECONDS,
      })
      return { outcome: 'COMMITTED' }
    },
  }
}

type VerificationSource = {
  environment: Environment
  timestamp_ms: bigint
  otp_id: string
  encrypted_bundle: string
}
type VerificationRow = {
  environment: Environment
  status: string
  body: string
  provider_activity_id: string | null
  refusal: { code: Refused['code']; reason: string } | null
}

async function storedVerificationBody(
  database: Database,
  verificationId: string,
  build: (source: VerificationSource) => string,
): Promise<VerificationRow> {
  const row = await database.one<
    VerificationSource & Omit<VerificationRow, 'body'> & { body: string | null }
  >({
    name: 'verification_source',
    text: `select v.status, v.body, v.provider_activity_id, v.refusal, v.encrypted_bundle, i.otp_id, a.environment,
        case when v.body is null then next_timestamp_ms(c.account_id) end as timestamp_ms
      from otp_verifications v join credentials c on c.id = v.credential_id
      join internal_accounts a on a.id = c.account_id
      join otp_issuances i on i.credential_id = v.credential_id and i.number = v.issuance_number
      where v.id = $1`,
    values: [verificationId],
  })
  if (row.body !== null || row.status !== 'PENDING') return { ...row, body: row.body ?? '' }
  const stored = await storeOnce<Omit<VerificationRow, 'environment'>>(
    database,
    'update otp_verifications set body = coalesce(body, $2) where id = $1 returning status, body, provider_activity_id, refusal',
    verificationId,
    build(row),
  )
  return { ...stored, environment: row.environment }
}
