/** The sandbox's bank against the unmodified client of a real one, over the wire. */
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Increase, {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  RateLimitError,
} from 'increase'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BANK, dumpOf, type SandboxProcess, startSandboxProcess } from './sandboxProcess.ts'

const SECRET = 'secret of the subscription'
/** Nothing happens by itself: what the simulations do can be seen. */
const STILL = { stageMs: 1_000_000_000, returnMs: 1_000 }
const MOVING = { stageMs: 40, returnMs: 100, slowMs: 400, returnWindowMs: 80 }

let sandbox: SandboxProcess
let bank: Increase
let receiver: Server
const received: { readonly headers: Record<string, string>; readonly raw: string }[] = []

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const raw = Buffer.concat(chunks).toString('utf8')
    received.push({ headers: request.headers as Record<string, string>, raw })
    response.writeHead(200).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  sandbox = await startSandboxProcess()
  bank = new Increase({
    ...{ apiKey: BANK.apiKey, baseURL: sandbox.bankUrl, webhookSecret: SECRET, maxRetries: 0 },
  })
})
afterAll(async () => {
  await sandbox?.stop()
  receiver?.closeAllConnections()
  receiver?.close()
})
beforeEach(async () => {
  await behave(STILL)
})

const behave = (behaviour: object) => sandbox.control('POST', '/bank/behaviour', behaviour)

async function until<T>(what: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const value = await what()
    if (value !== undefined && value !== false) return value
    await sleep(10)
  }
}

const thrown = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => undefined,
    (error: unknown) => error,
  )

const keyed = (key: string = randomUUID()) => ({ idempotencyKey: key })

const ach = {
  account_id: BANK.accountId,
  ...{ amount: 10_000, statement_descriptor: 'Payout', routing_number: '101050001' },
  account_number: '000111222333',
}
const anAch = (body: Partial<Increase.ACHTransferCreateParams> = {}) =>
  bank.achTransfers.create({ ...ach, ...body }, keyed())
const aWire = (body: Partial<Increase.WireTransferCreateParams> = {}) =>
  bank.wireTransfers.create({
    ...{ account_id: BANK.accountId, amount: 20_000, routing_number: '101050001' },
    ...{ account_number: '000111222333', creditor: { name: 'Ada Lovelace' } },
    remittance: { category: 'unstructured', unstructured: { message: 'Invoice 7' } },
    ...body,
  })
const anRtp = (body: Partial<Increase.RealTimePaymentsTransferCreateParams> = {}) =>
  bank.realTimePaymentsTransfers.create({
    ...{ source_account_number_id: BANK.accountNumberId, amount: 3_000 },
    ...{ creditor_name: 'Ada Lovelace', unstructured_remittance_information: 'Invoice 7' },
    ...{ account_number: '000111222333', routing_number: '101050001', ...body },
  })
const aFednow = (body: Partial<Increase.FednowTransferCreateParams> = {}) =>
  bank.fednowTransfers.create({
    ...{ source_account_number_id: BANK.accountNumberId, amount: 4_000 },
    ...{ creditor_name: 'Ada Lovelace', debtor_name: 'The Service' },
    ...{ unstructured_remittance_information: 'Invoice 7', routing_number: '101050001' },
    ...{ account_number: '000111222333', ...body },
  })
const aNumber = (body: Partial<Increase.AccountNumberCreateParams> = {}) =>
  bank.accountNumbers.create({ account_id: BANK.accountId, name: 'Deposits', ...body })

const balance = () => bank.accounts.balance(BANK.accountId)

type Books = {
  readonly ledgers: readonly { readonly ledger: string; readonly cents: number }[]
  readonly accounts: readonly { readonly id: string; readonly cents: number }[]
}

