/** Starts a payment's workflow and waits for the result of its synchronous step. */

import type { PaymentTerms } from '../../contract/paymentOrder.ts'
import type { PaymentExecution } from '../../workflows/definitions/payments.ts'
import { startPayment } from '../../workflows/paymentStart.ts'
import type { QuoteExecutionResult } from '../../workflows/quoteExecution.ts'
import type { Dependencies } from '../dependencies.ts'
import type { StartResult } from '../temporal.ts'

/** Starts the payment's workflow, or joins the running one. */
export function startPaymentAndWait(
  { config, temporal }: Pick<Dependencies, 'config' | 'temporal'>,
  terms: PaymentTerms,
  attempt: number,
  request: PaymentExecution,
  trace: { workflowId?: string },
): Promise<StartResult<QuoteExecutionResult>> {
  const start = startPayment(terms, attempt, request, {
    outsideTaskQueue: config.OUTSIDE_TASK_QUEUE,
    environment: terms.environment,
  })
  trace.workflowId = start.workflowId
  return temporal.startAndWait<QuoteExecutionResult>(start)
}
