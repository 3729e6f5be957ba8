/** Invalid requests: always a 4xx in the envelope, without side effects. */
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { exampleOf } from '../../../api/examples.ts'
import { operations } from '../../../api/operations.ts'
import {
  type ApiClient,
  createApiClient,
  formOf,
} from '../../../scripts/serviceDriver/apiClient.ts'
import { aPasskey } from '../../../scripts/serviceDriver/authenticator.ts'
import { createDevice } from '../../../scripts/serviceDriver/device.ts'
import { passkeyBody, sessionIdOf } from '../../auth/actors.ts'
import {
  transferBody as actingTransfer,
  actionOf,
  anActingAgent,
  anAgentQuote,
  askingPolicy,
  transferOut,
} from '../../support/agentActions.ts'
import { aCreatedAgent, anAgent } from '../../support/agents.ts'
import {
  aCustomerBody,
  aPlatform,
  aQuote,
  type LoggedInWallet,
  quoteBody,
  shown,
} from '../../support/builders.ts'
import { aCard, aCardBody } from '../../support/cards.ts'
import { aKeyBody } from '../../support/delegatedKeys.ts'
import { aJpeg } from '../../support/documentFiles.ts'
import { anUnverifiedCustomer } from '../../support/sca.ts'
import { isLong, sampleOf, seed } from '../../support/seed.ts'
import { aBurnBody, aLinkBody, aMintBody, aTokenBody } from '../../support/stablecoins.ts'
import { aPersonalInfo } from '../../verification/businesses.ts'
import { call, fieldsOf, leavesNothing, service } from '../service.ts'
import { scaCalls } from './sca/calls.ts'

type Raw = { readonly status: number; readonly headers: Headers; readonly text: string }

