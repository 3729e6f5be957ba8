/** Our client of the bank against the sandbox's bank, over the wire. */
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Increase from 'increase'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Bank,
  type BankNotice,
  type BankOrder,
  type BankPayout,
  createBank,
} from '../../providers/bank/index.ts'
import type { PayoutInstruction, RailNetwork } from '../../providers/payoutRail/index.ts'
import { BANK, type SandboxProcess, startSandboxProcess } from './sandboxProcess.ts'

const MOVING = { stageMs: 40, returnMs: 80, slowMs: 300, returnWindowMs: 40 }
const STILL = { stageMs: 1_000_000_000 }
/** A sample; the full count by the setting. */
const LIVES = Number(process.env.BANK_LIVES ?? 60)

let sandbox: SandboxProcess
let bank: Bank
let vendor: Increase

beforeAll(async () => {
  sandbox = await startSandboxProcess()
  bank = aBank()
  vendor = new Increase({ apiKey: BANK.apiKey, baseURL: sandbox.bankUrl, maxRetries: 0 })
})
afterAll(async () => {
  await bank?.close()
  await sandbox?.stop()
})
beforeEach(() => behave(MOVING))

const behave = (behaviour: object) => sandbox.control('POST', '/bank/behaviour', behaviour)
const fault = (operation: string, kind: string, more: object = {}) =>
  sandbox.control('POST', '/faults', { party: 'bank', operation, kind, ...more })

function aBank(baseUrl = sandbox.bankUrl, timeoutMs = 5_000): Bank {
  return createBank({ ...BANK, name: 'The Service', baseUrl, timeoutMs })
}

async function until<T>(what: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const value = await what()
    if (value !== undefined) return value
    await sleep(15)
  }
}

function instruction(suffix = '000', more: Partial<PayoutInstruction> = {}): PayoutInstruction {
  return {
    reference: `Transaction:${randomUUID()}`,
    ...{ amountMinor: '1500', currency: 'USD', network: 'ACH' },
    destination: {
      accountType: 'USD_ACCOUNT',
      accountInfo: {
        ...{ accountNumber: `000111222${suffix}`, routingNumber: '101050001' },
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
      },
    },
    ...more,
  }
}

const anOrder = (suffix?: string, more?: Partial<PayoutInstruction>): Promise<BankOrder> =>
  bank.payoutOrder(instruction(suffix, more))

const first = { isFirst: true }
const again = { isFirst: false }

const end = (order: BankOrder, wanted?: BankPayout['state']): Promise<BankPayout> =>
  until(async () => {
    const payout = await bank.find(order.reference)
    const isEnd = wanted === undefined ? payout?.state !== 'PENDING' : payout?.state === wanted
    return isEnd ? payout : undefined
  })

const made = async (order: BankOrder): Promise<number> => {
  const { data } = await vendor.achTransfers.list({ idempotency_key: order.reference })
  return data.length
}

