/** Every operation of agents with the ids of another customer of the same platform. */
import { beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../../../api/operations.ts'
import {
  type Acting,
  actionOf,
  anActingAgent,
  anAgentQuote,
  askingPolicy,
  transferBody,
  transferOut,
} from '../../../support/agentActions.ts'
import { leavesNothing, service } from '../../service.ts'

type Foreign = { readonly path: string; readonly body?: object }

describe('another customer of the platform', () => {
  let own: Acting
  let theirs: Acting
  let calls: Record<string, readonly Foreign[]>
  let hidden: readonly string[]

  beforeAll(async () => {
    const { stack } = service()
    ;[own, theirs] = await Promise.all([anActingAgent(stack), anActingAgent(stack, askingPolicy)])
    const action = actionOf(await transferOut(theirs), 'PENDING_APPROVAL')
    const quote = await anAgentQuote(theirs)
    const { source, bank, customer, agent } = theirs
    const [ownSource, ownBank] = [own.source, own.bank]
    const [into, out] = [
      [
        { source: { accountId: bank.id }, destination: { accountId: ownSource.id }, amount: 1_000 },
        { source: { accountId: ownBank.id }, destination: { accountId: source.id }, amount: 1_000 },
      ],
      [transferBody({ ...own, source }), transferBody({ ...own, bank }), transferBody(theirs)],
    ] as const
    const quoteOf = (from: string, to: string): object => ({
      source: { sourceType: 'ACCOUNT', accountId: from },
      destination: { destinationType: 'ACCOUNT', accountId: to },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000,
    })
    const evaluate = (action: object): Foreign => ({
      path: '/agents/me/policy/evaluate',
      body: { action },
    })
    calls = {
      agentGetTransaction: [{ path: `/agents/me/transactions/${action.transaction.id}` }],
      agentListTransactions: [
        { path: `/agents/me/transactions?accountIdentifier=${source.id}` },
        { path: `/agents/me/transactions?receiverAccountIdentifier=${bank.id}` },
      ],
      agentCreateQuote: [quoteOf(source.id, bank.id), quoteOf(ownSource.id, bank.id)].map(
        (body) => ({
          path: '/agents/me/quotes',
          body,
        }),
      ),
      agentGetQuote: [{ path: `/agents/me/quotes/${quote.id}` }],
      agentExecuteQuote: [{ path: `/agents/me/quotes/${quote.id}/execute` }],
      agentGetAction: [{ path: `/agents/me/actions/${action.id}` }],
      agentCreateTransferIn: into.map((body) => ({ path: '/agents/me/transfer-in', body })),
      agentCreateTransferOut: out.map((body) => ({ path: '/agents/me/transfer-out', body })),
      agentGetExternalAccount: [{ path: `/agents/me/external-accounts/${bank.id}` }],
      agentDeleteExternalAccount: [{ path: `/agents/me/external-accounts/${bank.id}` }],
      agentCreateExternalAccount: [
        {
          path: '/agents/me/external-accounts',
          body: {
            customerId: customer.id,
            currency: 'USDB',
            accountInfo: {
              accountType: 'SPARK_WALLET',
              address: 'sparkrt1pgssypjmacntm720axqcyys59l78jh589dewmu35y4dpj6whxz6m4cg0pjq84a',
            },
          },
        },
      ],
      evaluateOwnPolicy: [
        evaluate({ type: 'EXECUTE_QUOTE', quoteId: quote.id }),
        ...out.map((body) => evaluate({ type: 'TRANSFER_OUT', ...body })),
        ...into.map((body) => evaluate({ type: 'TRANSFER_IN', ...body })),
      ],
    }
    hidden = [action, quote, source, bank, customer, agent].map(({ id }) => id.split(':')[1] ?? '')
  })

  test('is in the way of every operation of agents that takes an id', () => {
    const without = [
      'agentListActions',
      'agentListExternalAccounts',
      'agentListInternalAccounts',
      'getAgentMe',
    ]
    const agents = operations.filter(({ security }) => security === 'AGENT')
    expect([...Object.keys(calls), ...without].sort()).toEqual(agents.map(({ id }) => id).sort())
  })

  test('shows nothing and takes nothing: 404, or an empty list', async () => {
    await leavesNothing(async () => {
      for (const { id, method } of operations) {
        for (const { path, body } of calls[id] ?? []) {
          const answer = await own.its.call(method.toUpperCase(), path, body)
          if (answer.status === 200) expect(answer.body.data, id).toEqual([])
          else expect(answer.status, `${id} ${JSON.stringify(answer.body)}`).toBe(404)
          for (const uuid of hidden) expect(JSON.stringify(answer.body)).not.toContain(uuid)
        }
      }
      // The key of an intent is kept for a while, whatever became of it.
      await service().database.query({
        text: 'delete from agent_intents where agent_id = $1',
        values: [own.agent.id.slice('Agent:'.length)],
      })
    })
  })

  test('is in none of the lists', async () => {
    for (const { id, path, method, security } of operations) {
      if (security !== 'AGENT' || method !== 'get' || path.includes(':')) continue
      const text = JSON.stringify((await own.its.call('GET', path)).body)
      for (const uuid of hidden) expect(text, id).not.toContain(uuid)
    }
  })
})
