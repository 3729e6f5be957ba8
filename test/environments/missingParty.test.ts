/**
 * An environment without outside parties: what would need one answers `501` before anything is
 * written or started. The API runs in the test, without the parties that the stack has.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../api/app.ts'
import { type Dependencies, openDependencies } from '../../api/dependencies.ts'
import type { Operation } from '../../api/operation.ts'
import { operations } from '../../api/operations.ts'
import { parseConfig } from '../../runtime/config.ts'
import { importsOf, readSources } from '../../scripts/imports/graph.ts'
import {
  type ApiClient,
  createAgentClient,
  createApiClient,
  formOf,
} from '../../scripts/serviceDriver/apiClient.ts'
import { aPayment, rowsOf } from '../durability/payments.ts'
import {
  accountOf,
  aFundedCustomer,
  anExternalAccount,
  askQuote,
  from,
  funding,
  to,
} from '../payments/customers.ts'
import {
  type Acting,
  actionOf,
  anActingAgent,
  anAgentQuote,
  askingPolicy,
  decide,
  executeQuote,
  transferBody,
  transferOut,
} from '../support/agentActions.ts'
import {
  aCustomerBody,
  aLoggedInWallet,
  apiOf,
  type LoggedInWallet,
  listed,
  quoteBody,
  shown,
} from '../support/builders.ts'
import { csvOf } from '../support/importFiles.ts'
import { anUnverifiedCustomer, aScaCustomer } from '../support/sca.ts'
import {
  aPayerQuote,
  aScaPayer,
  changeTrust,
  executeQuote as executeScaQuote,
} from '../support/scaPayers.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import {
  aPerson,
  documentForm,
  documentsOn,
  submit,
  untilStatus,
} from '../verification/businesses.ts'

const sources = readSources()
let stack: SharedStack
let wallet: LoggedInWallet
let dependencies: Dependencies
let server: Server
/** Of an API process that has no outside party. */
let api: ApiClient

beforeAll(async () => {
  stack = await aSharedStack()
  wallet = await aLoggedInWallet(stack)
  const config = parseConfig({
    ...stack.env,
    SANDBOX_WALLET_PROVIDER_URL: '',
    SANDBOX_RAIL_URL: '',
    SANDBOX_VERIFICATION_URL: '',
    SANDBOX_CARD_ISSUER_URL: '',
    SANDBOX_CARD_API_KEY: '',
    SANDBOX_CARD_DECISION_SECRETS: '',
    SANDBOX_CARD_EVENT_SECRETS: '',
    SANDBOX_STABLECOIN_PROVIDER_URL: '',
    SANDBOX_SMTP_URL: '',
    SANDBOX_MAIL_FROM: '',
    SANDBOX_SMS_URL: '',
    CHECK_RESPONSES: 'true',
  })
  dependencies = await openDependencies(config, pino({ level: 'silent' }))
  server = createServer(buildApp(dependencies, operations).callback())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const path = new URL(stack.apiUrls[0] ?? '').pathname
  api = createApiClient(`http://127.0.0.1:${port}${path}`, stack.platform)
})
afterAll(async () => {
  server?.close()
  await dependencies?.database.close()
  await stack?.stop()
})

const MISSING = {
  WALLET_PROVIDER: 'No wallet provider is configured for SANDBOX.',
  PAYOUT_RAIL: 'No payout rail is configured for SANDBOX.',
  VERIFICATION_VENDOR: 'No verification vendor is configured for SANDBOX.',
  MESSAGES: 'No mail and message service is configured for SANDBOX.',
  CARD_ISSUER: 'No card issuer is configured for SANDBOX.',
  STABLECOIN_PROVIDER: 'No stablecoin provider is configured for SANDBOX.',
} as const

/** Rows of what a request could begin. */
async function begun(): Promise<object> {
  const [row] = await rowsOf<object>(
    stack,
    `select (select count(*) from customers c join tokens t using (platform_id) where t.client_id = $1) as customers,
      (select count(*) from payments q join tokens t using (platform_id) where t.client_id = $1) as payments,
      (select count(*) from requests r join tokens t using (platform_id) where t.client_id = $1) as requests,
      (select count(*) from idempotency_keys k join tokens t using (platform_id) where t.client_id = $1) as keys,
      (select count(*) from otp_issuances i join credentials c on c.id = i.credential_id
        join tokens t using (platform_id) where t.client_id = $1) as codes,
      (select count(*) from sca_challenges s join tokens t using (platform_id) where t.client_id = $1) as challenges,
      (select count(*) from sca_resets s join tokens t using (platform_id) where t.client_id = $1) as resets,
      (select count(*) from payments q join tokens t using (platform_id)
        where t.client_id = $1 and cancel_requested_at is not null) as cancellations`,
    [stack.platform.clientId],
  )
  return row ?? {}
}