describe('payouts', () => {
  test.each(['ACH', 'WIRE', 'RTP', 'FEDNOW'] as const)('%s settles', async (network) => {
    const order = await anOrder('000', { network })
    const sent = await bank.submit(order, first)
    expect(sent).toMatchObject({
      ...{ state: 'PENDING', network, amountMinor: '1500', currency: 'USD' },
      nextLookAt: expect.any(String),
    })
    expect(await end(order)).toMatchObject({ state: 'SETTLED', handle: sent.handle })
    expect(await bank.find(order.reference, sent)).toMatchObject({
      ...{ state: 'SETTLED', handle: sent.handle },
    })
  })

  test.each([
    ['ACH', '002', 'FAILED', 'ACCOUNT_CANNOT_RECEIVE', 'R01'],
    ['ACH', '004', 'FAILED', 'ACCOUNT_CANNOT_RECEIVE', 'R20'],
    ['ACH', '005', 'RETURNED', 'PAYOUT_RETURNED', 'R03'],
    ['ACH', '204', 'FAILED', 'COMPLIANCE_REJECTED', undefined],
    ['RTP', '002', 'FAILED', 'QUOTE_EXECUTION_FAILED', 'other'],
    ['RTP', '004', 'FAILED', 'ACCOUNT_CANNOT_RECEIVE', 'account_blocked'],
    ['FEDNOW', '004', 'FAILED', 'ACCOUNT_CANNOT_RECEIVE', 'account_blocked'],
    ['FEDNOW', '204', 'FAILED', 'COMPLIANCE_REJECTED', undefined],
    ['WIRE', '201', 'RETURNED', 'PAYOUT_RETURNED', 'AC04'],
  ] as const)('%s to ..%s ends as %s for %s', async (network, suffix, state, reason, code) => {
    const order = await anOrder(suffix, { network })
    await bank.submit(order, first)
    const ended = await end(order, state)
    expect([ended.state, ended.reason, ended.code]).toEqual([state, reason, code])
  })

  test('the way is chosen by what the other bank takes', async () => {
    const to = async (routingNumber: string, more: Partial<PayoutInstruction> = {}) => {
      const { network: _, ...wanted } = instruction('000', more)
      const { destination } = wanted
      const accountInfo = { ...destination.accountInfo, routingNumber }
      return bank.payoutOrder({ ...wanted, destination: { ...destination, accountInfo } })
    }
    expect((await to('101050001')).network).toBe('RTP')
    expect((await to('790000064')).network).toBe('ACH')
    expect((await to('790000064', { amountMinor: '100000001' })).network).toBe('WIRE')
    await expect(to('790000051')).rejects.toMatchObject({ kind: 'REFUSED' })
    expect(await bank.checkAccount('790000064', ['RTP', 'ACH'])).toBe('VALID')
    expect(await bank.checkAccount('790000064', ['RTP'])).toBe('INVALID')
    expect(await bank.checkAccount('123456789', ['ACH'])).toBe('INVALID')
    const known = { accountNumber: '1000', routingNumber: '790000064' }
    expect(await bank.prenotify(randomUUID(), known, ['RTP'])).toMatchObject({ word: 'INVALID' })
    expect(await bank.prenotify(randomUUID(), known, ['RTP', 'WIRE'])).not.toMatchObject({
      word: 'INVALID',
    })
    await fault('list', 'errorBefore')
    expect(await bank.checkAccount('101050001', ['ACH'])).toBe('PENDING')
  })
})

