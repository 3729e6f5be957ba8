import { Quote } from '../../../contract/components/payments.ts'
import { operation } from '../../operation.ts'
import { shownQuote } from '../../quotes/getQuoteById.ts'

export const agentGetQuote = operation({
  id: 'agentGetQuote',
  group: 'Agent Operations',
  method: 'get',
  path: '/agents/me/quotes/:quoteId',
  security: 'AGENT',
  summary: 'Read a quote that the agent has made',
  status: 200,
  responses: { 200: Quote },
  errors: ['QUOTE_NOT_FOUND'],
  handle: ({ params, platform, agent, dependencies }) =>
    shownQuote(dependencies, platform.id, params.quoteId, agent.id),
})
