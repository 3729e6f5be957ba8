/** Accounts of the examples, here and outside. */
import { railsOf } from '../../../contract/externalAccounts.ts'
import { given } from '../useCases/given.ts'
import { made, money, type Shown } from './shared.ts'

/** Of an account at a bank, with the rails that it can be paid over. */
function atBank(info: Shown): Shown {
  return { ...info, paymentRails: railsOf(String(info.accountType), info) }
}

const DOLLAR_ACCOUNT = {
  accountType: 'USD_ACCOUNT',
  accountNumber: '000492039789',
  routingNumber: '021000021',
} as const

function byReference(reference: string): Shown {
  return {
    instructionsNotes: `Write ${reference} as the reference of the transfer.`,
    accountOrWalletInfo: atBank({ ...DOLLAR_ACCOUNT, reference }),
  }
}

/** Where a wallet on Spark is paid, and which key signs for it. */
export const SPARK_ADDRESS =
  'sparkrt1pgssypjmacntm720axqcyys59l78jh589dewmu35y4dpj6whxz6m4cg0pjq84a'

export const wallet = {
  id: given.wallet,
  customerId: given.customer,
  type: 'EMBEDDED_WALLET',
  status: 'ACTIVE',
  balance: money(90_000_000, 'USDB'),
  totalBalance: money(90_000_000, 'USDB'),
  fundingPaymentInstructions: [
    {
      instructionsNotes:
        'Send USDB to this address, or pay the invoice; both are for this account only.',
      accountOrWalletInfo: {
        accountType: 'SPARK_WALLET',
        assetType: 'USDB',
        address: SPARK_ADDRESS,
        invoice: 'sparkrt124f5gs3qg9pryw29x3prvdfhxgunqdzxxyerz73l6lw',
      },
    },
  ],
  privateEnabled: false,
  ...made,
} as const

export const dollars = {
  id: given.dollars,
  customerId: given.customer,
  type: 'INTERNAL_FIAT',
  status: 'ACTIVE',
  balance: money(101_234, 'USD'),
  totalBalance: money(101_234, 'USD'),
  fundingPaymentInstructions: [byReference('AD93947E28838E43E3')],
  ...made,
} as const

export const platformDollars = {
  id: given.platformDollars,
  type: 'INTERNAL_FIAT',
  status: 'ACTIVE',
  balance: money(250_000, 'USD'),
  totalBalance: money(250_000, 'USD'),
  fundingPaymentInstructions: [byReference('A38104C90C45F1BE7E')],
  ...made,
} as const

export const agentDollars = {
  ...dollars,
  id: given.agentDollars,
  fundingPaymentInstructions: [byReference('A3EF9D3E62A0F9E90B')],
} as const

export const bank = {
  id: given.bank,
  customerId: given.customer,
  status: 'ACTIVE',
  currency: 'USD',
  defaultUmaDepositAccount: false,
  beneficiaryVerificationStatus: 'MATCHED',
  accountInfo: atBank({
    accountType: 'USD_ACCOUNT',
    accountNumber: '000123456789',
    routingNumber: '021000021',
    bankAccountType: 'CHECKING',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
  }),
} as const

export const platformBank = {
  ...bank,
  id: given.platformBank,
  customerId: null,
  accountInfo: {
    ...bank.accountInfo,
    accountNumber: '000987654321',
    beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Engines Ltd' },
  },
} as const

export const agentBank = {
  ...bank,
  id: given.agentBank,
  accountInfo: {
    ...bank.accountInfo,
    accountNumber: given.newAccountNumber,
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
  },
} as const

const WALLET_ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

/** Proven to be the customer's own. */
export const ownWallet = {
  id: given.ownWallet,
  customerId: given.customer,
  status: 'ACTIVE',
  ownershipType: 'FIRST_PARTY',
  currency: 'USDC',
  defaultUmaDepositAccount: false,
  accountInfo: { accountType: 'ETHEREUM_WALLET', address: WALLET_ADDRESS },
} as const

export const platformWallet = { ...ownWallet, id: given.platformWallet, customerId: null } as const

/** What the owner of a wallet signs, to prove that it is its own. */
export function ownershipMessage(accountId: string): string {
  return [
    'I prove that this wallet is mine.',
    `Wallet: ${WALLET_ADDRESS.toLowerCase()}`,
    `Account: ${accountId}`,
    'Challenge: 6ef79715-87bb-4aec-8f23-7e117a22a4df',
  ].join('\n')
}
