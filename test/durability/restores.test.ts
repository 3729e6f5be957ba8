/**
 * PostgreSQL, Temporal or both are restored to an earlier point, or Temporal is lost, while the outside parties
 * went on. After `restore begin` every answer is true, and nothing is paid twice.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../contract/time.ts'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { accountOf, aFundedCustomer, anExternalAccount } from '../payments/customers.ts'
import {
  aCustomerBody,
  aLoggedInWallet,
  apiOf,
  type LoggedInWallet,
  ledgerHolds,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { sampleOf } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import {
  aPayment,
  execute,
  expectPaidOnce,
  type Payment,
  untilCompleted,
  untilKnown,
} from './payments.ts'
import { railBooksOf } from './railBooks.ts'
import { halt, operator, resume, SERVICE, takeSnapshot, undecidedIn } from './setBack.ts'

/** What is restored to the earlier point; everything else goes on from where it was. */
const cells = [
  { what: 'PostgreSQL is behind', postgres: 'BEHIND', temporal: 'KEPT' },
  { what: 'Temporal is behind', postgres: 'KEPT', temporal: 'BEHIND' },
  { what: 'both are behind', postgres: 'BEHIND', temporal: 'BEHIND' },
  { what: 'Temporal is lost', postgres: 'KEPT', temporal: 'LOST' },
] as const

