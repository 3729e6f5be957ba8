/** Approvals and rejections, by every endpoint, and the dry-run. */
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
  transferBody,
  transferOut,
  untilTransactionIs,
  usageOf,
  usdPolicy,
} from '../../../support/agentActions.ts'
import { listed, type Resource, shown, waitUntil } from '../../../support/builders.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  sampled,
  service,
} from '../../service.ts'

let acting: Acting

async function meetAgent(): Promise<void> {
  acting ??= await anActingAgent(service().stack, askingPolicy)
}
const pending = async (amount = 1_000): Promise<Resource & { transaction: Resource }> =>
  actionOf(await transferOut(acting, amount, randomUUID()), 'PENDING_APPROVAL')

describeOperation('listAgentApprovals', () => {
  beforeAll(meetAgent)

  test('what waits, of the platform, an agent or a customer, in either order', async () => {
    const made = [await pending(), await pending()]
    const ids = async (query: string): Promise<unknown[]> =>
      listed(await call('GET', `/agents/approvals?${query}`)).map(({ id }) => id)
    const own = `agentId=${acting.agent.id}&sortOrder=asc`
    expect(await ids(own)).toEqual(made.map(({ id }) => id))
    expect((await ids(`customerId=${acting.customer.id}`)).reverse()).toEqual(await ids(own))
    expect(await ids('limit=100')).toEqual(expect.arrayContaining(made.map(({ id }) => id)))
    const at = encodeURIComponent(String(made[1]?.createdAt))
    expect(await ids(`${own}&startDate=${at}`)).toEqual([made[1]?.id])
    for (const nobody of ['agentId=x', `customerId=Customer:${randomUUID()}`]) {
      expect(await ids(nobody)).toEqual([])
    }
    await decide(acting, made[0] as Resource, 'reject')
    expect(await ids(own)).toEqual([made[1]?.id])
  })
})

describeOperation('approveAgentAction', () => {
  beforeAll(meetAgent)

  test('executes it; afterwards it is decided', async () => {
    const action = await pending(1_111)
    const approved = actionOf(await decide(acting, action, 'approve'), 'APPROVED')
    await untilTransactionIs(acting, approved, 'COMPLETED')
    expectRefusal(await decide(acting, action, 'approve'), 409, 'CONFLICT')
    expectRefusal(await decide(acting, action, 'reject'), 409, 'CONFLICT')
  })

  sampled('what no longer holds fails with its reason', async () => {
    const [transfer, quote] = [await pending(2_000), await anAgentQuote(acting, 2_000)]
    const execution = actionOf(await executeQuote(acting, quote), 'PENDING_APPROVAL')
    await setPolicy(acting, { spendingLimits: { perTransactionLimit: 1_999 } })
    for (const action of [transfer, execution]) {
      const failed = actionOf(await decide(acting, action, 'approve'), 'FAILED')
      expect(failed.rejectionReason).toBe('PER_TRANSACTION_LIMIT')
    }
    await setPolicy(acting, askingPolicy)
    // The intent has failed: sent again, it is a new one.
    const again = actionOf(await executeQuote(acting, quote), 'PENDING_APPROVAL')
    expect(again.id).not.toBe(execution.id)
    actionOf(await decide(acting, again, 'approve'), 'APPROVED')
  })

  test('fifty at once are one decision', async () => {
    const action = await pending(1_500)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => decide(acting, action, 'approve')),
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(0)
    for (const { body } of done) expect(body).toEqual(done[0]?.body)
    for (const answer of answers) if (answer.status !== 200) expectRefusal(answer, 409, 'CONFLICT')
    const { count } = await service().database.one<{ count: number }>({
      text: `select count(*)::integer as count from ledger_transfers where id like '%/hold' and reference = $1`,
      values: [action.transaction.id],
    })
    expect(count).toBe(1)
  })

  sampled('against a rejection one of them wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const action = await pending(1_000 + round)
      const both = await Promise.all([
        decide(acting, action, 'approve'),
        decide(acting, action, 'reject'),
      ])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      const won = both.find(({ status }) => status === 200)?.body.status
      const read = await acting.its.call('GET', `/agents/me/actions/${action.id}`)
      expect(read.body.status).toBe(won)
    }
  })

  test('actions that are not there, or another agent’s', async () => {
    const action = await pending()
    const other = await anActingAgent(service().stack, askingPolicy)
    for (const [agent, id] of [
      [other.agent, action.id],
      [acting.agent, `AgentAction:${randomUUID()}`],
      [acting.agent, 'x'],
      [{ id: 'x' } as Resource, action.id],
    ] as const) {
      expectRefusal(
        await decide({ ...acting, agent }, { id }, 'approve'),
        404,
        'REFERENCE_NOT_FOUND',
      )
    }
  })

  sampled('a deletion rejects what waits, and its workflows end', async () => {
    const doomed = await anActingAgent(service().stack, askingPolicy)
    const action = actionOf(await transferOut(doomed), 'PENDING_APPROVAL')
    expect((await doomed.api.call('DELETE', `/agents/${doomed.agent.id}`)).status).toBe(204)
    const { failureReason } = await untilTransactionIs(doomed, action, 'FAILED')
    expect(failureReason).toBe('COMPLIANCE_REJECTED')
    await waitUntil('its workflow has ended', async () => {
      const { status } = await service().temporal.workflow.getHandle(action.id).describe()
      return status.name === 'COMPLETED'
    })
    const path = `/transactions/${action.transaction.id}/approve`
    expectRefusal(await call('POST', path), 409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL')
  })
})

