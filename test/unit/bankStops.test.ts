/** What is stopped at the bank ends, and another attempt leaves after it. */
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asyncLocalStorage, type Context } from '@temporalio/activity'
import { afterEach, expect, test } from 'vitest'
import type { ActivityDependencies } from '../../activities/dependencies.ts'
import { createDepositReturnCalls } from '../../activities/payments/depositReturn.ts'
import { createRailOrders } from '../../activities/payments/railOrders.ts'
import { createRefundCalls } from '../../activities/payments/refund.ts'
import { railRoutesIn } from '../../contract/railRoutes.ts'
import { systemClock } from '../../contract/time.ts'
import type { Database } from '../../db/database.ts'
import type { RailCall } from '../../db/railFunctions.ts'
import { createBankRail } from '../../providers/bank/bankRail.ts'
import { type Bank, createBank } from '../../providers/bank/index.ts'
import { parseConfig } from '../../runtime/config.ts'
import { type LedgerFixture, useLedgerFixture } from './ledgerFixture.ts'

let fixture: LedgerFixture
let database: Database
useLedgerFixture((given) => {
  fixture = given.fixture
  database = given.database
})

const open: { server: Server; bank: Bank }[] = []
afterEach(async () => {
  for (const { server, bank } of open.splice(0)) {
    await bank.close()
    server.close()
  }
})

type Answer = readonly [status: number, body: object]
const refusal: Answer = [
  400,
  { type: 'invalid_parameters_error', errors: [{ field: 'account_number' }] },
]
const none: Answer = [200, { data: [] }]

const routes = { SANDBOX: railRoutesIn('USD:bank') }

