/** Every operation against the running service: one stack for all of them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../api/operations.ts'
import { ledgerHolds } from '../support/builders.ts'
import { describedOperations, service, startService, stopService } from './service.ts'
import { checkEveryEvent } from './webhookBodies.ts'
import './operations/addedCodes.ts'
import './operations/authFuzz.ts'
import './operations/badInput.ts'
import './operations/config.ts'
import './operations/createQuote.ts'
import './operations/credentials.ts'
import './operations/credentialTypes.ts'
import './operations/customers.ts'
import './operations/executeQuote.ts'
import './operations/externalAccounts.ts'
import './operations/externalAccountPlaces.ts'
import './operations/externalAccountVariants.ts'
import './operations/fund.ts'
import './operations/identityKeys.ts'
import './operations/internalAccounts.ts'
import './operations/movingMoney.ts'
import './operations/ownership.ts'
import './operations/rates.ts'
import './operations/receivers.ts'
import './operations/ledgerViews.ts'
import './operations/lockedCodes.ts'
import './operations/platformWallets.ts'
import './operations/transactions.ts'
import './operations/verify.ts'
import './operations/walks.ts'
import './operations/walletOperations.ts'
import './operations/webhooks.ts'
import './operations/whoMayStamp.ts'

beforeAll(startService)
afterAll(stopService)

test('every operation is tested', () => {
  expect(describedOperations().sort()).toEqual(operations.map(({ id }) => id).sort())
})

test('after all of it the ledger holds', async () => {
  expect((await ledgerHolds(service().stack)).transfers).toBeGreaterThan(10)
})

test('every event of all of it is as the document says', async () => {
  const { types, problems } = await checkEveryEvent()
  expect(problems).toEqual([])
  expect(types).toEqual(
    expect.arrayContaining([
      'CUSTOMER.KYC_APPROVED',
      'INCOMING_PAYMENT.COMPLETED',
      'INTERNAL_ACCOUNT.STATUS_UPDATED',
      'OUTGOING_PAYMENT.COMPLETED',
      'OUTGOING_PAYMENT.FAILED',
      'OUTGOING_PAYMENT.PENDING',
      'OUTGOING_PAYMENT.PROCESSING',
      'OUTGOING_PAYMENT.REFUND_COMPLETED',
      'OUTGOING_PAYMENT.REFUND_PENDING',
      'TEST',
    ]),
  )
})
