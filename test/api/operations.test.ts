/** Every operation against the running service: one stack for all of them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../api/operations.ts'
import { ledgerHolds } from '../support/builders.ts'
import { describedOperations, service, startService, stopService } from './service.ts'
import { checkEveryEvent } from './webhookBodies.ts'
import './operations/agents/agents.ts'
import './operations/agents/callers.ts'
import './operations/agents/reads.ts'
import './operations/agents/deviceCodes.ts'
import './operations/agents/paused.ts'
import './operations/agents/recipients.ts'
import './operations/agents/policies.ts'
import './operations/agentActions/actions.ts'
import './operations/agentActions/decisions.ts'
import './operations/agentActions/foreigners.ts'
import './operations/auth/addedCodes.ts'
import './operations/auth/spoiledProofs.ts'
import './operations/badInput.ts'
import './operations/bulkImports/imports.ts'
import './operations/cards/cards.ts'
import './operations/config/config.ts'
import './operations/contactVerification/contacts.ts'
import './operations/sca/factors.ts'
import './operations/sca/login.ts'
import './operations/sca/resets.ts'
import './operations/quotes/createQuote.ts'
import './operations/auth/credentials.ts'
import './operations/auth/credentialTypes.ts'
import './operations/customers/businesses.ts'
import './operations/customers/customers.ts'
import './operations/delegatedKeys/delegatedKeys.ts'
import './operations/delegatedKeys/existingKeys.ts'
import './operations/directory/directory.ts'
import './operations/invitations/invitations.ts'
import './operations/permissions.ts'
import './operations/secrets.ts'
import './operations/customers/atOnce.ts'
import './operations/customers/deletion.ts'
import './operations/quotes/executeQuote.ts'
import './operations/externalAccounts/externalAccounts.ts'
import './operations/externalAccounts/places.ts'
import './operations/externalAccounts/variants.ts'
import './operations/sandbox/cards.ts'
import './operations/sandbox/fund.ts'
import './operations/auth/identityKeys.ts'
import './operations/internalAccounts/internalAccounts.ts'
import './operations/transfers/transfers.ts'
import './operations/receivers/lookupUma.ts'
import './operations/tokens/tokens.ts'
import './operations/transactions/decisions.ts'
import './operations/sandbox/messages.ts'
import './operations/sandbox/money.ts'
import './operations/quotes/refusedQuotes.ts'
import './operations/externalAccounts/ownership.ts'
import './operations/sca/authorization.ts'
import './operations/sca/trust.ts'
import './operations/exchangeRates/rates.ts'
import './operations/discoveries/getDiscoveries.ts'
import './operations/documents/documents.ts'
import './operations/crypto/withdrawalFee.ts'
import './operations/externalAccounts/production.ts'
import './operations/receivers/receivers.ts'
import './operations/requestLog/requestLog.ts'
import './operations/transactions/ledgerViews.ts'
import './operations/auth/lockedCodes.ts'
import './operations/auth/platformWallets.ts'
import './operations/transactions/transactions.ts'
import './operations/verifications/verifications.ts'
import './operations/auth/verify.ts'
import './operations/walks.ts'
import './operations/auth/walletOperations.ts'
import './operations/webhooks/webhooks.ts'
import './operations/auth/whoMayStamp.ts'
// Last: what the provider finishes late keeps those waiting that look whether a refusal leaves nothing.
import './operations/stablecoins/providerAccounts.ts'
import './operations/stablecoins/stablecoins.ts'
import './operations/stablecoins/mints.ts'
import './operations/stablecoins/burns.ts'
import './operations/stablecoins/debits.ts'

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
      'INVITATION.CLAIMED',
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
