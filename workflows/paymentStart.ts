/** The start of a payment, whoever asks for it: a call, money that arrives, or a payment placed at once. */
import type { QuoteRow } from '../contract/present/index.ts'
import type { QuoteExecutionInput } from './quoteExecution.ts'
import { type Start, startQuoteExecution } from './starts.ts'

/** What is paid; ids are bare uuids, amounts are in the smallest unit. */
export type Terms = {
  readonly id: string
  readonly platformId: string
  readonly transactionId: string
  /** Who pays; undefined for the platform itself. */
  readonly customerId: string | undefined
  readonly sourceAccountId: string | undefined
  readonly destinationInternalId: string | undefined
  readonly sendingAmount: string
  readonly sendingCurrency: string
  readonly receivingAmount: string
  readonly receivingCurrency: string
  readonly exchangeRate: string
}

type Execution = NonNullable<QuoteExecutionInput['execution']>

/** What the request says beside the terms. */
export type Asked = Pick<Execution, 'requestHash'> &
  Partial<Pick<Execution, 'key' | 'stamp' | 'publicKey' | 'arrived' | 'placed'>>

/** The input holds all that the payment's head decides on. */
export function startPayment(
  terms: Terms,
  attempt: number,
  asked: Asked,
  outsideTaskQueue: string,
): Start {
  const { id: quoteId, platformId, customerId, transactionId, sourceAccountId } = terms
  return startQuoteExecution(
    {
      attempt,
      platformId,
      quoteId,
      outsideTaskQueue,
      execution: {
        key: undefined,
        stamp: undefined,
        publicKey: undefined,
        ...asked,
        sourceAccountId,
        sendingAmount: terms.sendingAmount,
        sendingCurrency: terms.sendingCurrency,
        receivingAmount: terms.receivingAmount,
        receivingCurrency: terms.receivingCurrency,
        exchangeRate: terms.exchangeRate,
      },
    },
    { customerId, accountId: sourceAccountId ?? terms.destinationInternalId, transactionId },
  )
}

/** The terms that a quote's row holds. */
export function termsOf(row: QuoteRow, platformId: string, customerId: string | null): Terms {
  return {
    id: row.id,
    platformId,
    transactionId: row.transaction_id,
    customerId: customerId ?? undefined,
    sourceAccountId: row.source_account_id ?? undefined,
    destinationInternalId: row.destination_internal_id ?? undefined,
    sendingAmount: String(row.sending_amount),
    sendingCurrency: row.sending_currency,
    receivingAmount: String(row.receiving_amount),
    receivingCurrency: row.receiving_currency,
    exchangeRate: row.exchange_rate,
  }
}
