/** Quotes of agents that start their payment: executed with their creation, or by a deposit. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { from, funding, to } from '../../../payments/customers.ts'
import {
  type Acting,
  anActingAgent,
  askingPolicy,
  decide,
  executeQuote,
  setPolicy,
  untilTransactionIs,
  usageOf,
  usdPolicy,
} from '../../../support/agentActions.ts'
import { anAgent } from '../../../support/agents.ts'
import { listed, type Resource, shown } from '../../../support/builders.ts'
import {
  describeOperation,
  expectRefusal,
  expectReplay,
  fieldsOf,
  leavesNothing,
  service,
} from '../../service.ts'

let free: Acting
let asking: Acting

type Asked = { readonly amount?: number; readonly source?: object; readonly more?: object }

/** Executed with its creation, unless the source says otherwise. */
function ask(acting: Acting, asked: Asked = {}, key?: string, its = acting.its): Promise<Answer> {
  const { amount = 1_000, source, more } = asked
  const body = {
    source: source ?? from(acting.source),
    destination: to(acting.bank),
    ...{ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: amount },
    ...(source === undefined && { immediatelyExecute: true }),
    ...more,
  }
  return its.call('POST', '/agents/me/quotes', body, { 'Idempotency-Key': key })
}

/** Paid by a deposit. */
const deposited = { source: funding('USD') }

type Submitted = Resource & { readonly agentActionId: string; readonly transactionId: string }

const quoteOf = (answer: Answer): Submitted => shown('quote', answer, 201) as Submitted

const transactionOf = ({ transactionId: id }: Submitted) => ({ transaction: { id } })

async function actionOf({ its }: Acting, { agentActionId }: Submitted): Promise<Resource> {
  return shown('action', await its.call('GET', `/agents/me/actions/${agentActionId}`), 200)
}

async function quoteNow({ its }: Pick<Acting, 'its'>, { id }: Resource): Promise<Resource> {
  return shown('quote', await its.call('GET', `/agents/me/quotes/${id}`), 200)
}

/** Somebody sends the money. */
function pay({ api }: Acting, quote: Resource, amount = 1_000): Promise<Answer> {
  return api.call('POST', '/sandbox/send', {
    quoteId: quote.id,
    ...{ currencyCode: 'USD', currencyAmount: amount },
  })
}

const counted = async (acting: Acting): Promise<number[]> => {
  const { dailyTransactionCount, dailySpend, monthlySpend } = await usageOf(acting)
  return [dailyTransactionCount, dailySpend, monthlySpend]
}