/** The bank's own books: all ledgers together are zero, and an account has what its transactions say. */
async function booksAreWhole(): Promise<Books> {
  const books = (await sandbox.control('GET', '/bank/books')) as unknown as Books
  expect(books.ledgers.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
  const ofAccounts = books.ledgers.filter(({ ledger }) => ledger.startsWith('account:'))
  expect(ofAccounts.map(({ ledger, cents }) => ({ id: ledger.slice(8), cents }))).toEqual(
    books.accounts.filter(({ id }) => ofAccounts.some(({ ledger }) => ledger === `account:${id}`)),
  )
  return books
}

const centsOf = ({ ledgers }: Books, ledger: string): number =>
  ledgers.find((one) => one.ledger === ledger)?.cents ?? 0

describe('requests', () => {
  test('a key is needed, and the answer says what is wrong with it', async () => {
    const other = new Increase({ apiKey: 'other', baseURL: sandbox.bankUrl, maxRetries: 0 })
    const error = await thrown(other.accounts.list())
    expect(error).toBeInstanceOf(AuthenticationError)
    expect(error).toMatchObject({
      status: 401,
      error: { type: 'invalid_api_key_error', status: 401, reason: 'deleted_credential' },
    })
    const bare = await fetch(`${sandbox.bankUrl}/accounts`)
    expect([bare.status, await bare.json()]).toMatchObject([401, { reason: 'no_header' }])
    const wrong = new Increase({ apiKey: 'production_1', baseURL: sandbox.bankUrl, maxRetries: 0 })
    expect(await thrown(wrong.accounts.list())).toMatchObject({
      error: { reason: 'wrong_environment' },
    })
  })

  test('the same request under a key is one object, and is answered as a replay', async () => {
    const key = `Transaction:${randomUUID()}`
    const body = { ...ach, require_approval: true }
    const first = await bank.achTransfers.create(body, keyed(key))
    const reordered = Object.fromEntries(Object.entries(body).reverse()) as typeof body
    const { data, response } = await bank.achTransfers.create(reordered, keyed(key)).withResponse()
    expect(data).toEqual(first)
    expect(response.headers.get('idempotent-replayed')).toBe('true')
    const found = await bank.achTransfers.list({ idempotency_key: key, limit: 1 })
    expect(found.data).toEqual([first])
    expect(first.idempotency_key).toBe(key)
  })

  test('another body or another kind under a key is a conflict that names the object', async () => {
    const key = randomUUID()
    const first = await bank.achTransfers.create({ ...ach, require_approval: true }, keyed(key))
    const other = { ...ach, amount: 10_001, require_approval: true }
    const error = await thrown(bank.achTransfers.create(other, keyed(key)))
    expect(error).toBeInstanceOf(ConflictError)
    const conflict = { type: 'idempotency_key_already_used_error', resource_id: first.id }
    expect(error).toMatchObject({ status: 409, error: conflict })
    const external = { account_number: '1', routing_number: '101050001', description: 'x' }
    expect(await thrown(bank.externalAccounts.create(external, keyed(key)))).toMatchObject({
      error: conflict,
    })
  })

  test('fifty at once under a key make one', async () => {
    const key = randomUUID()
    const made = await Promise.all(
      Array.from({ length: 50 }, () => bank.achTransfers.create(ach, keyed(key))),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  })

  test('a 409 says that it is not to be repeated; without that the client repeats it', async () => {
    const repeating = new Increase({ apiKey: BANK.apiKey, baseURL: sandbox.bankUrl })
    const transfer = await anAch()
    const calls = await thrown(repeating.achTransfers.approve(transfer.id))
    expect(calls).toMatchObject({ status: 409, error: { type: 'invalid_operation_error' } })
    expect((calls as ConflictError).headers?.get('x-should-retry')).toBe('false')
    await sandbox.control('POST', '/faults', {
      ...{ party: 'bank', operation: 'create', kind: 'conflict', count: 1 },
    })
    expect(await repeating.achTransfers.create(ach, keyed())).toMatchObject({
      status: 'pending_submission',
    })
  })

  test('a lost answer, and an error after the work, are one transfer for a client that repeats', async () => {
    const repeating = new Increase({ apiKey: BANK.apiKey, baseURL: sandbox.bankUrl })
    for (const kind of ['lostAnswer', 'errorAfter', 'errorBefore', 'twice']) {
      const key = randomUUID()
      await sandbox.control('POST', '/faults', {
        ...{ party: 'bank', operation: 'create', kind, match: key },
      })
      await repeating.achTransfers.create({ ...ach, require_approval: true }, keyed(key))
      const { data } = await bank.achTransfers.list({ idempotency_key: key })
      expect([kind, data.length]).toEqual([kind, 1])
    }
  })

  test('a limit names the seconds to wait', async () => {
    await sandbox.control('POST', '/faults', {
      ...{ party: 'bank', operation: 'list', kind: 'tooManyRequests' },
    })
    const error = await thrown(bank.accounts.list())
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ error: { type: 'rate_limited_error', retry_after: 1 } })
    expect((error as RateLimitError).headers?.get('retry-after')).toBe('1')
  })

  test('a body that trickles takes as long as it likes', async () => {
    await sandbox.control('POST', '/faults', {
      ...{ party: 'bank', operation: 'list', kind: 'trickle', delayMs: 900 },
    })
    const from = performance.now()
    const impatient = new Increase({
      ...{ apiKey: BANK.apiKey, maxRetries: 0, timeout: 300 },
      baseURL: sandbox.bankUrl,
    })
    await impatient.programs.list()
    // The client's limit is only for the headers.
    expect(performance.now() - from).toBeGreaterThan(600)
  })

  test('what is wrong is named; nothing is made, and the key stays free', async () => {
    const key = randomUUID()
    const error = await thrown(
      bank.achTransfers.create({ ...ach, statement_descriptor: 'Zahlung für Ä' }, keyed(key)),
    )
    expect(error).toBeInstanceOf(BadRequestError)
    expect(error).toMatchObject({
      error: {
        type: 'invalid_parameters_error',
        errors: [{ field: 'statement_descriptor' }],
      },
    })
    expect(await thrown(anAch({ account_number: '123456789012345678' }))).toMatchObject({
      error: { errors: [{ field: 'account_number' }] },
    })
    expect(await thrown(aFednow({ account_number: 'GB12' }))).toMatchObject({
      error: { errors: [{ field: 'account_number' }] },
    })
    expect(await bank.achTransfers.create(ach, keyed(key))).toMatchObject({
      idempotency_key: key,
    })
  })

  test('too little money is a conflict like any other', async () => {
    const { available_balance: available } = await balance()
    const error = await thrown(anAch({ amount: available + 1 }))
    expect(error).toMatchObject({ status: 409, error: { type: 'invalid_operation_error' } })
    expect(await thrown(anRtp({ amount: 1_000_000_001 }))).toBeInstanceOf(BadRequestError)
  })

  test('what is not there is not found, an object or a method', async () => {
    expect(await thrown(bank.achTransfers.retrieve('ach_transfer_none'))).toBeInstanceOf(
      NotFoundError,
    )
    expect(await thrown(bank.get('/nothing'))).toMatchObject({
      error: { type: 'api_method_not_found_error' },
    })
    expect(await thrown(bank.wireTransfers.retrieve((await anAch()).id))).toMatchObject({
      error: { type: 'object_not_found_error' },
    })
  })
})

