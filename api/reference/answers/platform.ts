/** The platform itself: its configuration, its tokens and its requests. */
import { at, listOf, made, others } from '../resources/shared.ts'
import { given } from '../useCases/given.ts'
import type { Answers } from './answer.ts'

const ALL = 1_000_000_000_000

const currency = (currencyCode: string) =>
  ({
    currencyCode,
    minAmount: 1,
    maxAmount: ALL,
    requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory: true }],
    providerRequiredCustomerFields: ['FULL_NAME'],
    providerRequiredCounterpartyCustomerFields: [],
    enabledTransactionTypes: ['OUTGOING', 'INCOMING'],
  }) as const

const config = {
  id: others.platform,
  umaDomain: given.umaDomain,
  webhookEndpoint: 'https://platform.example.com/webhooks',
  webhookPublicKey: [
    '-----BEGIN PUBLIC KEY-----',
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEp2OfwPxnTCtAny/blKhVdAwQKxk1',
    'gi/Fb1Z3ESH+R3LOjgdnRVoMY2X7HMRxjSyE6alkO1CgBc9EaVb33miswg==',
    '-----END PUBLIC KEY-----',
    '',
  ].join('\n'),
  webhookKeysPath: `/platforms/${others.platform}/webhooks/jwks.json`,
  supportedCurrencies: [currency('USDB'), currency('USD')],
  isRegulatedFinancialInstitution: true,
  hasCounterpartyRequirements: false,
  embeddedWalletConfig: {
    appName: 'Acme Pay',
    otpLength: 6,
    alphanumeric: false,
    expirationSeconds: 300,
    passkey: {
      rpIds: ['platform.example.com'],
      origins: ['https://app.platform.example.com'],
    },
  },
  feeConfigs: [
    {
      feeType: 'CROSS_CURRENCY_TRANSACTION',
      sourceCurrency: 'USD',
      variableFeeBps: 50,
      fixedFee: { amount: 25, currency: 'USD' },
    },
  ],
  ...made,
} as const

const token = {
  id: given.token,
  name: 'Payouts',
  permissions: ['TRANSACT'],
  clientId: 'db96258c-0182-47ed-b7e3-1c82bd60fc97',
  ...made,
} as const
const used = { ...token, lastUsedAt: at } as const

export const platform: Answers = {
  getPlatformConfig: { 200: config },
  updatePlatformConfig: { 200: { ...config, updatedAt: at } },
  listRequests: {
    200: {
      data: [
        {
          requestId: '0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21',
          timestamp: at,
          method: 'POST',
          path: '/2025-10-13/quotes',
          operation: 'createQuote',
          status: 400,
          durationMs: 12.3,
        },
      ],
      hasMore: false,
    },
  },
  createToken: {
    201: { ...token, clientSecret: 'qe_DZPPaixSTXc7oHx_MU0Tn_osmo87pnlwKEoPrZdA' },
  },
  listTokens: { 200: listOf(used) },
  getTokenById: { 200: used },
  getOwnToken: {
    200: { ...used, platform: { id: others.platform, name: 'Acme', environment: 'SANDBOX' } },
  },
}
