/** Accounts outside: one example for every kind. */
import { type Variant, variants } from '../../../contract/externalAccounts.ts'
import { given } from './given.ts'
import type { UseCase, UseCases } from './useCase.ts'

type Fields = Readonly<Record<string, unknown>>

/** An individual with all that some kind asks for. */
const beneficiary = {
  beneficiaryType: 'INDIVIDUAL',
  fullName: 'Ada Lovelace',
  birthDate: '1990-12-10',
  nationality: 'GB',
  email: 'ada@example.com',
  phoneNumber: '+14155550100',
  countryOfResidence: 'US',
  address: { line1: '1 Main Street', city: 'New York', postalCode: '10001', country: 'US' },
}

function exampleOf({ example, enum: values }: Fields): unknown {
  return example ?? (values as readonly unknown[] | undefined)?.[0]
}

/** A whole account of the kind; of fields that exclude each other the first, of a custodian none. */
function accountInfo(variant: Variant): Fields {
  const {
    accountType,
    properties,
    oneOf = [],
    beneficiary: demanded,
    individualExtras = {},
  } = variant
  const left = ['vaspName', ...oneOf.slice(1).flat()]
  const fields = Object.entries(properties).filter(([name]) => !left.includes(name))
  const examplesOf = (list: readonly (readonly [string, unknown])[]): Fields =>
    Object.fromEntries(list.map(([name, property]) => [name, exampleOf(property as Fields)]))
  const extras = examplesOf(Object.entries(individualExtras))
  return {
    accountType,
    ...examplesOf(fields),
    ...(demanded === 'REQUIRED' && { beneficiary: { ...beneficiary, ...extras } }),
  }
}

function ofKind(variant: Variant, owner: Fields): UseCase {
  const { accountType, currencies } = variant
  const words = accountType.toLowerCase().replaceAll('_', ' ')
  return {
    name: accountType,
    title: `${accountType} (${words.includes('wallet') || words === 'lightning' ? 'crypto' : 'bank'}, ${currencies.slice(0, 3).join(', ')}${currencies.length > 3 ? ', ...' : ''})`,
    body: { ...owner, currency: currencies[0] ?? '', accountInfo: accountInfo(variant) },
  }
}

const customerId = given.customer
const usd = variants.find(({ accountType }) => accountType === 'USD_ACCOUNT') as Variant
const ethereum = variants.find(({ accountType }) => accountType === 'ETHEREUM_WALLET') as Variant
const path = { externalAccountId: given.bank }
const code = { code: '123456' }

export const externalAccounts: UseCases = {
  createCustomerExternalAccount: [
    ...[usd, ...variants.filter((one) => one !== usd)].map((one) => ofKind(one, { customerId })),
    {
      name: 'business',
      title: 'USD_ACCOUNT of a business, with an id of your own',
      body: {
        customerId,
        currency: 'USD',
        platformAccountId: 'account-4711',
        ownershipType: 'THIRD_PARTY',
        accountInfo: {
          ...accountInfo(usd),
          accountNumber: '000987654321',
          beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Engines Ltd' },
        },
      },
    },
    {
      name: 'custodian',
      title: 'ETHEREUM_WALLET at a custodian',
      body: {
        customerId,
        currency: 'USDC',
        accountInfo: {
          ...accountInfo(ethereum),
          address: '0x52908400098527886E0F7030069857D2E4169EE7',
          vaspName: 'Kraken',
        },
      },
    },
  ],
  createPlatformExternalAccount: [ofKind(usd, {}), ofKind(ethereum, {})],
  listCustomerExternalAccounts: [
    { name: 'ofCustomer', title: 'Those of a customer', query: { customerId } },
    { name: 'inCurrency', title: 'Those in euros', query: { customerId, currency: 'EUR' } },
  ],
  listPlatformExternalAccounts: [{ name: 'all', title: 'Those of the platform' }],
  getCustomerExternalAccountById: [{ name: 'account', title: 'Read an account', path }],
  getPlatformExternalAccountById: [
    { name: 'account', title: 'Read an account', path: { externalAccountId: given.platformBank } },
  ],
  deleteCustomerExternalAccountById: [{ name: 'account', title: 'Delete an account', path }],
  deletePlatformExternalAccountById: [
    {
      name: 'account',
      title: 'Delete an account',
      path: { externalAccountId: given.platformBank },
    },
  ],
  createExternalAccountOwnershipChallenge: [
    {
      name: 'signature',
      title: 'The wallet signs a message',
      path: { externalAccountId: given.ownWallet },
      body: { method: 'WALLET_SIGNATURE' },
    },
    {
      name: 'liveness',
      title: 'The customer is recognized by a camera',
      path: { externalAccountId: given.ownWallet },
      body: { method: 'LIVENESS' },
      needs: 'VERIFICATION_VENDOR',
    },
  ],
  verifyExternalAccountOwnership: [
    {
      name: 'signature',
      title: 'The signature of the wallet',
      path: { externalAccountId: given.ownWallet },
      body: { signature: given.ownWalletSignature },
    },
  ],
  createPlatformExternalAccountOwnershipChallenge: [
    {
      name: 'signature',
      title: 'The wallet signs a message',
      path: { externalAccountId: given.platformWallet },
      body: { method: 'WALLET_SIGNATURE' },
    },
  ],
  verifyPlatformExternalAccountOwnership: [
    {
      name: 'signature',
      title: 'The signature of the wallet',
      path: { externalAccountId: given.platformWallet },
      body: { signature: given.platformWalletSignature },
    },
  ],
  startBeneficiaryTrust: [
    {
      name: 'start',
      title: 'Ask for a challenge',
      path: { externalAccountId: given.beneficiary },
      needs: 'MESSAGES',
    },
  ],
  confirmBeneficiaryTrust: [
    {
      name: 'code',
      title: 'The code of the challenge',
      path: { externalAccountId: given.challengedBeneficiary },
      body: code,
    },
  ],
  startBeneficiaryUntrust: [
    {
      name: 'start',
      title: 'Ask for a challenge',
      path: { externalAccountId: given.trustedBeneficiary },
      needs: 'MESSAGES',
    },
  ],
  confirmBeneficiaryUntrust: [
    {
      name: 'code',
      title: 'The code of the challenge',
      path: { externalAccountId: given.challengedTrusted },
      body: code,
    },
  ],
}
