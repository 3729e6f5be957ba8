/** What a platform reads of agents' actions before and after it decides. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  type Acting,
  actionOf,
  anActingAgent,
  anAgentQuote,
  askingPolicy,
  decide,
  executeQuote,
  setPolicy,
  transferOut,
  usageOf,
  usdPolicy,
} from '../../../support/agentActions.ts'
import { listed, type Resource, shown } from '../../../support/builders.ts'
import { call, describeOperation, expectRefusal, fieldsOf, service } from '../../service.ts'

let acting: Acting

/** Asks a person above 10.00 USD, 100.00 a day. */
const policy = {
  ...usdPolicy,
  spendingLimits: { currency: 'USD', perTransactionLimit: 8_000, dailyLimit: 10_000 },
  approvalThresholds: { currency: 'USD', amount: 1_000 },
}

async function meetAgent(): Promise<void> {
  acting ??= await anActingAgent(service().stack, policy)
}

const reviewOf = async ({ id }: { readonly id: string }): Promise<Resource> =>
  shown('review', await call('GET', `/agents/actions/${id}`), 200)

describeOperation('getAgentAction', () => {
  beforeAll(meetAgent)

  test('the rules that ask for a person, the budget, and afterwards who has decided', async () => {
    const small = actionOf(await transferOut(acting, 700, randomUUID()), 'APPROVED')
    const asked = actionOf(await transferOut(acting, 4_000, randomUUID()), 'PENDING_APPROVAL')
    const waiting = await reviewOf(asked)
    const own = (await acting.its.call('GET', `/agents/me/actions/${asked.id}`)).body
    expect(waiting).toEqual({
      ...own,
      agentName: acting.agent.name,
      policyVersion: 1,
      counted: { amount: 4_000, currency: 'USD', day: expect.any(String), state: 'RESERVED' },
      judgement: {
        decision: 'APPROVAL_REQUIRED',
        rules: expect.arrayContaining([
          {
            rule: 'DAILY_LIMIT',
            decision: 'ALLOW',
            ...{ limit: 10_000, used: 700, requested: 4_000, currency: 'USD' },
          },
          {
            rule: 'APPROVAL_THRESHOLD',
            decision: 'APPROVAL_REQUIRED',
            ...{ limit: 1_000, requested: 4_000, currency: 'USD' },
          },
        ]),
        remaining: { currency: 'USD', perTransaction: 8_000, daily: 9_300 },
      },
    })
    expect(await usageOf(acting)).toMatchObject({
      ...{ dailySpend: 4_700, dailyReserved: 4_000, monthlySpend: 4_700, monthlyReserved: 4_000 },
    })
    await setPolicy(acting, { spendingLimits: { perTransactionLimit: 3_999 } })
    expect((await reviewOf(asked)).judgement).toMatchObject({ decision: 'DENY' })
    await setPolicy(acting, { spendingLimits: { perTransactionLimit: 8_000 } })
    actionOf(await decide(acting, asked, 'reject', { reason: 'No' }), 'REJECTED')
    const rejected = await reviewOf(asked)
    expect(rejected).toMatchObject({
      status: 'REJECTED',
      rejectionReason: 'No',
      decision: 'REJECT',
      decidedBy: expect.stringMatching(/^Token:/),
      decidedAt: expect.any(String),
      counted: { state: 'RELEASED' },
    })
    expect(rejected).not.toHaveProperty('judgement')
    expect(await reviewOf(small)).toMatchObject({ decision: 'AUTO', counted: { state: 'SPENT' } })
    expect(await usageOf(acting)).toMatchObject({ dailySpend: 700, dailyReserved: 0 })
  })

  test('what a quote’s action ends with; nothing of one that is not there', async () => {
    const quote = await anAgentQuote(acting, 2_000)
    const asked = actionOf(await executeQuote(acting, quote), 'PENDING_APPROVAL')
    expect((await reviewOf(asked)).expiresAt).toBe(quote.expiresAt)
    for (const id of ['x', `AgentAction:${randomUUID()}`]) {
      expectRefusal(await call('GET', `/agents/actions/${id}`), 404, 'REFERENCE_NOT_FOUND')
    }
  })
})

describeOperation('listAgentActions', () => {
  beforeAll(meetAgent)

  test('of one agent or of all, by status, with the policy that has judged each', async () => {
    const other = await anActingAgent(service().stack, askingPolicy)
    const first = actionOf(await transferOut(other, 100, randomUUID()), 'PENDING_APPROVAL')
    await setPolicy(other, { defaultExecutionMode: 'AUTO' })
    const second = actionOf(await transferOut(other, 200, randomUUID()), 'APPROVED')
    const list = async (query: string): Promise<Resource[]> =>
      listed(await call('GET', `/agents/actions?${query}`))
    const own = `agentId=${other.agent.id}`
    expect(await list(own)).toMatchObject([
      { id: second.id, policyVersion: 2, agentName: other.agent.name },
      { id: first.id, policyVersion: 1 },
    ])
    const ids = async (query: string): Promise<unknown[]> => (await list(query)).map(({ id }) => id)
    expect(await ids(`${own}&status=APPROVED`)).toEqual([second.id])
    expect(await ids(`${own}&status=REJECTED`)).toEqual([])
    expect(await ids('agentId=x')).toEqual([])
    expect((await ids('limit=100')).slice(0, 2)).toEqual([second.id, first.id])
    expect((await ids('status=PENDING_APPROVAL&limit=100'))[0]).toBe(first.id)
    expect(await ids(`${own}&sortOrder=asc`)).toEqual([first.id, second.id])
    const page = await call('GET', `/agents/actions?${own}&limit=1`)
    const cursor = encodeURIComponent(String(page.body.nextCursor))
    expect(await ids(`${own}&limit=1&cursor=${cursor}`)).toEqual([first.id])
    expect(fieldsOf(await call('GET', '/agents/actions?status=DONE'))).toEqual({ status: 'enum' })
  })
})
