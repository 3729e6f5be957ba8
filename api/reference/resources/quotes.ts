/** Quotes of the examples. */
import { currencyOf } from '../../../contract/money.ts'
import { given } from '../useCases/given.ts'
import { SPARK_ADDRESS } from './accounts.ts'
import { begunAt, fiveMinutesLater, others, type Shown } from './shared.ts'

export const from = (accountId: string) => ({ sourceType: 'ACCOUNT', accountId }) as const
export const to = (accountId: string) => ({ destinationType: 'ACCOUNT', accountId }) as const
/** Of a payment in dollars. */
export const FEE_CENTS = 10
/** Paid out of an account that there is. */
const priced = { status: 'PENDING', createdAt: begunAt, expiresAt: fiveMinutesLater } as const

/** What a session key of the wallet stamps. */
export function activity(type: string, parameters: Shown): string {
  const organizationId = 'e6c3e183-e70a-4cfa-9088-bc19b3c788b7'
  return JSON.stringify({ organizationId, parameters, timestampMs: '1768469396000', type })
}

const transferPayload = JSON.stringify({
  transfer: given.quote,
  from: given.wallet,
  to: given.bank,
  sends: '10000000 USDB',
  receives: '987 USD',
  expiresAt: fiveMinutesLater,
})

/** 10 USDB out of the wallet to the bank account, to be signed. */
export const quote = {
  id: given.quote,
  ...priced,
  source: from(given.wallet),
  destination: to(given.bank),
  sendingCurrency: currencyOf('USDB'),
  receivingCurrency: currencyOf('USD'),
  totalSendingAmount: 10_000_000,
  totalReceivingAmount: 987,
  exchangeRate: 1.00053191,
  feesIncluded: 124_750,
  platformFeesIncluded: 0,
  transactionId: given.transaction,
  paymentInstructions: [
    {
      accountOrWalletInfo: {
        accountType: 'EMBEDDED_WALLET',
        payloadToSign: activity('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
          signWith: SPARK_ADDRESS,
          payload: transferPayload,
          encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
          hashFunction: 'HASH_FUNCTION_SHA256',
        }),
      },
      instructionsNotes:
        'Stamp payloadToSign byte for byte with a session key of the wallet, then execute the quote ' +
        'with the stamp in Service-Wallet-Signature.',
    },
  ],
} as const

const { paymentInstructions: _signed, ...ofWallet } = quote
/** The same, once it is executed. */
export const executedQuote = { ...ofWallet, status: 'PROCESSING' } as const

/** From an account in dollars to a bank account, less the fee of 10 cents. */
function dollarQuote(
  id: string,
  transactionId: string,
  [source, destination]: readonly [string, string],
  amount: number,
) {
  return {
    id,
    ...priced,
    source: from(source),
    destination: to(destination),
    sendingCurrency: currencyOf('USD'),
    receivingCurrency: currencyOf('USD'),
    totalSendingAmount: amount,
    totalReceivingAmount: amount - FEE_CENTS,
    exchangeRate: 1,
    feesIncluded: FEE_CENTS,
    platformFeesIncluded: 0,
    transactionId,
  } as const
}

const ofAgent = [given.agentDollars, given.agentBank] as const
export const agentQuote = dollarQuote(given.agentQuote, given.agentTransaction, ofAgent, 5_000)

const ofPayer = [others.payerDollars, given.beneficiary] as const
export const authorizedQuote = {
  ...dollarQuote(given.quoteToAuthorize, others.authorizedTransaction, ofPayer, 1_000),
  status: 'PROCESSING',
} as const

/** What a customer is asked who must prove who it is. */
export const scaChallenge = {
  id: given.challenge,
  expiresAt: fiveMinutesLater,
  factor: 'SMS_OTP',
  availableFactors: ['SMS_OTP'],
  purpose: 'PAYOUT',
} as const

/** Answered where a customer in a region of strong authentication asks for a quote to be made at once. */
export const quoteToAuthorize = {
  ...dollarQuote(given.quoteToProve, others.provenTransaction, ofPayer, 1_000),
  status: 'PENDING_AUTHORIZATION',
  scaChallenge,
} as const
