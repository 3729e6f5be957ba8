/** What a paused agent may still do: read. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { operations } from '../../../../api/operations.ts'
import {
  type Acting,
  anActingAgent,
  anAgentQuote,
  transferBody,
} from '../../../support/agentActions.ts'
import { type Resource, shown } from '../../../support/builders.ts'
import { expectRefusal, leavesNothing, service } from '../../service.ts'

const writes = operations.filter(({ security, method }) => security === 'AGENT' && method !== 'get')

type Request = { readonly path: string; readonly body?: object }

/** A request for each operation that is no GET: a resumed agent would be answered with success. */
function requestsOf(acting: Acting, quote: Resource): Record<string, Request> {
  const { source, bank } = acting
  const action = { type: 'TRANSFER_OUT', ...transferBody(acting) }
  return {
    agentCreateExternalAccount: {
      path: '/agents/me/external-accounts',
      body: {
        currency: 'USD',
        accountInfo: {
          accountType: 'USD_ACCOUNT',
          accountNumber: '000123789',
          routingNumber: '021000021',
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
        },
      },
    },
    agentDeleteExternalAccount: { path: `/agents/me/external-accounts/${bank.id}` },
    agentCreateQuote: {
      path: '/agents/me/quotes',
      body: {
        source: { sourceType: 'ACCOUNT', accountId: source.id },
        destination: { destinationType: 'ACCOUNT', accountId: bank.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000,
      },
    },
    agentExecuteQuote: { path: `/agents/me/quotes/${quote.id}/execute` },
    agentCreateTransferOut: { path: '/agents/me/transfer-out', body: transferBody(acting) },
    agentCreateTransferIn: {
      path: '/agents/me/transfer-in',
      body: {
        source: { accountId: bank.id },
        destination: { accountId: source.id },
        amount: 1_000,
      },
    },
    evaluateOwnPolicy: { path: '/agents/me/policy/evaluate', body: { action } },
  }
}

async function aPausedAgent(): Promise<{ acting: Acting; requests: Record<string, Request> }> {
  const acting = await anActingAgent(service().stack)
  const requests = requestsOf(acting, await anAgentQuote(acting))
  const path = `/agents/${acting.agent.id}`
  shown('paused', await acting.api.call('PATCH', path, { isPaused: true }), 200)
  return { acting, requests }
}

describe('a paused agent', () => {
  test('writes nothing, by whichever operation; its dry-run still answers', async () => {
    const { acting, requests } = await aPausedAgent()
    expect(Object.keys(requests).sort()).toEqual(writes.map(({ id }) => id).sort())
    const refused = writes.filter(({ id }) => id !== 'evaluateOwnPolicy')
    // A claimed intent is no action: the judged operations name their request before they are judged.
    const answers: Record<string, unknown> = {}
    for (const { id, method } of refused) {
      const { path, body } = requests[id] as Request
      const key = { 'Idempotency-Key': randomUUID() }
      const answer = await acting.its.call(method.toUpperCase(), path, body, key)
      answers[id] = [answer.status, answer.body.reason]
    }
    const sentence = expect.stringContaining('The agent is paused')
    expect(answers).toEqual(Object.fromEntries(refused.map(({ id }) => [id, [403, sentence]])))
    const { path, body } = requests.evaluateOwnPolicy as Request
    const judged = shown('judgement', await acting.its.call('POST', path, body), 200)
    expect(judged).toMatchObject({ decision: 'DENY' })
    expect(judged.rules).toContainEqual(expect.objectContaining({ rule: 'AGENT_PAUSED' }))
  })

  test('leaves no row, and reads and writes once it is resumed', async () => {
    const { acting, requests } = await aPausedAgent()
    const { path, body } = requests.agentCreateQuote as Request
    await leavesNothing(async () => {
      expectRefusal(await acting.its.call('POST', path, body), 403, 'FORBIDDEN')
    })
    const read = await acting.its.call('GET', `/agents/me/external-accounts/${acting.bank.id}`)
    expect(read.status).toBe(200)
    await acting.api.call('PATCH', `/agents/${acting.agent.id}`, { isPaused: false })
    expect((await acting.its.call('POST', path, body)).status).toBe(201)
  })
})
