/** Every operation against the running service: one stack for all of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../api/operation.ts'
import { operations } from '../../api/operations.ts'
import { ledgerHolds } from '../support/builders.ts'
import { describedOperations, keepLoggedIn, service, startService, stopService } from './service.ts'
import { checkEveryEvent } from './webhookBodies.ts'

const modules: Modules = {
  'agents/callers': () => import('./operations/agents/callers.ts'),
  'agentActions/actions': () => import('./operations/agentActions/actions.ts'),
  badInput: () => import('./operations/badInput.ts'),
  permissions: () => import('./operations/permissions.ts'),
  secrets: () => import('./operations/secrets.ts'),
  'quotes/executeQuote': () => import('./operations/quotes/executeQuote.ts'),
  'transfers/transfers': () => import('./operations/transfers/transfers.ts'),
  walks: () => import('./operations/walks.ts'),
  'auth/whoMayStamp': () => import('./operations/auth/whoMayStamp.ts'),
  'agents/agents': () => import('./operations/agents/agents.ts'),
  'agents/reads': () => import('./operations/agents/reads.ts'),
  'agents/deviceCodes': () => import('./operations/agents/deviceCodes.ts'),
  'agents/paused': () => import('./operations/agents/paused.ts'),
  'agents/recipients': () => import('./operations/agents/recipients.ts'),
  'agents/policies': () => import('./operations/agents/policies.ts'),
  'agentActions/decisions': () => import('./operations/agentActions/decisions.ts'),
  'agentActions/quotes': () => import('./operations/agentActions/quotes.ts'),
  'agentActions/reviews': () => import('./operations/agentActions/reviews.ts'),
  'auth/addedCodes': () => import('./operations/auth/addedCodes.ts'),
  'auth/spoiledProofs': () => import('./operations/auth/spoiledProofs.ts'),
  'bulkImports/imports': () => import('./operations/bulkImports/imports.ts'),
  'cards/cards': () => import('./operations/cards/cards.ts'),
  'config/config': () => import('./operations/config/config.ts'),
  'contactVerification/contacts': () => import('./operations/contactVerification/contacts.ts'),
  'sca/factors': () => import('./operations/sca/factors.ts'),
  'sca/login': () => import('./operations/sca/login.ts'),
  'sca/resets': () => import('./operations/sca/resets.ts'),
  'quotes/createQuote': () => import('./operations/quotes/createQuote.ts'),
  'auth/credentials': () => import('./operations/auth/credentials.ts'),
  'auth/credentialTypes': () => import('./operations/auth/credentialTypes.ts'),
  'customers/agreements': () => import('./operations/customers/agreements.ts'),
  'customers/businesses': () => import('./operations/customers/businesses.ts'),
  'customers/customers': () => import('./operations/customers/customers.ts'),
  'delegatedKeys/delegatedKeys': () => import('./operations/delegatedKeys/delegatedKeys.ts'),
  'delegatedKeys/existingKeys': () => import('./operations/delegatedKeys/existingKeys.ts'),
  'directory/directory': () => import('./operations/directory/directory.ts'),
  'invitations/invitations': () => import('./operations/invitations/invitations.ts'),
  'customers/atOnce': () => import('./operations/customers/atOnce.ts'),
  'customers/deletion': () => import('./operations/customers/deletion.ts'),
  'externalAccounts/externalAccounts': () =>
    import('./operations/externalAccounts/externalAccounts.ts'),
  'externalAccounts/places': () => import('./operations/externalAccounts/places.ts'),
  'externalAccounts/variants': () => import('./operations/externalAccounts/variants.ts'),
  'sandbox/cards': () => import('./operations/sandbox/cards.ts'),
  'sandbox/clock': () => import('./operations/sandbox/clock.ts'),
  'sandbox/faults': () => import('./operations/sandbox/faults.ts'),
  'sandbox/fund': () => import('./operations/sandbox/fund.ts'),
  'auth/identityKeys': () => import('./operations/auth/identityKeys.ts'),
  'internalAccounts/internalAccounts': () =>
    import('./operations/internalAccounts/internalAccounts.ts'),
  'receivers/lookupUma': () => import('./operations/receivers/lookupUma.ts'),
  'tokens/tokens': () => import('./operations/tokens/tokens.ts'),
  'transactions/decisions': () => import('./operations/transactions/decisions.ts'),
  'sandbox/messages': () => import('./operations/sandbox/messages.ts'),
  'sandbox/money': () => import('./operations/sandbox/money.ts'),
  'quotes/refusedQuotes': () => import('./operations/quotes/refusedQuotes.ts'),
  'externalAccounts/ownership': () => import('./operations/externalAccounts/ownership.ts'),
  'sca/authorization': () => import('./operations/sca/authorization.ts'),
  'sca/trust': () => import('./operations/sca/trust.ts'),
  'exchangeRates/rates': () => import('./operations/exchangeRates/rates.ts'),
  'discoveries/getDiscoveries': () => import('./operations/discoveries/getDiscoveries.ts'),
  'documents/documents': () => import('./operations/documents/documents.ts'),
  'crypto/withdrawalFee': () => import('./operations/crypto/withdrawalFee.ts'),
  'externalAccounts/production': () => import('./operations/externalAccounts/production.ts'),
  'receivers/receivers': () => import('./operations/receivers/receivers.ts'),
  'requestLog/requestLog': () => import('./operations/requestLog/requestLog.ts'),
  'transactions/ledgerViews': () => import('./operations/transactions/ledgerViews.ts'),
  'auth/lockedCodes': () => import('./operations/auth/lockedCodes.ts'),
  'auth/platformWallets': () => import('./operations/auth/platformWallets.ts'),
  'transactions/transactions': () => import('./operations/transactions/transactions.ts'),
  'verifications/verifications': () => import('./operations/verifications/verifications.ts'),
  'auth/verify': () => import('./operations/auth/verify.ts'),
  'auth/walletOperations': () => import('./operations/auth/walletOperations.ts'),
  'webhooks/webhooks': () => import('./operations/webhooks/webhooks.ts'),
  // Last: what the provider finishes late keeps those waiting that look whether a refusal leaves nothing.
  'stablecoins/providerAccounts': () => import('./operations/stablecoins/providerAccounts.ts'),
  'stablecoins/stablecoins': () => import('./operations/stablecoins/stablecoins.ts'),
  'stablecoins/mints': () => import('./operations/stablecoins/mints.ts'),
  'stablecoins/burns': () => import('./operations/stablecoins/burns.ts'),
  'stablecoins/debits': () => import('./operations/stablecoins/debits.ts'),
}

type Modules = Readonly<Record<string, () => Promise<unknown>>>

beforeAll(startService)
afterAll(stopService)

for (const [name, load] of Object.entries(modules)) {
  describe(name, async () => {
    beforeAll(keepLoggedIn)
    await load()
  })
}

/** A read of one record, 404 where there is none: `walks` and the examples test all of it. */
const isPlainRead = ({ method, path, query, errors }: Operation): boolean =>
  method === 'get' && path.includes(':') && query === undefined && errors.length === 1

test('every operation is tested', () => {
  const tested = new Set([
    ...describedOperations(),
    ...operations.filter(isPlainRead).map(({ id }) => id),
  ])
  expect([...tested].sort()).toEqual(operations.map(({ id }) => id).sort())
})

test('after all of it the ledger holds', async () => {
  expect((await ledgerHolds(service().stack)).transfers).toBeGreaterThan(10)
})

test('every event of all of it is as the document says', async () => {
  const { types, problems } = await checkEveryEvent()
  expect(problems).toEqual([])
  expect(types).toContain('OUTGOING_PAYMENT.COMPLETED')
  expect(types).toEqual(
    expect.arrayContaining([
      'CUSTOMER.KYC_APPROVED',
      'INCOMING_PAYMENT.COMPLETED',
      'INTERNAL_ACCOUNT.STATUS_UPDATED',
      'INVITATION.CLAIMED',
      'OUTGOING_PAYMENT.FAILED',
      'OUTGOING_PAYMENT.PENDING',
      'OUTGOING_PAYMENT.PROCESSING',
      'OUTGOING_PAYMENT.REFUND_COMPLETED',
      'OUTGOING_PAYMENT.REFUND_PENDING',
      'TEST',
    ]),
  )
})
