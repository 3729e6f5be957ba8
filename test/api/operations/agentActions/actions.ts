/** What agents do, over HTTP: at once, or after an approval. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../../../../runtime/config.ts'
import { dataConverterOf } from '../../../../runtime/converter.ts'
import { executeHeaders } from '../../../durability/payments.ts'
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
import { anAgent, freePolicy } from '../../../support/agents.ts'
import { aQuote, listed, type Resource, shown } from '../../../support/builders.ts'
import { describeOperation, expectRefusal, fieldsOf, sampled, service } from '../../service.ts'

let free: Acting
let asking: Acting

/** Made when the first needs them. */
async function meetAgents(): Promise<void> {
  free ??= await anActingAgent(service().stack)
  asking ??= await anActingAgent(service().stack, askingPolicy)
}

const nobody = `AgentAction:${randomUUID()}`

describeOperation('agentExecuteQuote', () => {
  beforeAll(meetAgents)

  test('executes at once what the policy allows, and answers the action with its payment', async () => {
    const before = await usageOf(free)
    const quote = await anAgentQuote(free)
    const action = actionOf(await executeQuote(free, quote), 'APPROVED')
    expect(action).toMatchObject({
      ...{
        id: expect.stringMatching(/^AgentAction:/),
        agentId: free.agent.id,
        type: 'EXECUTE_QUOTE',
      },
      customerId: free.customer.id,
      platformCustomerId: free.customer.platformCustomerId,
      quote: { id: quote.id, status: 'PROCESSING' },
      transaction: { id: quote.transactionId, status: 'PROCESSING', agentId: free.agent.id },
    })
    await untilTransactionIs(free, action, 'COMPLETED')
    expect(await usageOf(free)).toMatchObject({
      dailyTransactionCount: before.dailyTransactionCount + 1,
      dailySpend: before.dailySpend + 1_000,
    })
  })

  test('sent again it is the same action, with and without a key; another key is a conflict', async () => {
    for (const key of [undefined, randomUUID()]) {
      const quote = await anAgentQuote(free)
      const headers = { 'Idempotency-Key': key }
      const first = actionOf(await executeQuote(free, quote, headers), 'APPROVED')
      const again = await executeQuote(free, quote, headers)
      expect(again.headers.get('Idempotent-Replayed')).toBe('true')
      expect(again.body).toEqual(first)
      const other = await executeQuote(free, quote, { 'Idempotency-Key': randomUUID() })
      expectRefusal(other, 409, 'CONFLICT')
    }
  })

  test('submits for approval what the policy wants a person to see', async () => {
    const quote = await anAgentQuote(asking)
    const action = actionOf(await executeQuote(asking, quote), 'PENDING_APPROVAL')
    expect(action).toMatchObject({
      quote: { status: 'PENDING' },
      transaction: { status: 'PENDING', agentId: asking.agent.id },
    })
    expect((await executeQuote(asking, quote)).body).toEqual(action)
    expectRefusal(await asking.api.call('POST', `/quotes/${quote.id}/execute`), 409, 'CONFLICT')
    const approved = actionOf(await decide(asking, action, 'approve'), 'APPROVED')
    await untilTransactionIs(asking, approved, 'COMPLETED')
  })

  sampled('a stamp is checked when it is submitted, and used when it is approved', async () => {
    const { stack, mine, database } = service()
    const { agent, its } = await anAgent(mine.api, mine.customer.id, {
      ...freePolicy,
      defaultExecutionMode: 'APPROVAL_REQUIRED',
    })
    const made = await its.call('POST', '/agents/me/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: mine.wallet.id },
      destination: { destinationType: 'ACCOUNT', accountId: mine.account.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000_000,
    })
    const quote = shown('quote', made, 201)
    expectRefusal(await executeQuote({ its }, quote), 401, 'WALLET_SIGNATURE_MISSING')
    const headers = await executeHeaders(mine.device, quote, undefined)
    const other = await executeHeaders(mine.device, await aQuote(mine), undefined)
    expectRefusal(await executeQuote({ its }, quote, other), 401, 'WALLET_SIGNATURE_BODY_MISMATCH')
    const action = actionOf(await executeQuote({ its }, quote, headers), 'PENDING_APPROVAL')
    const stampOf = async (): Promise<string | null> => {
      const row = await database.one<{ stamp: string | null }>({
        text: 'select stamp from agent_actions where id = $1',
        values: [action.id.slice('AgentAction:'.length)],
      })
      return row.stamp
    }
    expect(await stampOf()).toMatch(/^sealed:1:/)
    // What starts a workflow is kept in its history, long after the stamp is used.
    const input = await startInputOf(action.id)
    expect(input).toContain(quote.id.slice('Quote:'.length))
    expect(input).not.toMatch(/sealed:1:|"stamp"/)
    const approved = actionOf(await decide({ api: mine.api, agent }, action, 'approve'), 'APPROVED')
    expect(await stampOf()).toBe(null)
    await untilTransactionIs({ api: mine.api }, approved, 'COMPLETED')
    expect(stack.apiUrls.length).toBeGreaterThan(0)
    // A submission that is refused leaves none either, and one that was made before.
    const again = await executeQuote({ its }, quote, headers)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
  })

  test('quotes that are not its own, or not there, or over', async () => {
    const platforms = shown(
      'quote',
      await free.api.call('POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId: free.source.id },
        destination: { destinationType: 'ACCOUNT', accountId: free.bank.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000,
      }),
      201,
    )
    const { its } = await anAgent(free.api, free.customer.id, usdPolicy)
    for (const id of [`Quote:${randomUUID()}`, 'x', platforms.id]) {
      expectRefusal(await executeQuote(free, { id }), 404, 'QUOTE_NOT_FOUND')
    }
    const quote = await anAgentQuote(free)
    expectRefusal(await executeQuote({ its }, quote), 404, 'QUOTE_NOT_FOUND')
    await service().database.query({
      text: 'update payments set expires_at = service_now() where id = $1',
      values: [quote.id.slice('Quote:'.length)],
    })
    expectRefusal(await executeQuote(free, quote), 400, 'QUOTE_EXPIRED')
  })

  test('what the policy denies is refused in sentences with numbers', async () => {
    const acting = await anActingAgent(service().stack, {
      ...usdPolicy,
      spendingLimits: { currency: 'USD', perTransactionLimit: 5_000, dailyLimit: 6_000 },
    })
    const large = await executeQuote(acting, await anAgentQuote(acting, 5_001))
    expectRefusal(large, 403, 'FORBIDDEN')
    expect(large.body.reason).toBe(
      'The amount, 50.01 USD with its fees, is above the limit of 50.00 USD for one transaction.',
    )
    actionOf(await executeQuote(acting, await anAgentQuote(acting, 5_000)), 'APPROVED')
    const second = await executeQuote(acting, await anAgentQuote(acting, 1_001))
    expect(second.body.reason).toBe(
      'The limit of this UTC day is 60.00 USD, of which 50.00 USD are used: 10.01 USD with fees ' +
        'would exceed it, 10.00 USD would not.',
    )
    expect(second.body.details).toMatchObject({ rules: [{ rule: 'DAILY_LIMIT', used: 5_000 }] })
    const quote = await anAgentQuote(acting, 100)
    await setPolicy(acting, { permissions: ['CREATE_QUOTES'] })
    const forbidden = await executeQuote(acting, quote)
    expect(forbidden.body.reason).toBe('The policy lacks the permission EXECUTE_QUOTES.')
    shown(
      'paused',
      await acting.api.call('PATCH', `/agents/${acting.agent.id}`, { isPaused: true }),
      200,
    )
    expectRefusal(await executeQuote(acting, quote), 403, 'FORBIDDEN')
  })

  test('too little money; a key of another quote', async () => {
    const poor = await anActingAgent(service().stack, usdPolicy, 1_000n)
    const quote = await anAgentQuote(poor, 1_001)
    expectRefusal(await executeQuote(poor, quote), 400, 'INSUFFICIENT_FUNDS')
    const key = { 'Idempotency-Key': randomUUID() }
    actionOf(await executeQuote(poor, await anAgentQuote(poor, 500), key), 'APPROVED')
    const other = await executeQuote(poor, await anAgentQuote(poor, 100), key)
    expectRefusal(other, 409, 'DUPLICATE_PAY_REQUEST')
  })
})

