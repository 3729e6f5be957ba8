import { AgentQuoteRequest, Quote } from '../../../contract/components/payments.ts'
import type { FieldError } from '../../../contract/errors.ts'
import { operation, type ValidationInput } from '../../operation.ts'
import { newQuote, quoteErrors } from '../../quotes/createQuote.ts'

export const agentCreateQuote = operation({
  id: 'agentCreateQuote',
  group: 'Agent Operations',
  method: 'post',
  path: '/agents/me/quotes',
  security: 'AGENT',
  agentPermission: 'CREATE_QUOTES',
  summary: 'Create a quote: a price that is locked until it expires',
  description:
    'Between accounts of the agent’s customer, or to a UMA address. No payment starts by it: ' +
    '`immediatelyExecute`, `platformFeeOverride` and real-time funding are refused. For an ' +
    'embedded wallet the answer carries `payloadToSign`, which the customer’s device must stamp.',
  outside: { byRequest: ['WALLET_PROVIDER', 'PAYOUT_RAIL'] },
  headers: { idempotencyKey: true },
  body: AgentQuoteRequest,
  validate: refusePlatformFields,
  status: 201,
  responses: { 201: Quote },
  errors: quoteErrors,
  // The key is the agent's own: another agent's equal key is another request's.
  handle: (call) =>
    newQuote(call, { operation: `agentCreateQuote/${call.agent.id}`, agent: call.agent }),
})

/** What only the platform may ask for. */
function refusePlatformFields({ body }: ValidationInput): FieldError[] {
  const { immediatelyExecute: immediate, platformFeeOverride: fee } = body as Readonly<
    Record<string, unknown>
  >
  const refused = (field: string): FieldError => ({
    field,
    constraint: 'additionalProperties',
    message: 'is for the platform only',
  })
  return [
    ...(immediate === undefined || immediate === false ? [] : [refused('immediatelyExecute')]),
    ...(fee === undefined ? [] : [refused('platformFeeOverride')]),
  ]
}
