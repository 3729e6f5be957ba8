/**
 * PostgreSQL is restored to an earlier point while the card issuer and the wallet provider went on: the
 * issuer's word is read again, and what it cleared leaves the wallet once (the long suite).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../contract/time.ts'
import {
  aLoggedInWallet,
  type LoggedInWallet,
  ledgerHolds,
  type Resource,
  waitUntil,
} from '../support/builders.ts'
import { play, purchaseOf, transactionOf } from '../support/cardPlays.ts'
import { aDelegatedKey } from '../support/delegatedKeys.ts'
import { openRows } from '../support/openRows.ts'
import { isLong } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { rowsOf } from './payments.ts'
import { halt, operator, resume, SERVICE, takeSnapshot, undecidedIn } from './setBack.ts'

const UNITS = 10_000n
const FUNDED = 1_000_000n * UNITS

type Books = readonly {
  readonly token: string
  readonly pending: number
  readonly settled: number
}[]

describe.runIf(isLong)('PostgreSQL is behind the issuer', () => {
  let stack: TestStack
  let owner: LoggedInWallet
  let card: Resource
  beforeAll(async () => {
    const env = { SWEEP_SECONDS: '1', CARD_DECISION_TIMEOUT_MS: '5000' }
    stack = await aRunningStack({ own: true, env })
    owner = await aLoggedInWallet(stack, { minor: FUNDED })
    card = (await aDelegatedKey(owner)).card
  })
  afterAll(() => stack?.stop())

  test('what was cleared after the point leaves the wallet once; what was authorized is held', async () => {
    const open = await authorized(1_000)
    await cleared(await authorized(500), 500)
    await untilBooksAreEqual()
    await halt(stack, SERVICE)
    const restoredTo = systemClock.now().toISOString()
    const snapshot = await takeSnapshot(stack)
    await resume(stack, SERVICE)

    await cleared(open, 1_000)
    await cleared(await authorized(2_000), 2_300)
    await authorized(700)
    const before = await untilBooksAreEqual()

    await halt(stack, SERVICE)
    await snapshot.restorePostgres()
    await operator(stack, 'restore', 'begin', '--to', restoredTo)
    await resume(stack, SERVICE)
    const left = undecidedIn(await operator(stack, 'reconcile', '--apply'))
    const by = ['--by', 'Grace Hopper', '--reason', 'the issuer has them']
    await operator(stack, 'reconcile', ...left.flatMap((one) => ['--close', one]), ...by)
    expect(await operator(stack, 'restore', 'end')).toContain('OPEN')

    expect(await untilBooksAreEqual()).toEqual(before)
    await waitUntil(
      'nothing is open',
      async () => (await rowsOf(stack, `select 1 from ${openRows()}`)).length === 0,
    )
    await ledgerHolds(stack)
  })

  async function authorized(cents: number): Promise<Resource> {
    const { body } = await play(owner.api, card, 'authorization', purchaseOf(cents))
    return waitUntil('the purchase is listed', () =>
      transactionOf(owner.api, owner.customer, body.issuerTransactionToken),
    )
  }

  async function cleared({ id }: Resource, cents: number): Promise<void> {
    const body = { cardTransactionId: id, amount: cents }
    expect((await play(owner.api, card, 'clearing', body)).status).toBeLessThan(300)
  }

  /** The issuer's books, once ours and the wallet's balance are the same. */
  async function untilBooksAreEqual(): Promise<Books> {
    return waitUntil('the books are equal', async () => {
      const theirs = await rowsOf<Books[number]>(
        { databaseUrl: stack.sandboxDatabaseUrl },
        `select token, pending::int, settled::int from sandbox.issuer_transactions
          where pending <> 0 or settled <> 0 order by token`,
      )
      const ours = await rowsOf<Books[number]>(
        stack,
        `select token, held::int as pending, coalesce((select sum(cents) from card_pulls
            where transaction_id = t.id and state = 'DONE'), 0)::int as settled
          from card_transactions t order by token`,
      )
      const [balance] = await rowsOf<{ posted: bigint; pending_out: bigint }>(
        stack,
        `select posted, pending_out from ledger_balances where 'InternalAccount:' || account_id = $1`,
        [owner.wallet.id],
      )
      const sum = (of: 'pending' | 'settled'): bigint =>
        BigInt(theirs.reduce((total, one) => total + one[of], 0)) * UNITS
      const isEqual =
        JSON.stringify(theirs) === JSON.stringify(ours) &&
        balance?.posted === FUNDED - sum('settled') &&
        balance.pending_out === sum('pending')
      return isEqual && theirs
    })
  }
})
