/** Cards and stablecoins, and what the sandbox does with cards. */
import { card, PURCHASE_TOKEN } from '../resources/cards.ts'
import { at, begunAt, fiveMinutesLater, listOf, made, others } from '../resources/shared.ts'
import { given } from '../useCases/given.ts'
import type { Answers } from './answer.ts'

const provider = { provider: 'BRALE', providerEnvironment: 'SANDBOX' } as const

const providerAccount = {
  id: given.providerAccount,
  ...provider,
  providerAccountId: '9AE9F400E4114BD790A1B412C2',
  status: 'ACTIVE',
  lastVerifiedAt: made.createdAt,
  ...made,
} as const

const newCoin = {
  id: given.newStablecoin,
  name: 'ACME (sandbox)',
  symbol: 'ACME',
  baseCurrency: 'USD',
  network: 'SPARK',
  decimals: 6,
  issuanceStatus: 'PROVISIONED',
  serviceOperationsStatus: 'NOT_ENABLED',
  networkTokenIdentifier: given.tokenIdentifier,
  ...provider,
  stablecoinProviderAccountId: given.providerAccount,
  providerTokenIdentifier: given.ticker,
  ...made,
} as const
/** Quotes take it. */
const coin = {
  ...newCoin,
  id: given.stablecoin,
  serviceOperationsStatus: 'ENABLED',
  currency: 'ACME',
} as const

/** 12.50 of it, for a wire that the platform sends. */
const mint = {
  id: given.mint,
  stablecoinId: given.stablecoin,
  operationType: 'MINT',
  status: 'PENDING_FUNDING',
  amount: '12500000',
  ...provider,
  stablecoinProviderAccountId: given.providerAccount,
  source: { type: 'WIRE' },
  fundingInstructions: {
    rail: 'WIRE',
    beneficiaryName: 'Sandbox Trust Company',
    beneficiaryAddress: '1 Sandbox Street, Des Moines, IA 50309',
    bankName: 'Sandbox Bank',
    bankAddress: '2 Sandbox Street, Des Moines, IA 50309',
    accountNumber: '000123450001',
    routingNumber: '021000021',
    memo: '1DC95AEB8FDA',
  },
  destination: { accountId: given.sparkWallet },
  expiresAt: '2026-01-23T22:00:00.000Z',
  providerStatus: 'pending',
  createdAt: begunAt,
  updatedAt: at,
} as const

/** 12.50 of it, for dollars at a bank. */
const burn = {
  id: others.burn,
  stablecoinId: given.stablecoin,
  operationType: 'BURN',
  status: 'PENDING_FUNDING',
  amount: '12500000',
  ...provider,
  stablecoinProviderAccountId: given.providerAccount,
  source: { type: 'EXTERNAL_ACCOUNT' },
  fundingInstructions: {
    rail: 'SPARK',
    network: 'SPARK',
    address: 'spark1pgss93sy072yrmtad5cy2srwjhq8ekzuw78yhr808jn6htqfh9w8p8h9mfwlv9',
    valueType: given.ticker,
  },
  destination: { accountId: given.bank, rail: 'ACH_CREDIT' },
  estimatedDelivery: {
    rail: 'ACH_CREDIT',
    amount: '1250',
    currency: 'USD',
    timing: '1 to 3 business days',
  },
  expiresAt: '2026-01-18T09:29:56.000Z',
  createdAt: begunAt,
  updatedAt: at,
} as const

const simulated = { 202: { issuerTransactionToken: PURCHASE_TOKEN } } as const

export const cards: Answers = {
  createCard: { 201: card },
  listCards: { 200: listOf(card) },
  getCardById: { 200: card },
  updateCardById: { 200: { ...card, state: 'FROZEN', updatedAt: at } },
  revealCard: {
    200: {
      panEmbedUrl:
        'https://issuer.example.com/v1/embed/card?hmac=IeRAfKXh9g5xbx75luAPh4YECJRf&embed_request=eyJ0b2tlbiI6IjhkNzYwMDkyIn0',
      expiresAt: fiveMinutesLater,
    },
  },
  linkStablecoinProviderAccount: { 201: providerAccount },
  listStablecoinProviderAccounts: { 200: listOf(providerAccount) },
  getStablecoinProviderAccount: { 200: providerAccount },
  registerStablecoin: { 201: newCoin },
  listStablecoins: { 200: listOf(coin) },
  getStablecoin: { 200: coin },
  requestStablecoinEnablement: {
    200: { ...newCoin, serviceOperationsStatus: 'PENDING_APPROVAL', updatedAt: at },
  },
  createStablecoinMint: { 201: mint },
  createStablecoinBurn: { 201: burn },
  listStablecoinOperations: { 200: listOf(burn, mint) },
  getStablecoinOperation: { 200: mint },
  sandboxSimulateCardAuthorization: simulated,
  sandboxSimulateCardAuthorizationAdvice: simulated,
  sandboxSimulateCardClearing: simulated,
  sandboxSimulateCardFinancialAuthorization: simulated,
  sandboxSimulateCardCreditAuthorization: simulated,
  sandboxSimulateCardFinancialCreditAuthorization: simulated,
  sandboxSimulateCardCreditAuthorizationAdvice: simulated,
  sandboxSimulateCardBalanceInquiry: simulated,
  sandboxSimulateCardReturn: simulated,
  sandboxSimulateCardReturnReversal: simulated,
  listSandboxMessages: {
    200: {
      data: [
        {
          id: '4c0932bf-ff48-48fd-a95b-9179c4d08273',
          channel: 'EMAIL',
          to: given.email,
          from: 'Acme Pay',
          text: '000000 is your code for Acme Pay.',
          sentAt: at,
        },
      ],
    },
  },
}