describe('lists', () => {
  test('pages are newest first, and a cursor belongs to its filters', async () => {
    const number = await aNumber()
    const made: string[] = []
    for (let index = 0; index < 5; index += 1) {
      const { id } = await bank.simulations.inboundWireTransfers.create({
        ...{ account_number_id: number.id, amount: 100 + index },
      })
      made.push(id)
    }
    const listed: string[] = []
    const filters = { account_number_id: number.id, limit: 2 }
    for await (const one of bank.inboundWireTransfers.list(filters)) listed.push(one.id)
    expect(listed).toEqual(made.toReversed())
    const { next_cursor: cursor } = await bank.inboundWireTransfers.list(filters)
    const other = { account_id: BANK.accountId, limit: 2, cursor: cursor ?? '' }
    expect(await thrown(bank.inboundWireTransfers.list(other))).toBeInstanceOf(BadRequestError)
  })

  test('filters by status, time, account and category', async () => {
    const before = new Date(Date.now() - 1).toISOString()
    const [waiting, other] = [await anAch({ require_approval: true }), await anAch()]
    const { data } = await bank.achTransfers.list({
      ...{ account_id: BANK.accountId, status: { in: ['pending_approval', 'canceled'] } },
      created_at: { on_or_after: before },
    })
    expect(data.map(({ id }) => id)).toEqual([waiting.id])
    const moved = await bank.transactions.list({
      ...{ category: { in: ['ach_transfer_intention'] }, created_at: { on_or_after: before } },
    })
    expect(moved.data.map(({ id }) => id)).toEqual([other.transaction_id])
    expect(await thrown(bank.get('/ach_transfers?colour=red'))).toBeInstanceOf(BadRequestError)
    expect(await thrown(bank.achTransfers.list({ limit: 101 }))).toBeInstanceOf(BadRequestError)
  })

  test('events come in their order where that is asked for, and say nothing but what to read', async () => {
    const since = new Date(Date.now() - 1).toISOString()
    const transfer = await anAch()
    await bank.simulations.achTransfers.settle(transfer.id, {})
    const query = {
      ...{ category: { in: ['ach_transfer.created', 'ach_transfer.updated'] as const } },
      ...{ created_at: { on_or_after: since }, limit: 1 },
      order_by: { field: 'created_at', direction: 'ascending' },
      associated_object_id: transfer.id,
    }
    const events: Increase.Event[] = []
    for await (const event of bank.events.list(query as unknown as Increase.EventListParams))
      events.push(event)
    expect(events[0]).toEqual({
      ...{ id: expect.any(String), type: 'event', category: 'ach_transfer.created' },
      ...{ associated_object_id: transfer.id, associated_object_type: 'ach_transfer' },
      created_at: expect.any(String),
    })
    expect(events.length).toBeGreaterThan(2)
    expect(events.map((event) => event.created_at)).toEqual(
      events.map((event) => event.created_at).sort(),
    )
    const [newest] = (await bank.events.list({ associated_object_id: transfer.id })).data
    expect(newest).toEqual(events.at(-1))
    expect(await bank.events.retrieve(newest?.id ?? '')).toEqual(newest)
  })

  test('late events are left out of one answer and are in the next', async () => {
    const since = new Date(Date.now() - 1).toISOString()
    await anAch()
    const query = { created_at: { on_or_after: since } }
    const all = (await bank.events.list(query)).data.length
    await sandbox.control('POST', '/faults', {
      ...{ party: 'bank', operation: 'events', kind: 'outOfOrder' },
    })
    expect((await bank.events.list(query)).data.length).toBeLessThan(all)
    expect((await bank.events.list(query)).data.length).toBe(all)
  })
})

