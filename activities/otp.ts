/** Database steps of one-time codes. */
import type { Config } from '../runtime/config.ts'
import type { OtpIssuanceAnswer, OtpIssuanceInput } from '../workflows/otpIssuance.ts'
import type { OtpVerificationAnswer, OtpVerificationInput } from '../workflows/otpVerification.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { callFunction } from './head.ts'

/** How a code left the provider, or why it did not. */
export type SentOtp =
  | {
      readonly outcome: 'SENT'
      readonly otpId: string
      readonly targetBundle: string
      readonly lifetimeSeconds: number
    }
  | { readonly outcome: 'REFUSED'; readonly reason: string }

/** How often a credential may be sent a code, as the database's functions take it. */
export function otpRateOf(
  config: Pick<Config, 'OTP_ISSUANCES_BURST' | 'OTP_ISSUANCE_SECONDS'>,
): object {
  return { burst: config.OTP_ISSUANCES_BURST, secondsPerCode: config.OTP_ISSUANCE_SECONDS }
}

export function createOtpSteps({ database, config }: ActivityDependencies) {
  return {
    async issueOtp(input: OtpIssuanceInput): Promise<OtpIssuanceAnswer> {
      return callFunction(database, 'issue_otp', {
        credentialId: input.credentialId,
        platformId: input.platformId,
        number: input.number,
        ...otpRateOf(config),
      })
    },

    async settleOtpIssuance(input: {
      credentialId: string
      number: number
      sent: SentOtp
    }): Promise<void> {
      const { credentialId, number, sent } = input
      await database.query({
        name: 'settle_otp_issuance',
        text: 'select settle_otp_issuance($1, $2, $3, $4, $5, $6)',
        values:
          sent.outcome === 'SENT'
            ? [credentialId, number, sent.otpId, sent.targetBundle, sent.lifetimeSeconds, null]
            : [credentialId, number, null, null, 0, sent.reason],
      })
    },

    async reserveOtpAttempt(input: OtpVerificationInput): Promise<OtpVerificationAnswer> {
      return callFunction(database, 'reserve_otp_attempt', {
        ...input.submission,
        verificationId: input.verificationId,
        credentialId: input.credentialId,
        platformId: input.platformId,
        number: input.number,
        attemptsMax: config.OTP_ATTEMPTS_MAX,
      })
    },
  }
}
