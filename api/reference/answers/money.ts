/** Quotes, transfers, transactions, and the rates that they are made at. */
import { currencyOf } from '../../../contract/money.ts'
import { purchaseOf } from '../resources/cards.ts'
import {
  fundedPayment,
  incomingPayment,
  settled,
  transferIn,
  transferOut,
  walletPayment,
} from '../resources/payments.ts'
import { authorizedQuote, executedQuote, quote, quoteToAuthorize } from '../resources/quotes.ts'
import { money as amountOf, at, begunAt, listOf } from '../resources/shared.ts'
import { given } from '../useCases/given.ts'
import type { Answers } from './answer.ts'

const completed = settled(walletPayment)

const euros = (destinationPaymentRail: string) =>
  ({
    sourceCurrency: currencyOf('USDB'),
    destinationCurrency: currencyOf('EUR'),
    destinationPaymentRail,
    minSendingAmount: 111_694,
    maxSendingAmount: 1_000_000_000_000,
    sendingAmount: 10_000_000,
    receivingAmount: 846,
    exchangeRate: 1.16647732,
    fees: { fixed: 100_000, total: 124_750 },
    updatedAt: at,
  }) as const

const ofWallet = { kind: 'INTERNAL_ACCOUNT', accountId: given.wallet } as const

export const money: Answers = {
  createQuote: { 201: quote, 202: quoteToAuthorize },
  getQuoteById: { 200: quote },
  executeQuote: { 200: executedQuote },
  authorizeQuote: { 200: authorizedQuote },
  createTransferIn: { 201: transferIn },
  createTransferOut: { 201: { ...transferOut, description: 'Invoice 4711' } },
  listTransactions: { 200: listOf(completed, incomingPayment, purchaseOf('AUTHORIZED')) },
  getTransactionById: { 200: completed },
  listTransactionTimeline: {
    200: {
      data: [
        { at: begunAt, what: 'quoted' },
        { at: begunAt, what: 'signed by the wallet' },
        {
          at: begunAt,
          what: 'payout submitted',
          attempt: 1,
          nextActor: 'payout rail',
          waitsFor: 'the payout',
        },
        { at, what: 'settled' },
      ],
    },
  },
  confirmReceiptDelivery: { 200: { ...completed, receiptDeliveryConfirmedAt: at } },
  approvePendingPayment: { 200: { ...incomingPayment, status: 'PROCESSING', updatedAt: at } },
  rejectPendingPayment: {
    200: {
      ...incomingPayment,
      status: 'REJECTED',
      failureReason: 'COMPLIANCE_REJECTED',
      updatedAt: at,
    },
  },
  cancelTransaction: { 200: transferOut },
  listTransactionLedgerEntries: {
    200: {
      data: [
        {
          step: 'hold',
          kind: 'PENDING',
          amount: amountOf(10_000_000, 'USDB'),
          debit: ofWallet,
          credit: { kind: 'LIQUIDITY' },
          createdAt: begunAt,
        },
      ],
    },
  },
  listTransactionVolume: {
    200: {
      data: [
        {
          type: 'OUTGOING',
          currency: currencyOf('USDB'),
          intervals: [
            { at: '2026-01-15T08:00:00.000Z', completed: 0, failed: 0, amount: 0 },
            { at: '2026-01-15T09:00:00.000Z', completed: 1, failed: 0, amount: 10_000_000 },
          ],
        },
      ],
    },
  },
  getExchangeRates: { 200: { data: [euros('SEPA'), euros('SEPA_INSTANT')] } },
  getAvailableUmaProviders: {
    200: listOf({
      name: 'Bank One',
      domain: 'bank-one.example',
      supportedRegions: ['US'],
      supportedCurrencies: [currencyOf('USD')],
      allowListStatus: true,
    }),
  },
  listVasps: {
    200: {
      data: [
        { vaspName: 'Binance', url: 'https://www.binance.com' },
        { vaspName: 'Kraken', url: 'https://www.kraken.com' },
      ],
      hasMore: false,
    },
  },
  estimateCryptoWithdrawalFee: {
    200: {
      networkFee: 0,
      networkFeeAsset: 'BTC',
      applicationFee: 10_000,
      totalFee: 10_000,
      netAmount: 4_990_000,
    },
  },
  sandboxSend: { 200: fundedPayment },
  sandboxReceive: { 200: incomingPayment },
}