describe('accounts', () => {
  test('a number of our own takes debits unless its settings forbid it', async () => {
    const open = await aNumber()
    expect(open).toMatchObject({
      ...{ inbound_ach: { debit_status: 'allowed' }, status: 'active' },
      inbound_checks: { status: 'check_transfers_only' },
      routing_number: '101050001',
    })
    const pulled = await bank.simulations.inboundACHTransfers.create({
      ...{ account_number_id: open.id, amount: -500 },
    })
    expect(pulled).toMatchObject({ status: 'accepted', direction: 'debit', amount: 500 })
    const blocked = await aNumber({ inbound_ach: { debit_status: 'blocked' } })
    const refused = await bank.simulations.inboundACHTransfers.create({
      ...{ account_number_id: blocked.id, amount: -500 },
    })
    expect(refused).toMatchObject({
      ...{ status: 'declined', decline: { reason: 'transaction_not_allowed' } },
    })
    const changed = await bank.accountNumbers.update(open.id, { status: 'disabled' })
    expect(changed).toMatchObject({ status: 'disabled', name: 'Deposits' })
    const late = await bank.simulations.inboundACHTransfers.create({
      ...{ account_number_id: open.id, amount: 500 },
    })
    expect(late).toMatchObject({ status: 'declined', decline: { reason: 'ach_route_disabled' } })
    const { data } = await bank.declinedTransactions.list({ route_id: open.id })
    expect(data).toMatchObject([{ source: { category: 'ach_decline' }, amount: 500 }])
    await booksAreWhole()
  })

  test('external accounts are not checked, and are used by their id', async () => {
    const external = await bank.externalAccounts.create({
      ...{ account_number: '000111222333', routing_number: '999999999', description: 'Ada' },
    })
    expect(external).toMatchObject({ status: 'active', funding: 'checking' })
    const { account_number: _, routing_number: __, ...body } = ach
    const transfer = await bank.achTransfers.create({ ...body, external_account_id: external.id })
    expect(transfer).toMatchObject({
      ...{ account_number: '000111222333', routing_number: '999999999' },
      external_account_id: external.id,
    })
    expect(await bank.externalAccounts.update(external.id, { status: 'archived' })).toMatchObject({
      status: 'archived',
    })
  })

  test('a routing number says which rails its bank has', async () => {
    const railsOf = async (routing_number: string) => {
      const { data } = await bank.routingNumbers.list({ routing_number })
      return data.map((one) => [one.ach_transfers, one.real_time_payments_transfers])
    }
    expect(await railsOf('101050001')).toEqual([['supported', 'supported']])
    expect(await railsOf('790000064')).toEqual([['supported', 'not_supported']])
    expect(await railsOf('790000051')).toEqual([['not_supported', 'not_supported']])
    expect(await railsOf('123456789')).toEqual([])
  })

  test('the balance is the sum of transactions, less what is held', async () => {
    const before = await balance()
    const held = await bank.pendingTransactions.create({ account_id: BANK.accountId, amount: -700 })
    expect(await balance()).toMatchObject({
      current_balance: before.current_balance,
      available_balance: before.available_balance - 700,
    })
    expect(await bank.pendingTransactions.release(held.id)).toMatchObject({ status: 'complete' })
    expect(await balance()).toEqual(before)
    const earlier = await bank.accounts.balance(BANK.accountId, { at_time: '2020-01-01T00:00:00Z' })
    expect(earlier).toMatchObject({ current_balance: 0, available_balance: 0 })
  })

  test('money moves between accounts here at once; one that has money is not closed', async () => {
    const { id } = await bank.accounts.create({ name: 'Reserve' })
    const transfer = await bank.accountTransfers.create({
      ...{ account_id: BANK.accountId, destination_account_id: id },
      ...{ amount: 1_200, description: 'To the reserve' },
    })
    expect(transfer).toMatchObject({ status: 'complete' })
    expect(await bank.accounts.balance(id)).toMatchObject({ current_balance: 1_200 })
    expect(await thrown(bank.accounts.close(id))).toBeInstanceOf(ConflictError)
    const back = await bank.accountTransfers.create({
      ...{ account_id: id, destination_account_id: BANK.accountId, require_approval: true },
      ...{ amount: 1_200, description: 'Back' },
    })
    expect(await bank.accountTransfers.approve(back.id)).toMatchObject({ status: 'complete' })
    expect(await bank.accounts.close(id)).toMatchObject({ status: 'closed' })
    await booksAreWhole()
  })
})

