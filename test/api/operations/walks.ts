/** Tenant isolation and permissions, for every operation. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../../api/operations.ts'
import { permissions, permits } from '../../../contract/permissions.ts'
import { aPasskey } from '../../../scripts/serviceDriver/authenticator.ts'
import { createDevice, payloadOf } from '../../../scripts/serviceDriver/device.ts'
import { passkeyBody, sessionIdOf } from '../../auth/actors.ts'
import { actionOf, anActingAgent, askingPolicy, transferOut } from '../../support/agentActions.ts'
import { aCreatedAgent, freePolicy } from '../../support/agents.ts'
import {
  apiOf,
  aQuote,
  type LoggedInWallet,
  listed,
  quoteBody,
  type Resource,
} from '../../support/builders.ts'
import { aTokenWith, call, leavesNothing, service } from '../service.ts'

type Foreign = { readonly path: string; readonly body?: object; readonly headers?: object }

/** Calls on another platform's wallet, the second call of each with a stamp and an id of its own. */
async function foreignWalletCalls(theirs: LoggedInWallet): Promise<Record<string, Foreign[]>> {
  const { customer, wallet, credential, api, device } = theirs
  const sessionId = await sessionIdOf(theirs)
  const clientPublicKey = createDevice().publicKey
  const both = async (method: string, path: string, body?: object): Promise<Foreign[]> => {
    const opened = await api.call(method, path, body)
    const headers = {
      'Service-Wallet-Signature': await device.stamp(String(opened.body.payloadToSign ?? 'x')),
      'Request-Id': String(opened.body.requestId ?? `Request:${randomUUID()}`),
    }
    return [
      { path, ...(body && { body }) },
      { path, ...(body && { body }), headers },
    ]
  }
  const change = { customerType: 'INDIVIDUAL', email: `moved-${randomUUID()}@example.com` }
  return {
    listAuthSessions: [{ path: `/auth/sessions?accountId=${wallet.id}` }],
    createAuthCredential: await both(
      'POST',
      '/auth/credentials',
      passkeyBody(wallet.id, aPasskey()),
    ),
    unlockAuthCredential: [{ path: `/auth/credentials/${credential.id}/unlock` }],
    revokeAuthCredential: await both('DELETE', `/auth/credentials/${credential.id}`),
    refreshAuthSession: await both('POST', `/auth/sessions/${sessionId}/refresh`, {
      clientPublicKey,
    }),
    revokeAuthSession: await both('DELETE', `/auth/sessions/${sessionId}`),
    exportInternalAccount: await both('POST', `/internal-accounts/${wallet.id}/export`, {
      clientPublicKey,
    }),
    updateInternalAccount: await both('PATCH', `/internal-accounts/${wallet.id}`, {
      privateEnabled: true,
    }),
    updateCustomerById: await both('PATCH', `/customers/${customer.id}`, change),
  }
}

/** Another platform's account, where customers' accounts are and where a platform's own are. */
function foreignAccountCalls(customerId: string, id: string): Record<string, Foreign[]> {
  const at = (place: string): Record<'read' | 'challenge' | 'verify', Foreign[]> => {
    const path = `/${place}/external-accounts/${id}`
    return {
      read: [{ path }],
      challenge: [{ path: `${path}/challenge`, body: { method: 'WALLET_SIGNATURE' } }],
      verify: [{ path: `${path}/verify`, body: { signature: '0x00' } }],
    }
  }
  const [customers, platform] = [at('customers'), at('platform')]
  return {
    listCustomerExternalAccounts: [
      { path: `/customers/external-accounts?customerId=${customerId}` },
    ],
    getCustomerExternalAccountById: customers.read,
    deleteCustomerExternalAccountById: customers.read,
    createExternalAccountOwnershipChallenge: customers.challenge,
    verifyExternalAccountOwnership: customers.verify,
    getPlatformExternalAccountById: platform.read,
    deletePlatformExternalAccountById: platform.read,
    createPlatformExternalAccountOwnershipChallenge: platform.challenge,
    verifyPlatformExternalAccountOwnership: platform.verify,
  }
}

