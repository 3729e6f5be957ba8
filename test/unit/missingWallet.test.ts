import { ApplicationFailure } from '@temporalio/activity'
import { expect, test } from 'vitest'
import { createCustomerCalls } from '../../activities/customers.ts'
import type { ActivityDependencies } from '../../activities/dependencies.ts'

test('an onboarding that was started for a wallet which is not there fails and is not retried', async () => {
  const { provisionWallet } = createCustomerCalls({
    config: { WALLET_PARENT_ORGANIZATION_ID: 'parent' },
    database: {
      maybeOne: async () => undefined,
      one: async () => {
        throw new Error('wallet_source returned no row')
      },
    },
  } as unknown as ActivityDependencies)
  const failure = await provisionWallet({ accountId: 'none' }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApplicationFailure)
  expect(failure).toMatchObject({ nonRetryable: true, type: 'NO_WALLET' })
})