describe('an outcome that is not known', () => {
  test.each(['errorBefore', 'errorAfter', 'lostAnswer', 'twice', 'nonsense', 'tooManyRequests'])(
    'a creation with %s is one transfer in the end',
    async (kind) => {
      const order = await anOrder()
      await fault('create', kind, { match: order.reference })
      const attempt = await bank.submit(order, first).catch((error: unknown) => error)
      if (kind !== 'twice') expect(attempt).toMatchObject({ kind: 'UNAVAILABLE' })
      const sent = await bank.submit(order, again)
      expect(sent.state).toBe('PENDING')
      expect(await end(order)).toMatchObject({ state: 'SETTLED', handle: sent.handle })
      expect(await made(order)).toBe(1)
    },
  )

  test.each(['errorBefore', 'errorAfter', 'lostAnswer', 'conflict'])(
    'an approval with %s is made good by the same submission',
    async (kind) => {
      const order = await anOrder()
      await fault('approve', kind)
      const lost = bank.submit(order, first)
      await expect(lost).rejects.toMatchObject({ kind: 'UNAVAILABLE' })
      await bank.submit(order, again)
      expect(await end(order)).toMatchObject({ state: 'SETTLED' })
      expect(await made(order)).toBe(1)
    },
  )

  test('a lost creation leaves nothing that could leave', async () => {
    const order = await anOrder()
    await fault('create', 'lostAnswer', { match: order.reference })
    await expect(bank.submit(order, first)).rejects.toMatchObject({ kind: 'UNAVAILABLE' })
    await sleep(300)
    expect(await bank.find(order.reference)).toMatchObject({ state: 'PENDING' })
    const [transfer] = (await vendor.achTransfers.list({ idempotency_key: order.reference })).data
    expect(transfer?.status).toBe('pending_approval')
  })

  test('an answer that trickles is no answer', async () => {
    const impatient = aBank(sandbox.bankUrl, 400)
    const order = await anOrder()
    await fault('create', 'trickle', { match: order.reference, delayMs: 2_000 })
    const from = performance.now()
    await expect(impatient.submit(order, first)).rejects.toMatchObject({ kind: 'UNAVAILABLE' })
    expect(performance.now() - from).toBeLessThan(1_500)
    await impatient.close()
    expect((await bank.submit(order, again)).state).toBe('PENDING')
    expect(await made(order)).toBe(1)
  })

  test('the bytes of an older release are the same order; another amount is not', async () => {
    const order = await anOrder()
    await bank.submit(order, first)
    const older = { ...JSON.parse(order.body), individual_name: 'A. Lovelace' }
    const sent = await bank.submit({ ...order, body: JSON.stringify(older) }, again)
    expect(sent).toMatchObject({ amountMinor: '1500' })
    const other = JSON.stringify({ ...JSON.parse(order.body), amount: 1_501 })
    await expect(bank.submit({ ...order, body: other }, again)).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
    })
    const wire = await anOrder('000', { network: 'WIRE', reference: order.reference })
    await expect(bank.submit(wire, first)).rejects.toMatchObject({
      ...{ kind: 'UNAVAILABLE', message: expect.stringContaining('another order') },
    })
    expect(await made(order)).toBe(1)
  })

  test('a refusal ends it; after an unknown outcome only with time', async () => {
    const order = await anOrder()
    const spoilt = (members: object): BankOrder => ({
      ...order,
      body: JSON.stringify({ ...JSON.parse(order.body), ...members }),
    })
    const wrongAccount = spoilt({ routing_number: '12' })
    expect(await bank.submit(wrongAccount, first)).toMatchObject({
      ...{ state: 'FAILED', reason: 'ACCOUNT_INVALID', refund: 'ALLOWED' },
    })
    expect(await bank.submit(spoilt({ individual_name: 'é' }), first)).toMatchObject({
      ...{ state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', consequence: 'ALARM' },
    })
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const soon = bank.submit(wrongAccount, { isFirst: false, unknownSince: minutesAgo(9) })
    await expect(soon).rejects.toMatchObject({ kind: 'UNAVAILABLE' })
    const late = bank.submit(wrongAccount, { isFirst: false, unknownSince: minutesAgo(11) })
    expect(await late).toMatchObject({ state: 'FAILED' })
    // What was taken before is found, whatever is refused later.
    await bank.submit(order, first)
    expect(await bank.submit({ ...wrongAccount }, again).catch((error) => error.message)).toContain(
      'another order',
    )
  })

  test('too little money is not the payment’s failure', async () => {
    const { available_balance: available } = await vendor.accounts.balance(BANK.accountId)
    const order = await anOrder('000', { amountMinor: String(available + 1), network: 'WIRE' })
    await expect(bank.submit(order, first)).rejects.toMatchObject({
      ...{ kind: 'UNAVAILABLE', message: 'our account at the bank has too little money' },
    })
    await sandbox.control('POST', `/bank/accounts/${BANK.accountId}/funds`, { cents: available })
    expect((await bank.submit(order, again)).state).toBe('PENDING')
    expect(await end(order)).toMatchObject({ state: 'SETTLED' })
  })
})

describe('stopping', () => {
  test('what the bank does not know is void from then on', async () => {
    const order = await anOrder()
    expect(await bank.find(order.reference)).toBeUndefined()
    expect(await bank.cancel(order)).toMatchObject({
      ...{ state: 'FAILED', cause: 'USER_CANCELLATION' },
    })
    // An instruction that was on its way arrives.
    expect(await bank.submit(order, again)).toMatchObject({ state: 'FAILED' })
    await sleep(200)
    expect(await bank.find(order.reference)).toMatchObject({ state: 'FAILED' })
  })

  test('what has left goes on', async () => {
    const order = await anOrder()
    await bank.submit(order, first)
    expect(await bank.cancel(order)).toMatchObject({ state: 'PENDING' })
    expect(await end(order)).toMatchObject({ state: 'SETTLED' })
  })

  test('twenty that stop and twenty that submit agree', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await anOrder()
      const calls = Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? bank.cancel(order) : bank.submit(order, again),
      )
      const answers = await Promise.allSettled(calls)
      expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
      const ended = await end(order)
      const stopped = answers.some(
        (one) => one.status === 'fulfilled' && one.value?.state === 'FAILED',
      )
      expect(ended.state).toBe(stopped ? 'FAILED' : 'SETTLED')
      expect(await made(order)).toBe(1)
    }
  })
})