async function raw(path: string, init: RequestInit = {}): Promise<Raw> {
  const { stack, api } = service()
  const { clientId, clientSecret } = stack.platform
  const headers = new Headers(init.headers)
  headers.set('Authorization', `Basic ${btoa(`${clientId}:${clientSecret}`)}`)
  if (init.body && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json')
  const answer = await fetch(`${api.baseUrl}${path}`, { ...init, headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

function expectEnvelope({ status, headers, text }: Raw, ...wanted: readonly number[]): void {
  expect(wanted.length > 0 ? wanted : [status]).toContain(status)
  expect([status >= 400 && status < 500, text]).toEqual([true, text])
  expect(headers.get('Content-Type')).toMatch(/^application\/json/)
  const envelope = JSON.parse(text)
  expect(envelope).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/), status })
  expect(envelope.message).toBe(envelope.reason)
  expect(text).not.toMatch(/\.ts:\d|node_modules|\bat .*\(|select |syntax error/)
}

const writing = operations.filter(({ method }) => method !== 'get')
const ids = writing.map(({ id }) => id)
/** The body of a DELETE is ignored; an agent's requests are read as a platform's. */
const reading = writing.filter(
  ({ method, security }) => method !== 'delete' && security !== 'AGENT',
)
/** They all read a body by the same code: a sample of them, and of what it costs to send 10 MB. */
const sampled = sampleOf('bodies', reading, 8)
const flooded = sampleOf('10 MB', reading, 3)
const idOfNothing = 'Nothing:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21'
const pathOf = (path: string): string => path.replaceAll(/:\w+/g, idOfNothing)
/** `/customers/:customerId` takes `/customers/external-accounts` as well. */
const takes =
  (path: string) =>
  (other: { readonly path: string }): boolean =>
    new RegExp(`^${other.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)

describe('a body that cannot be read', () => {
  const deep = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
  const bodies: readonly (readonly [string, string])[] = [
    ['malformed JSON', '{"amount": '],
    ['a second value', '{}{}'],
    ['an array', '[]'],
    ['a number', '7'],
    ['null', 'null'],
    ['deep nesting', deep(40)],
    ['very deep nesting', deep(300_000)],
    ['__proto__', '{"__proto__": {"isAdmin": true}}'],
    ['U+0000', '{"description": "a\\u0000b"}'],
    ['half a surrogate pair', '{"description": "\\ud800"}'],
    ['bytes that are no UTF-8 and no JSON', '\u00ff\u00fe{'],
  ]

  test.each(
    sampled.map(({ id, path, method, multipart }) => {
      // A form is no JSON, whatever is in it.
      return [id, multipart ? 415 : 400, pathOf(path), method.toUpperCase()] as const
    }),
  )('%s: %i', async (id, status, path, method) => {
    await leavesNothing(async () => {
      for (const [name, body] of bodies) {
        const answer = await raw(path, { method, body })
        // Who has shown no credentials may send less.
        const isTooLong = id === 'redeemAgentDeviceCode' && name === 'very deep nesting'
        expect(answer.status, name).toBe(isTooLong ? 413 : status)
        expectEnvelope(answer)
      }
    })
  })

  test('10 MB', async () => {
    const body = JSON.stringify({ description: 'x'.repeat(10_000_000) })
    await leavesNothing(async () => {
      for (const { path, method } of flooded) {
        const answer = await raw(pathOf(path), { method: method.toUpperCase(), body })
        expectEnvelope(answer, 413, 415, 400)
      }
    })
  })

  test.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-patch',
    'nonsense',
  ])('content type %s', async (type) => {
    for (const { path, method } of sampled) {
      const init = { method: method.toUpperCase(), body: '{}', headers: { 'Content-Type': type } }
      const answer = await raw(pathOf(path), init)
      // Of the wrong kind, or a form without any part.
      expectEnvelope(answer, 415, 400)
    }
  })
})

describe('an address that names nothing', () => {
  test.each([
    '/nothing',
    '/customers/',
    '/Customers',
    '/quotes/a/b/c/d',
    '/quotes//execute',
    '/customers/%zz',
    '/customers/%',
    '/customers/%00',
    '/customers/%c0%80',
    '/customers/%ed%a0%80',
    '/customers/..%2f..%2fetc%2fpasswd',
    '/transactions/%F0%9F%92%B8',
    `/customers/${'x'.repeat(4_000)}`,
    '/constructor',
    '/__proto__',
  ])('%s', async (path) => {
    expectEnvelope(await raw(path), 404)
  })

  test('outside the version', async () => {
    const origin = new URL(service().api.baseUrl).origin
    for (const path of [
      '/',
      '/customers',
      '/2025-10-14/customers',
      '//',
      '/.env',
      '/favicon.ico',
    ]) {
      const answer = await fetch(`${origin}${path}`)
      const { status, headers } = answer
      expectEnvelope({ status, headers, text: await answer.text() }, 404)
    }
  })

  test('a wrong method says which are right', async () => {
    const paths = [...new Set(operations.map((operation) => operation.path))]
    for (const path of sampleOf('paths with a wrong method', paths, 30)) {
      const taken = operations.filter(takes(pathOf(path))).map(({ method }) => method)
      for (const method of ['put', 'delete', 'patch', 'post'] as const) {
        if (taken.includes(method)) continue
        const answer = await raw(pathOf(path), { method: method.toUpperCase() })
        expectEnvelope(answer, 405)
        // Of this very path: `/customers/external-accounts` is no `/customers/{customerId}`.
        const exact = operations.filter((operation) => operation.path === path)
        const allowed = answer.headers.get('Allow')?.split(', ') ?? []
        expect(allowed.filter((one) => one !== 'HEAD').sort()).toEqual(
          exact.map((operation) => operation.method.toUpperCase()).sort(),
        )
      }
    }
  })
})

test.each([
  ['no HTTP', 'HELLO\r\n\r\n'],
  ['a broken header', 'GET / HTTP/1.1\r\nHost x\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na'],
  ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\n${'X-Y: z\r\n'.repeat(5_000)}\r\n`],
  ['a U+0000 in the path', 'GET /2025-10-13/customers/a\0b HTTP/1.1\r\nHost: x\r\n\r\n'],
])('bytes on the wire: %s', async (_name, bytes) => {
  const { hostname, port } = new URL(service().api.baseUrl)
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
      if (text.includes('}')) socket.destroy()
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
    code: 'INVALID_REQUEST_FORMAT',
  })
})