describe.each(sampleOf('restores', cells, 1))('$what', ({ postgres, temporal }) => {
  let stack: TestStack
  let owner: LoggedInWallet
  beforeAll(async () => {
    stack = await aRunningStack({ own: true })
    owner = await aLoggedInWallet(stack)
  })
  afterAll(() => stack?.stop())

  test('every answer is true, and all is paid once', async () => {
    const api = apiOf(stack)
    const ada = await aFundedCustomer(stack, 'USD', 50_000n)
    const bank = await anExternalAccount(ada.api, ada.customer)
    const payments = (count: number): Promise<Payment[]> =>
      Promise.all(Array.from({ length: count }, () => aPayment(owner)))
    /** Sends and keeps what the same request must be answered again. */
    const keyed = (path: string, body: object) => {
      const key = randomUUID()
      return (): Promise<Answer> => api.call('POST', path, body, { 'Idempotency-Key': key })
    }
    const [done, underWay, later] = [await payments(2), await payments(3), await payments(3)]
    for (const payment of done) await executed(payment)
    await Promise.all(done.map((payment) => untilCompleted(api, payment)))
    await Promise.all(underWay.map(executed))

    await halt(stack, SERVICE)
    const restoredTo = systemClock.now().toISOString()
    const snapshot = await takeSnapshot(stack)
    await resume(stack, SERVICE)

    await Promise.all(later.map(executed))
    const lost = await payments(2)
    await Promise.all(lost.map(executed))
    const transfer = (amount: number) =>
      keyed('/transfer-out', {
        source: { accountId: accountOf(ada, 'USD').id },
        destination: { accountId: bank.id },
        amount,
      })
    const transfers = [transfer(1_001), transfer(1_002)]
    const paidOut = await Promise.all(
      transfers.map(async (send) => shown('transfer', await untilKnown(stack, send), 201)),
    )
    const createCustomer = keyed('/customers', aCustomerBody())
    const customer = shown('customer', await untilKnown(stack, createCustomer), 201)
    const all = [...underWay, ...later, ...lost]
    await Promise.all(all.map((payment) => untilCompleted(api, payment)))
    // Acknowledged, and on its way to the rail: nothing outside has it yet.
    const control = aSandboxControl(stack)
    const away = { party: 'rail', operation: 'submit', kind: 'errorBefore', count: 10_000 } as const
    const railIsBackForAll = await control.order(away)
    const sendWaiting = transfer(1_003)
    const waiting = shown('transfer', await untilKnown(stack, sendWaiting), 201)
    const railIsBack = await control.order({ ...away, match: `${waiting.id}"` })
    await railIsBackForAll()

    await halt(stack, SERVICE)
    if (postgres === 'BEHIND') await snapshot.restorePostgres()
    if (temporal === 'BEHIND') await snapshot.restoreTemporal()
    if (temporal === 'LOST') await snapshot.loseTemporal()
    if (postgres === 'BEHIND' && temporal === 'KEPT') {
      await expectRefusedUnasked([createCustomer, ...transfers, sendWaiting])
    }
    const begun = await operator(stack, 'restore', 'begin', '--to', restoredTo)
    expect(begun).toContain('RECONCILING')
    await resume(stack, SERVICE)
    const refused = await createCustomer()
    expect([refused.status, refused.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect((await api.call('GET', `/customers/${owner.customer.id}`)).status).toBe(200)

    await expect(operator(stack, 'restore', 'end')).rejects.toThrow('has not compared')
    const left = await operator(stack, 'reconcile', '--apply')
    const undecided = undecidedIn(left)
    // Only where both are behind is there nothing to make a payment's row from.
    const isLostForGood = postgres === 'BEHIND' && temporal === 'BEHIND'
    expect(undecided.length > 0, left).toBe(isLostForGood)
    if (isLostForGood) {
      await expect(operator(stack, 'restore', 'end')).rejects.toThrow('neither applied nor closed')
      const by = ['--by', 'Grace Hopper', '--reason', 'the platforms were asked to repeat it']
      await operator(stack, 'reconcile', ...undecided.flatMap((one) => ['--close', one]), ...by)
    }
    expect(await operator(stack, 'restore', 'end')).toContain('OPEN')
    await railIsBack()
    // It goes on without being asked for again, wherever it is known.
    const known = (await api.call('GET', `/transactions/${waiting.id}`)).status
    expect(known).toBe(isLostForGood ? 404 : 200)
    // Every request that was answered is sent again, as by a caller who never got the answer.
    const kept = [...done, ...underWay, ...later, ...(isLostForGood ? [] : lost)]
    for (const payment of kept) {
      await executed(payment)
      await untilCompleted(api, payment)
    }
    const again = await Promise.all(
      transfers.map(async (send) => shown('transfer', await untilKnown(stack, send), 201)),
    )
    expect(again.map(({ id }) => id)).toEqual(paidOut.map(({ id }) => id))
    expect(shown('transfer', await untilKnown(stack, sendWaiting), 201).id).toBe(waiting.id)
    const made = shown('customer', await untilKnown(stack, createCustomer), 201)
    expect(made.id).toBe(customer.id)
    expect((await api.call('GET', `/customers/${made.id}`)).status).toBe(200)
    await expectPaidOnce(stack, kept)
    const books = railBooksOf(stack)
    const transferred = [...again, waiting].map(({ id }) => ({ transactionId: String(id) }))
    for (const one of transferred) await untilCompleted(api, one)
    for (const { transactionId } of [...kept, ...transferred]) {
      await waitUntil(
        'the books equal those of the rail',
        async () => (await books.problemsOf(transactionId)).length === 0,
      )
      expect(await control.acts(transactionId)).toMatchObject({ 'rail submit': 1 })
    }
    for (const { quote, transactionId } of isLostForGood ? lost : []) {
      expect((await api.call('GET', `/quotes/${quote.id}`)).status).toBe(404)
      const [order] = await books.instructionsOf(transactionId)
      expect(await books.paidOver(`LostPayout:${transactionId}`)).toBe(BigInt(order?.amount ?? 0))
    }
    expect((await ledgerHolds(stack)).findings).toEqual([])
  })

  /** The service is started before anybody has said that the store was set back. */
  async function expectRefusedUnasked(sends: readonly (() => Promise<Answer>)[]): Promise<void> {
    await resume(stack, SERVICE)
    const why = /lacks what has been done outside/
    const isRefused = ({ status, body }: Answer): boolean =>
      status === 503 && why.test(String(body.reason))
    const [first, ...rest] = sends
    await waitUntil('it is found out', async () => first !== undefined && isRefused(await first()))
    for (const send of rest) expect(isRefused(await send())).toBe(true)
    await expect(ledgerHolds(stack)).rejects.toThrow('what was done outside has its row')
    const by = ['--by', 'Grace Hopper', '--reason', 'none']
    await expect(operator(stack, 'reconcile', '--close', 'Quote:nothing', ...by)).rejects.toThrow(
      'Not listed',
    )
    await halt(stack, SERVICE)
  }

  async function executed(payment: Payment): Promise<void> {
    const answer = await untilKnown(stack, (index) =>
      execute(apiOf(stack, undefined, index), payment),
    )
    expect([answer.status, answer.body], payment.quote.id).toMatchObject([200, {}])
  }
})
