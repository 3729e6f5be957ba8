/** A fault is met by the work of the platform that has ordered it, and by no other's: for every call of every party. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FaultyCallName, faultyCalls } from '../../contract/sandboxFaults.ts'
import { aStage, type Stage } from '../reference/stage.ts'
import { aPlatform, type Resource, shown, waitUntil } from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { calls } from './calls.ts'

let stack: SharedStack
/** Has nothing: whatever meets its faults is another platform's. */
let quiet: Stage
let ours: Stage
let theirs: Stage

beforeAll(async () => {
  stack = await aSharedStack()
  quiet = aStage(stack, await aPlatform(stack))
  ours = aStage(stack, await aPlatform(stack))
  theirs = aStage(stack, await aPlatform(stack))
})
afterAll(async () => {
  await ours?.stop()
  await theirs?.stop()
  await stack?.stop()
})

const order = async ({ api }: Stage, fault: object): Promise<Resource> =>
  shown('order', await api.call('POST', '/sandbox/faults', { faults: [fault] }), 201)

const read = async ({ api }: Stage, { id }: Resource): Promise<Resource> =>
  shown('plan', await api.call('GET', `/sandbox/faults/${id}`), 200)

const plans: Resource[] = []

describe.each(Object.entries(faultyCalls))('%s', (name, { faults }) => {
  test('meets the fault of its platform', async () => {
    const { prepare, act } = calls[name as FaultyCallName]
    await Promise.all([prepare?.(theirs), prepare?.(ours)])
    const kind = (faults as readonly string[]).includes('TWICE') ? 'TWICE' : faults[0]
    plans.push(await order(quiet, { call: name, kind }))
    const plan = await order(ours, { call: name, kind })
    await act(theirs)
    await act(ours).catch(() => undefined)
    const met = await waitUntil(`${name} has met it`, async () => {
      const found = await read(ours, plan)
      return found.status === 'USED' ? found.met : undefined
    })
    expect(met).toEqual([expect.objectContaining({ call: name, kind })])
  })
})

test('nothing has met the faults of a platform that does nothing', async () => {
  for (const plan of plans) expect((await read(quiet, plan)).met).toEqual([])
  expect(plans).toHaveLength(Object.keys(faultyCalls).length)
})

test('nothing of another platform can be named', async () => {
  const customer = (await theirs.owner()).customer.id
  const foreign = [
    ...[customer, await theirs.text('wallet'), await theirs.text('bank')],
    'Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21',
  ]
  for (const about of foreign) {
    const body = { about, faults: [{ call: 'PAYOUT', kind: 'REFUSED' }] }
    const { status, body: answer } = await ours.api.call('POST', '/sandbox/faults', body)
    expect([status, answer.code]).toEqual([404, 'REFERENCE_NOT_FOUND'])
  }
  const plan = await order(ours, { call: 'WEBHOOK', kind: 'TWICE' })
  for (const method of ['GET', 'DELETE']) {
    const { status } = await theirs.api.call(method, `/sandbox/faults/${plan.id}`)
    expect(status).toBe(404)
  }
  const listed = shown('list', await theirs.api.call('GET', '/sandbox/faults'), 200)
  expect(JSON.stringify(listed)).not.toContain(plan.id)
})
