/** Plans while the sandbox's process is away. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStage, type Stage } from '../reference/stage.ts'
import { aPlatform, ledgerHolds, type Resource, shown, waitUntil } from '../support/builders.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'
import { calls } from './calls.ts'

let stack: TestStack
let stage: Stage

beforeAll(async () => {
  stack = await aKeptStack()
  stage = aStage(stack, await aPlatform(stack))
  await stage.text('bank')
  await stage.text('dollars')
})
afterAll(async () => {
  await stage?.stop()
  await stack?.stop()
})

const order = (kind: string) =>
  stage.api.call('POST', '/sandbox/faults', { faults: [{ call: 'PAYOUT', kind }] })
const plans = async (): Promise<Resource[]> => {
  const answer = shown('plans', await stage.api.call('GET', '/sandbox/faults'), 200)
  return answer.data as Resource[]
}
const end = async ({ id }: Resource): Promise<number> =>
  (await stage.api.call('DELETE', `/sandbox/faults/${id}`)).status
const statusOf = async (id: unknown) =>
  shown('payment', await stage.api.call('GET', `/transactions/${id}`), 200).status

test('nothing is ordered, and what is stuck is released when it is back', async () => {
  const plan = shown('plan', await order('STUCK'), 201)
  const id = await calls.PAYOUT.act(stage)
  await waitUntil('it is stuck', async () => (await plans())[0]?.status === 'USED')

  stack.hold('sandbox')
  await stack.kill('sandbox')
  expect((await order('REFUSED')).status).toBe(503)
  expect(await plans()).toHaveLength(1)
  expect(await end(plan)).toBe(503)

  stack.release('sandbox')
  await stack.waitReady()
  expect(await statusOf(id)).toBe('PROCESSING')
  expect(await Promise.all([end(plan), end(plan)])).toEqual([204, 204])
  await waitUntil('it is paid', async () => (await statusOf(id)) === 'COMPLETED')
  await ledgerHolds(stack)
})