/** What `file` and the API's files that it imports say. */
function codeOf(file: string, seen = new Set<string>()): string {
  seen.add(file)
  const text = sources.get(file) ?? ''
  const imported = importsOf(file, text)
    .filter(({ path, typeOnly }) => !typeOnly && path.startsWith('api/') && !seen.has(path))
    .map(({ path }) => (seen.has(path) ? '' : codeOf(path, seen)))
  return [text, ...imported].join('\n')
}

test('an operation that declares no party starts no workflow and asks nobody', () => {
  const silent = operations.filter(({ outside }) => outside === undefined)
  const reaching = silent.filter(({ id }) => {
    const file = [...sources.keys()].find((path) => path.endsWith(`/${id}.ts`)) ?? id
    return /(start|handOver)AndWait|\.(walletProvider|payoutRail|verificationVendor|cardIssuer|stablecoinProvider)\(/.test(
      codeOf(file),
    )
  })
  expect(reaching.map(({ id }) => id).sort()).toEqual([
    // A list has its accounts without a rail too: it asks where to send money for new ones, if there is one.
    'agentListInternalAccounts',
    'listInternalAccounts',
    'listPlatformInternalAccounts',
    // Its signed retry is of the one kind that is applied without a workflow.
    'updateInternalAccount',
  ])
})

const always = operations.filter(({ outside }) => outside?.always !== undefined)

test.each(always.map((operation) => [operation.id, operation] as const))(
  '%s answers 501 before it validates anything, whatever is sent',
  async (_, { method, path, outside }: Operation) => {
    const before = await begun()
    const url = path.replaceAll(/:\w+/g, 'nothing')
    const answer = await api.call(method.toUpperCase(), url, method === 'get' ? undefined : {})
    const [party = 'PAYOUT_RAIL'] = outside?.always ?? []
    expect(answer.body).toMatchObject({ code: 'NOT_IMPLEMENTED', reason: MISSING[party] })
    expect(answer.status).toBe(501)
    expect(await begun()).toEqual(before)
  },
)

/** An agent's requests to the API without parties. */
function its({ accessToken }: Acting): ApiClient {
  return createAgentClient(api.baseUrl, accessToken)
}

/** An action that waits for approval. */
async function aPendingAction() {
  const acting = await anActingAgent(stack, askingPolicy)
  return { acting, action: actionOf(await transferOut(acting), 'PENDING_APPROVAL') }
}

/** The evaluation of a transfer, which is priced like one. */
function evaluated(acting: Acting): object {
  return { action: { type: 'TRANSFER_OUT', ...transferBody(acting) } }
}

/** Somebody whose verification the vendor has, with a passport. */
async function aReviewedPerson() {
  const holder = await aPerson(apiOf(stack), 'Ada Lovelace 001')
  await documentsOn(stack, holder, 'PASSPORT')
  const verification = await submit(apiOf(stack), holder)
  await untilStatus(apiOf(stack), verification, 'PENDING_MANUAL_REVIEW')
  return holder
}

/** For each operation that needs a party for some requests: such a request, and the party. */
const requests: Readonly<
  Record<
    string,
    () => Promise<readonly [keyof typeof MISSING, () => ReturnType<ApiClient['call']>]>
  >
> = {
  createCustomer: async () => [
    'WALLET_PROVIDER',
    () => api.call('POST', '/customers', aCustomerBody(), { 'Idempotency-Key': 'none' }),
  ],
  uploadDocument: async () => {
    const holder = await aReviewedPerson()
    return [
      'VERIFICATION_VENDOR',
      () => api.call('POST', '/documents', documentForm({ documentType: 'SELFIE' }, '', holder.id)),
    ]
  },
  replaceDocument: async () => {
    const holder = await aReviewedPerson()
    const found = await api.call('GET', `/documents?documentHolder=${holder.id}`)
    const [document] = listed(found)
    return [
      'VERIFICATION_VENDOR',
      () =>
        api.call('PUT', `/documents/${document?.id}`, documentForm({ documentType: 'PASSPORT' })),
    ]
  },
  uploadCustomersCsv: async () => [
    'WALLET_PROVIDER',
    () =>
      api.call('POST', '/customers/bulk/csv', formOf({}, { name: 'a.csv', content: csvOf([]) })),
  ],
  updateCustomerById: async () => [
    'WALLET_PROVIDER',
    () =>
      api.call('PATCH', `/customers/${wallet.customer.id}`, {
        customerType: 'INDIVIDUAL',
        email: 'new@example.com',
      }),
  ],
  createExternalAccountOwnershipChallenge: () => aLivenessCheck('customers'),
  createPlatformExternalAccountOwnershipChallenge: () => aLivenessCheck('platform'),
  createQuote: async () => [
    'WALLET_PROVIDER',
    () =>
      api.call('POST', '/quotes', quoteBody(wallet.wallet, wallet.account), {
        'Idempotency-Key': 'none',
      }),
  ],
  executeQuote: async () => {
    const { quote, headers } = await aPayment(wallet)
    return [
      'WALLET_PROVIDER',
      () => api.call('POST', `/quotes/${quote.id}/execute`, undefined, headers),
    ]
  },
  sendCustomerEmailVerification: async () => {
    const { customer } = await anUnverifiedCustomer(wallet.api)
    return ['MESSAGES', () => api.call('POST', `/customers/${customer.id}/verify-email`)]
  },
  sendCustomerPhoneVerification: async () => {
    const { customer } = await anUnverifiedCustomer(wallet.api)
    return ['MESSAGES', () => api.call('POST', `/customers/${customer.id}/verify-phone`)]
  },
  startScaLogin: async () => {
    const { customer } = await aScaCustomer(wallet.api)
    const path = `/sca/login/start?customerId=${customer.id}`
    return ['MESSAGES', () => api.call('POST', path, { factor: 'SMS_OTP' })]
  },
  startBeneficiaryTrust: async () => {
    const { bank } = await aScaPayer(stack)
    return ['MESSAGES', () => api.call('POST', `/customers/external-accounts/${bank.id}/trust`)]
  },
  startBeneficiaryUntrust: async () => {
    const { bank } = await aScaPayer(stack)
    await changeTrust(wallet.api, bank)
    return ['MESSAGES', () => api.call('POST', `/customers/external-accounts/${bank.id}/untrust`)]
  },
  resendQuoteScaCode: async () => {
    const payer = await aScaPayer(stack)
    const quote = await aPayerQuote(payer)
    shown('execute', await executeScaQuote(payer.api, quote), 200)
    return ['MESSAGES', () => api.call('POST', `/quotes/${quote.id}/authorize/resend`)]
  },
  startTwoFactorReset: async () => {
    const { customer } = await aScaCustomer(wallet.api)
    const path = `/sca/factors/reset?customerId=${customer.id}`
    return ['VERIFICATION_VENDOR', () => api.call('POST', path, { factor: 'SMS_OTP' })]
  },
  createTransferIn: async () => {
    const payer = await aFundedCustomer(stack, 'USD', 1_000n)
    const bank = await anExternalAccount(payer.api, payer.customer)
    const body = {
      source: { accountId: bank.id },
      destination: { accountId: accountOf(payer, 'USD').id },
      amount: 100,
    }
    return [
      'PAYOUT_RAIL',
      () => api.call('POST', '/transfer-in', body, { 'Idempotency-Key': 'in' }),
    ]
  },
  createTransferOut: async () => {
    const payer = await aFundedCustomer(stack, 'USD', 1_000n)
    const bank = await anExternalAccount(payer.api, payer.customer)
    const body = {
      source: { accountId: accountOf(payer, 'USD').id },
      destination: { accountId: bank.id },
      amount: 100,
    }
    return [
      'PAYOUT_RAIL',
      () => api.call('POST', '/transfer-out', body, { 'Idempotency-Key': 'out' }),
    ]
  },
  agentCreateQuote: async () => {
    const acting = await anActingAgent(stack)
    const body = {
      source: from(acting.source),
      destination: to(acting.bank),
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 100,
    }
    return ['PAYOUT_RAIL', () => its(acting).call('POST', '/agents/me/quotes', body)]
  },
  agentExecuteQuote: async () => {
    const acting = await anActingAgent(stack)
    const quote = await anAgentQuote(acting)
    return ['PAYOUT_RAIL', () => executeQuote({ its: its(acting) }, quote)]
  },
  agentCreateTransferIn: async () => {
    const acting = await anActingAgent(stack)
    const body = {
      source: { accountId: acting.bank.id },
      destination: { accountId: acting.source.id },
      amount: 100,
    }
    return ['PAYOUT_RAIL', () => its(acting).call('POST', '/agents/me/transfer-in', body)]
  },
  agentCreateTransferOut: async () => {
    const acting = await anActingAgent(stack)
    return ['PAYOUT_RAIL', () => transferOut(acting, 100, undefined, its(acting))]
  },
  evaluateOwnPolicy: async () => {
    const acting = await anActingAgent(stack)
    const path = '/agents/me/policy/evaluate'
    return ['PAYOUT_RAIL', () => its(acting).call('POST', path, evaluated(acting))]
  },
  evaluateAgentPolicy: async () => {
    const acting = await anActingAgent(stack)
    const path = `/agents/${acting.agent.id}/policy/evaluate`
    return ['PAYOUT_RAIL', () => api.call('POST', path, evaluated(acting))]
  },
  approveAgentAction: async () => {
    const { acting, action } = await aPendingAction()
    return ['PAYOUT_RAIL', () => decide({ ...acting, api }, action, 'approve')]
  },
  approvePendingPayment: async () => {
    const { action } = await aPendingAction()
    const path = `/transactions/${action.transaction.id}/approve`
    return ['PAYOUT_RAIL', () => api.call('POST', path)]
  },
  lookupUma: async () => {
    const address = encodeURIComponent('$success.usd@sandbox.uma.money')
    return [
      'PAYOUT_RAIL',
      () => api.call('GET', `/receiver/uma/${address}?customerId=${wallet.customer.id}`),
    ]
  },
  sandboxSend: async () => {
    const asked = await askQuote(apiOf(stack), funding('EUR'), to(wallet.wallet), 10_000)
    const quoteId = shown('funding', asked, 201).id
    return [
      'PAYOUT_RAIL',
      () => api.call('POST', '/sandbox/send', { quoteId, currencyCode: 'EUR' }),
    ]
  },
  sandboxReceive: async () => {
    const account = await anExternalAccount(wallet.api, wallet.customer)
    await rowsOf(
      stack,
      'update external_accounts set default_uma_deposit_account = true where id::text = $1',
      [account.id.replace('ExternalAccount:', '')],
    )
    return [
      'PAYOUT_RAIL',
      () =>
        api.call('POST', '/sandbox/uma/receive', {
          senderUmaAddress: '$success.usd@sandbox.uma.money',
          customerId: wallet.customer.id,
          receivingCurrencyCode: 'USD',
          receivingCurrencyAmount: 100,
        }),
    ]
  },
}

/** Of a wallet that waits for the proof that it is its owner's. */
async function aLivenessCheck(place: 'customers' | 'platform') {
  const created = await api.call('POST', `/${place}/external-accounts`, {
    ...(place === 'customers' && { customerId: wallet.customer.id }),
    currency: 'USDC',
    ownershipType: 'FIRST_PARTY',
    accountInfo: { accountType: 'BASE_WALLET', address: `0x${randomBytes(20).toString('hex')}` },
  })
  const { id } = shown('external account', created, 201)
  const path = `/${place}/external-accounts/${id}/challenge`
  return ['VERIFICATION_VENDOR', () => api.call('POST', path, { method: 'LIVENESS' })] as const
}

test('every operation that declares `byRequest` has such a request here', () => {
  const sometimes = operations.filter(({ outside }) => outside?.byRequest !== undefined)
  expect(Object.keys(requests).sort()).toEqual(sometimes.map(({ id }) => id).sort())
})

test.each(Object.keys(requests))('%s answers 501 for a request that needs a party', async (id) => {
  const [party, send] = (await requests[id]?.()) ?? []
  const before = await begun()
  for (const answer of await Promise.all(Array.from({ length: 5 }, () => send?.()))) {
    expect(answer?.body).toMatchObject({
      code: 'NOT_IMPLEMENTED',
      reason: MISSING[party ?? 'PAYOUT_RAIL'],
    })
    expect(answer?.status).toBe(501)
  }
  expect(await begun()).toEqual(before)
})

test('requests that need no party are answered as before', async () => {
  const payer = await aFundedCustomer(stack, 'USD', 1_000n)
  const [source, target] = [accountOf(payer, 'USD'), accountOf(payer, 'USDC')]
  const quote = shown('quote', await askQuote(api, from(source), to(target), 500), 201)
  const { body } = await api.call('POST', `/quotes/${quote.id}/execute`)
  expect(body.status).toBe('PROCESSING')
  const path = `/customers/${payer.customer.id}`
  expect(
    (await api.call('PATCH', path, { customerType: 'INDIVIDUAL', fullName: 'Ada King' })).status,
  ).toBe(200)
  const funded = await api.call('POST', `/sandbox/internal-accounts/${source.id}/fund`, {
    amount: 5,
  })
  expect(funded.status).toBe(200)
})
