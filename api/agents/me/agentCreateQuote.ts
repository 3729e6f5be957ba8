import { AgentQuoteRequest, Quote } from '../../../contract/components/payments.ts'
import type { FieldError } from '../../../contract/errors.ts'
import { agentQuote, startsPayment } from '../../agentActions/agentQuote.ts'
import { operationOf } from '../../agentActions/requests.ts'
import { operation, type ValidationInput } from '../../operation.ts'
import { newQuote, quoteErrors } from '../../quotes/createQuote.ts'

const OPERATION = 'agentCreateQuote'

export const agentCreateQuote = operation({
  id: OPERATION,
  group: 'Agent Operations',
  method: 'post',
  path: '/agents/me/quotes',
  security: 'AGENT',
  agentPermission: 'CREATE_QUOTES',
  summary: 'Create a quote: a price that is locked until it expires',
  description:
    'Between accounts of the agent’s customer, to a UMA address, or paid by a deposit. A quote whose ' +
    'payment goes on without an execute call (`immediatelyExecute`, `REALTIME_FUNDING`) is an action: it ' +
    'also needs `EXECUTE_QUOTES`, counts against the limits, and is refused, done at once or submitted for ' +
    'the platform’s approval as the policy says. The answer names the action (`agentActionId`). For an ' +
    'embedded wallet it carries `payloadToSign`, which the customer’s device must stamp.',
  outside: { byRequest: ['WALLET_PROVIDER', 'PAYOUT_RAIL'] },
  headers: { idempotencyKey: true },
  body: AgentQuoteRequest,
  validate: refusePlatformFields,
  status: 201,
  responses: { 201: Quote },
  errors: quoteErrors,
  handle(call) {
    const { allowDuplicate: isMeant, ...body } = call.body
    if (startsPayment(body)) return agentQuote(body, call, isMeant)
    // The key is the agent's own: another agent's equal key is another request's.
    const requester = { operation: operationOf(OPERATION, call.agent), agent: call.agent }
    return newQuote({ ...call, body }, requester)
  },
})

/** What only the platform may ask for. */
function refusePlatformFields({ body }: ValidationInput): FieldError[] {
  const { platformFeeOverride: fee } = body as Readonly<Record<string, unknown>>
  if (fee === undefined) return []
  return [
    {
      field: 'platformFeeOverride',
      constraint: 'additionalProperties',
      message: 'is for the platform only',
    },
  ]
}