describe('ACH', () => {
  test('waits for its approval, and can be cancelled until then', async () => {
    const before = await balance()
    const transfer = await anAch({ require_approval: true })
    expect(transfer).toMatchObject({ status: 'pending_approval', transaction_id: null })
    expect((await balance()).available_balance).toBe(before.available_balance - 10_000)
    expect(await bank.achTransfers.cancel(transfer.id)).toMatchObject({
      ...{ status: 'canceled', cancellation: { canceled_at: expect.any(String) } },
    })
    expect(await balance()).toEqual(before)
    expect(await thrown(bank.achTransfers.approve(transfer.id))).toBeInstanceOf(ConflictError)
    const approved = await anAch({ require_approval: true })
    expect(await bank.achTransfers.approve(approved.id)).toMatchObject({
      ...{ status: 'pending_submission', transaction_id: expect.any(String) },
    })
    expect(await thrown(bank.achTransfers.cancel(approved.id))).toBeInstanceOf(ConflictError)
  })

  test('is submitted, acknowledged and settled, and stays submitted', async () => {
    const number = `9${Math.floor(Math.random() * 1e9)}000`
    const { id } = await anAch({ account_number: number })
    expect(await thrown(bank.simulations.achTransfers.acknowledge(id))).toBeInstanceOf(
      ConflictError,
    )
    const submitted = await bank.simulations.achTransfers.submit(id)
    expect(submitted).toMatchObject({
      status: 'submitted',
      submission: { trace_number: expect.any(String), expected_settlement_schedule: 'same_day' },
      ...{ acknowledgement: null, settlement: null },
    })
    expect(await bank.simulations.achTransfers.acknowledge(id)).toMatchObject({
      acknowledgement: { acknowledged_at: expect.any(String) },
    })
    expect(centsOf(await booksAreWhole(), `outside:101050001:${number}`)).toBe(0)
    const settled = await bank.simulations.achTransfers.settle(id, {})
    expect(settled).toMatchObject({
      ...{ status: 'submitted', settlement: { settled_at: expect.any(String) } },
      inbound_funds_hold: null,
    })
    expect(centsOf(await booksAreWhole(), `outside:101050001:${number}`)).toBe(10_000)
  })

  test('comes back before or after it has settled, with the code and the money', async () => {
    const before = await balance()
    for (const settles of [false, true]) {
      const { id } = await anAch()
      if (settles) await bank.simulations.achTransfers.settle(id, {})
      else await bank.simulations.achTransfers.submit(id)
      const returned = await bank.simulations.achTransfers.return(id, {
        ...{ reason: 'file_record_edit_criteria', addenda_information: 'QUESTIONABLE' },
      })
      expect(returned).toMatchObject({
        status: 'returned',
        return: {
          ...{ raw_return_reason_code: 'R17', return_reason_code: 'file_record_edit_criteria' },
          addenda_information: 'QUESTIONABLE',
        },
      })
      expect(returned.settlement === null).toBe(!settles)
      const back = await bank.transactions.retrieve(returned.return?.transaction_id ?? '')
      expect(back).toMatchObject({ amount: 10_000, source: { category: 'ach_transfer_return' } })
      expect(await thrown(bank.simulations.achTransfers.return(id, {}))).toBeInstanceOf(
        ConflictError,
      )
    }
    expect(await balance()).toEqual(before)
    await booksAreWhole()
  })

  test('a correction is beside the transfer', async () => {
    const { id } = await anAch()
    await bank.simulations.achTransfers.settle(id, {})
    const corrected = await bank.simulations.achTransfers.createNotificationOfChange(id, {
      corrected_account_number: '5551234',
    })
    expect(corrected).toMatchObject({
      status: 'submitted',
      notifications_of_change: [
        {
          ...{ change_code: 'incorrect_account_number', corrected_account_number: '5551234' },
          corrected_routing_number: null,
        },
      ],
    })
  })

  test('a pull is in the account at once, and cannot be spent before its hold ends', async () => {
    const before = await balance()
    const { id, transaction_id: transaction } = await anAch({
      ...{ amount: -2_500, standard_entry_class_code: 'internet_initiated' },
    })
    expect(await bank.transactions.retrieve(transaction ?? '')).toMatchObject({ amount: 2_500 })
    expect(await balance()).toMatchObject({
      current_balance: before.current_balance + 2_500,
      available_balance: before.available_balance,
    })
    const held = await bank.simulations.achTransfers.settle(id, {
      inbound_funds_hold_behavior: 'release_on_default_schedule',
    })
    expect(held).toMatchObject({ inbound_funds_hold: { status: 'held', amount: 2_500 } })
    const pending = held.inbound_funds_hold?.pending_transaction_id ?? ''
    const released = await bank.simulations.pendingTransactions.releaseInboundFundsHold(pending)
    expect(released).toMatchObject({ status: 'complete', held_amount: -2_500 })
    expect(await bank.achTransfers.retrieve(id)).toMatchObject({
      inbound_funds_hold: { status: 'complete', released_at: expect.any(String) },
    })
    expect((await balance()).available_balance).toBe(before.available_balance + 2_500)
    await bank.simulations.achTransfers.return(id, {
      reason: 'customer_advised_unauthorized_improper_ineligible_or_incomplete',
    })
    expect(await balance()).toEqual(before)
    await booksAreWhole()
  })

  test('without a word the hold of a pull ends with its settlement', async () => {
    const { id } = await anAch({ amount: -2_500 })
    expect(await bank.simulations.achTransfers.settle(id, {})).toMatchObject({
      inbound_funds_hold: { status: 'complete' },
    })
  })

  test('a prenotification is consented to by silence', async () => {
    await behave(MOVING)
    const terms = { account_id: BANK.accountId, routing_number: '101050001' }
    const good = await bank.achPrenotifications.create({ ...terms, account_number: '111000' })
    const bad = await bank.achPrenotifications.create({ ...terms, account_number: '111003' })
    expect(good.status).toBe('pending_submitting')
    const read = async (id: string, status: string) => {
      const one = await bank.achPrenotifications.retrieve(id)
      return one.status === status ? one : undefined
    }
    await until(() => read(good.id, 'submitted'))
    expect(await until(() => read(bad.id, 'returned'))).toMatchObject({
      prenotification_return: { return_reason_code: 'no_account' },
    })
  })
})