/** Calls on another platform's webhooks. */
async function foreignWebhookCalls({
  api,
  customer,
}: LoggedInWallet): Promise<Record<string, Foreign[]>> {
  const [event] = listed(await api.call('GET', `/webhooks/events?subject=${customer.id}`))
  return {
    listWebhookEvents: [{ path: `/webhooks/events?subject=${customer.id}&withRequest=true` }],
    getWebhookEvent: [{ path: `/webhooks/events/${event?.id}` }],
    listWebhookDeliveries: [
      { path: `/webhooks/deliveries?subject=${customer.id}` },
      { path: `/webhooks/deliveries?eventId=${event?.id}` },
    ],
    redeliverWebhookEvent: [{ path: `/webhooks/events/${event?.id}/redeliver` }],
  }
}

/** Calls on another platform's agent. */
async function foreignAgentCalls({
  api,
  customer,
}: LoggedInWallet): Promise<Record<string, Foreign[]>> {
  const { agent, code } = await aCreatedAgent(api, customer.id)
  const path = `/agents/${agent.id}`
  return {
    createAgent: [
      { path: '/agents', body: { name: 'x', customerId: customer.id, policy: freePolicy } },
    ],
    listAgents: [{ path: `/agents?customerId=${customer.id}` }],
    getAgentById: [{ path }],
    updateAgent: [{ path, body: { isPaused: true } }],
    deleteAgent: [{ path }],
    updateAgentPolicy: [{ path: `${path}/policy`, body: { permissions: [] } }],
    regenerateAgentDeviceCode: [{ path: `${path}/device-codes` }],
    getAgentDeviceCodeStatus: [{ path: `/agents/device-codes/${code}/status` }],
    ...(await foreignActionCalls(agent.id, customer.id)),
  }
}

/** Calls on another platform's agent, and on one of its actions. */
async function foreignActionCalls(
  agentId: string,
  customerId: string,
): Promise<Record<string, Foreign[]>> {
  const theirs = await anActingAgent(service().stack, askingPolicy, 10_000n, service().other)
  const action = actionOf(await transferOut(theirs), 'PENDING_APPROVAL')
  const path = `/agents/${theirs.agent.id}`
  return {
    listAgentApprovals: [
      { path: `/agents/approvals?agentId=${agentId}` },
      { path: `/agents/approvals?agentId=${theirs.agent.id}` },
      { path: `/agents/approvals?customerId=${theirs.customer.id}` },
      { path: `/agents/approvals?customerId=${customerId}` },
    ],
    approveAgentAction: [{ path: `${path}/actions/${action.id}/approve` }],
    rejectAgentAction: [{ path: `${path}/actions/${action.id}/reject` }],
    evaluateAgentPolicy: [{ path: `${path}/policy/evaluate`, body: { lastActions: 1 } }],
  }
}