describe('dates of a query', () => {
  const dated = operations.flatMap(({ id, method, path, query, security }) => {
    if (method !== 'get' || path.includes(':') || security !== undefined) return []
    const properties = (query?.properties ?? {}) as Record<string, { format?: string }>
    const names = Object.keys(properties).filter((name) => properties[name]?.format === 'date-time')
    return names.length === 0 ? [] : [{ id, path, names }]
  })

  test('are many', () => {
    expect(dated.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        ...['listRequests', 'listTransactions', 'listCustomers', 'listTokens', 'listWebhookEvents'],
        ...['listBalanceHistory', 'listTransactionVolume'],
      ]),
    )
  })

  test.each(sampleOf('dated lists', dated, 3))(
    '$id refuses what is no instant of the years 1 to 9999',
    async (list) => {
      for (const name of list.names) {
        for (const wrong of [
          `2026-01-01T00:00:00.${'0'.repeat(120)}Z`,
          '0001-01-01T00:00:00+15:59',
          '9999-12-31T23:59:59-15:59',
          '2026-01-01\u00a000:00:00Z',
        ]) {
          const answer = await call('GET', `${list.path}?${name}=${encodeURIComponent(wrong)}`)
          expect([name, wrong, fieldsOf(answer)]).toEqual([name, wrong, { [name]: 'format' }])
        }
        for (const right of [
          '0001-01-01T00:00:00Z',
          '9999-12-31T23:59:59.999999Z',
          `2026-01-01T00:00:00.${'9'.repeat(99)}Z`,
        ]) {
          const answer = await call('GET', `${list.path}?${name}=${encodeURIComponent(right)}`)
          expect([200, 400], `${name}=${right}`).toContain(answer.status)
        }
      }
    },
  )
})

