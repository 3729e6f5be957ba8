/** The start of a payment: by a call, by a deposit, or executed immediately. */

import type { PaymentTerms } from '../contract/paymentOrder.ts'
import type { Start } from './defineWorkflow.ts'
import type { PaymentExecution } from './definitions/payments.ts'
import type { OutsideCalls } from './outsideQueues.ts'
import { workflows } from './registry.ts'

/** The input holds what the decision needs beside the payment's row. */
export function startPayment(
  terms: PaymentTerms,
  attempt: number,
  execution: PaymentExecution,
  outside: OutsideCalls,
): Start {
  const { id: paymentId, platformId, customerId, transactionId, sourceAccountId } = terms
  return workflows.quoteExecution.start(
    { ...outside, attempt, platformId, paymentId, execution },
    {
      customerId,
      accountId: sourceAccountId ?? terms.destinationInternalId,
      transactionId,
      agentId: execution.agent?.agentId,
    },
  )
}
