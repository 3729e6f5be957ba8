/** The payer's authorization of a payment. */
import type { AuthorizationState } from '../../db/authorizationFunctions.ts'
import type { ActivityDependencies } from '../dependencies.ts'

/** Database steps. */
export function createAuthorizationSteps({ database }: ActivityDependencies) {
  return {
    /** What has become of it; one whose challenge has expired ends the payment. */
    async followAuthorization({ paymentId }: { paymentId: string }): Promise<AuthorizationState> {
      return database.call('follow_authorization', paymentId)
    },
  }
}