describe('collections', () => {
  test('money has come after its hold; it may be returned after that', async () => {
    const collect = (suffix: string) => {
      const { destination: source, network: _, ...terms } = instruction(suffix)
      return bank.collectionOrder({ ...terms, source })
    }
    const good = collect('000')
    expect(JSON.parse(good.body)).toMatchObject({
      ...{ amount: -1_500, standard_entry_class_code: 'internet_initiated' },
    })
    await bank.submit(good, first)
    expect(await end(good)).toMatchObject({ state: 'SETTLED', amountMinor: '1500' })
    const poor = collect('002')
    await bank.submit(poor, first)
    expect(await end(poor)).toMatchObject({
      ...{ state: 'FAILED', reason: 'COLLECTION_FAILED', code: 'R01' },
    })
    const disputed = collect('205')
    await bank.submit(disputed, first)
    expect(await end(disputed, 'RETURNED')).toMatchObject({
      ...{ reason: 'COLLECTION_FAILED', code: 'R10', consequence: 'PULLS_BLOCKED' },
    })
  })
})

/** Reads the feed to its end, and from there on. */
async function readAll(
  from: string,
  limit = 7,
): Promise<{ notices: BankNotice[]; position: string }> {
  const all: BankNotice[] = []
  for (let position = from; ; ) {
    const page = await bank.notices(position, limit)
    all.push(...page.notices)
    if (page.position === position) return { notices: all, position }
    position = page.position
  }
}

/** Behind all that has happened. */
const fromHere = async (): Promise<string> =>
  (await readAll(bank.positionAt(new Date()), 1_000)).position

