/** Begins a payment and waits for its head's word. */
import type { Terms } from '../../domain/payments/terms.ts'
import { type Asked, startPayment } from '../../workflows/paymentStart.ts'
import type { QuoteExecutionAnswer } from '../../workflows/quoteExecution.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Begun } from '../temporal.ts'

/** Starts the payment's workflow, or meets the one that runs. */
export function beginPayment(
  { config, temporal }: Pick<Dependencies, 'config' | 'temporal'>,
  terms: Terms,
  attempt: number,
  asked: Asked,
  trace: { workflowId?: string },
): Promise<Begun<QuoteExecutionAnswer>> {
  const start = startPayment(terms, attempt, asked, config.OUTSIDE_TASK_QUEUE)
  trace.workflowId = start.workflowId
  return temporal.begin<QuoteExecutionAnswer>(start)
}
