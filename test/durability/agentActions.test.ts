/**
 * What agents do under stress: submissions that race for what their limits leave, and kill -9 of each
 * process while actions are submitted and approved.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { createAgentClient } from '../../scripts/serviceDriver/apiClient.ts'
import {
  type Acting,
  anActingAgent,
  askingPolicy,
  transferBody,
  usageOf,
  usdPolicy,
} from '../support/agentActions.ts'
import { anAgent } from '../support/agents.ts'
import { apiOf, ledgerHolds, waitUntil } from '../support/builders.ts'
import { openRows } from '../support/openRows.ts'
import { chanceOf, countOf } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { rowsOf, untilKnown } from './payments.ts'

const ROUNDS = countOf(1, 30)
const KILLS = countOf(3, 40)
const SUBMISSIONS = 200
const AMOUNT = 1_000
const ALLOWED = 7

const chance = chanceOf('agents')
let stack: TestStack
let acting: Acting

beforeAll(async () => {
  stack = await aRunningStack({ own: true, apis: 2, workers: 2 })
  acting = await anActingAgent(stack, askingPolicy, 1_000_000_000n)
})
afterAll(async () => {
  await stack?.stop()
})

/** The same request until its outcome is known, over all API processes in turn. */
const byAny = (ask: (apiUrl: string) => Promise<Answer>): Promise<Answer> =>
  untilKnown(stack, (index) => ask(stack.apiUrls[index] ?? ''))

const uuidIn = (id: unknown): string => String(id).split(':')[1] ?? ''

/** How the agent's rows say that it was counted. */
async function countedBy(agentId: unknown): Promise<unknown> {
  const [row] = await rowsOf(
    stack,
    `select coalesce(sum(reserved), 0)::integer as reserved, coalesce(sum(spent), 0)::integer as spent,
        coalesce(sum(count), 0)::integer as count
      from agent_usage where agent_id = $1 and period like 'D:%'`,
    [uuidIn(agentId)],
  )
  return row
}

async function untilNothingIsOpen(): Promise<void> {
  await waitUntil(
    'no row is open',
    async () => (await rowsOf(stack, `select 1 from ${openRows()}`)).length === 0,
  )
  await ledgerHolds(stack)
}

test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  'round %i: of 200 submissions at once, over two APIs and with a worker killed, seven are accepted',
  async () => {
    const policy = {
      ...usdPolicy,
      spendingLimits: {
        ...{ currency: 'USD', perTransactionLimit: AMOUNT },
        ...chance.pick([
          { dailyLimit: ALLOWED * AMOUNT + 999 },
          { monthlyLimit: ALLOWED * AMOUNT },
          { dailyTransactionLimit: ALLOWED },
        ]),
      },
    }
    const { agent, accessToken } = await anAgent(acting.api, acting.customer.id, policy)
    const submitting = Promise.all(
      Array.from({ length: SUBMISSIONS }, () => {
        const headers = { 'Idempotency-Key': randomUUID() }
        return byAny((url) =>
          createAgentClient(url, accessToken).call(
            ...([
              'POST',
              '/agents/me/transfer-out',
              transferBody(acting, AMOUNT),
              headers,
            ] as const),
          ),
        )
      }),
    )
    await sleep(chance.integer(400))
    await stack.kill('worker', chance.integer(2))
    const answers = await submitting
    const accepted = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(new Set(accepted.map(({ body }) => body.id)).size).toBe(ALLOWED)
    expect(accepted.map(({ body }) => body.status)).toEqual(Array(ALLOWED).fill('APPROVED'))
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['FORBIDDEN']))
    const spent = { reserved: 0, spent: ALLOWED * AMOUNT, count: ALLOWED }
    expect(await countedBy(agent.id)).toEqual(spent)
    expect(await usageOf({ api: acting.api, agent })).toMatchObject({
      dailySpend: ALLOWED * AMOUNT,
      dailyTransactionCount: ALLOWED,
    })
    await stack.waitReady()
    await untilNothingIsOpen()
    expect(await countedBy(agent.id)).toEqual(spent)
  },
)

const roles = ['worker', 'api', 'temporal'] as const
const IN_FLIGHT = 6

test.each(
  Array.from(
    { length: KILLS },
    (_, turn) => [roles[turn % roles.length] ?? 'worker', turn] as const,
  ),
)(
  'kill -9 of %s (%i) while actions are submitted and approved: each is decided and paid once',
  async (role) => {
    const { agent, accessToken } = await anAgent(acting.api, acting.customer.id, askingPolicy)
    const isSubmission = chance.integer(2) === 0
    const submit = (key: string): Promise<Answer> =>
      byAny((url) =>
        createAgentClient(url, accessToken).call(
          ...(['POST', '/agents/me/transfer-out', transferBody(acting, AMOUNT)] as const),
          { 'Idempotency-Key': key },
        ),
      )
    const decide = async (id: unknown, decision: 'approve' | 'reject'): Promise<Answer> =>
      byAny((url) =>
        apiOf({ ...stack, apiUrls: [url] }).call(
          'POST',
          `/agents/${agent.id}/actions/${id}/${decision}`,
        ),
      )
    const kill = async (): Promise<void> => {
      await sleep(chance.integer(250))
      await stack.kill(role, role === 'temporal' ? undefined : 0)
    }
    const submitted = Promise.all(Array.from({ length: IN_FLIGHT }, () => submit(randomUUID())))
    if (isSubmission) await kill()
    const actions = (await submitted).map(({ status, body }) => {
      expect(status, JSON.stringify(body)).toBe(201)
      return body
    })
    const deciding = Promise.all(
      actions.map(({ id }, index) => decide(id, index === 0 ? 'reject' : 'approve')),
    )
    if (!isSubmission) await kill()
    // One whose answer was lost is found decided.
    for (const { status } of await deciding) expect([200, 409]).toContain(status)
    await stack.waitReady()
    await untilNothingIsOpen()
    const statuses = await rowsOf<{ status: string; count: number }>(
      stack,
      `select a.status || '/' || p.status as status, count(*)::integer as count from agent_actions a
        join payments p on p.id = a.payment_id where a.agent_id = $1 group by 1 order by 1`,
      [uuidIn(agent.id)],
    )
    expect(statuses).toEqual([
      { status: 'APPROVED/COMPLETED', count: IN_FLIGHT - 1 },
      { status: 'REJECTED/FAILED', count: 1 },
    ])
    const spent = (IN_FLIGHT - 1) * AMOUNT
    expect(await countedBy(agent.id)).toEqual({ reserved: 0, spent, count: IN_FLIGHT - 1 })
    const holds = await rowsOf(
      stack,
      `select 1 from ledger_transfers where id like '%/hold' and reference = any($1)`,
      [actions.map(({ transaction }) => (transaction as { id: string }).id)],
    )
    expect(holds).toHaveLength(IN_FLIGHT - 1)
  },
)