describe('notices', () => {
  test('a deposit names its account and its payer, once', async () => {
    const from = await fromHere()
    const reference = `InternalAccount:${randomUUID()}`
    const [[funding] = []] = await bank.standingFundings([{ reference, currency: 'USD' }])
    expect(funding?.accountOrWalletInfo).toMatchObject({
      ...{ accountType: 'USD_ACCOUNT', reference, routingNumber: '101050001' },
    })
    const both = { reference, currency: 'USD' }
    const same = await bank.standingFundings([both, { reference, currency: 'EUR' }])
    expect(same).toEqual([[funding], []])
    const { data } = await vendor.accountNumbers.list({ idempotency_key: `Funding:${reference}` })
    const [number] = data
    expect(number?.inbound_ach.debit_status).toBe('blocked')
    const to = { account_number_id: number?.id ?? '', amount: 4_200 }
    await vendor.simulations.inboundACHTransfers.create({ ...to, company_name: 'ACME' })
    await vendor.simulations.inboundWireTransfers.create({
      ...{ ...to, debtor_name: 'Grace Hopper', end_to_end_identification: 'E2E-1' },
    })
    const rtp = await vendor.simulations.inboundRealTimePaymentsTransfers.create({
      ...{ ...to, debtor_account_number: '99887766', unstructured_remittance_information: 'Rent' },
    })
    const { notices } = await readAll(from)
    const deposits = notices.filter((one) => one.kind === 'DEPOSIT')
    expect(deposits.map((one) => [one.reference, one.deposit.amountMinor])).toEqual(
      Array.from({ length: 3 }, () => [reference, '4200']),
    )
    expect(deposits.map((one) => one.deposit.payer)).toMatchObject([
      { name: 'ACME', traceNumber: expect.any(String) },
      { name: 'Grace Hopper', endToEndId: 'E2E-1' },
      { accountTail: '7766', remittanceText: 'Rent' },
    ])
    expect(deposits[2]?.deposit.id).toBe(`inbound_real_time_payments_transfer:${rtp.id}`)
  })

  test('money for a closed number is declined by the bank itself', async () => {
    const reference = `Quote:${randomUUID()}`
    await bank.standingFundings([{ reference, currency: 'USD' }])
    await bank.closeFunding(reference)
    await bank.closeFunding(reference)
    const from = await fromHere()
    const { data } = await vendor.accountNumbers.list({ idempotency_key: `Funding:${reference}` })
    await vendor.simulations.inboundACHTransfers.create({
      ...{ account_number_id: data[0]?.id ?? '', amount: 100 },
    })
    expect((await readAll(from)).notices).toEqual([])
  })

  test('events that are late, twice and behind a broken answer are all read, each once', async () => {
    await behave(STILL)
    const from = await fromHere()
    const orders: BankOrder[] = []
    let position = from
    const notices: BankNotice[] = []
    for (let index = 0; index < 12; index += 1) {
      const order = await anOrder()
      orders.push(order)
      await bank.submit(order, first)
      await fault('events', ['outOfOrder', 'twice', 'errorBefore'][index % 3] ?? '')
      const page = await bank.notices(position, 100).catch(() => undefined)
      if (page === undefined) continue
      notices.push(...page.notices)
      position = page.position
    }
    const rest = await readAll(position, 5)
    notices.push(...rest.notices)
    const names = notices.filter((one) => one.kind === 'ORDER').map((one) => one.reference)
    expect(new Set(names)).toEqual(new Set(orders.map(({ reference }) => reference)))
    expect(new Set(notices.map(({ eventId }) => eventId)).size).toBe(notices.length)
    expect((await bank.notices(rest.position, 100)).notices).toEqual([])
  })

  test('a return, a correction and a deposit that went back are reported', async () => {
    const from = await fromHere()
    const [returned, corrected] = [await anOrder('005'), await anOrder('203')]
    await bank.submit(returned, first)
    await bank.submit(corrected, first)
    const reference = `InternalAccount:${randomUUID()}`
    await bank.standingFundings([{ reference, currency: 'USD' }])
    const { data } = await vendor.accountNumbers.list({ idempotency_key: `Funding:${reference}` })
    const wire = await vendor.simulations.inboundWireTransfers.create({
      ...{ account_number_id: data[0]?.id ?? '', amount: 900 },
    })
    await vendor.inboundWireTransfers.reverse(wire.id, { reason: 'duplicate' })
    await end(returned, 'RETURNED')
    await until(async () => {
      const [transfer] = (await vendor.achTransfers.list({ idempotency_key: corrected.reference }))
        .data
      return transfer?.notifications_of_change.length ? transfer : undefined
    })
    const { notices } = await readAll(from, 100)
    const of = (order: BankOrder) =>
      notices.filter((one) => 'reference' in one && one.reference === order.reference)
    expect(of(returned).at(-1)).toMatchObject({ kind: 'ORDER', payout: { state: 'RETURNED' } })
    expect(of(corrected).at(-1)).toMatchObject({
      ...{ kind: 'CORRECTION', corrections: [{ corrected_routing_number: '101050001' }] },
    })
    expect(notices.find((one) => one.kind === 'DEPOSIT_TAKEN_BACK')).toMatchObject({
      ...{ depositId: `inbound_wire_transfer:${wire.id}`, amountMinor: '900' },
    })
  })
})

describe('a hostile wire', () => {
  let server: Server
  let answer: (url: string) => [status: number, headers: Record<string, string>, body: string]
  let other: Bank
  const asked: string[] = []

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '')
      const [status, headers, body] = answer(request.url ?? '')
      response.writeHead(status, headers).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    other = aBank(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 2_000)
  })
  afterAll(async () => {
    await other.close()
    server.close()
  })

  test.each([
    ['a redirect', 301, { location: '/elsewhere' }, ''],
    ['a repeated post', 307, { location: '/elsewhere' }, ''],
    ['a page', 200, { 'content-type': 'text/html' }, '<html>'],
    ['half of an answer', 200, {}, '{"id": "t1", "type": "ach_'],
    ['another shape', 200, {}, '{"id": "t1", "amount": "1500"}'],
    ['too large an answer', 200, {}, `{"id": "${'x'.repeat(5_000_000)}"}`],
    ['an edge’s refusal', 403, {}, 'forbidden'],
    ['a body that is not understood', 400, {}, '{"type": "malformed_request_error"}'],
  ] as [string, number, Record<string, string>, string][])(
    '%s leaves the outcome open, and is not followed',
    async (_, status, headers, body) => {
      answer = () => [status, headers, body]
      const order = await anOrder()
      await expect(other.submit(order, first)).rejects.toMatchObject({ kind: 'UNAVAILABLE' })
      await expect(other.find(order.reference)).rejects.toMatchObject({ kind: 'UNAVAILABLE' })
      expect(asked).not.toContain('/elsewhere')
    },
  )
})

