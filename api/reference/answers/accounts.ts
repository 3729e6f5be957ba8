/** Accounts here and outside, and what is known of a receiver before a payment. */
import { currencyOf } from '../../../contract/money.ts'
import {
  bank,
  dollars,
  ownershipMessage,
  ownWallet,
  platformBank,
  platformDollars,
  platformWallet,
  wallet,
} from '../resources/accounts.ts'
import { scaChallenge } from '../resources/quotes.ts'
import { at, begunAt, fifteenMinutesLater, listOf, type Shown } from '../resources/shared.ts'
import { given } from '../useCases/given.ts'
import type { Answers } from './answer.ts'

function ownershipChallenge(accountId: string): Shown {
  const messageToSign = ownershipMessage(accountId)
  return { method: 'WALLET_SIGNATURE', messageToSign, expiresAt: fifteenMinutesLater }
}

const accounts200 = { 200: listOf(wallet, dollars) } as const

const usd = {
  currency: currencyOf('USD'),
  // Dollars for dollars of the wallet.
  estimatedExchangeRate: 1,
  min: 1,
  max: 99_749_990,
} as const
const lookup = {
  supportedCurrencies: [usd],
  requiredPayerDataFields: [{ name: 'FULL_NAME', mandatory: true }],
  lookupId: given.lookup,
} as const

export const accounts: Answers = {
  listInternalAccounts: accounts200,
  listCustomerInternalAccounts: accounts200,
  listPlatformInternalAccounts: { 200: { data: [platformDollars] } },
  listBalanceHistory: {
    200: {
      data: [
        {
          currency: currencyOf('USDB'),
          points: [
            { at: '2026-01-14T10:00:00.000Z', balance: 100_000_000, totalBalance: 100_000_000 },
            { at: '2026-01-15T10:00:00.000Z', balance: 90_000_000, totalBalance: 90_000_000 },
          ],
          highest: { at: '2026-01-10T08:05:00.000Z', balance: 100_000_000 },
          lowest: { at: begunAt, balance: 90_000_000 },
        },
      ],
    },
  },
  createCustomerExternalAccount: { 201: bank },
  listCustomerExternalAccounts: { 200: listOf(bank, ownWallet) },
  getCustomerExternalAccountById: { 200: bank },
  createPlatformExternalAccount: { 201: platformBank },
  listPlatformExternalAccounts: { 200: listOf(platformBank, platformWallet) },
  getPlatformExternalAccountById: { 200: platformBank },
  createExternalAccountOwnershipChallenge: { 201: ownershipChallenge(given.ownWallet) },
  verifyExternalAccountOwnership: { 200: ownWallet },
  createPlatformExternalAccountOwnershipChallenge: {
    201: ownershipChallenge(given.platformWallet),
  },
  verifyPlatformExternalAccountOwnership: { 200: platformWallet },
  startBeneficiaryTrust: { 200: { scaChallenge: { ...scaChallenge, purpose: 'TRUST' } } },
  confirmBeneficiaryTrust: { 200: { trusted: true } },
  startBeneficiaryUntrust: { 200: { scaChallenge: { ...scaChallenge, purpose: 'UNTRUST' } } },
  confirmBeneficiaryUntrust: { 200: { trusted: false } },
  lookupUma: { 200: { receiverUmaAddress: '$success.usd@sandbox.uma.money', ...lookup } },
  lookupExternalAccount: { 200: { accountId: given.bank, ...lookup } },
  sandboxFundInternalAccount: { 200: { ...wallet, updatedAt: at } },
}
