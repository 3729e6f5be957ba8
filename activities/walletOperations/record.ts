/** Records the outcome of an operation at the provider. */
import type { ErrorCode } from '../../contract/errors.ts'
import { deriveUuid } from '../../domain/derivedIds.ts'
import { otpRateOf } from '../../runtime/config.ts'
import type { ActivityDependencies } from '../dependencies.ts'

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

export function createRecordSteps({ database, config }: ActivityDependencies) {
  return {
    async recordOperation(input: { requestId: string; end: OperationOutcome }): Promise<void> {
      const { requestId, end } = input
      if (end.outcome === 'REFUSED') {
        return database.call('fail_request', requestId, end.code, end.reason)
      }
      await database.call('record_operation', {
        requestId,
        ...otpRateOf(config),
        sessionId: deriveUuid('session', requestId),
        activityId: end.activityId,
        apiKeyId: end.apiKeyId,
        publicKey: end.publicKey,
        expiresAt: end.expiresAt,
        reference: end.reference,
      })
    },
  }
}
