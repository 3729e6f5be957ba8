/** Database steps of operations that a stamp has authorized. */
import { deriveUuid } from '../contract/derivedIds.ts'
import { otpLoginBody } from '../wallet/client/index.ts'
import { parseStamp, toClientSignature } from '../wallet/stamp/index.ts'
import type { Refused } from '../workflows/head.ts'
import type { WalletOperationInput } from '../workflows/walletOperation.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { callFunction } from './head.ts'

/** Life of a session key: specification part 8. */
export const SESSION_SECONDS = 900

/** The end of an operation at the provider. */
export type OperationEnd =
  | { readonly outcome: 'DONE'; readonly apiKeyId: string; readonly expiresAt: string }
  | { readonly outcome: 'REFUSED'; readonly code: string; readonly reason: string }

type ClaimSource = {
  readonly account_id: string
  readonly payload_to_sign: string
  readonly secret: string | null
  readonly sub_organization_id: string
  readonly timestamp_ms: bigint
}

export function createRequestSteps({ database }: ActivityDependencies) {
  return {
    /** The head: this attempt holds the request, with the exact body that will be sent. */
    async claimRequest(input: WalletOperationInput): Promise<{ outcome: 'MOVED' } | Refused> {
      const { requestId, platformId, attempt, claim } = input
      const [source] = await database.query<ClaimSource>({
        name: 'claim_source',
        text: `select r.account_id, r.payload_to_sign, r.secret, w.sub_organization_id,
            next_timestamp_ms(r.account_id) as timestamp_ms
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
        providerBody: claim && source.secret !== null ? loginBody(source, claim) : undefined,
      })
    },

    async recordOperation(input: { requestId: string; end: OperationEnd }): Promise<void> {
      const { requestId, end } = input
      if (end.outcome === 'REFUSED') {
        await database.query({
          name: 'fail_request',
          text: 'select fail_request($1, $2, $3)',
          values: [requestId, end.code, end.reason],
        })
        return
      }
      await database.query({
        name: 'record_session',
        text: 'select record_session($1::jsonb)',
        values: [
          JSON.stringify({
            requestId,
            sessionId: deriveUuid('session', requestId),
            apiKeyId: end.apiKeyId,
            expiresAt: end.expiresAt,
          }),
        ],
      })
    },
  }
}

function loginBody(
  source: ClaimSource,
  claim: { readonly publicKey: string; readonly stamp: string },
): string {
  return otpLoginBody({
    organizationId: source.sub_organization_id,
    timestampMs: Number(source.timestamp_ms),
    verificationToken: source.secret ?? '',
    publicKey: claim.publicKey,
    clientSignature: toClientSignature(parseStamp(claim.stamp), source.payload_to_sign),
    expirationSeconds: SESSION_SECONDS,
  })
}
