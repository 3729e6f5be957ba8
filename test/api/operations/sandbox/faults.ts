/** The four operations of ordered faults; what the faults do is in test/sandboxFaults. */
import { expect, test } from 'vitest'
import { shown } from '../../../support/builders.ts'
import { describeOperation, expectRefusal, service } from '../../service.ts'

/** What no other test of the platform meets. */
const body = { faults: [{ call: 'PAYOUT_CANCELLATION', kind: 'SLOW', times: 2 }] }
const unknown = '/sandbox/faults/SandboxFault:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21'

async function ordered(): Promise<{ readonly id: string; readonly status: unknown }> {
  const { api } = service()
  const plan = shown('plan', await api.call('POST', '/sandbox/faults', body), 201)
  return { id: plan.id, status: plan.status }
}

describeOperation('createSandboxFault', () => {
  test('orders a plan, and names each field that is wrong', async () => {
    const { api } = service()
    const { id, status } = await ordered()
    expect(status).toBe('OPEN')
    await api.call('DELETE', `/sandbox/faults/${id}`)
    const wrong = { faults: [{ call: 'MESSAGE', kind: 'UNSIGNED', delaySeconds: 1 }] }
    const refused = await api.call('POST', '/sandbox/faults', wrong)
    expectRefusal(refused, 400, 'INVALID_INPUT')
    for (const field of ['faults.0.kind', 'faults.0.delaySeconds']) {
      expect(JSON.stringify(refused.body)).toContain(`"field":"${field}"`)
    }
  })
})

describeOperation('listSandboxFaults', () => {
  test('has the newest first', async () => {
    const { api } = service()
    const [older, newer] = [await ordered(), await ordered()]
    const { data } = shown('list', await api.call('GET', '/sandbox/faults?limit=2'), 200)
    expect((data as { id: string }[]).map(({ id }) => id)).toEqual([newer.id, older.id])
    for (const { id } of [older, newer]) await api.call('DELETE', `/sandbox/faults/${id}`)
  })
})

describeOperation('getSandboxFault', () => {
  test('shows what is left of it', async () => {
    const { api } = service()
    const { id } = await ordered()
    const plan = shown('plan', await api.call('GET', `/sandbox/faults/${id}`), 200)
    expect(plan).toMatchObject({ status: 'OPEN', faults: [{ times: 2, timesMet: 0 }], met: [] })
    await api.call('DELETE', `/sandbox/faults/${id}`)
    expectRefusal(await api.call('GET', unknown), 404, 'REFERENCE_NOT_FOUND')
  })
})

describeOperation('deleteSandboxFault', () => {
  test('ends it, also twice', async () => {
    const { api } = service()
    const { id } = await ordered()
    for (const _ of [1, 2]) {
      expect((await api.call('DELETE', `/sandbox/faults/${id}`)).status).toBe(204)
    }
    const plan = shown('plan', await api.call('GET', `/sandbox/faults/${id}`), 200)
    expect(plan.status).toBe('DELETED')
    expectRefusal(await api.call('DELETE', unknown), 404, 'REFERENCE_NOT_FOUND')
  })
})
