/** Database steps of operations that a stamp has authorized. */

import type { ErrorCode } from '../contract/errors.ts'
import { SESSION_SECONDS } from '../contract/sessions.ts'
import { deriveUuid } from '../domain/derivedIds.ts'
import { parseStamp, toClientSignature } from '../domain/wallet/stamp/index.ts'
import { otpLoginBody } from '../providers/walletProvider/index.ts'
import type { Refused } from '../workflows/head.ts'
import type { WalletOperationInput } from '../workflows/walletOperation.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { callFunction } from './head.ts'
import { otpRateOf } from './otp.ts'

/** The end of an operation at the provider. */
export type OperationEnd =
  | {
      readonly outcome: 'DONE'
      readonly activityId: string | undefined
      /** Of a session: the provider's name of its key, the key and its end. */
      readonly apiKeyId?: string
      readonly publicKey?: string
      readonly expiresAt?: string
      /** Of a credential: what the provider knows it by. */
      readonly reference?: string
    }
  | { readonly outcome: 'REFUSED'; readonly code: ErrorCode; readonly reason: string }

type ClaimSource = {
  readonly operation: string
  readonly payload_to_sign: string
  readonly secret: string | null
  readonly provider_body: string | null
  readonly sub_organization_id: string
  readonly timestamp_ms: bigint | null
}

/** The first code of a one-time code that was added: recorded as ordered, still to be sent. */
export type OrderedOtp = {
  readonly credentialId: string
  readonly number: number
  readonly accountId: string
  readonly customerId: string
}

export function createRequestSteps({ database, config }: ActivityDependencies) {
  return {
    /** The head: this attempt holds the request, with the exact body that will be sent. */
    async claimRequest(input: WalletOperationInput): Promise<{ outcome: 'MOVED' } | Refused> {
      const { requestId, platformId, attempt, claim } = input
      const [source] = await database.query<ClaimSource>({
        name: 'claim_source',
        text: `select r.operation, r.payload_to_sign, r.secret, r.provider_body, w.sub_organization_id,
            case when r.secret is not null then next_timestamp_ms(r.account_id) end as timestamp_ms
          from requests r join wallets w on w.account_id = r.account_id
          where r.id = $1 and r.platform_id = $2`,
        values: [requestId, platformId],
      })
      if (source === undefined) throw new Error('the request has no row')
      return callFunction(database, 'claim_request', {
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

    /** @returns what is to be sent now that it is recorded */
    async recordOperation(input: {
      requestId: string
      end: OperationEnd
    }): Promise<OrderedOtp | undefined> {
      const { requestId, end } = input
      if (end.outcome === 'REFUSED') {
        await database.query({
          name: 'fail_request',
          text: 'select fail_request($1, $2, $3)',
          values: [requestId, end.code, end.reason],
        })
        return undefined
      }
      const [row] = await database.query<RecordedRow>({
        name: 'record_operation',
        text: `select record_operation($1::jsonb) as result, r.account_id, a.customer_id
          from requests r join internal_accounts a on a.id = r.account_id where r.id = $2`,
        values: [
          JSON.stringify({
            requestId,
            ...otpRateOf(config),
            sessionId: deriveUuid('session', requestId),
            activityId: end.activityId,
            apiKeyId: end.apiKeyId,
            publicKey: end.publicKey,
            expiresAt: end.expiresAt,
            reference: end.reference,
          }),
          requestId,
        ],
      })
      return row && orderedOtpOf(row)
    },
  }
}

type RecordedRow = {
  readonly result: { readonly credentialId?: string; readonly otpIssuance?: string }
  readonly account_id: string
  readonly customer_id: string
}

function orderedOtpOf({ result, account_id, customer_id }: RecordedRow): OrderedOtp | undefined {
  const { credentialId, otpIssuance } = result
  if (credentialId === undefined || otpIssuance === undefined) return undefined
  const number = Number(otpIssuance)
  return { credentialId, number, accountId: account_id, customerId: customer_id }
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
