/**
 * The stores are set back to before a deposit was swept, while the rail went on and rates have moved: what was paid is
 * what the books say, and the deposit is nobody's a second time.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../contract/time.ts'
import { amountsOf } from '../payments/customers.ts'
import {
  aHolder,
  aRuleAccount,
  depositsOf,
  followersOf,
  untilSwept,
} from '../payments/ruleAccounts.ts'
import {
  anExternalAccount,
  ledgerHolds,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { sampleOf } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { rowsOf } from './payments.ts'
import { railBooksOf } from './railBooks.ts'
import { halt, operator, resume, SERVICE, takeSnapshot, undecidedIn } from './setBack.ts'

const AMOUNT = 20_000

/** What is set back, and to when. */
const cells = [
  { what: 'PostgreSQL, to before the deposits', temporal: 'KEPT', arrived: 'AFTER' },
  { what: 'both, to before the deposits', temporal: 'BEHIND', arrived: 'AFTER' },
  { what: 'PostgreSQL, to between arrival and sweep', temporal: 'KEPT', arrived: 'BEFORE' },
] as const

describe.each(sampleOf('swept restores', cells, 1))('$what', ({ temporal, arrived }) => {
  let stack: TestStack
  beforeAll(async () => {
    stack = await aRunningStack({ own: true })
  })
  afterAll(() => stack?.stop())

  test('what was swept is swept once, with the amounts that it had', async () => {
    const holder = await aHolder(stack)
    const { api, dollars } = holder
    const control = aSandboxControl(stack)
    const accounts = [
      await aRuleAccount(holder, await anExternalAccount(api, holder.customer)),
      await aRuleAccount(holder, await aPoundAccount(holder)),
    ]
    if (arrived === 'BEFORE') {
      await halt(stack, ['worker'])
      for (const { id } of accounts) {
        const path = `/sandbox/internal-accounts/${id}/fund`
        shown('fund', await api.call('POST', path, { amount: AMOUNT }), 200)
      }
    }
    await halt(stack, SERVICE)
    const restoredTo = systemClock.now().toISOString()
    const snapshot = await takeSnapshot(stack)
    await resume(stack, SERVICE)
    if (arrived === 'AFTER') for (const account of accounts) await arriveAtRail(account)
    const before = []
    for (const account of accounts) before.push(await sweptFrom(account))
    for (const { deposit } of before) expect(deposit.status).toBe('COMPLETED')

    await halt(stack, SERVICE)
    await snapshot.restorePostgres()
    if (temporal === 'BEHIND') await snapshot.restoreTemporal()
    const dearer =
      'per_usd_numerator = per_usd_numerator * 9, per_usd_denominator = per_usd_denominator * 10'
    await rowsOf(stack, `update exchange_rates set ${dearer} where currency = 'GBP'`)
    await operator(stack, 'restore', 'begin', '--to', restoredTo)
    await resume(stack, SERVICE)
    const printed = await operator(stack, 'reconcile', '--apply')
    expect(undecidedIn(printed), printed).toEqual([])
    expect(await operator(stack, 'restore', 'end')).toContain('OPEN')

    const books = railBooksOf(stack)
    for (const [index, account] of accounts.entries()) {
      const { deposit, sweep } = await sweptFrom(account)
      const first = before[index]
      if (first?.sweep === undefined) throw new Error('it was not swept')
      const { id, receivedAmount, sentAmount, originalTransactionId } = first.sweep
      expect(deposit).toMatchObject({ id: first.deposit.id, status: 'COMPLETED' })
      expect(sweep).toMatchObject({ id, receivedAmount, sentAmount, originalTransactionId })
      await waitUntil(
        'the books equal those of the rail',
        async () => (await books.problemsOf(id)).length === 0,
      )
      expect(await control.acts(id)).toEqual({ 'rail submit': 1 })
    }
    expect(await amountsOf(api, dollars)).toEqual({ spendable: 0, total: 0 })
    expect((await ledgerHolds(stack)).findings).toEqual([])

    async function arriveAtRail({ id }: Resource): Promise<void> {
      const [row] = await rowsOf<{ reference: string }>(
        stack,
        'select funding_reference_of($1) as reference',
        [id.split(':')[1]],
      )
      const reference = row?.reference ?? ''
      await control.arrive({ reference, amountMinor: String(AMOUNT), currency: 'USD' })
    }

    async function sweptFrom(account: Resource): Promise<{ deposit: Resource; sweep?: Resource }> {
      const first = await waitUntil('the deposit is there', async () => {
        const [deposit] = await depositsOf(api, account)
        return deposit
      })
      const deposit = await untilSwept(api, first)
      return { deposit, ...(await followersOf(holder, stack, deposit)) }
    }
  })
})

async function aPoundAccount({
  api,
  customer,
}: Awaited<ReturnType<typeof aHolder>>): Promise<Resource> {
  const accountInfo = {
    ...{ accountType: 'GBP_ACCOUNT', accountNumber: '31926819', sortCode: '601613' },
    beneficiary: {
      ...{ beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace', birthDate: '1990-12-10' },
      ...{ nationality: 'GB', countryOfResidence: 'GB' },
    },
  }
  const body = { customerId: customer.id, currency: 'GBP', accountInfo }
  return shown('pounds', await api.call('POST', '/customers/external-accounts', body), 201)
}
