/** Returned collections, returned payouts and refunds over the rail. */
import { Connection } from '@temporalio/client'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { need, parseConfig } from '../../runtime/config.ts'
import { expectStatus } from '../../scripts/serviceDriver/apiClient.ts'
import { sweep } from '../../worker/sweep.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { rowsOf, untilTransaction } from '../durability/payments.ts'
import { alarmOf } from '../support/alarms.ts'
import { fund, ledgerHolds, type Resource, shown, waitUntil } from '../support/builders.ts'
import { resolvePayment } from '../support/paymentsCommand.ts'
import { oneTestIn } from '../support/sampledTests.ts'
import { aSandboxControl, type SandboxControl } from '../support/sandboxControl.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'
import {
  accountOf,
  aFundedCustomer,
  amountsOf,
  anExternalAccount,
  askQuote,
  bookedSteps,
  eventsAbout,
  from,
  funding,
  type TestCustomer,
  timelineOf,
  to,
  untilEnded,
} from './customers.ts'

const test = oneTestIn(3)

let stack: TestStack
let control: SandboxControl
let ada: TestCustomer

beforeAll(async () => {
  stack = await aKeptStack()
  control = aSandboxControl(stack)
  ada = await aFundedCustomer(stack, 'USD', 1_000_000n)
})
afterEach(async () => {
  await control.clear()
  await ledgerHolds(stack)
})
afterAll(async () => {
  await stack?.stop()
})

const AMOUNT = 10_000
const at = { immediatelyExecute: true }

/** The payment's suspense balance, in the smallest unit; negative: a loss. */
async function suspenseOf(transactionId: unknown): Promise<number> {
  const [row] = await rowsOf<{ sum: string }>(
    stack,
    `select coalesce(sum(case when c.kind = 'SUSPENSE' then t.amount else 0 end
        - case when d.kind = 'SUSPENSE' then t.amount else 0 end), 0)::text as sum
      from ledger_transfers t join ledger_accounts c on c.id = t.credit_account_id
      join ledger_accounts d on d.id = t.debit_account_id where t.reference = $1`,
    [transactionId],
  )
  return Number(row?.sum)
}

const untilBooked = (transactionId: unknown, step: string): Promise<unknown> =>
  waitUntil(`${step} is booked`, async () =>
    (await bookedSteps(stack, transactionId)).includes(step),
  )

const refundStatusOf = ({ refund }: Resource): string | undefined =>
  (refund as { status?: string } | undefined)?.status

const untilRefund = (transactionId: unknown, status: string): Promise<Resource> =>
  untilTransaction(ada.api, String(transactionId), (shown) => refundStatusOf(shown) === status)

