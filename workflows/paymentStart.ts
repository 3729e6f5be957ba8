/** Starts a payment, for an execute call, a deposit or an immediate execution. */
import type { PaymentTerms } from '../domain/payments/terms.ts'
import type { QuoteExecutionInput } from './inputs.ts'
import { type Start, startQuoteExecution } from './starts.ts'

type Execution = NonNullable<QuoteExecutionInput['execution']>

/** What the request adds to the terms. */
export type ExecutionRequest = Pick<Execution, 'requestHash'> &
  Partial<Pick<Execution, 'key' | 'stamp' | 'publicKey' | 'depositedAmount' | 'immediateOrder'>>

/** The input has everything that the payment's synchronous step needs. */
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
