/** Claims a request that a stamp has authorized: one attempt holds it, with the exact body. */
import type { Refused } from '../../contract/refused.ts'
import { SESSION_SECONDS } from '../../contract/sessions.ts'
import { parseStamp, toClientSignature } from '../../domain/wallet/stamp/index.ts'
import { otpLoginBody } from '../../providers/walletProvider/index.ts'
import type { ActivityDependencies } from '../dependencies.ts'

export type ClaimRequestInput = {
  readonly attempt: number
  readonly platformId: string
  readonly requestId: string
  /** What authorized it; absent when a sweep takes up a claimed request. */
  readonly claim?: {
    /** Of the stamp; absent for an assertion or an identity token. */
    readonly publicKey?: string
    readonly stamp?: string
    readonly stampHeader?: 'X-Stamp' | 'X-Stamp-Webauthn'
    /** Of a passkey's assertion. */
    readonly counter?: number
    /** Hash of the assertion or token, which a retry must send again. */
    readonly proofHash?: string
  }
}

type ClaimSource = {
  readonly operation: string
  readonly payload_to_sign: string
  readonly secret: string | null
  readonly provider_body: string | null
  readonly sub_organization_id: string
  readonly timestamp_ms: bigint | null
}

export function createClaimSteps({ database }: ActivityDependencies) {
  return {
    /**
     * The synchronous step: this attempt claims the request, with the exact body that will be sent.
     */
    async claimRequest(input: ClaimRequestInput): Promise<{ outcome: 'COMMITTED' } | Refused> {
      const { requestId, platformId, attempt, claim } = input
      const source = await database.one<ClaimSource>({
        name: 'claim_source',
        text: `select r.operation, r.payload_to_sign, r.secret, r.provider_body, w.sub_organization_id,
            case when r.secret is not null then next_timestamp_ms(r.account_id) end as timestamp_ms
          from requests r join wallets w on w.account_id = r.account_id
          where r.id = $1 and r.platform_id = $2`,
        values: [requestId, platformId],
      })
      return database.call('claim_request', {
        requestId,
        platformId,
        attempt,
        publicKey: claim?.publicKey,
        counter: claim?.counter === undefined ? undefined : String(claim.counter),
        proofHash: claim?.proofHash,
        providerBody:
          claim && source.secret !== null ? loginBody(source, claim) : source.provider_body,
        ...(claim?.stamp !== undefined &&
          source.operation !== 'OTP_LOGIN' && {
            stampHeader: claim.stampHeader ?? 'X-Stamp',
            stampValue: claim.stamp,
          }),
      })
    },
  }
}

function loginBody(source: ClaimSource, claim: { publicKey?: string; stamp?: string }): string {
  return otpLoginBody({
    organizationId: source.sub_organization_id,
    timestampMs: Number(source.timestamp_ms),
    verificationToken: source.secret ?? '',
    publicKey: claim.publicKey ?? '',
    clientSignature: toClientSignature(parseStamp(claim.stamp ?? ''), source.payload_to_sign),
    expirationSeconds: SESSION_SECONDS,
  })
}