describe('a returned collection', () => {
  /** A completed payment funded by a collection. */
  async function aPulled(target: Resource): Promise<Resource> {
    const bank = await anExternalAccount(ada.api, ada.customer)
    const quote = shown('quote', await askQuote(ada.api, from(bank), to(target), AMOUNT, at), 201)
    expect(await untilEnded(ada.api, quote.transactionId)).toMatchObject({ status: 'COMPLETED' })
    return quote
  }

  test('after its payment: a loss in suspense, the customer keeps the money, an operator records a repayment', async () => {
    const usd = accountOf(ada, 'USD')
    const { transactionId } = await aPulled(usd)
    const before = await amountsOf(ada.api, usd)
    await control.force(`${transactionId}/collect`, 'return')
    await untilBooked(transactionId, 'collection-returned')
    expect(await suspenseOf(transactionId)).toBe(-AMOUNT)
    expect(await amountsOf(ada.api, usd)).toEqual(before)
    expect(await timelineOf(ada.api, transactionId)).toContain(
      'the collection was returned by the bank',
    )
    const answer = await ada.api.call('GET', `/transactions/${transactionId}`)
    expect(answer.body.status).toBe('COMPLETED')
    await resolvePayment(stack, transactionId, 'paid')
    expect(await suspenseOf(transactionId)).toBe(0)
    await expect(resolvePayment(stack, transactionId, 'paid')).rejects.toThrow('nothing to decide')
  })

  test('after its payment: an operator reverses it, but never below zero', async () => {
    const poor = await aFundedCustomer(stack, 'USD', 1n)
    const usd = accountOf(poor, 'USD')
    const { transactionId } = await aPulled(usd)
    await control.force(`${transactionId}/collect`, 'return')
    await untilBooked(transactionId, 'collection-returned')
    const away = to(accountOf(ada, 'USD'))
    const spent = shown('spend', await askQuote(poor.api, from(usd), away, 5_000, at), 201)
    await untilEnded(poor.api, spent.transactionId)
    await expect(resolvePayment(stack, transactionId, 'refund')).rejects.toThrow(
      'INSUFFICIENT_FUNDS',
    )
    await fund(poor.api, usd, 5_000n)
    await resolvePayment(stack, transactionId, 'refund')
    expect((await amountsOf(poor.api, usd)).spendable).toBe(1)
    expect(await suspenseOf(transactionId)).toBe(0)
    const answer = await ada.api.call('GET', `/transactions/${transactionId}`)
    expect(answer.body).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' })
  })

  test('before its settlement is booked: the payment fails, nothing is paid out', async () => {
    const bank = await anExternalAccount(ada.api, ada.customer)
    const target = await anExternalAccount(ada.api, ada.customer, '788')
    // It collects, and its responses are lost: a later one has the state of the collection.
    const lost = { party: 'rail', kind: 'errorAfter', count: 1_000, match: 'collect' } as const
    const releases = [
      await control.order({ ...lost, operation: 'collect' }),
      await control.order({ ...lost, operation: 'find' }),
    ]
    const quote = shown('quote', await askQuote(ada.api, from(bank), to(target), AMOUNT, at), 201)
    const { transactionId } = quote
    await untilBooked(transactionId, 'funding')
    await control.force(`${transactionId}/collect`, 'return')
    for (const release of releases) await release()
    const end = await untilEnded(ada.api, transactionId)
    expect(end).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' })
    expect(end.refund).toBeUndefined()
    await untilBooked(transactionId, 'collection-covered')
    expect(await bookedSteps(stack, transactionId)).toEqual([
      'collection-covered',
      'collection-returned',
      'funding',
    ])
    expect(await suspenseOf(transactionId)).toBe(0)
    expect(await control.acts(String(transactionId))).toEqual({})
    expect(await control.acts(`${transactionId}/refund`)).toEqual({})
  })

  test('while the payout is pending: the payout is stopped', async () => {
    const bank = await anExternalAccount(ada.api, ada.customer)
    // Settles after six minutes.
    const slow = await anExternalAccount(ada.api, ada.customer, '003')
    const quote = shown('quote', await askQuote(ada.api, from(bank), to(slow), AMOUNT, at), 201)
    const { transactionId } = quote
    await waitUntil('the rail has the payout', async () => {
      return (await control.acts(String(transactionId)))['rail submit'] === 1
    })
    await control.force(`${transactionId}/collect`, 'return')
    const end = await untilEnded(ada.api, transactionId)
    expect(end).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' })
    expect(await suspenseOf(transactionId)).toBe(0)
    expect(await bookedSteps(stack, transactionId)).toEqual([
      'collection-covered',
      'collection-returned',
      'funding',
    ])
  })
})