/** What calls a bank that answers so. */
async function dependenciesOf(answer: (method: string, path: string) => Answer) {
  const server = createServer((request, response) => {
    const [status, body] = answer(request.method ?? '', (request.url ?? '').split('?')[0] ?? '')
    response.statusCode = status
    request.resume().on('end', () => response.end(JSON.stringify(body)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const bank = createBank({
    ...{ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k', timeoutMs: 3_000 },
    ...{ accountId: 'account_1', accountNumberId: 'number_1', name: 'Us' },
  })
  open.push({ server, bank })
  const outside = { payoutRail: () => createBankRail(bank), railRoutes: routes }
  return { database, outside, config: parseConfig({}) } as unknown as ActivityDependencies
}

/** Within an activity's attempt that has just begun. */
const attempt = <Made>(work: () => Promise<Made>): Promise<Made> => {
  const info = { currentAttemptScheduledTimestampMs: 0, scheduledTimestampMs: 0 }
  return asyncLocalStorage.run({ info } as Context, work)
}

/** As the order says that is asked to stop, an hour after it may have left. */
function stopped(path: string, body: object): RailCall {
  const request = { network: 'ACH', path, body: JSON.stringify(body) } as const
  return {
    ...{ action: 'STOP', environment: 'SANDBOX', reference: 'Transaction:1', kind: 'REFUND' },
    ...{ instruction: { amountMinor: '500', currency: 'USD' }, provider: 'BANK', request },
    ...{ isFirst: false, isMoneyHeld: true, network: 'ACH' },
    since: new Date(systemClock.now().getTime() - 3_600_000).toISOString(),
  } as unknown as RailCall
}

test('a stop ends where the bank refuses the order, and where a deposit has not gone back', async () => {
  const dependencies = await dependenciesOf((method, path) => {
    if (method === 'POST') return refusal
    return path.startsWith('/inbound') ? [200, { status: 'accepted', amount: 500 }] : none
  })
  const { awaitEnd } = createRailOrders(dependencies)
  const order = { amount: 500, account_number: '1', routing_number: '2' }
  for (const call of [
    stopped('/ach_transfers', order),
    stopped('/inbound_ach_transfers/x/transfer_return', {}),
  ]) {
    const ended = await attempt(() => awaitEnd('refund', call))
    expect(ended).toMatchObject({ state: 'FAILED', cause: 'USER_CANCELLATION' })
  }
})

test('a deposit goes back by a second attempt after the bank has refused the first', async () => {
  const id = `inbound_ach_transfer:${randomUUID()}`
  await fixture.ask('receive_deposit', 'SANDBOX', id, 'NOBODYS', '500', 'USD', 'BANK')
  const uuid = String(await fixture.ask('deposit_uuid', 'SANDBOX', id))
  let isRefusing = true
  let isBack = false
  const { returnDeposit } = createDepositReturnCalls(
    await dependenciesOf((method, path) => {
      if (method === 'POST' && isRefusing) return refusal
      if (method === 'POST') isBack = true
      const status = isBack ? 'returned' : 'accepted'
      return path.startsWith('/inbound') ? [200, { status, amount: 500 }] : none
    }),
  )
  const send = (number: number) =>
    attempt(() => returnDeposit({ depositId: uuid, attempt: number }))
  await fixture.ask('return_deposit', uuid, 'Grace', 'asked')
  expect(await send(1)).toBe('FAILED')
  // Its answer was lost.
  expect(await send(1)).toBe('FAILED')
  isRefusing = false
  await fixture.ask('return_deposit', uuid, 'Grace', 'asked again')
  expect(await send(2)).toBe('SETTLED')
})

test('the refund of a pull leaves after the bank has refused it once', async () => {
  const planned = fixture.planned('PULLED_BANK', 1_000)
  await database.query({
    text: `update external_accounts set account_info = $1 where platform_id = $2`,
    values: [
      JSON.stringify({
        ...{ accountNumber: '123456789', routingNumber: '101050001' },
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada' },
      }),
      fixture.platformId,
    ],
  })
  await fixture.create(planned)
  await fixture.execute(planned)
  const { id } = planned
  const reference = `Transaction:${planned.transactionId}`
  await fixture.ask('prepare_rail_call', id, 'COLLECTION', 1, routes)
  await fixture.ask('book_notice', 'SANDBOX', `${reference}/collect`, 'SETTLED', {})
  const failure = ['QUOTE_EXECUTION_FAILED', 'TRANSACTION_FAILED', 'COMPLETED']
  expect(await fixture.ask('fail_payment', id, ...failure)).toBe('REFUND_AT_RAIL')
  let isRefusing = true
  const keys: string[] = []
  const created = systemClock.now().toISOString()
  const transfer = {
    ...{ id: 'ach_1', type: 'ach_transfer', account_id: 'account_1', amount: 1_000 },
    ...{ currency: 'USD', status: 'pending_approval', created_at: created },
    ...{ account_number: '123456789', routing_number: '101050001' },
  }
  const { payRefund } = createRefundCalls(
    await dependenciesOf((method, path) => {
      const ways = { ach_transfers: 'supported', wire_transfers: 'not_supported' }
      const instant = 'not_supported'
      if (path === '/routing_numbers') {
        const real = { real_time_payments_transfers: instant, fednow_transfers: instant }
        return [200, { data: [{ ...ways, ...real }] }]
      }
      if (method !== 'POST') return none
      if (isRefusing) return refusal
      keys.push(path)
      if (path.endsWith('/cancel')) return [200, { ...transfer, status: 'canceled' }]
      if (!path.endsWith('/approve')) return [200, transfer]
      return [200, { ...transfer, status: 'submitted', settlement: { settled_at: created } }]
    }),
  )
  const pay = () => attempt(() => payRefund({ paymentId: id }))
  expect(await pay()).toMatchObject({ state: 'FAILED' })
  await fixture.ask('settle_refund', id, false)
  expect(await fixture.ask('reopen_refund', id, 2)).toBe('REFUND_AT_RAIL')
  isRefusing = false
  await pay().catch((error: Error) => expect(error.message).toContain('refund is pending'))
  // The first is made to be cancelled, the second leaves.
  const [make, approve, cancel] = ['', '/ach_1/approve', '/ach_1/cancel'].map(
    (step) => `/ach_transfers${step}`,
  )
  expect(keys.slice(0, 4)).toEqual([make, cancel, make, approve])
})

test('one object of another shape keeps no other notice back', async () => {
  const event = (id: string, at: string) => ({
    ...{ id: `event_${id}`, category: 'transaction.created', associated_object_id: id },
    created_at: `2026-01-01T00:00:0${at}Z`,
  })
  const { outside } = await dependenciesOf((_, path) => {
    if (path === '/events') {
      const data = [event('odd', '1'), event('gone', '2'), event('fine', '3')]
      return [200, { data, next_cursor: null }]
    }
    if (path === '/transactions/gone') return [404, { type: 'object_not_found_error' }]
    if (path === '/transactions/odd') return [200, { amount: 'many' }]
    const source = {
      category: 'inbound_wire_transfer',
      inbound_wire_transfer: { transfer_id: 'w' },
    }
    const created_at = '2026-01-01T00:00:00Z'
    if (path.startsWith('/transactions')) {
      const money = { id: 'fine', amount: 5, currency: 'USD', route_id: 'n', created_at }
      return [200, { ...money, source }]
    }
    if (path.startsWith('/inbound')) return [200, { unstructured_remittance_information: 7 }]
    const number = { id: 'n', account_number: '1', routing_number: '2', status: 'active' }
    return [200, { ...number, idempotency_key: 'Funding:X' }]
  })
  const { notices } = await outside.payoutRail('SANDBOX', 'BANK').notices('', 10)
  expect(notices.map((one) => 'malformed' in one)).toEqual([true, true, false])
})