describe('wires and instant payments', () => {
  test('a wire is complete when it is acknowledged, and may be reversed after that', async () => {
    const before = await balance()
    const wire = await aWire({ require_approval: true })
    expect(wire.status).toBe('pending_approval')
    await behave(MOVING)
    expect(await bank.simulations.wireTransfers.submit(wire.id)).toMatchObject({
      ...{ status: 'submitted', transaction_id: expect.any(String) },
    })
    const complete = await until(async () => {
      const one = await bank.wireTransfers.retrieve(wire.id)
      return one.status === 'complete' ? one : undefined
    })
    expect(complete.reversal).toBeNull()
    expect((await balance()).current_balance).toBe(before.current_balance - 20_000)
    const reversed = await bank.simulations.wireTransfers.reverse(wire.id)
    expect(reversed).toMatchObject({ status: 'reversed', reversal: { amount: 20_000 } })
    expect(await balance()).toEqual(before)
    expect(await thrown(bank.simulations.wireTransfers.reverse(wire.id))).toBeInstanceOf(
      ConflictError,
    )
    const wrong = aWire({ creditor: { name: 'Ada Lovelace é' } })
    expect(await thrown(wrong)).toBeInstanceOf(BadRequestError)
    await booksAreWhole()
  })

  test('money of an instant payment is only held until it is complete', async () => {
    const before = await balance()
    const rtp = await anRtp()
    expect(rtp).toMatchObject({ status: 'pending_submission', transaction_id: null })
    expect(await balance()).toMatchObject({
      current_balance: before.current_balance,
      available_balance: before.available_balance - 3_000,
    })
    const complete = await bank.simulations.realTimePaymentsTransfers.complete(rtp.id, {})
    expect(complete).toMatchObject({ status: 'complete', transaction_id: expect.any(String) })
    const other = await anRtp()
    const rejected = await bank.simulations.realTimePaymentsTransfers.complete(other.id, {
      rejection: { reject_reason_code: 'account_closed' },
    })
    expect(rejected).toMatchObject({
      ...{ status: 'rejected', rejection: { reject_reason_code: 'account_closed' } },
      transaction_id: null,
    })
    expect((await balance()).available_balance).toBe(before.available_balance - 3_000)
    const again = bank.simulations.realTimePaymentsTransfers.complete(rtp.id, {})
    expect(await thrown(again)).toBeInstanceOf(ConflictError)
    await booksAreWhole()
  })

  test('FedNow has no simulation: it goes on by itself', async () => {
    await behave(MOVING)
    const { id } = await aFednow()
    const complete = await until(async () => {
      const one = await bank.fednowTransfers.retrieve(id)
      return one.status === 'complete' ? one : undefined
    })
    expect(complete).toMatchObject({ acknowledgement: { acknowledged_at: expect.any(String) } })
  })

  test('a drawdown request is answered by a wire, or refused', async () => {
    const number = await aNumber()
    const address = { city: 'New York', country: 'US', line1: '33 Liberty Street' }
    const ask = () =>
      bank.wireDrawdownRequests.create({
        ...{ account_number_id: number.id, amount: 900, creditor_name: 'The Service' },
        ...{ creditor_address: address, debtor_address: address, debtor_name: 'Ada Lovelace' },
        unstructured_remittance_information: 'Invoice 7',
      })
    const [first, second] = [await ask(), await ask()]
    await bank.simulations.wireDrawdownRequests.submit(first.id)
    const wire = await bank.simulations.inboundWireTransfers.create({
      ...{ account_number_id: number.id, amount: 900, wire_drawdown_request_id: first.id },
    })
    expect(await bank.wireDrawdownRequests.retrieve(first.id)).toMatchObject({
      ...{ status: 'fulfilled', fulfillment_inbound_wire_transfer_id: wire.id },
    })
    await bank.simulations.wireDrawdownRequests.submit(second.id)
    expect(await bank.simulations.wireDrawdownRequests.refuse(second.id)).toMatchObject({
      status: 'refused',
    })
  })
})

