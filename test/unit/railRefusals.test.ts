/** An instruction that the rail never takes ends its payment, and never what may have left. */
import { expect, test } from 'vitest'
import { createRailOrders, outcomeOf } from '../../activities/payments/railOrders.ts'
import type { RailCall } from '../../db/railFunctions.ts'
import { type Payout, type Rail, RailError } from '../../providers/payoutRail/index.ts'

const REFERENCE = 'Transaction:1'
const refusal = (httpStatus: number) => new RailError('REFUSED', 'refused', { httpStatus })
const found = (state: Payout['state']): Payout => ({ reference: REFERENCE, state })

/** A payout whose submission is refused. */
async function refused({
  isFirst = true,
  kind = 'PAYOUT' as RailCall['kind'],
  httpStatus = 400,
  cancelled = found('FAILED') as Payout | RailError | 'UNKNOWN',
}) {
  const calls: string[] = []
  const submit = async () => {
    calls.push('submit')
    throw refusal(httpStatus)
  }
  const rail: Partial<Rail> = {
    ...{ submit, collect: submit },
    find: async () => {
      calls.push('find')
      return undefined
    },
    cancel: async () => {
      calls.push('cancel')
      if (cancelled instanceof Error) throw cancelled
      return cancelled === 'UNKNOWN' ? undefined : cancelled
    },
  }
  const { awaitEnd } = createRailOrders({
    ...{ config: {}, database: {}, outside: { payoutRail: () => rail } },
  } as unknown as Parameters<typeof createRailOrders>[0])
  const call = { action: 'SUBMIT', environment: 'SANDBOX', reference: REFERENCE, kind, isFirst }
  const ended = await awaitEnd('A payout', { ...call, instruction: {} } as RailCall).catch(
    (error: Error) => error.message,
  )
  return [ended, calls] as const
}

const failed = {
  ...{ reference: REFERENCE, state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED' },
  ...{ refund: 'ALLOWED', cause: 'TRANSACTION_FAILED' },
} as const

test.each([400, 422])('%i is its end, once the reference is void', async (httpStatus) => {
  const [ended, calls] = await refused({ httpStatus })
  expect([ended, calls]).toEqual([failed, ['submit', 'cancel']])
  expect(outcomeOf(ended as Payout)).toMatchObject({ state: 'FAILED', refund: 'ALLOWED' })
})

test('a collection ends so too', async () => {
  expect((await refused({ kind: 'COLLECTION' }))[0]).toEqual(failed)
})

test('an earlier call that has arrived is what counts', async () => {
  const [ended] = await refused({ isFirst: false, cancelled: found('SETTLED') })
  expect(ended).toEqual(found('SETTLED'))
})

test('a rail that voids nothing ends it by its word alone where nothing was sent before', async () => {
  expect((await refused({ cancelled: 'UNKNOWN' }))[0]).toEqual(failed)
  expect((await refused({ isFirst: false, cancelled: 'UNKNOWN' }))[0]).toBe('A payout: refused')
})

test('a conflict is about another instruction, which is not stopped', async () => {
  const [ended, calls] = await refused({ httpStatus: 409 })
  expect([ended, calls]).toEqual(['A payout: refused', ['submit']])
})

test('without an answer about the reference it is not known', async () => {
  const cancelled = new RailError('UNAVAILABLE', 'no answer')
  expect((await refused({ cancelled }))[0]).toBe('A payout: no answer')
})
