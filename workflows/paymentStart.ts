/** The start of a payment, whoever asks for it: a call, money that arrives, or a payment placed at once. */
import type { PaymentTerms } from '../domain/payments/terms.ts'
import type { QuoteExecutionInput } from './inputs.ts'
import { type Start, startQuoteExecution } from './starts.ts'

type Execution = NonNullable<QuoteExecutionInput['execution']>

/** What the request says beside the terms. */
export type ExecutionRequest = Pick<Execution, 'requestHash'> &
  Partial<Pick<Execution, 'key' | 'stamp' | 'publicKey' | 'depositedAmount' | 'immediateOrder'>>

/** The input holds all that the payment's head decides on. */
export function startPayment(
  terms: PaymentTerms,
  attempt: number,
  request: ExecutionRequest,
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
        ...request,
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