describeOperation('agentCreateQuote', () => {
  beforeAll(async () => {
    free ??= await anActingAgent(service().stack)
    asking ??= await anActingAgent(service().stack, askingPolicy)
  })

  test('executes with its creation what the policy allows, as an action', async () => {
    const [count = 0, day = 0, month = 0] = await counted(free)
    const quote = quoteOf(await ask(free))
    expect(quote).toMatchObject({
      status: 'PROCESSING',
      agentActionId: expect.stringMatching(/^AgentAction:/),
    })
    const action = await actionOf(free, quote)
    expect(action).toMatchObject({
      ...{ status: 'APPROVED', type: 'EXECUTE_QUOTE', agentId: free.agent.id },
      quote: { id: quote.id },
      transaction: { id: quote.transactionId, agentId: free.agent.id },
    })
    await untilTransactionIs(free, transactionOf(quote), 'COMPLETED')
    expect(await counted(free)).toEqual([count + 1, day + 1_000, month + 1_000])
    expect(await quoteNow(free, quote)).toMatchObject({
      ...{ status: 'COMPLETED', agentActionId: quote.agentActionId },
    })
    expectRefusal(await executeQuote(free, quote), 409, 'CONFLICT')
  })

  test('what a person must see is submitted with its quote, and executed by the approval', async () => {
    const quote = quoteOf(await ask(asking))
    expect(quote.status).toBe('PENDING')
    expect(await actionOf(asking, quote)).toMatchObject({ status: 'PENDING_APPROVAL' })
    const waiting = listed(
      await asking.api.call('GET', `/agents/approvals?agentId=${asking.agent.id}`),
    )
    expect(waiting.map(({ id }) => id)).toContain(quote.agentActionId)
    expectRefusal(await asking.api.call('POST', `/quotes/${quote.id}/execute`), 409, 'CONFLICT')
    expectRefusal(await executeQuote(asking, quote), 409, 'CONFLICT')
    const approved = await decide(asking, { id: quote.agentActionId }, 'approve')
    expect(approved.body).toMatchObject({ status: 'APPROVED', quote: { id: quote.id } })
    await untilTransactionIs(asking, transactionOf(quote), 'COMPLETED')
    const rejected = quoteOf(await ask(asking, { amount: 1_001 }))
    await decide(asking, { id: rejected.agentActionId }, 'reject', { reason: 'Not now' })
    expect(await quoteNow(asking, rejected)).toMatchObject({ status: 'FAILED' })
  })

  test('refuses what the policy denies as an execute does, before the rail is asked for instructions', async () => {
    const barred = { ...usdPolicy, permissions: ['CREATE_QUOTES', 'VIEW_TRANSACTIONS'] }
    const acting = await anActingAgent(service().stack, barred)
    await leavesNothing(async () => {
      for (const asked of [{}, deposited]) {
        const answer = await ask(acting, asked)
        expectRefusal(answer, 403, 'FORBIDDEN')
        expect(answer.body.reason).toBe('The policy lacks the permission EXECUTE_QUOTES.')
      }
    })
    await setPolicy(acting, {
      permissions: usdPolicy.permissions,
      spendingLimits: { currency: 'USD', perTransactionLimit: 1_000, dailyLimit: 1_500 },
    })
    for (const asked of [{ amount: 1_001 }, { ...deposited, amount: 1_001 }]) {
      expectRefusal(await ask(acting, asked), 403, 'FORBIDDEN')
    }
    // Reserved by a quote that waits for its deposit: the other way has less left.
    quoteOf(await ask(acting, deposited))
    expectRefusal(await ask(acting, { amount: 501 }), 403, 'FORBIDDEN')
    quoteOf(await ask(acting, { amount: 500 }))
    expectRefusal(await ask(acting, { ...deposited, amount: 100 }), 403, 'FORBIDDEN')
    await acting.api.call('PATCH', `/agents/${acting.agent.id}`, { isPaused: true })
    expectRefusal(await ask(acting, { amount: 100 }), 403, 'FORBIDDEN')
  })

  test('what the policy lets through and the account cannot pay leaves nothing', async () => {
    const poor = await anActingAgent(service().stack, usdPolicy, 1_000n)
    await leavesNothing(async () => {
      expectRefusal(await ask(poor, { amount: 1_001 }), 400, 'INSUFFICIENT_FUNDS')
    })
    expect(await counted(poor)).toEqual([0, 0, 0])
  })

  test('a retry meets the same quote and action, with a key or within ten minutes', async () => {
    for (const asked of [{ amount: 1_002 }, { ...deposited, amount: 1_003 }]) {
      const key = randomUUID()
      for (const acting of [free, asking]) {
        const first = await ask(acting, asked, key)
        expectReplay(first, await ask(acting, asked, key))
        const other = await ask(acting, { ...asked, amount: 7 }, key)
        expectRefusal(other, 409, 'DUPLICATE_PAY_REQUEST')
        const unnamed = await ask(acting, asked)
        expect(quoteOf(unnamed).id).not.toBe(first.body.id)
        expectReplay(unnamed, await ask(acting, asked))
        const meant = quoteOf(await ask(acting, { ...asked, more: { allowDuplicate: true } }))
        expect(meant.id).not.toBe(unnamed.body.id)
      }
    }
  })

  test('shows where to send the money, which executes the payment without a call', async () => {
    const [count = 0, day = 0] = await counted(free)
    const quote = quoteOf(await ask(free, { ...deposited, more: { description: 'From outside' } }))
    expect(quote).toMatchObject({
      status: 'PENDING',
      source: { sourceType: 'REALTIME_FUNDING', customerId: free.customer.id },
      paymentInstructions: [{ accountOrWalletInfo: { reference: expect.stringMatching(/^P/) } }],
    })
    const action = await actionOf(free, quote)
    expect(action).toMatchObject({ status: 'APPROVED', transaction: { status: 'PENDING' } })
    expect((await counted(free)).slice(0, 2)).toEqual([count + 1, day + 1_000])
    expectRefusal(await executeQuote(free, quote), 409, 'CONFLICT')
    expect((await pay(free, quote)).status).toBe(200)
    await untilTransactionIs(free, transactionOf(quote), 'COMPLETED')
    expect((await counted(free)).slice(0, 2)).toEqual([count + 1, day + 1_000])
  })

  test('until a person has approved it no answer shows where to send the money', async () => {
    const quote = quoteOf(await ask(asking, deposited))
    const path = `/transactions/${quote.transactionId}`
    const instructions = async (): Promise<readonly unknown[]> => [
      quote.paymentInstructions,
      (await quoteNow(asking, quote)).paymentInstructions,
      (await asking.api.call('GET', `/quotes/${quote.id}`)).body.paymentInstructions,
      (await asking.api.call('GET', path)).body.paymentInstructions,
      (await asking.api.call('GET', path)).body.reconciliationInstructions,
    ]
    expect((await instructions()).filter((shownHere) => shownHere !== undefined)).toEqual([])
    const approved = await decide(asking, { id: quote.agentActionId }, 'approve')
    expect(approved.body).toMatchObject({ status: 'APPROVED', quote: { status: 'PENDING' } })
    expect((await instructions()).slice(1)).not.toContain(undefined)
    expect((await pay(asking, quote)).status).toBe(200)
    await untilTransactionIs(asking, transactionOf(quote), 'COMPLETED')
  })

  test('is of its agent and its customer alone', async () => {
    const quote = quoteOf(await ask(free, { ...deposited, amount: 1_004 }))
    const second = await anAgent(free.api, free.customer.id, usdPolicy)
    for (const { its } of [second, asking]) {
      const paths = [`/agents/me/quotes/${quote.id}`, `/agents/me/actions/${quote.agentActionId}`]
      for (const path of paths) expect((await its.call('GET', path)).status).toBe(404)
    }
    await leavesNothing(async () => {
      const { customer } = asking
      const named = { source: funding('USD', { customerId: customer.id }) }
      expectRefusal(await ask(free, named), 404, 'USER_NOT_FOUND')
      const elsewhere = { ...deposited, more: { destination: to(asking.bank) } }
      expectRefusal(await ask(free, elsewhere), 404, 'ACCOUNT_NOT_FOUND')
    })
  })

  test('what only the platform may ask for, and what no quote may, by its name', async () => {
    const fee = { platformFixedFee: { amount: 1 }, platformVariableFeeBps: 0 }
    await leavesNothing(async () => {
      expect(fieldsOf(await ask(free, { more: { platformFeeOverride: fee } }))).toEqual({
        platformFeeOverride: 'additionalProperties',
      })
      const both = { ...deposited, more: { immediatelyExecute: true } }
      expect(fieldsOf(await ask(free, both))).toEqual({ immediatelyExecute: 'const' })
      const wallet = shown(
        'wallets',
        await free.its.call('GET', '/agents/me/internal-accounts?type=EMBEDDED_WALLET'),
        200,
      ).data as unknown as Resource[]
      const unsigned = { source: from(wallet[0] as Resource), more: { immediatelyExecute: true } }
      expect(fieldsOf(await ask(free, unsigned))).toEqual({ immediatelyExecute: 'const' })
    })
  })

  test('fifty at once, both ways mixed: exactly what the limit allows', async () => {
    const limits = { currency: 'USD', perTransactionLimit: 1_000, dailyLimit: 10_000 }
    const acting = await anActingAgent(service().stack, { ...usdPolicy, spendingLimits: limits })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        ask(acting, index % 2 === 0 ? {} : deposited, randomUUID()),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(10)
    expect(statuses.filter((status) => status === 403)).toHaveLength(40)
    expect(await counted(acting)).toEqual([10, 10_000, 10_000])
  })
})
