/**
 * A payment that is being stopped, and has not ended yet: its wallet does not sign it any more, no platform approves it, and
 * it is not settled, for every cause of a stop and every later run of its workflow.
 */
import { afterAll, describe, expect, test } from 'vitest'
import type { ActivityDependencies } from '../../activities/dependencies.ts'
import { createApprovalCalls, createApprovalSteps } from '../../activities/payments/approval.ts'
import { createSignatureCalls } from '../../activities/payments/signature.ts'
import type { Database } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import {
  executed,
  type LedgerFixture,
  type PlannedPayment,
  type Shape,
  useLedgerFixture,
} from './ledgerFixture.ts'
import { withOrder } from './payerFixture.ts'

let database: Database
let fixture: LedgerFixture
useLedgerFixture((given) => {
  ;({ database, fixture } = given)
})
afterAll(async () => {
  expect((await checkLedger(database)).findings).toEqual([])
})

const SIGNED = '{"parameters": {"payload": "a transfer"}}'

const underWay = (shape: Shape, steps: readonly string[]): Promise<PlannedPayment> => {
  const planned = fixture.planned(shape, 1_000)
  return executed(fixture, withOrder(planned, { steps, payloadToSign: SIGNED }))
}

/** The steps of a run, and how often the wallet provider or a platform was asked in them. */
function aRun({ id: paymentId }: PlannedPayment) {
  const asked: string[] = []
  const ask = (party: string) => () => {
    asked.push(party)
    throw new Error(`${party} is asked`)
  }
  const dependencies = {
    ...{ config: {}, database, records: {}, log: { info: () => undefined, warn: () => undefined } },
    outside: { walletProvider: ask('the wallet provider') },
    sendSynchronousWebhook: ask('the platform'),
  } as unknown as ActivityDependencies
  return {
    asked,
    sign: () => createSignatureCalls(dependencies).signTransfer({ paymentId }),
    async approve() {
      const answer = await createApprovalCalls(dependencies).requestApproval({ paymentId })
      return createApprovalSteps(dependencies).recordApprovalDecision({ paymentId, ...answer })
    },
  }
}

const stepsOf = ({ id }: PlannedPayment): Promise<readonly string[]> =>
  database.call('steps_of_payment', id)

const stops: Readonly<Record<string, (planned: PlannedPayment) => Promise<unknown>>> = {
  'an operator': ({ id }) => database.call('request_stop', id, false),
  async 'its platform'({ transactionId }) {
    const { platformId } = fixture
    const outcome = await database.call('request_cancel', platformId, transactionId, null)
    expect(outcome).toBe('REQUESTED')
  },
  async 'the deletion of its payee, whose proof had failed,'({ id }) {
    const { payee } = await database.one<{ payee: string }>({
      text: 'select destination_account_id as payee from payments where id = $1',
      values: [id],
    })
    const change = (text: string): Promise<unknown> =>
      database.query({
        text: `update external_accounts set ${text} where id = $1`,
        values: [payee],
      })
    await change(`status = 'UNVERIFIED'`)
    await fixture.ask('stop_unproven_payments', payee)
    await change(`status = 'ACTIVE'`)
  },
}

async function closed({ id }: PlannedPayment): Promise<object> {
  return database.one({
    text: `select q.status, t.failure_reason as reason, i.status as incoming from payments q
      join transactions t on t.id = q.transaction_id
      left join transactions i on i.id = q.incoming_transaction_id where q.id = $1`,
    values: [id],
  })
}

describe.each(Object.keys(stops))('%s stops it', (who) => {
  const stop = stops[who] as (planned: PlannedPayment) => Promise<unknown>

  test('before its wallet has signed', async () => {
    const planned = await underWay('BANK', ['SIGN', 'PAY_OUT'])
    const before = aRun(planned)
    await expect(before.sign()).rejects.toThrow()
    expect(before.asked).toEqual(['the wallet provider'])
    await stop(planned)
    const run = aRun(planned)
    expect(await stepsOf(planned)).toEqual(['PAY_OUT', 'SETTLE'])
    await run.sign()
    expect(run.asked).toEqual([])
    expect(await fixture.ask('prepare_payout', planned.id)).toMatchObject({ action: 'NONE' })
  })

  test('before the receiver’s platform has approved it', async () => {
    const planned = await underWay('UMA_BANK', ['APPROVE', 'PAY_OUT'])
    await stop(planned)
    const run = aRun(planned)
    expect(await stepsOf(planned)).toEqual(['PAY_OUT', 'SETTLE'])
    expect(await run.approve()).toMatchObject({
      ...{ decision: 'REJECTED', by: 'the end of the payment' },
    })
    expect(run.asked).toEqual([])
    const byCall = { decision: 'APPROVED', by: 'call' } as const
    expect(await database.call('record_approval_decision', planned.id, byCall)).toMatchObject({
      ...{ decision: 'REJECTED', isDecidedNow: false },
    })
    expect(await closed(planned)).toMatchObject({ status: 'PROCESSING', incoming: 'FAILED' })
  })
})

test.each<[Shape, readonly string[]]>([
  ['NEIGHBOUR', ['SIGN']],
  ['UMA_NEIGHBOUR', ['APPROVE']],
  ['INCOMING', ['APPROVE']],
  ['PULLED_OWN', ['COLLECT']],
])(
  '%s with the steps %o, which no rail ends, is not settled by another run',
  async (shape, steps) => {
    const planned = await underWay(shape, steps)
    await database.call('request_stop', planned.id, false)
    const run = aRun(planned)
    if (steps.includes('SIGN')) await run.sign()
    if (steps.includes('APPROVE')) await run.approve()
    expect(run.asked).toEqual([])
    expect(await database.call('settle_payment', planned.id)).toBe('FAILED')
    expect(await closed(planned)).toMatchObject({
      ...{ status: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED' },
    })
  },
)

test('what has left is approved, as it was', async () => {
  const planned = await underWay('UMA_BANK', ['APPROVE', 'PAY_OUT'])
  await fixture.ask('prepare_payout', planned.id)
  await database.call('request_stop', planned.id, false)
  expect(await aRun(planned).approve()).toMatchObject({ decision: 'APPROVED' })
  await fixture.ask('settle_payment', planned.id)
})

test('an incoming payment that is being stopped is not funded by an approval', async () => {
  const planned = await underWay('INCOMING', ['APPROVE'])
  await database.call('request_stop', planned.id, false)
  await database.call('record_approval_decision', planned.id, {
    ...{ decision: 'APPROVED', by: 'webhook' },
  })
  expect(await database.call('settle_payment', planned.id)).toBe('FAILED')
})