describe('money that comes', () => {
  test('ACH is money when it is accepted, and until then it can be declined', async () => {
    const number = await aNumber()
    const before = await balance()
    const soon = new Date(Date.now() + 400).toISOString()
    const arriving = (resolve_at?: string) =>
      bank.simulations.inboundACHTransfers.create({
        ...{ account_number_id: number.id, amount: 5_000, company_name: 'ACME' },
        ...(resolve_at !== undefined && { resolve_at }),
      })
    const pending = await arriving(soon)
    expect(pending).toMatchObject({ status: 'pending', originator_company_name: 'ACME' })
    expect(await balance()).toEqual(before)
    const accepted = await until(async () => {
      const one = await bank.inboundACHTransfers.retrieve(pending.id)
      return one.status === 'accepted' ? one : undefined
    })
    const { data } = await bank.transactions.list({ route_id: number.id })
    expect(data).toMatchObject([
      {
        ...{ id: accepted.acceptance?.transaction_id, amount: 5_000 },
        source: { category: 'inbound_ach_transfer' },
      },
    ])
    const declined = await arriving(new Date(Date.now() + 60_000).toISOString())
    expect(
      await bank.inboundACHTransfers.decline(declined.id, { reason: 'duplicate_entry' }),
    ).toMatchObject({ status: 'declined', decline: { reason: 'duplicate_entry' } })
    const back = await bank.inboundACHTransfers.transferReturn(pending.id, {
      reason: 'credit_entry_refused_by_receiver',
    })
    expect(back).toMatchObject({ status: 'returned' })
    expect(await balance()).toEqual(before)
    const again = bank.inboundACHTransfers.transferReturn(pending.id, { reason: 'duplicate_entry' })
    expect(await thrown(again)).toBeInstanceOf(ConflictError)
    await booksAreWhole()
  })

  test('wires, RTP and FedNow name the payer', async () => {
    const { id } = await aNumber()
    const terms = { account_number_id: id, amount: 800, debtor_name: 'Grace Hopper' }
    const wire = await bank.simulations.inboundWireTransfers.create({
      ...{ ...terms, end_to_end_identification: 'E2E-1' },
    })
    const rtp = await bank.simulations.inboundRealTimePaymentsTransfers.create({
      ...{ ...terms, debtor_account_number: '55', unstructured_remittance_information: 'Rent' },
    })
    const fednow = await bank.simulations.inboundFednowTransfers.create(terms)
    expect(wire).toMatchObject({
      ...{ status: 'accepted', debtor_name: 'Grace Hopper', end_to_end_identification: 'E2E-1' },
    })
    expect(rtp).toMatchObject({
      ...{ status: 'confirmed', debtor_account_number: '55' },
      unstructured_remittance_information: 'Rent',
    })
    expect(fednow).toMatchObject({ status: 'confirmed', transaction_id: expect.any(String) })
    const { data } = await bank.transactions.list({ route_id: id })
    expect(data.map(({ source }) => source.category)).toEqual([
      'inbound_fednow_transfer_confirmation',
      'inbound_real_time_payments_transfer_confirmation',
      'inbound_wire_transfer',
    ])
    expect(
      await bank.inboundWireTransfers.reverse(wire.id, { reason: 'creditor_request' }),
    ).toMatchObject({ status: 'reversed', reversal: { reason: 'creditor_request' } })
    await booksAreWhole()
  })

  test('checks and programs are there too', async () => {
    const before = await balance()
    const deposit = () =>
      bank.checkDeposits.create({
        ...{ account_id: BANK.accountId, amount: 600 },
        ...{ front_image_file_id: 'file_1', back_image_file_id: 'file_2' },
      })
    const [taken, rejected] = [await deposit(), await deposit()]
    await bank.simulations.checkDeposits.submit(taken.id, {})
    expect((await balance()).current_balance).toBe(before.current_balance + 600)
    await bank.simulations.checkDeposits.return(taken.id)
    expect(await bank.simulations.checkDeposits.reject(rejected.id)).toMatchObject({
      status: 'rejected',
    })
    expect(await balance()).toEqual(before)
    const program = await bank.simulations.programs.create({ name: 'Wallets' })
    expect(await bank.programs.retrieve(program.id)).toEqual(program)
  })
})

