/** A quote of an agent that starts its payment: executed with its creation, or by the deposit that pays it. */

import type { Quote } from '../../contract/components/payments.ts'
import { presentQuote } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import type { QuoteBody } from '../../domain/payments/types.ts'
import { type Reply, replayHeaders, reply } from '../operation.ts'
import { quoteOrder, withFunding } from '../quotes/createQuote.ts'
import type { AgentCall } from './agentCall.ts'
import { agentPayment } from './agentPayment.ts'

/** Whether the payment goes on without an execute call, so that the policy judges the quote itself. */
export function startsPayment({ immediatelyExecute, source }: QuoteBody): boolean {
  return immediatelyExecute === true || source.sourceType === 'REALTIME_FUNDING'
}

/** @throws Refusal as a quote of the platform, and what the policy denies */
export async function agentQuote(
  body: QuoteBody,
  call: AgentCall,
  allowDuplicate: boolean | undefined,
): Promise<Reply<Shown<typeof Quote>>> {
  const { action, isReplay } = await agentPayment(
    {
      operation: 'agentCreateQuote',
      body,
      order: (name) => quoteOrder(body, name, call, call.agent),
      complete: (order) => withFunding(call, order),
    },
    call,
    allowDuplicate,
  )
  const quote = presentQuote({ ...action.payment, agent_action_id: action.id })
  return reply(201, quote, replayHeaders(isReplay))
}