describe('anything at all', () => {
  const odd = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      -1,
      0,
      0.1,
      1e308,
      2 ** 53,
      2 ** 63,
      '',
      ' ',
      'x'.repeat(10_000),
      '\u0000',
      '\ud800',
      "'; drop table customers; --",
      '{{7*7}}',
      '0000-00-00',
      '9999-12-31',
      '2026-01-01T00:00:00+23:59',
      'NaN',
      '👩🏽‍💻',
      'Customer:00000000-0000-0000-0000-000000000000',
      [],
      {},
      [[[[]]]],
      { toString: 1, constructor: null, length: -1 },
    ),
    fc.jsonValue(),
    fc.string({ unit: 'binary' }),
  )
  type Sample = {
    readonly path: string
    readonly body: object
    readonly method?: string
    /** The body is sent as a form with this file. */
    readonly file?: Parameters<typeof formOf>[1]
  }
  let samples: Record<string, Sample>
  /** Its configuration may end up as odd as what is sent. */
  let sacrificed: ApiClient
  let agent: ApiClient
  const clientOf = ({ id, security }: (typeof operations)[number]): ApiClient => {
    if (security === 'AGENT') return agent
    return id === 'updatePlatformConfig' ? sacrificed : service().api
  }
  beforeAll(async () => {
    const { mine, stack } = service()
    sacrificed = createApiClient(stack.apiUrls[0] ?? '', await aPlatform(stack))
    agent = (await anAgent(mine.api, mine.customer.id)).its
    const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada' }
    const accountInfo = { accountType: 'USD_ACCOUNT', accountNumber: '1', beneficiary }
    const quote = await aQuote(mine)
    const bundle = JSON.stringify({ encappedPublic: '04', ciphertext: 'ab' })
    const currency = { currencyCode: 'USD', minAmount: 1, maxAmount: 2 }
    const { customer } = await anUnverifiedCustomer(mine.api)
    const sca = Object.entries(scaCalls(customer.id))
    samples = {
      ...Object.fromEntries(sca.map(([id, one]) => [id, { body: {}, ...one }])),
      createCustomer: {
        path: '/customers',
        body: aCustomerBody({ address: { line1: '1', postalCode: '1', country: 'US' } }),
      },
      createCustomerExternalAccount: {
        path: '/customers/external-accounts',
        body: { customerId: mine.customer.id, currency: 'USD', accountInfo },
      },
      estimateCryptoWithdrawalFee: {
        path: '/crypto/estimate-withdrawal-fee',
        body: {
          internalAccountId: mine.wallet.id,
          currency: 'USDB',
          cryptoNetwork: 'SPARK',
          amount: 5,
          destinationAddress:
            'sparkrt1pgssypjmacntm720axqcyys59l78jh589dewmu35y4dpj6whxz6m4cg0pjq84a',
        },
      },
      createQuote: { path: '/quotes', body: quoteBody(mine.wallet, mine.account) },
      executeQuote: { path: `/quotes/${quote.id}/execute`, body: { scaFactor: 'SMS_OTP' } },
      authorizeQuote: {
        path: `/quotes/${quote.id}/authorize`,
        body: { code: '000000', passkeyAssertion: { id: 'x', response: {} }, origin: 'x' },
      },
      resendQuoteScaCode: { path: `/quotes/${quote.id}/authorize/resend`, body: {} },
      ...trustSamples(mine),
      challengeAuthCredential: {
        path: `/auth/credentials/${mine.credential.id}/challenge`,
        body: {},
      },
      unlockAuthCredential: {
        path: `/auth/credentials/${mine.credential.id}/unlock`,
        body: {},
      },
      verifyAuthCredential: {
        path: `/auth/credentials/${mine.credential.id}/verify`,
        body: { type: 'EMAIL_OTP', encryptedOtpBundle: bundle },
      },
      sandboxFundInternalAccount: {
        path: `/sandbox/internal-accounts/${mine.wallet.id}/fund`,
        body: { amount: 5 },
      },
      ...walletSamples(mine, await sessionIdOf(mine)),
      ...moneySamples(mine, quote),
      ...(await accountSamples(mine)),
      ...(await agentSamples(mine)),
      ...(await documentSamples(mine)),
      redeliverWebhookEvent: { path: `/webhooks/events/${idOfNothing}/redeliver`, body: {} },
      redeliverWebhooks: {
        path: '/webhooks/redeliver',
        body: { startDate: '2026-01-01T00:00:00Z', types: ['TEST'], failedOnly: true, limit: 1 },
      },
      createInvitation: {
        path: '/invitations',
        body: {
          inviterUma: mine.customer.umaAddress,
          firstName: 'Grace',
          amountToSend: 5,
          expiresAt: '2099-01-15T09:30:00.000Z',
        },
      },
      claimInvitation: {
        path: `/invitations/${idOfNothing}/claim`,
        body: { inviteeUma: mine.customer.umaAddress },
      },
      cancelInvitation: { path: `/invitations/${idOfNothing}/cancel`, body: {} },
      deleteTokenById: { path: '/tokens/x', method: 'DELETE', body: {} },
      sendTestWebhook: { path: '/sandbox/webhooks/test', body: {} },
      updatePlatformConfig: {
        path: '/config',
        method: 'PATCH',
        body: {
          umaDomain: 'a.example',
          supportedCurrencies: [{ ...currency, requiredCounterpartyFields: [] }],
          embeddedWalletConfig: { appName: 'x', otpLength: 6 },
          feeConfigs: [{ feeType: 'x', sourceCurrency: 'USD', fixedFee: {} }],
        },
      },
    }
  })

  function trustSamples({ account }: LoggedInWallet): typeof samples {
    const path = `/customers/external-accounts/${account.id}`
    const body = { challengeId: null, code: '000000', passkeyAssertion: {}, origin: 'x' }
    return {
      startBeneficiaryTrust: { path: `${path}/trust`, body: {} },
      confirmBeneficiaryTrust: { path: `${path}/trust/confirm`, body },
      startBeneficiaryUntrust: { path: `${path}/untrust`, body: {} },
      confirmBeneficiaryUntrust: { path: `${path}/untrust/confirm`, body },
    }
  }

  function walletSamples(
    { customer, wallet, credential }: LoggedInWallet,
    sessionId: string,
  ): typeof samples {
    const { publicKey: clientPublicKey } = createDevice()
    const session = `/auth/sessions/${sessionId}`
    return {
      createAuthCredential: { path: '/auth/credentials', body: passkeyBody(wallet.id, aPasskey()) },
      revokeAuthCredential: {
        path: `/auth/credentials/${credential.id}`,
        method: 'DELETE',
        body: {},
      },
      refreshAuthSession: { path: `${session}/refresh`, body: { clientPublicKey } },
      revokeAuthSession: { path: session, method: 'DELETE', body: {} },
      exportInternalAccount: {
        path: `/internal-accounts/${wallet.id}/export`,
        body: { clientPublicKey },
      },
      updateInternalAccount: {
        path: `/internal-accounts/${wallet.id}`,
        method: 'PATCH',
        body: { privateEnabled: true },
      },
      deleteCustomerById: { path: '/customers/x', method: 'DELETE', body: {} },
      updateCustomerById: {
        path: `/customers/${customer.id}`,
        method: 'PATCH',
        body: { customerType: 'INDIVIDUAL', fullName: 'Ada', address: { line1: '1' } },
      },
    }
  }

  function moneySamples(
    { customer, wallet, account }: LoggedInWallet,
    quote: { readonly id: string; readonly transactionId?: unknown },
  ): typeof samples {
    const transaction = `/transactions/${quote.transactionId}`
    const [source, destination] = [{ accountId: account.id }, { accountId: wallet.id }]
    return {
      createTransferIn: { path: '/transfer-in', body: { source, destination, amount: 5 } },
      createTransferOut: {
        path: '/transfer-out',
        body: {
          source: destination,
          destination: { ...source, paymentRail: 'ACH' },
          amount: 5,
          remittanceInformation: 'x',
          purposeOfPayment: 'GIFT',
        },
      },
      confirmReceiptDelivery: {
        path: `${transaction}/confirm`,
        body: { receiptDeliveryConfirmedAt: '2026-01-15T09:30:00.000Z' },
      },
      approvePendingPayment: {
        path: `${transaction}/approve`,
        body: { receiverCustomerInfo: { FULL_NAME: 'Ada' } },
      },
      rejectPendingPayment: { path: `${transaction}/reject`, body: { reason: 'x' } },
      cancelTransaction: { path: `${transaction}/cancel`, body: { reason: 'x' } },
      sandboxSend: {
        path: '/sandbox/send',
        body: { quoteId: quote.id, currencyCode: 'USD', currencyAmount: 5 },
      },
      sandboxReceive: {
        path: '/sandbox/uma/receive',
        body: {
          senderUmaAddress: '$success.usd@sandbox.uma.money',
          receiverUmaAddress: customer.umaAddress,
          receivingCurrencyCode: 'USD',
          receivingCurrencyAmount: 5,
        },
      },
    }
  }

  /** Of accounts that nobody else needs. */
  async function accountSamples({ api, customer }: LoggedInWallet): Promise<typeof samples> {
    const wallet = {
      accountType: 'SPARK_WALLET',
      address: 'sparkrt1pgssypjmacntm720axqcyys59l78jh589dewmu35y4dpj6whxz6m4cg0pjq84a',
    }
    const places = [
      ['Customer', '', '/customers/external-accounts', customer.id],
      ['Platform', 'Platform', '/platform/external-accounts', undefined],
    ] as const
    const made = places.map(async ([scope, infix, place, customerId]) => {
      const body = { customerId, currency: 'USDB', accountInfo: wallet }
      const { id } = shown('account', await api.call('POST', place, body), 201)
      const path = `${place}/${id}`
      return {
        [`delete${scope}ExternalAccountById`]: { path: `${place}/x`, method: 'DELETE', body: {} },
        [`create${infix}ExternalAccountOwnershipChallenge`]: {
          path: `${path}/challenge`,
          body: { method: 'WALLET_SIGNATURE' },
        },
        [`verify${infix}ExternalAccountOwnership`]: {
          path: `${path}/verify`,
          body: { signature: '0x00', signatureScheme: 'bip137' },
        },
      }
    })
    const accountInfo = { ...wallet, beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'x' } }
    return Object.assign(
      {
        createPlatformExternalAccount: {
          path: places[1][2],
          body: { currency: 'BTC', accountInfo },
        },
      },
      ...(await Promise.all(made)),
    )
  }

  async function documentSamples({ api, customer }: LoggedInWallet): Promise<typeof samples> {
    const file = { name: 'a.jpg', content: aJpeg() }
    const facts = {
      documentType: 'PASSPORT',
      country: 'GB',
      side: 'FRONT',
      documentNumber: '1',
      issuingAuthority: 'x',
    }
    const body = { ...facts, documentHolder: customer.id }
    const made = await api.call('POST', '/documents', formOf({ ...body, side: 'BACK' }, file))
    const { id } = shown('document', made, 201)
    return {
      uploadDocument: { path: '/documents', body, file },
      replaceDocument: { path: `/documents/${id}`, method: 'PUT', body: facts, file },
      deleteDocument: { path: '/documents/x', method: 'DELETE', body: {} },
      uploadCustomersCsv: { path: '/customers/bulk/csv', body: {}, file },
    }
  }

  /** As a form has it: whatever the value is, it is sent as text. */
  function formed(body: unknown, file: Sample['file']): unknown {
    if (file === undefined) return body
    const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
    const text = (value: unknown): string =>
      typeof value === 'string' ? value : `${JSON.stringify(value)}`
    return formOf(Object.fromEntries(fields.map(([name, value]) => [name, text(value)])), file)
  }

  async function agentSamples(owner: LoggedInWallet): Promise<typeof samples> {
    const { api, customer, account } = owner
    const { agent: fuzzed, code } = await aCreatedAgent(api, customer.id)
    const rule = { accountId: account.id, executionMode: 'AUTO', perTransactionLimit: 1 }
    const policy = {
      permissions: ['VIEW_TRANSACTIONS'],
      defaultExecutionMode: 'AUTO',
      spendingLimits: { currency: 'USD', perTransactionLimit: 1, dailyLimit: 2, monthlyLimit: 3 },
      accountRestrictions: { allowedAccountIds: [account.id], accountRules: [rule] },
      approvalThresholds: { currency: 'USD', amount: 1 },
    }
    const path = `/agents/${fuzzed.id}`
    return {
      ...verificationSamples(customer.id),
      ...(await cardSamples(owner)),
      createStablecoinMint: { path: '/stablecoins/x/mints', body: aMintBody(owner.account) },
      createStablecoinBurn: { path: '/stablecoins/x/burns', body: aBurnBody(owner.account) },
      registerStablecoin: { path: '/stablecoins', body: aTokenBody() },
      requestStablecoinEnablement: {
        path: '/stablecoins/x/request-service-enablement',
        body: {},
      },
      linkStablecoinProviderAccount: { path: '/stablecoin-provider-accounts', body: aLinkBody() },
      createAgent: { path: '/agents', body: { name: 'x', customerId: customer.id, policy } },
      updateAgent: { path, method: 'PATCH', body: { name: 'x', isPaused: true } },
      updateAgentPolicy: { path: `${path}/policy`, method: 'PATCH', body: policy },
      deleteAgent: { path: '/agents/x', method: 'DELETE', body: {} },
      regenerateAgentDeviceCode: { path: `${path}/device-codes`, body: {} },
      redeemAgentDeviceCode: { path: `/agents/device-codes/${code}/redeem`, body: {} },
      ...(await actionSamples()),
    }
  }

  async function cardSamples(owner: LoggedInWallet): Promise<typeof samples> {
    const card = await aCard(owner.api, owner)
    const path = `/cards/${card.id}`
    const body = {
      state: 'FROZEN',
      fundingSources: [owner.wallet.id],
      maxSpendPerTransaction: 10_000,
    }
    return {
      createCard: { path: '/cards', body: aCardBody(owner, { maxSpendPerTransaction: 10_000 }) },
      updateCardById: { path, method: 'PATCH', body },
      revealCard: { path: '/cards/x/reveal', body: {} },
      ...simulatorSamples(card),
      createDelegatedKey: { path: '/auth/delegated-keys', body: aKeyBody(owner, card) },
      revokeDelegatedKey: { path: '/auth/delegated-keys/x', method: 'DELETE', body: {} },
    }
  }

  function simulatorSamples(card: { readonly id: string }): typeof samples {
    const purchase = {
      ...{ amount: 100, currency: { code: 'USD' } },
      merchant: { descriptor: 'BLUE BOTTLE COFFEE', mcc: '5814', country: 'US' },
    }
    const reference = { cardTransactionId: `CardTransaction:${randomUUID()}` }
    const amount = { ...reference, amount: 100 }
    const at = (what: string, body: object) => ({
      path: `/sandbox/cards/${card.id}/simulate/${what}`,
      body,
    })
    return {
      sandboxSimulateCardAuthorization: at('authorization', purchase),
      sandboxSimulateCardFinancialAuthorization: at('financial_authorization', purchase),
      sandboxSimulateCardCreditAuthorization: at('credit_authorization', purchase),
      sandboxSimulateCardFinancialCreditAuthorization: at(
        'financial_credit_authorization',
        purchase,
      ),
      sandboxSimulateCardCreditAuthorizationAdvice: at('credit_authorization_advice', purchase),
      sandboxSimulateCardBalanceInquiry: at('balance_inquiry', { merchant: purchase.merchant }),
      sandboxSimulateCardClearing: at('clearing', amount),
      sandboxSimulateCardAuthorizationAdvice: at('authorization_advice', amount),
      sandboxSimulateCardReturn: at('return', amount),
      sandboxSimulateCardReturnReversal: at('return_reversal', reference),
    }
  }

  function verificationSamples(customerId: string): typeof samples {
    const body = {
      ...{ customerId, roles: ['UBO'], ownershipPercentage: 25 },
      personalInfo: aPersonalInfo(),
    }
    const path = '/beneficial-owners'
    return {
      createCustomerKycLink: {
        path: `/customers/${customerId}/kyc-link`,
        body: { redirectUri: 'https://example.com/done' },
      },
      createBeneficialOwner: { path, body },
      updateBeneficialOwner: { path: `${path}/x`, method: 'PATCH', body },
      createVerification: { path: '/verifications', body: { customerId } },
    }
  }

  async function actionSamples(): Promise<typeof samples> {
    const acting = await anActingAgent(service().stack, askingPolicy)
    const action = actionOf(await transferOut(acting), 'PENDING_APPROVAL')
    const quote = await anAgentQuote(acting)
    const path = `/agents/${acting.agent.id}`
    const evaluated = { type: 'TRANSFER_OUT', ...actingTransfer(acting) }
    return {
      agentExecuteQuote: {
        path: `/agents/me/quotes/${quote.id}/execute`,
        body: { allowDuplicate: false },
      },
      agentDeleteExternalAccount: {
        path: '/agents/me/external-accounts/x',
        method: 'DELETE',
        body: {},
      },
      approveAgentAction: { path: `${path}/actions/x/approve`, body: {} },
      rejectAgentAction: { path: `${path}/actions/${action.id}/reject`, body: { reason: 'no' } },
      evaluateAgentPolicy: {
        path: `${path}/policy/evaluate`,
        body: { action: evaluated, policy: askingPolicy, lastActions: 1 },
      },
    }
  }

  /** The body with one member, at any depth, replaced. */
  function spoiled(body: unknown, picks: readonly number[], value: unknown): unknown {
    const names = typeof body === 'object' && body !== null ? Object.keys(body) : []
    const [pick = 0, ...rest] = picks
    const name = names[pick % (names.length + 1)]
    if (name === undefined) return value
    const members = body as Record<string, unknown>
    const member = spoiled(members[name], rest, value)
    return Array.isArray(body) ? [member] : { ...members, [name]: member }
  }

  const picks = fc.array(fc.nat(9), { minLength: 1, maxLength: 4 })
  const headers = fc.record(
    Object.fromEntries(
      ['Idempotency-Key', 'Service-Wallet-Signature', 'Request-Id'].map((name) => [
        name,
        fc.stringMatching(/^[!-~]{0,40}$/),
      ]),
    ),
    { requiredKeys: [] },
  )

  /** Its own, or the document's example where neither path nor body names a resource. */
  function requestOf(id: string): Sample | undefined {
    const operation = writing.find((one) => one.id === id)
    if (samples[id] !== undefined || operation === undefined) return samples[id]
    const { path, method } = operation
    const body = exampleOf(operation.body) as object
    const namesResource = path.includes(':') || /"[A-Z]\w+:[0-9a-f]{8}-/.test(JSON.stringify(body))
    return namesResource ? undefined : { path, body, method: method.toUpperCase() }
  }

  test('every operation that writes has a request', () => {
    expect(ids.filter((id) => requestOf(id) === undefined)).toEqual([])
  })

  test.each(sampleOf('anything at all', ids, 40))(
    'to %s is never answered with a 5xx',
    async (id) => {
      const { path, body, method = 'POST', file } = requestOf(id) as Sample
      const client = clientOf(writing.find((one) => one.id === id) as (typeof writing)[number])
      await fc.assert(
        fc.asyncProperty(picks, odd, headers, async (at, value, sent) => {
          const answer = await client.call(
            method,
            path,
            formed(spoiled(body, at, value), file),
            sent,
          )
          const isOurs = answer.status < 500 || answer.body.code === 'NOT_IMPLEMENTED'
          expect([isOurs, answer.body]).toEqual([true, answer.body])
          if (answer.status >= 400) expect(answer.body.status).toBe(answer.status)
        }),
        { numRuns: isLong ? 400 : 10, seed: Number(seed) },
      )
    },
  )

  test('in a query is never answered with a 5xx', async () => {
    const asking = operations.filter(({ query }) => query !== undefined)
    const indexes = fc.nat(asking.length - 1)
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      odd.map((value) => (typeof value === 'string' ? value : `${JSON.stringify(value)}`)),
    )
    await fc.assert(
      fc.asyncProperty(indexes, fc.nat(9), text, async (index, at, value) => {
        const operation = asking[index] as (typeof asking)[number]
        const names = Object.keys((operation.query as { properties: object }).properties)
        const name = names[at % names.length] ?? ''
        const query = new URLSearchParams({ [name]: value })
        const path = `${pathOf(operation.path)}?${query}`
        const answer = await clientOf(operation).call('GET', path)
        expect([answer.status < 500, answer.body]).toEqual([true, answer.body])
      }),
      { numRuns: isLong ? 1_000 : 60, seed: Number(seed) },
    )
  })
})
