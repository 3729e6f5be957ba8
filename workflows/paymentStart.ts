/** The start of a payment, whoever asks for it: a call, money that arrives, or a payment placed at once. */
import type { Terms } from '../domain/payments/terms.ts'
import type { QuoteExecutionInput } from './inputs.ts'
import { type Start, startQuoteExecution } from './starts.ts'

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
