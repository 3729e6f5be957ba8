/** What each ordered fault does, how a plan is used up, and that no money is lost or doubled by any. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '../../scripts/devstack/postgres.ts'
import { amountsOf } from '../payments/customers.ts'
import { aStage, type Stage } from '../reference/stage.ts'
import { aPlatform, ledgerHolds, type Resource, shown, waitUntil } from '../support/builders.ts'
import { play, purchaseOf } from '../support/cardPlays.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { aReceiver, type Receiver } from '../webhooks/receiver.ts'
import { calls } from './calls.ts'

let stack: SharedStack
let stage: Stage

beforeAll(async () => {
  stack = await aSharedStack()
  stage = aStage(stack, await aPlatform(stack))
  await stage.text('bank')
  await stage.text('dollars')
})
afterAll(async () => {
  await stage?.stop()
  await stack?.stop()
})

const order = async (body: object): Promise<Resource> =>
  shown('order', await stage.api.call('POST', '/sandbox/faults', body), 201)
const one = (call: string, kind: string, fields: object = {}) =>
  order({ faults: [{ call, kind, ...fields }] })
const read = async ({ id }: Resource): Promise<Resource> =>
  shown('plan', await stage.api.call('GET', `/sandbox/faults/${id}`), 200)
const end = async ({ id }: Resource): Promise<void> =>
  void expect((await stage.api.call('DELETE', `/sandbox/faults/${id}`)).status).toBe(204)
const payment = async (id: unknown): Promise<Resource> =>
  shown('payment', await stage.api.call('GET', `/transactions/${id}`), 200)
const timelineOf = async (id: unknown): Promise<string> => {
  const answer = await stage.api.call('GET', `/transactions/${id}/timeline`)
  return JSON.stringify(shown('timeline', answer, 200))
}
const balance = async (): Promise<number> =>
  (await amountsOf(stage.api, { id: await stage.text('dollars') })).total
const untilPaid = (id: unknown, status = 'COMPLETED') =>
  waitUntil(`${id} is ${status}`, async () =>
    (await payment(id)).status === status ? true : undefined,
  )

describe('payments', () => {
  test.each(['SLOW', 'REFUSED', 'FAILED_AFTER_ACTING', 'ANSWER_LOST', 'TWICE', 'OUT_OF_ORDER'])(
    '%s: it is paid once, and its timeline says what it met',
    async (kind) => {
      const before = await balance()
      const plan = await one('PAYOUT', kind)
      const id = await calls.PAYOUT.act(stage)
      await untilPaid(id)
      expect(await balance()).toBe(before - 1_000)
      expect((await read(plan)).met).toEqual([
        expect.objectContaining({ call: 'PAYOUT', kind, objectId: id }),
      ])
      expect(await timelineOf(id)).toContain('ordered fault: payout, ')
    },
  )

  test('what is stuck goes on when the plan is deleted', async () => {
    const plan = await one('PAYOUT', 'STUCK')
    const id = await calls.PAYOUT.act(stage)
    await waitUntil('it is stuck', async () =>
      (await read(plan)).status === 'USED' ? true : undefined,
    )
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect((await payment(id)).status).toBe('PROCESSING')
    await end(plan)
    await untilPaid(id)
    expect((await read(plan)).status).toBe('DELETED')
  })

  test('a payout is returned after it was paid', async () => {
    const before = await balance()
    await one('PAYOUT', 'LATE_RETURN', { delaySeconds: 2 })
    const id = await calls.PAYOUT.act(stage)
    await untilPaid(id)
    await waitUntil('it is returned', async () =>
      (await timelineOf(id)).includes('returned by the bank') ? true : undefined,
    )
    await waitUntil('the money is back', async () =>
      (await balance()) === before ? true : undefined,
    )
  })

  test('only what the plan is about meets it', async () => {
    const { body } = await stage.api.call('GET', '/customers')
    const customer = await stage.text('customer')
    expect(JSON.stringify(body)).toContain(customer)
    const { api } = stage
    const other = shown(
      'other',
      await api.call('POST', '/customers', {
        ...{ customerType: 'INDIVIDUAL', region: 'US', fullName: 'Grace Hopper' },
        ...{ email: `grace-${Date.now()}@example.com`, birthDate: '1990-12-10', nationality: 'US' },
      }),
      201,
    )
    const theirs = await order({
      about: other.id,
      faults: [{ call: 'PAYOUT', kind: 'TWICE' }],
    })
    const ours = await order({ about: customer, faults: [{ call: 'PAYOUT', kind: 'TWICE' }] })
    const id = await calls.PAYOUT.act(stage)
    await untilPaid(id)
    expect((await read(theirs)).met).toEqual([])
    expect((await read(ours)).status).toBe('USED')
    await end(theirs)
  })

  test('a quote meets a stale rate once', async () => {
    await one('QUOTE', 'STALE_RATE')
    const quote = async () => {
      const source = { sourceType: 'ACCOUNT', accountId: await stage.text('wallet') }
      const destination = { destinationType: 'ACCOUNT', accountId: await stage.text('bank') }
      const amounts = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 1_000_000 }
      return stage.api.call('POST', '/quotes', { source, destination, ...amounts })
    }
    const refused = await quote()
    expect([refused.status, refused.body.code]).toEqual([400, 'QUOTE_RATE_UNAVAILABLE'])
    expect((await quote()).status).toBe(201)
  })

  test('half of a purchase is reversed at once', async () => {
    const card = { id: await stage.text('card') }
    const plan = await one('CARD_PURCHASE', 'PARTIAL_REVERSAL')
    const { status, body } = await play(stage.api, card, 'authorization', purchaseOf(500))
    expect(status).toBe(202)
    await waitUntil('half of it is free', async () => {
      const answer = await stage.api.call('GET', `/transactions?type=CARD`)
      const found = (answer.body.data as Resource[]).find(
        (each) => each.issuerTransactionToken === body.issuerTransactionToken,
      )
      if (found === undefined) return undefined
      return (await timelineOf(found.id)).includes('authorization reversed') ? true : undefined
    })
    expect((await read(plan)).status).toBe('USED')
  })

  test('the ledger holds', async () => void (await ledgerHolds(stack)))
})

describe('webhooks', () => {
  let receiver: Receiver

  beforeAll(async () => {
    receiver = await aReceiver()
    const { api } = stage
    shown('config', await api.call('PATCH', '/config', { webhookEndpoint: receiver.url }), 200)
    // The change of the endpoint sends one.
    await receiver.waitFor(1)
  })
  afterAll(() => receiver?.stop())

  test('a plan is met in its order, and each attempt says what it met', async () => {
    const kinds = ['REFUSED', 'ANSWER_LOST', 'UNSIGNED', 'WRONGLY_SIGNED', 'TWICE']
    const seen = receiver.received.length
    const plans = kinds.map((kind) => ({ call: 'WEBHOOK', kind }))
    const plan = await order({ faults: plans })
    for (const kind of kinds) {
      const { status } = await stage.api.call('POST', '/sandbox/webhooks/test')
      expect([kind, status]).toEqual([kind, ['REFUSED', 'ANSWER_LOST'].includes(kind) ? 400 : 200])
    }
    const { met, status } = await read(plan)
    expect(status).toBe('USED')
    expect((met as { kind: string }[]).map(({ kind }) => kind)).toEqual(kinds)
    const events = (met as { objectId: string }[]).map(({ objectId }) => objectId)
    const came = receiver.received.slice(seen)
    const times = events.map((id) => came.filter(({ body }) => body.id === id).length)
    expect(times).toEqual([0, 1, 1, 1, 2])
    for (const [index, event] of events.entries()) {
      const answer = shown('event', await stage.api.call('GET', `/webhooks/events/${event}`), 200)
      expect(JSON.stringify(answer)).toContain(`"orderedFault":"${kinds[index]}"`)
    }
  })

  test('of many at once exactly as many as ordered meet it', async () => {
    const plan = await one('WEBHOOK', 'TWICE', { times: 7 })
    const seen = receiver.received.length
    const again = await stage.api.call('POST', '/webhooks/redeliver', {
      startDate: '2020-01-01T00:00:00Z',
    })
    const { accepted } = shown('redeliver', again, 202) as unknown as { accepted: number }
    expect(accepted).toBeGreaterThan(15)
    await receiver.waitFor(seen + accepted + 7)
    const ids = receiver.received.slice(seen).map(({ body }) => body.id)
    expect(ids.length - new Set(ids).size).toBe(7)
    const { met, status } = await read(plan)
    expect([status, (met as object[]).length]).toEqual(['USED', 7])
  })
})

describe('plans', () => {
  test('a hundred may be open, also of those that are ordered at once', async () => {
    const quiet = aStage(stack, await aPlatform(stack))
    const body = { faults: [{ call: 'MESSAGE', kind: 'SLOW', delaySeconds: 1 }] }
    const asked = async (): Promise<number> => {
      const { status } = await quiet.api.call('POST', '/sandbox/faults', body)
      return status === 503 ? asked() : status
    }
    const statuses = await Promise.all(Array.from({ length: 120 }, asked))
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(90)
    expect(statuses.filter((status) => ![201, 409].includes(status))).toEqual([])
    const listed = shown('list', await quiet.api.call('GET', '/sandbox/faults?limit=100'), 200)
    expect((listed.data as object[]).length).toBe(100)
    expect(listed.hasMore).toBe(false)
  })

  test('every wrong field is named', async () => {
    const { status, body } = await stage.api.call('POST', '/sandbox/faults', {
      about: await stage.text('card'),
      faults: [
        { call: 'PAYOUT', kind: 'UNSIGNED' },
        { call: 'PAYOUT', kind: 'REFUSED', delaySeconds: 5 },
        { call: 'CARD_REQUEST', kind: 'SLOW', delaySeconds: 61 },
      ],
    })
    expect(status).toBe(400)
    const fields = (body.details as { errors: { field: string }[] }).errors.map(
      ({ field }) => field,
    )
    expect(new Set(fields)).toEqual(
      new Set(['about', 'faults.0.kind', 'faults.1.delaySeconds', 'faults.2.delaySeconds']),
    )
  })

  test('what no fault has is not kept', async () => {
    const plan = await one('QUOTE', 'STALE_RATE', { platformId: 'another' })
    expect(JSON.stringify(await read(plan))).not.toContain('another')
    await end(plan)
  })

  test('only the sandbox is given what is met', async () => {
    await one('MESSAGE', 'SLOW')
    const { rows } = await withClient(stack.sandboxDatabaseUrl, (client) =>
      client.query<{ token: string }>('select token from sandbox.ordered_faults_door'),
    )
    const url = new URL('/sandbox-faults/met', stack.apiUrls[0])
    const ask = async (token: string, value: string): Promise<number> => {
      const work = [{ by: 'RAIL_REFERENCE', value }]
      const question = { party: 'rail', operation: 'submit', kinds: ['TWICE'], work }
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(question) })).status
    }
    const token = rows[0]?.token ?? ''
    expect(await ask(token, 'a')).toBe(200)
    expect(await ask(token, 'a\u0000')).toBe(400)
    expect(await ask(`${token}x`, 'a')).toBe(401)
    expect(await ask(token.slice(0, -1), 'a')).toBe(401)
  })

  test('a key orders once', async () => {
    const body = { faults: [{ call: 'MESSAGE', kind: 'SLOW' }] }
    const headers = { 'Idempotency-Key': `key-${Date.now()}` }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => stage.api.call('POST', '/sandbox/faults', body, headers)),
    )
    const made = answers.filter(({ status }) => status === 201)
    expect(new Set(made.map(({ body: plan }) => plan.id)).size).toBe(1)
  })
})
