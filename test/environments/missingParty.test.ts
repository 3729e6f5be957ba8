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
import { useCases } from '../../api/reference/useCases/index.ts'
import { parseConfig } from '../../runtime/config.ts'
import { partySettingNames } from '../../runtime/partySettings.ts'
import { importsOf, readSources } from '../../scripts/imports/graph.ts'
import {
  type ApiClient,
  createAgentClient,
  createApiClient,
} from '../../scripts/serviceDriver/apiClient.ts'
import { rowsOf } from '../durability/payments.ts'
import {
  accountOf,
  aFundedCustomer,
  anExternalAccount,
  askQuote,
  from,
  to,
} from '../payments/customers.ts'
import { requestOf, send } from '../reference/runUseCase.ts'
import { aStageFor } from '../reference/stage.ts'
import {
  actionOf,
  anActingAgent,
  askingPolicy,
  transferBody,
  transferOut,
} from '../support/agentActions.ts'
import {
  aLoggedInWallet,
  aPlatform,
  apiOf,
  type LoggedInWallet,
  listed,
  shown,
} from '../support/builders.ts'
import { aEuroAccount } from '../support/scaPayers.ts'
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
    ...Object.fromEntries(partySettingNames('SANDBOX').map((name) => [name, ''])),
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
  RATE_FEED: 'No exchange-rate feed is configured for SANDBOX.',
} as const
type OutsideParty = keyof typeof MISSING

