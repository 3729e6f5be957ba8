/** `npm run agent:approvals`: operators see what agents have submitted, and decide about it. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  actionOf,
  anActingAgent,
  askingPolicy,
  storedValue,
  transferOut,
  usageOf,
} from '../support/agentActions.ts'
import { shown } from '../support/builders.ts'
import { aSharedStack, bareEnvironment, type SharedStack } from '../support/stack.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let stack: SharedStack

beforeAll(async () => {
  stack = await aSharedStack()
})
afterAll(() => stack?.stop())

async function approvals(...given: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'scripts/agentApprovals.ts', ...given],
    { cwd: root, env: { ...bareEnvironment(), DATA_DIR: stack.dataDir } },
  )
  return stdout
}

test('what waits is listed; one is approved, one rejected, and neither is decided again', async () => {
  const acting = await anActingAgent(stack, askingPolicy)
  const first = actionOf(await transferOut(acting, 1_500), 'PENDING_APPROVAL')
  const second = actionOf(await transferOut(acting, 2_500), 'PENDING_APPROVAL')
  const list = (await approvals()).split('\n')
  for (const [{ id }, amount] of [
    [first, '15.00 USD'],
    [second, '25.00 USD'],
  ] as const) {
    const line = list.find((one) => one.startsWith(id))
    expect(line).toContain(`TRANSFER_OUT  ${amount}  agent "${acting.agent.name}"`)
    expect(line).toContain(acting.customer.id)
  }

  const operator = ['--by', 'Grace Hopper', '--reason', 'asked for by telephone']
  expect(await approvals('--approve', first.id, ...operator)).toBe(`${first.id} is APPROVED.\n`)
  expect(await approvals('--reject', second.id, ...operator)).toBe(`${second.id} is REJECTED.\n`)
  await expect(approvals('--approve', second.id, ...operator)).rejects.toThrow('does not wait')
  await expect(approvals('--approve', first.id)).rejects.toThrow('usage: agent:approvals')

  const rejected = shown(
    'action',
    await acting.its.call('GET', `/agents/me/actions/${second.id}`),
    200,
  )
  expect(rejected.rejectionReason).toBe('asked for by telephone')
  const by = storedValue(stack, 'select decided_by from agent_actions where id = $1', [
    first.id.split(':')[1],
  ])
  expect(await by).toContain('Grace Hopper')
  expect((await usageOf(acting)).dailySpend).toBe(1_500)
})