/** What the workflow of an action was started with, decrypted. */
async function startInputOf(workflowId: string): Promise<string> {
  const { stack, temporal } = service()
  const { events } = await temporal.workflow.getHandle(workflowId).fetchHistory()
  const started = events?.[0]?.workflowExecutionStartedEventAttributes
  const [codec] = dataConverterOf(parseConfig(stack.env)).payloadCodecs ?? []
  const payloads = await codec?.decode([...(started?.input?.payloads ?? [])])
  return (payloads ?? []).map(({ data }) => Buffer.from(data ?? []).toString()).join('\n')
}

/** What both directions have in common. */
function describeTransfers(
  path: string,
  type: string,
  body: (acting: Acting, amount?: number, more?: object) => object,
): void {
  beforeAll(meetAgents)
  const ask = (acting: Acting, amount?: number, more?: object, headers = {}) =>
    acting.its.call('POST', path, body(acting, amount, more), headers)

  test('at once, with the details and the transaction', async () => {
    const answer = await ask(free, 1_100)
    expect(answer.status).toBe(201)
    const details = body(free) as Record<'source' | 'destination', { accountId: string }>
    expect(actionOf(answer, 'APPROVED')).toMatchObject({
      type,
      transferDetails: {
        ...{ amount: 1_100, currency: 'USD', sourceAccountId: details.source.accountId },
        destinationAccountId: details.destination.accountId,
      },
      transaction: { status: 'PROCESSING', agentId: free.agent.id },
    })
  })

  test('the same intent is one transfer; a key or allowDuplicate says that another one is meant', async () => {
    const first = actionOf(await ask(free, 1_200), 'APPROVED')
    const again = await ask(free, 1_200)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(again.body).toEqual(first)
    const others = [
      await ask(free, 1_200, { allowDuplicate: true }),
      await ask(free, 1_200, {}, { 'Idempotency-Key': randomUUID() }),
      await ask(free, 1_201),
    ]
    const ids = [first, ...others.map((answer) => actionOf(answer, 'APPROVED'))].map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
  })

  test('another agent’s same key is another transfer; a key of another body is refused', async () => {
    const key = { 'Idempotency-Key': randomUUID() }
    const first = actionOf(await ask(free, 1_300, {}, key), 'APPROVED')
    const { its } = await anAgent(free.api, free.customer.id, usdPolicy)
    const second = actionOf(await ask({ ...free, its }, 1_300, {}, key), 'APPROVED')
    expect(second.id).not.toBe(first.id)
    expectRefusal(await ask(free, 1_301, {}, key), 409, 'DUPLICATE_PAY_REQUEST')
  })

  sampled('waits for approval with its transaction, and moves nothing before', async () => {
    const action = actionOf(await ask(asking, 1_400), 'PENDING_APPROVAL')
    expect(action.transaction).toMatchObject({ status: 'PENDING', agentId: asking.agent.id })
    expect((await ask(asking, 1_400)).body).toEqual(action)
    const found = await asking.api.call('GET', `/transactions/${action.transaction.id}/timeline`)
    expect(JSON.stringify(found.body)).toContain('submitted by an agent')
    const rejected = actionOf(await decide(asking, action, 'reject', { reason: 'no' }), 'REJECTED')
    expect(rejected).toMatchObject({
      rejectionReason: 'no',
      transaction: { status: 'FAILED', failureReason: 'COMPLIANCE_REJECTED' },
    })
    // Rejected is an answer: the same intent gets it back, as it was first given.
    expect((await ask(asking, 1_400)).body.id).toBe(action.id)
  })

  test('accounts of another customer count as unknown', async () => {
    const foreign = body(asking)
    const mixed = { ...body(free), destination: (foreign as { destination: object }).destination }
    for (const wrong of [foreign, mixed]) {
      expectRefusal(await free.its.call('POST', path, wrong), 404, 'ACCOUNT_NOT_FOUND')
    }
  })

  test('every wrong field is named', async () => {
    expect(fieldsOf(await free.its.call('POST', path, { allowDuplicate: 'x' }))).toEqual({
      ...{
        source: 'required',
        destination: 'required',
        amount: 'required',
        allowDuplicate: 'type',
      },
    })
  })

  test('denied without the permission, and by a pause', async () => {
    const { its } = await anAgent(free.api, free.customer.id, { ...usdPolicy, permissions: [] })
    const denied = await its.call('POST', path, body(free))
    expectRefusal(denied, 403, 'FORBIDDEN')
    expect(denied.body.reason).toBe('The policy lacks the permission CREATE_TRANSFERS.')
  })
}