describe('webhooks', () => {
  test('are signed as today and as before; the client unwraps them', async () => {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`
    const subscription = await bank.eventSubscriptions.create({
      ...{ url, shared_secret: SECRET },
      selected_event_categories: [{ event_category: 'external_account.created' }],
    })
    expect(JSON.stringify(subscription)).not.toContain(SECRET)
    expect(await dumpOf(sandbox.databaseUrl)).not.toContain(SECRET)
    for (const kind of ['twice', 'outOfOrder']) {
      await sandbox.control('POST', '/faults', {
        ...{ party: 'bank', operation: 'event', kind, delayMs: 300 },
      })
    }
    const made: string[] = []
    for (let index = 0; index < 3; index += 1) {
      const { id } = await bank.externalAccounts.create({
        ...{ account_number: `${index}`, routing_number: '101050001', description: 'x' },
      })
      made.push(id)
    }
    await anAch()
    await until(() => (received.length >= 4 ? true : undefined))
    const events = received.map(({ headers, raw }) => bank.events.unwrap(raw, { headers }))
    expect(new Set(events.map((event) => event.associated_object_id))).toEqual(new Set(made))
    expect(new Set(events.map(({ id }) => id)).size).toBe(3)
    for (const { headers, raw } of received) {
      const [, time, signature] =
        /^t=(.*),v1=([0-9a-f]{64})$/.exec(headers['increase-webhook-signature'] ?? '') ?? []
      const expected = createHmac('sha256', SECRET).update(`${time}.${raw}`).digest('hex')
      expect(signature).toBe(expected)
      expect(() => bank.events.unwrap(`${raw} `, { headers })).toThrow('No matching signature')
    }
    await bank.eventSubscriptions.update(subscription.id, { status: 'deleted' })
    await bank.externalAccounts.create({
      ...{ account_number: '9', routing_number: '101050001', description: 'x' },
    })
    await sleep(300)
    expect(received.length).toBe(4)
  })
})

// The clock of the parties is moved in these: what is judged by the machine's comes before them.
describe('what happens by itself', () => {
  type Seen = Pick<Increase.ACHTransfer, 'status'> & { readonly [member: string]: unknown }

  test.each([
    ['000', 'submitted', { settlement: { settled_at: expect.any(String) } }],
    ['002', 'returned', { return: { raw_return_reason_code: 'R01' }, settlement: null }],
    ['003', 'submitted', { settlement: { settled_at: expect.any(String) } }],
    ['004', 'returned', { return: { raw_return_reason_code: 'R20' }, settlement: null }],
    ['005', 'returned', { return: { raw_return_reason_code: 'R03' }, settlement: {} }],
    ['006', 'canceled', {}],
    ['007', 'returned', { return: { raw_return_reason_code: 'R16' } }],
    ['202', 'submitted', { settlement: {} }],
    ['203', 'submitted', { notifications_of_change: [{ corrected_routing_number: '101050001' }] }],
    ['204', 'rejected', {}],
  ])('an ACH credit to ..%s ends as %s', async (suffix, status, more) => {
    await behave(MOVING)
    const { id } = await anAch({ account_number: `000111222${suffix}` })
    const last = await until(async () => {
      const one = (await bank.achTransfers.retrieve(id)) as unknown as Seen
      const isThere = one.status === status && matches(one, more)
      return isThere ? one : undefined
    })
    expect(last).toMatchObject(more)
    await booksAreWhole()
  })

  test.each([
    ['002', 'rejected', { rejection: { reject_reason_code: 'other' } }],
    ['004', 'rejected', { rejection: { reject_reason_code: 'account_blocked' } }],
    ['005', 'complete', {}],
    ['204', 'rejected', { rejection: null }],
  ])('an instant payment to ..%s ends as %s', async (suffix, status, more) => {
    await behave(MOVING)
    const { id } = await anRtp({ account_number: `000111222${suffix}` })
    await until(async () => {
      const one = (await bank.realTimePaymentsTransfers.retrieve(id)) as unknown as Seen
      return (one.status as string) === status && matches(one, more) ? one : undefined
    })
    await booksAreWhole()
  })

  test('a wire to ..201 comes back in part', async () => {
    await behave(MOVING)
    const { id } = await aWire({ amount: 20_001, account_number: '000111222201' })
    const reversed = await until(async () => {
      const one = await bank.wireTransfers.retrieve(id)
      return one.status === 'reversed' ? one : undefined
    })
    expect(reversed.reversal?.amount).toBe(10_001)
    await booksAreWhole()
  })

  test('a pull from ..205 is returned as unauthorized after it has settled', async () => {
    await behave(MOVING)
    const { id } = await anAch({ amount: -900, account_number: '000111222205' })
    const returned = await until(async () => {
      const one = await bank.achTransfers.retrieve(id)
      return one.status === 'returned' ? one : undefined
    })
    expect(returned).toMatchObject({
      return: { raw_return_reason_code: 'R10' },
      settlement: { settled_at: expect.any(String) },
    })
    await booksAreWhole()
  })

  test('a return that is ordered comes days later, on the clock of the parties', async () => {
    await behave(MOVING)
    const key = randomUUID()
    await sandbox.control('POST', '/faults', {
      ...{ party: 'bank', operation: 'create', kind: 'lateReturn', match: key },
    })
    const { id } = await bank.achTransfers.create({ ...ach, require_approval: true }, keyed(key))
    await bank.achTransfers.approve(id)
    await until(async () => (await bank.achTransfers.retrieve(id)).settlement ?? undefined)
    const { aheadMs } = (await sandbox.control('GET', '/clock')) as { aheadMs: number }
    const later = aheadMs + 3 * 86_400_000
    await sandbox.control('PUT', '/clock', { aheadMs: later, untilMs: later, isHeld: false })
    const returned = await until(async () => {
      const one = await bank.achTransfers.retrieve(id)
      return one.status === 'returned' ? one : undefined
    })
    const days = Date.parse(returned.return?.created_at ?? '') - Date.parse(returned.created_at)
    expect(days).toBeGreaterThan(2.9 * 86_400_000)
    await booksAreWhole()
  })

  test('nothing is lost with the process', async () => {
    await behave({ ...MOVING, stageMs: 300 })
    const made = await Promise.all(Array.from({ length: 10 }, () => anAch()))
    await sandbox.crash()
    for (const { id } of made) {
      await until(async () => (await bank.achTransfers.retrieve(id)).settlement ?? undefined)
    }
    await booksAreWhole()
  })
})

/** Whether the members are there: what they have to be is for the assertion. */
function matches(one: object, more: object): boolean {
  return Object.entries(more).every(([name, value]) => {
    const member = (one as Record<string, unknown>)[name]
    if (value === null) return member === null
    return Array.isArray(value) ? (member as unknown[]).length > 0 : member !== null
  })
}