describeOperation('rejectAgentAction', () => {
  beforeAll(meetAgent)

  test('ends it and its quote, and releases what it reserved', async () => {
    const before = await usageOf(acting)
    const quote = await anAgentQuote(acting)
    const action = actionOf(await executeQuote(acting, quote), 'PENDING_APPROVAL')
    expect((await usageOf(acting)).dailySpend).toBe(before.dailySpend + 1_000)
    const rejected = actionOf(await decide(acting, action, 'reject'), 'REJECTED')
    expect(rejected).toMatchObject({
      quote: { status: 'FAILED' },
      transaction: { status: 'FAILED' },
    })
    expect(await usageOf(acting)).toEqual(before)
    const wrong = await decide(acting, action, 'reject', { reason: 'x'.repeat(256) })
    expect(fieldsOf(wrong)).toEqual({ reason: 'maxLength' })
    expectRefusal(await decide(acting, action, 'reject'), 409, 'CONFLICT')
    expectRefusal(await decide(acting, { id: 'x' }, 'reject'), 404, 'REFERENCE_NOT_FOUND')
  })

  test('by its transaction, approved or rejected', async () => {
    const [first, second] = [await pending(), await pending()]
    const path = ({ transaction }: typeof first, how: string): string =>
      `/transactions/${transaction.id}/${how}`
    const approved = await call('POST', path(first, 'approve'))
    expect(approved).toMatchObject({ status: 200, body: { status: 'PROCESSING' } })
    const rejected = await call('POST', path(second, 'reject'), { reason: 'no' })
    expect(rejected.body).toMatchObject({ status: 'FAILED', failureReason: 'COMPLIANCE_REJECTED' })
    for (const action of [first, second]) {
      const again = await call('POST', path(action, 'approve'))
      expectRefusal(again, 409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL')
    }
  })
})

describeOperation('evaluateOwnPolicy', () => {
  beforeAll(meetAgent)

  test('says what a submission would lead to, with numbers, and reserves nothing', async () => {
    const free = await anActingAgent(service().stack, {
      ...usdPolicy,
      spendingLimits: { currency: 'USD', perTransactionLimit: 5_000, dailyLimit: 8_000 },
      approvalThresholds: { amount: 3_000 },
    })
    const ask = async (amount: number): Promise<Resource> => {
      const action = { type: 'TRANSFER_OUT', ...transferBody(free, amount) }
      const answer = await free.its.call('POST', '/agents/me/policy/evaluate', { action })
      return shown('judgement', answer, 200)
    }
    const decisions = async () => Promise.all([3_000, 3_001, 5_001].map(ask))
    expect((await decisions()).map(({ decision }) => decision)).toEqual([
      ...['ALLOW', 'APPROVAL_REQUIRED', 'DENY'],
    ])
    actionOf(await transferOut(free, 3_000), 'APPROVED')
    expect(await ask(5_000)).toMatchObject({
      decision: 'APPROVAL_REQUIRED',
      remaining: { currency: 'USD', perTransaction: 5_000, daily: 5_000 },
    })
    expect((await usageOf(free)).dailySpend).toBe(3_000)
    const quote = await anAgentQuote(free, 4_000)
    const action = { type: 'EXECUTE_QUOTE', quoteId: quote.id }
    const judged = await free.its.call('POST', '/agents/me/policy/evaluate', { action })
    expect(judged.body.rules).toContainEqual(
      expect.objectContaining({ rule: 'APPROVAL_THRESHOLD', limit: 3_000, requested: 4_000 }),
    )
  })

  test('actions that could not be submitted', async () => {
    const ask = (action: unknown) =>
      acting.its.call('POST', '/agents/me/policy/evaluate', { action })
    expect(fieldsOf(await acting.its.call('POST', '/agents/me/policy/evaluate', {}))).toEqual({
      action: 'required',
    })
    expect(Object.keys(fieldsOf(await ask({ type: 'PAY' })))).toEqual(['action.type'])
    const none = { type: 'EXECUTE_QUOTE', quoteId: `Quote:${randomUUID()}` }
    expectRefusal(await ask(none), 404, 'QUOTE_NOT_FOUND')
    const { source } = acting
    const foreign = await anActingAgent(service().stack)
    const body = transferBody({ ...foreign, source })
    expectRefusal(await ask({ type: 'TRANSFER_OUT', ...body }), 404, 'ACCOUNT_NOT_FOUND')
  })
})

describeOperation('evaluateAgentPolicy', () => {
  beforeAll(meetAgent)
  const ask = (body: unknown, agent = acting.agent) =>
    call('POST', `/agents/${agent.id}/policy/evaluate`, body)

  test('by the policy in force, by another one, and over the last actions', async () => {
    const own = await anActingAgent(service().stack, askingPolicy)
    for (const amount of [1_000, 2_000, 3_000]) {
      actionOf(await transferOut(own, amount), 'PENDING_APPROVAL')
    }
    const action = { type: 'TRANSFER_OUT', ...transferBody(own, 1_000) }
    expect((await ask({ action }, own.agent)).body.decision).toBe('APPROVAL_REQUIRED')
    const policy = {
      ...usdPolicy,
      spendingLimits: { currency: 'USD', perTransactionLimit: 2_500, dailyLimit: 2_500 },
    }
    expect((await ask({ action, policy }, own.agent)).body.decision).toBe('DENY')
    const { lastActions } = (await ask({ policy, lastActions: 10 }, own.agent)).body as {
      lastActions: Resource[]
    }
    expect(lastActions.map(({ decision }) => decision)).toEqual(['ALLOW', 'DENY', 'DENY'])
  })

  test('by no policy that could not be in force: every problem is named', async () => {
    const { source, customer } = acting
    const other = await anActingAgent(service().stack)
    const policy = {
      ...usdPolicy,
      spendingLimits: { currency: 'USD', perTransactionLimit: 2_000, dailyLimit: 1_000 },
      accountRestrictions: {
        accountRules: [{ accountId: source.id }, { accountId: other.bank.id }],
      },
      approvalThresholds: { currency: 'EUR', amount: 1 },
    }
    const problems = {
      'policy.spendingLimits.dailyLimit': 'minimum',
      'policy.approvalThresholds.currency': 'const',
      'policy.accountRestrictions.accountRules.1.accountId': 'enum',
    }
    const create = { name: 'x', customerId: customer.id, policy }
    expect(fieldsOf(await call('POST', '/agents', create))).toEqual(problems)
    expect(fieldsOf(await ask({ policy, lastActions: 1 }))).toEqual(problems)
    expect(fieldsOf(await ask({ policy, lastActions: 0 }))).toEqual({
      ...problems,
      lastActions: 'minimum',
    })
  })

  test('bodies and agents that are not there', async () => {
    expect(Object.keys(fieldsOf(await ask({})))).not.toEqual([])
    expect(fieldsOf(await ask({ lastActions: 0 }))).toEqual({ lastActions: 'minimum' })
    const nobody = { id: `Agent:${randomUUID()}` } as Resource
    expectRefusal(await ask({ lastActions: 1 }, nobody), 404, 'REFERENCE_NOT_FOUND')
  })
})