describe('another platform', () => {
  let quote: Resource
  let calls: Record<string, Foreign[]>
  beforeAll(async () => {
    const { mine, theirs } = service()
    quote = await aQuote(theirs)
    const stamp = await theirs.device.stamp(payloadOf(quote))
    const account = { currency: 'USD', accountInfo: usdAccount() }
    const list = (path: string): Foreign[] => [{ path: `${path}?customerId=${theirs.customer.id}` }]
    calls = {
      getCustomer: [{ path: `/customers/${theirs.customer.id}` }],
      listCustomers: [
        { path: `/customers?platformCustomerId=${theirs.customer.platformCustomerId}` },
        { path: `/customers?umaAddress=${theirs.customer.umaAddress}&isIncludingDeleted=true` },
      ],
      listInternalAccounts: list('/internal-accounts'),
      listCustomerInternalAccounts: list('/customers/internal-accounts'),
      createCustomerExternalAccount: [
        {
          path: '/customers/external-accounts',
          body: { ...account, customerId: theirs.customer.id },
        },
      ],
      ...foreignAccountCalls(theirs.customer.id, theirs.account.id),
      listAuthCredentials: [{ path: `/auth/credentials?accountId=${theirs.wallet.id}` }],
      challengeAuthCredential: [{ path: `/auth/credentials/${theirs.credential.id}/challenge` }],
      verifyAuthCredential: [
        {
          path: `/auth/credentials/${theirs.credential.id}/verify`,
          body: { type: 'EMAIL_OTP', encryptedOtpBundle: '{}' },
        },
      ],
      ...(await foreignWalletCalls(theirs)),
      createQuote: [
        { path: '/quotes', body: quoteBody(theirs.wallet, theirs.account) },
        { path: '/quotes', body: quoteBody(mine.wallet, theirs.account) },
        { path: '/quotes', body: quoteBody(theirs.wallet, mine.account) },
      ],
      getQuoteById: [{ path: `/quotes/${quote.id}` }],
      executeQuote: [
        { path: `/quotes/${quote.id}/execute`, headers: { 'Service-Wallet-Signature': stamp } },
        { path: `/quotes/${quote.id}/execute` },
      ],
      createTransferIn: [
        {
          path: '/transfer-in',
          body: transferBody(theirs.account, theirs.wallet),
        },
        { path: '/transfer-in', body: transferBody(mine.account, theirs.wallet) },
      ],
      createTransferOut: [
        {
          path: '/transfer-out',
          body: transferBody(theirs.wallet, theirs.account),
        },
      ],
      lookupUma: [
        {
          path: `/receiver/uma/%24success.usd%40sandbox.uma.money?customerId=${theirs.customer.id}`,
        },
      ],
      confirmReceiptDelivery: [{ path: `/transactions/${quote.transactionId}/confirm` }],
      approvePendingPayment: [{ path: `/transactions/${quote.transactionId}/approve` }],
      rejectPendingPayment: [{ path: `/transactions/${quote.transactionId}/reject` }],
      cancelTransaction: [{ path: `/transactions/${quote.transactionId}/cancel` }],
      sandboxSend: [{ path: '/sandbox/send', body: { quoteId: quote.id, currencyCode: 'USDB' } }],
      sandboxReceive: [
        {
          path: '/sandbox/uma/receive',
          body: {
            senderUmaAddress: '$success.usd@sandbox.uma.money',
            customerId: theirs.customer.id,
            receivingCurrencyCode: 'USD',
            receivingCurrencyAmount: 1,
          },
        },
      ],
      estimateCryptoWithdrawalFee: [
        {
          path: '/crypto/estimate-withdrawal-fee',
          body: {
            internalAccountId: theirs.wallet.id,
            currency: 'USDB',
            cryptoNetwork: 'SPARK',
            amount: 5_000_000,
            destinationAddress: 'sparkrt1foreign',
          },
        },
      ],
      lookupExternalAccount: [
        {
          path: `/receiver/external-account/${theirs.account.id}?customerId=${mine.customer.id}`,
        },
        {
          path: `/receiver/external-account/${mine.account.id}?customerId=${theirs.customer.id}`,
        },
      ],
      listTransactions: [
        ...list('/transactions'),
        { path: `/transactions?platformCustomerId=${theirs.customer.platformCustomerId}` },
        { path: `/transactions?accountIdentifier=${theirs.wallet.id}` },
        { path: `/transactions?receiverAccountIdentifier=${theirs.account.id}` },
      ],
      getTransactionById: [{ path: `/transactions/${quote.transactionId}` }],
      listTransactionTimeline: [{ path: `/transactions/${quote.transactionId}/timeline` }],
      listTransactionLedgerEntries: [
        { path: `/transactions/${quote.transactionId}/ledger-entries` },
      ],
      listBalanceHistory: [
        { path: `/internal-accounts/balance-history?accountId=${theirs.wallet.id}` },
      ],
      ...(await foreignWebhookCalls(theirs)),
      ...(await foreignAgentCalls(theirs)),
      sandboxFundInternalAccount: [
        { path: `/sandbox/internal-accounts/${theirs.wallet.id}/fund`, body: { amount: 1 } },
      ],
    }
  })

  test('is not reached by any operation that takes an id', () => {
    const without = [
      'createCustomer',
      'createPlatformExternalAccount',
      'createToken',
      'getDiscoveries',
      'getExchangeRates',
      'getPlatformConfig',
      'listPlatformExternalAccounts',
      'listTokens',
      'updatePlatformConfig',
      // Open to whoever has the code.
      'redeemAgentDeviceCode',
      'listPlatformInternalAccounts',
      'redeliverWebhooks',
      'sendTestWebhook',
    ]
    const platforms = operations.filter(({ security }) => security !== 'AGENT')
    const walked = [...Object.keys(calls), ...without].sort()
    expect(walked).toEqual(platforms.map(({ id }) => id).sort())
  })

  test('shows nothing and takes nothing: 404, or an empty list', async () => {
    const { theirs } = service()
    await leavesNothing(async () => {
      for (const { id, method } of operations) {
        for (const { path, body, headers } of calls[id] ?? []) {
          const sent = (headers ?? {}) as Record<string, string>
          const answer = await call(method.toUpperCase(), path, body, sent)
          if (answer.status === 200) expect(answer.body.data, id).toEqual([])
          else expect(answer.status, id).toBe(404)
          const text = JSON.stringify(answer.body)
          for (const hidden of [theirs.customer, theirs.wallet, theirs.account, quote]) {
            expect(text).not.toContain(hidden.id.split(':')[1])
          }
        }
      }
    })
  })

  test('has lists of its own, and no other is in them', async () => {
    const { theirs, mine } = service()
    for (const path of [
      '/internal-accounts?limit=100',
      '/customers/external-accounts?limit=100',
      '/transactions?limit=100',
      '/platform/internal-accounts',
      '/customers?limit=100',
      '/webhooks/events?limit=100',
      '/tokens?limit=100',
      '/agents?limit=100',
    ]) {
      const [ours, others] = [await call('GET', path), await theirs.api.call('GET', path)]
      const idsOf = ({ body }: typeof ours): string[] =>
        (body.data as { id: string }[]).map(({ id }) => id)
      expect(idsOf(others).length).toBeGreaterThan(0)
      expect(idsOf(ours).filter((id) => idsOf(others).includes(id))).toEqual([])
      expect(JSON.stringify(others.body)).not.toContain(mine.customer.id)
    }
  })
})

