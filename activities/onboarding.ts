/** Database steps of a new customer. */
import type { CreatedWallet } from '../providers/walletProvider/index.ts'
import type {
  CustomerOnboardingAnswer,
  CustomerOnboardingInput,
} from '../workflows/customerOnboarding.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { callFunction } from './head.ts'

export function createOnboardingSteps({ database }: ActivityDependencies) {
  return {
    async createCustomer(input: CustomerOnboardingInput): Promise<CustomerOnboardingAnswer> {
      return callFunction(database, 'create_customer', {
        ...input.customer,
        id: input.customerId,
        platformId: input.platformId,
      })
    },

    async activateWallet(input: { accountId: string; wallet: CreatedWallet }): Promise<void> {
      const { accountId, wallet } = input
      await database.query({
        name: 'activate_wallet',
        text: 'select activate_wallet($1, $2, $3, $4, $5)',
        values: [
          accountId,
          wallet.subOrganizationId,
          wallet.userId,
          wallet.walletId,
          wallet.address,
        ],
      })
    },
  }
}
