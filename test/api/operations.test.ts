/** Every operation against the running service: one set for all of them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../api/operations.ts'
import { ledgerHolds } from '../builders.ts'
import { describedOperations, service, startService, stopService } from './service.ts'
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
import './operations/internalAccounts.ts'
import './operations/ownership.ts'
import './operations/rates.ts'
import './operations/receivers.ts'
import './operations/transactions.ts'
import './operations/verify.ts'
import './operations/walks.ts'
import './operations/walletOperations.ts'
import './operations/whoMayStamp.ts'

beforeAll(startService)
afterAll(stopService)

test('every operation is tested', () => {
  expect(describedOperations().sort()).toEqual(operations.map(({ id }) => id).sort())
})

test('after all of it the ledger holds', async () => {
  expect((await ledgerHolds(service().set)).transfers).toBeGreaterThan(10)
})