describe('lives', () => {
  type Fate = {
    readonly network: RailNetwork
    readonly suffix: string
    readonly ends: BankPayout['state']
  }
  const fates: readonly Fate[] = [
    { network: 'ACH', suffix: '000', ends: 'SETTLED' },
    { network: 'ACH', suffix: '002', ends: 'FAILED' },
    { network: 'ACH', suffix: '005', ends: 'RETURNED' },
    { network: 'ACH', suffix: '203', ends: 'SETTLED' },
    { network: 'RTP', suffix: '000', ends: 'SETTLED' },
    { network: 'RTP', suffix: '004', ends: 'FAILED' },
    { network: 'WIRE', suffix: '000', ends: 'SETTLED' },
    { network: 'WIRE', suffix: '201', ends: 'RETURNED' },
    { network: 'FEDNOW', suffix: '000', ends: 'SETTLED' },
  ]
  const faults = [
    ...['none', 'create errorBefore', 'create errorAfter', 'create lostAnswer', 'create twice'],
    ...['create nonsense', 'create tooManyRequests', 'approve errorAfter', 'approve lostAnswer'],
    ...['approve conflict', 'kill'],
  ]
  const seed = Number(process.env.TEST_SEED ?? 1)

  test('each is one transfer, and the bank’s own books have what was reported', async () => {
    let state = seed
    const pick = <T>(from: readonly T[]): T => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return from[Math.floor((state / 2_147_483_648) * from.length)] as T
    }
    const { current_balance: before } = await vendor.accounts.balance(BANK.accountId)
    const counts: Record<string, number> = {}
    const lives: { order: BankOrder; fate: Fate; cents: number }[] = []
    for (let index = 0; index < LIVES; index += 1) {
      const [fate, trouble] = [pick(fates), pick(faults)]
      counts[trouble] = (counts[trouble] ?? 0) + 1
      counts[`${fate.network} ${fate.suffix}`] = (counts[`${fate.network} ${fate.suffix}`] ?? 0) + 1
      const cents = 1_000 + index
      const order = await anOrder(fate.suffix, {
        network: fate.network,
        amountMinor: String(cents),
      })
      const [operation = '', kind] = trouble.split(' ')
      if (kind !== undefined) {
        await fault(operation, kind, operation === 'create' ? { match: order.reference } : {})
      }
      const sent = bank.submit(order, first).catch(() => undefined)
      if (trouble === 'kill') await sandbox.crash()
      let payout = await sent
      if (trouble === 'kill') await behave(MOVING)
      for (let tries = 0; payout === undefined && tries < 20; tries += 1) {
        payout = await bank.submit(order, again).catch(() => undefined)
      }
      expect(payout, trouble).toBeDefined()
      lives.push({ order, fate, cents })
    }
    for (const { order, fate } of lives) {
      expect([fate, (await end(order, fate.ends)).state]).toEqual([fate, fate.ends])
    }
    // A partial reversal leaves half of it with the payee.
    const paid = lives.reduce((sum, { fate, cents }) => {
      if (fate.suffix === '201') return sum + cents - Math.ceil(cents / 2)
      return fate.ends === 'SETTLED' ? sum + cents : sum
    }, 0)
    const books = (await sandbox.control('GET', '/bank/books')) as {
      ledgers: { ledger: string; cents: number }[]
      transfers: { key: string; transactions: number; type: string; status: string }[]
    }
    const { current_balance: after } = await vendor.accounts.balance(BANK.accountId)
    expect(before - after).toBe(paid)
    expect(books.ledgers.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
    for (const { order } of lives) {
      const transfers = books.transfers.filter(({ key }) => key === order.reference)
      expect(transfers).toHaveLength(1)
      expect(transfers[0]?.transactions).toBeLessThanOrEqual(2)
    }
    process.stderr.write(`bank lives, seed ${seed}: ${JSON.stringify(counts)}\n`)
  })
})