describe('a refund over the rail', () => {
  /** A deposit of the wrong amount whose refund is pending. */
  async function aMismatch(): Promise<unknown> {
    const wallet = to(accountOf(ada, 'USDB'))
    const quote = shown('quote', await askQuote(ada.api, funding('EUR'), wallet, AMOUNT), 201)
    const body = { quoteId: quote.id, currencyCode: 'EUR', currencyAmount: AMOUNT - 1 }
    expectStatus('send', await ada.api.call('POST', '/sandbox/send', body), 200)
    return quote.transactionId
  }

  const stuck = { party: 'rail', operation: 'submit', kind: 'stuckPending' } as const
  async function aStuckRefund(): Promise<{ id: unknown; release: () => Promise<unknown> }> {
    const release = await control.order({ ...stuck, count: 100, match: '/refund' })
    const id = await aMismatch()
    await waitUntil('the rail has the refund', async () => {
      return (await control.acts(`${id}/refund`))['rail submit'] === 1
    })
    return { id, release }
  }

  test('is returned: the money is in suspense, and is refunded again under another reference', async () => {
    const id = await aMismatch()
    await untilRefund(id, 'COMPLETED')
    await control.force(`${id}/refund`, 'return')
    await untilRefund(id, 'FAILED')
    expect(await suspenseOf(id)).toBe(AMOUNT - 1)
    expect(await timelineOf(ada.api, id)).toContain('the refund was returned')
    expect((await eventsAbout(stack, String(id))).at(-1)).toBe('OUTGOING_PAYMENT.REFUND_FAILED')
    await resolvePayment(stack, id, 'retry')
    expect((await untilRefund(id, 'COMPLETED')).refund).toMatchObject({
      reference: `${id}/refund/2`,
    })
    expect(await suspenseOf(id)).toBe(0)
    expect(await control.acts(`${id}/refund/2`)).toEqual({ 'rail submit': 1 })
    // And that one too: an operator pays it manually.
    await control.force(`${id}/refund/2`, 'return')
    await untilRefund(id, 'FAILED')
    await resolvePayment(stack, id, 'refund')
    await untilRefund(id, 'COMPLETED')
    await resolvePayment(stack, id, 'refund')
    expect(await suspenseOf(id)).toBe(0)
  })

  test('gets no response: an operator records it as paid, and the rail reports the same later', async () => {
    const { id, release } = await aStuckRefund()
    await resolvePayment(stack, id, 'paid')
    await untilRefund(id, 'COMPLETED')
    await control.force(`${id}/refund`, 'settle')
    await release()
    await readPast(id, 'refund')
    expect(await bookedSteps(stack, id)).toEqual(['funding', 'refund'])
    expect(await timelineOf(ada.api, id)).toContain(
      'decided by Grace Hopper: paid (the bank confirmed by telephone)',
    )
  })

  test('gets no response: an operator has it retried, and it is paid once', async () => {
    const { id, release } = await aStuckRefund()
    await resolvePayment(stack, id, 'retry')
    await waitUntil('the decision is on the timeline', async () =>
      (await timelineOf(ada.api, id)).some((what) => what.includes('retry')),
    )
    await release()
    await untilRefund(id, 'COMPLETED')
    expect(await control.acts(`${id}/refund`)).toEqual({ 'rail submit': 1 })
  })

  test('is moved to suspense by an operator: the rail stops it, and another one is ordered', async () => {
    const { id } = await aStuckRefund()
    await resolvePayment(stack, id, 'refund')
    await untilRefund(id, 'FAILED')
    expect(await suspenseOf(id)).toBe(AMOUNT - 1)
    expect(await control.acts(`${id}/refund`)).toEqual({ 'rail submit': 1, 'rail cancel': 1 })
    await control.clear()
    await resolvePayment(stack, id, 'retry')
    await untilRefund(id, 'COMPLETED')
    expect(await suspenseOf(id)).toBe(0)
  })

  test('is moved to suspense and paid by the rail nevertheless: not paid twice', async () => {
    const { id } = await aStuckRefund()
    await control.order({ party: 'rail', operation: 'cancel', kind: 'errorBefore', count: 3 })
    await resolvePayment(stack, id, 'refund')
    await untilRefund(id, 'FAILED')
    await control.force(`${id}/refund`, 'settle')
    await untilRefund(id, 'COMPLETED')
    expect(await suspenseOf(id)).toBe(0)
    expect(await bookedSteps(stack, id)).toEqual(['funding', 'refund-landed-late', 'set-aside'])
    await expect(resolvePayment(stack, id, 'refund')).rejects.toThrow('nothing to decide')
  })

  test('of a late collection is resumed by the sweep, without an alarm', async () => {
    const held = await control.order({ ...stuck, operation: 'collect', count: 100 })
    const bank = await anExternalAccount(ada.api, ada.customer)
    const usd = to(accountOf(ada, 'USD'))
    const quote = shown('quote', await askQuote(ada.api, from(bank), usd, AMOUNT, at), 201)
    const { transactionId: id } = quote
    await waitUntil('the rail has the collection', async () => {
      return (await control.acts(`${id}/collect`))['rail collect'] === 1
    })
    await resolvePayment(stack, id, 'refund')
    expect(await untilEnded(ada.api, id)).toMatchObject({ status: 'FAILED' })
    const release = await control.order({ ...stuck, count: 100, match: '/refund' })
    await control.force(`${id}/collect`, 'settle')
    await waitUntil('the rail has the refund', async () => {
      return (await control.acts(`${id}/refund`))['rail submit'] === 1
    })
    const text =
      "update rail_orders set updated_at = now() - interval '1 h' where kind = 'REFUND' and state in ('CREATED', 'SUBMITTED')"
    await rowsOf(stack, text)
    const config = parseConfig(stack.env)
    const database = openDatabase(stack.databaseUrl, { poolMax: 1 })
    const connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
    const client = createClient(connection, config)
    await sweep(database, client, config, pino({ level: 'silent' }))
    expect(await alarmOf(database, 'open_rows_without_workflow')).toBe(0)
    await connection.close()
    await database.close()
    await resolvePayment(stack, id, 'paid')
    await untilRefund(id, 'COMPLETED')
    await release()
    await held()
  })

  test('of a late collection of a transfer, and its return, are sent as events of an incoming payment', async () => {
    const held = await control.order({ ...stuck, operation: 'collect', count: 100 })
    const bank = await anExternalAccount(ada.api, ada.customer)
    const transfer = await ada.api.call('POST', '/transfer-in', {
      source: { accountId: bank.id },
      destination: { accountId: accountOf(ada, 'USD').id },
      amount: AMOUNT,
    })
    const { id } = shown('transfer', transfer, 201)
    await waitUntil('the rail has the collection', async () => {
      return (await control.acts(`${id}/collect`))['rail collect'] === 1
    })
    await resolvePayment(stack, id, 'refund')
    expect(await untilEnded(ada.api, id)).toMatchObject({ status: 'FAILED' })
    await control.force(`${id}/collect`, 'settle')
    await untilRefund(id, 'COMPLETED')
    await control.force(`${id}/refund`, 'return')
    await untilRefund(id, 'FAILED')
    expect(await eventsAbout(stack, id)).toEqual([
      'INCOMING_PAYMENT.PROCESSING',
      'INCOMING_PAYMENT.FAILED',
      'INCOMING_PAYMENT.REFUND_PENDING',
      'INCOMING_PAYMENT.REFUND_COMPLETED',
      'INCOMING_PAYMENT.REFUND_FAILED',
    ])
    await resolvePayment(stack, id, 'retry')
    await untilRefund(id, 'COMPLETED')
    await held()
  })

  test('of a returned payout can be decided by an operator too', async () => {
    const release = await control.order({ ...stuck, count: 100, match: '/refund' })
    const target = await anExternalAccount(ada.api, ada.customer, '005')
    const quote = shown('quote', await askQuote(ada.api, funding('USD'), to(target), AMOUNT), 201)
    const body = { quoteId: quote.id, currencyCode: 'USD' }
    expectStatus('send', await ada.api.call('POST', '/sandbox/send', body), 200)
    const { transactionId: id } = quote
    await waitUntil('the rail has the refund', async () => {
      return (await control.acts(`${id}/refund`))['rail submit'] === 1
    })
    await resolvePayment(stack, id, 'paid')
    await untilRefund(id, 'COMPLETED')
    await release()
  })

  /** Waits until all notices about this reference have been read. */
  async function readPast(id: unknown, kind: string): Promise<void> {
    const [last] = await rowsOf<{ sequence: string }>(
      { databaseUrl: stack.sandboxDatabaseUrl },
      'select max(sequence)::text as sequence from sandbox.notices where reference = $1',
      [`${id}/${kind}`],
    )
    await waitUntil('the notice is read', async () => {
      const [cursor] = await rowsOf<{ sequence: string }>(
        stack,
        "select position as sequence from rail_cursors where environment = 'SANDBOX' and provider = 'RAIL'",
      )
      return BigInt(cursor?.sequence || 0) >= BigInt(last?.sequence ?? 0)
    })
  }
})