describeOperation('agentCreateTransferOut', () => {
  describeTransfers('/agents/me/transfer-out', 'TRANSFER_OUT', transferBody)

  test('too little money, two currencies', async () => {
    const poor = await anActingAgent(service().stack, usdPolicy, 1n)
    expectRefusal(await transferOut(poor), 400, 'INSUFFICIENT_FUNDS')
  })
})

describeOperation('agentCreateTransferIn', () => {
  describeTransfers(
    '/agents/me/transfer-in',
    'TRANSFER_IN',
    ({ source, bank }, amount = 1_000, more = {}) => ({
      ...{ source: { accountId: bank.id }, destination: { accountId: source.id }, amount, ...more },
    }),
  )
})

describeOperation('agentListActions', () => {
  beforeAll(meetAgents)

  test('its own, by status, page by page', async () => {
    const acting = await anActingAgent(service().stack, askingPolicy)
    const made: Resource[] = []
    for (const amount of [100, 200, 300]) {
      made.unshift(actionOf(await transferOut(acting, amount), 'PENDING_APPROVAL'))
    }
    await decide(acting, made[0] as Resource, 'reject')
    const ids = async (query: string) =>
      listed(await acting.its.call('GET', `/agents/me/actions${query}`)).map(({ id }) => id)
    expect(await ids('')).toEqual(made.map(({ id }) => id))
    expect(await ids('?status=REJECTED')).toEqual([made[0]?.id])
    expect(await ids('?status=PENDING_APPROVAL')).toEqual(made.slice(1).map(({ id }) => id))
    const first = await acting.its.call('GET', '/agents/me/actions?limit=2')
    const cursor = encodeURIComponent(String(first.body.nextCursor))
    expect(await ids(`?limit=2&cursor=${cursor}`)).toEqual([made[2]?.id])
    expect(fieldsOf(await acting.its.call('GET', '/agents/me/actions?status=DONE'))).toEqual({
      status: 'enum',
    })
  })
})

describeOperation('agentGetAction', () => {
  beforeAll(meetAgents)

  test('its own, as it is now; another agent’s is not there', async () => {
    const action = actionOf(await transferOut(asking, 150), 'PENDING_APPROVAL')
    const path = `/agents/me/actions/${action.id}`
    expect((await asking.its.call('GET', path)).body).toEqual(action)
    await decide(asking, action, 'approve')
    expect((await asking.its.call('GET', path)).body.status).toBe('APPROVED')
    const other = await anAgent(asking.api, asking.customer.id, askingPolicy)
    for (const each of [free.its, other.its]) {
      expectRefusal(await each.call('GET', path), 404, 'REFERENCE_NOT_FOUND')
    }
    for (const id of [nobody, 'x']) {
      const answer = await asking.its.call('GET', `/agents/me/actions/${id}`)
      expectRefusal(answer, 404, 'REFERENCE_NOT_FOUND')
    }
  })
})