describe('a token', () => {
  const pathOf = (path: string): string => path.replaceAll(/:\w+/g, `Nothing:${randomUUID()}`)

  test.each([[[]], ...permissions.map((one) => [[one]])])(
    'that may only %j is refused everything else',
    async (held) => {
      const api = await aTokenWith(...held)
      for (const operation of operations) {
        const method = operation.method.toUpperCase()
        const body = method === 'GET' ? undefined : {}
        const { status } = await api.call(method, pathOf(operation.path), body)
        const { permission } = operation
        const isPermitted = permission === undefined || permits(held, permission)
        expect(status === 403, operation.id).toBe(!isPermitted)
      }
    },
  )

  test('of production is refused the sandbox only', async () => {
    const { stack, production } = service()
    const api = apiOf(stack, production)
    for (const operation of operations) {
      const method = operation.method.toUpperCase()
      const body = method === 'GET' ? undefined : {}
      const { status } = await api.call(method, pathOf(operation.path), body)
      expect(status === 403, operation.id).toBe(operation.sandboxOnly === true)
    }
  })
})

function transferBody(source: Resource, destination: Resource): object {
  return {
    source: { accountId: source.id },
    destination: { accountId: destination.id },
    amount: 1,
  }
}

function usdAccount(): object {
  return {
    accountType: 'USD_ACCOUNT',
    accountNumber: '000123456789',
    routingNumber: '021000021',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
  }
}