/** Rows of what a request could begin. */
async function begun(clientId = stack.platform.clientId): Promise<object> {
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
    [clientId],
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

test('an operation that declares no party starts no workflow and calls no party', () => {
  const silent = operations.filter(({ outside }) => outside === undefined)
  const reaching = silent.filter(({ id }) => {
    const file = [...sources.keys()].find((path) => path.endsWith(`/${id}.ts`)) ?? id
    return /(start|handOver)AndWait|\b(standingFundings|requestFunding)\(|\.(walletProvider|payoutRail|verificationVendor|cardIssuer|stablecoinProvider)\(/.test(
      codeOf(file),
    )
  })
  expect(reaching.map(({ id }) => id).sort()).toEqual([
    // A list has its accounts without a rail too: it asks where to send money for new ones, if there is one.
    'agentListInternalAccounts',
    'createInternalAccount',
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

/** A person whose verification the vendor has, with a passport. */
async function aReviewedPerson() {
  const holder = await aPerson(apiOf(stack), 'Ada Lovelace 001')
  await documentsOn(stack, holder, 'PASSPORT')
  const verification = await submit(apiOf(stack), holder)
  await untilStatus(apiOf(stack), verification, 'PENDING_MANUAL_REVIEW')
  return holder
}

type Sent = () => ReturnType<ApiClient['call']>

/** Requests that no example has: of what is in a state in which it needs the party. */
const special: Readonly<Record<string, () => Promise<readonly [OutsideParty, Sent]>>> = {
  uploadDocument: async () => {
    const holder = await aReviewedPerson()
    const form = documentForm({ documentType: 'SELFIE' }, '', holder.id)
    return ['VERIFICATION_VENDOR', () => api.call('POST', '/documents', form)]
  },
  replaceDocument: async () => {
    const holder = await aReviewedPerson()
    const [document] = listed(await api.call('GET', `/documents?documentHolder=${holder.id}`))
    const form = documentForm({ documentType: 'PASSPORT' })
    return ['VERIFICATION_VENDOR', () => api.call('PUT', `/documents/${document?.id}`, form)]
  },
  createPlatformExternalAccountOwnershipChallenge: async () => {
    const accountInfo = {
      accountType: 'BASE_WALLET',
      address: `0x${randomBytes(20).toString('hex')}`,
    }
    const body = { currency: 'USDC', ownershipType: 'FIRST_PARTY', accountInfo }
    const place = '/platform/external-accounts'
    const { id } = shown('account', await api.call('POST', place, body), 201)
    const path = `${place}/${id}/challenge`
    return ['VERIFICATION_VENDOR', () => api.call('POST', path, { method: 'LIVENESS' })]
  },
  lookupExternalAccount: async () => {
    const { api: caller, customer } = wallet
    const account = await aEuroAccount({ api: caller, customer, accounts: {} })
    const path = `/receiver/external-account/${account.id}?customerId=${wallet.customer.id}`
    return ['RATE_FEED', () => api.call('GET', path)]
  },
  getExchangeRates: async () => [
    'RATE_FEED',
    () => api.call('GET', '/exchange-rates?sourceCurrency=USD&destinationCurrency=EUR'),
  ],
  updatePlatformConfig: async () => {
    const caller = createApiClient(api.baseUrl, await aPlatform(stack))
    const set = (supportedCurrencies: object[]) =>
      caller.call('PATCH', '/config', { supportedCurrencies })
    const { body } = await caller.call('GET', '/config')
    const all = body.supportedCurrencies as { readonly currencyCode: string }[]
    shown('change', await set(all.filter(({ currencyCode }) => currencyCode !== 'USDB')), 200)
    return ['WALLET_PROVIDER', () => set(all)]
  },
  approvePendingPayment: async () => {
    const acting = await anActingAgent(stack, askingPolicy)
    const action = actionOf(await transferOut(acting), 'PENDING_APPROVAL')
    const path = `/transactions/${action.transaction.id}/approve`
    return ['PAYOUT_RAIL', () => api.call('POST', path)]
  },
  evaluateOwnPolicy: async () => {
    const acting = await anActingAgent(stack)
    const action = { type: 'TRANSFER_OUT', ...transferBody(acting) }
    const its = createAgentClient(api.baseUrl, acting.accessToken)
    return ['PAYOUT_RAIL', () => its.call('POST', '/agents/me/policy/evaluate', { action })]
  },
  evaluateAgentPolicy: async () => {
    const acting = await anActingAgent(stack)
    const action = { type: 'TRANSFER_OUT', ...transferBody(acting) }
    const path = `/agents/${acting.agent.id}/policy/evaluate`
    return ['PAYOUT_RAIL', () => api.call('POST', path, { action })]
  },
  sandboxReceive: async () => {
    const account = await anExternalAccount(wallet.api, wallet.customer)
    const text =
      'update external_accounts set default_uma_deposit_account = true where id::text = $1'
    await rowsOf(stack, text, [account.id.replace('ExternalAccount:', '')])
    const body = {
      senderUmaAddress: '$success.usd@sandbox.uma.money',
      customerId: wallet.customer.id,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 100,
    }
    return ['PAYOUT_RAIL', () => api.call('POST', '/sandbox/uma/receive', body)]
  },
}

const sometimes = operations.filter(({ outside }) => outside?.byRequest !== undefined)
const examples = sometimes.flatMap((operation) =>
  (useCases[operation.id] ?? []).flatMap((useCase) => {
    const { name, needs } = useCase
    return needs === undefined ? [] : [{ id: operation.id, name, operation, useCase, needs }]
  }),
)

test('every operation that declares `byRequest` has such a request', () => {
  const asked = [...new Set(examples.map(({ id }) => id)), ...Object.keys(special)]
  expect(asked.sort()).toEqual(sometimes.map(({ id }) => id).sort())
})

/** Five at once, and nothing is begun. */
async function expectMissing(party: OutsideParty, send: Sent, clientId?: string): Promise<void> {
  const before = await begun(clientId)
  for (const answer of await Promise.all(Array.from({ length: 5 }, send))) {
    expect(answer.body).toMatchObject({ code: 'NOT_IMPLEMENTED', reason: MISSING[party] })
    expect(answer.status).toBe(501)
  }
  expect(await begun(clientId)).toEqual(before)
}

const kept = new Map<string, Promise<unknown>>()

test.each(examples)('$id answers 501 where it needs a party: $name', async (example) => {
  const { operation, useCase, needs } = example
  const stage = await aStageFor(operation.id, stack, kept)
  const request = await requestOf(operation, useCase, stage)
  const caller =
    operation.security === 'AGENT'
      ? createAgentClient(api.baseUrl, (await stage.acting()).accessToken)
      : createApiClient(api.baseUrl, stage.platform)
  await expectMissing(needs, () => send(caller, request), stage.platform.clientId)
})

test.each(Object.keys(special))('%s answers 501 where it needs a party', async (id) => {
  const [party, sent] = (await special[id]?.()) ?? []
  if (party && sent) await expectMissing(party, sent)
})

test('requests that need no party are answered as before', async () => {
  const payer = await aFundedCustomer(stack, 'USD', 1_000n)
  const [source, target] = [accountOf(payer, 'USD'), accountOf(payer, 'USDB')]
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
