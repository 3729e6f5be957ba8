/** Records the outcome of an operation at the provider. */
import type { ErrorCode } from '../../contract/errors.ts'
import { deriveUuid } from '../../domain/derivedIds.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { otpRateOf } from '../oneTimeCodes/issuance.ts'

/** The outcome of an operation at the provider. */
export type OperationOutcome =
  | {
      readonly outcome: 'DONE'
      readonly activityId: string | undefined
      /** Of a session: the provider's id of its key, the key and its expiry. */
      readonly apiKeyId?: string
      readonly publicKey?: string
      readonly expiresAt?: string
      /** Of a credential: the provider's id. */
      readonly reference?: string
    }
  | { readonly outcome: 'REFUSED'; readonly code: ErrorCode; readonly reason: string }

/** The first code of a new one-time-code credential: recorded as ordered, still to be sent. */
export type OrderedOtp = {
  readonly credentialId: string
  readonly number: number
  readonly accountId: string
  readonly customerId: string
}

export function createRecordSteps({ database, config }: ActivityDependencies) {
  return {
    /** @returns what is to be sent now that it is recorded */
    async recordOperation(input: {
      requestId: string
      end: OperationOutcome
    }): Promise<OrderedOtp | undefined> {
      const { requestId, end } = input
      if (end.outcome === 'REFUSED') {
        await database.call('fail_request', requestId, end.code, end.reason)
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
