/**
 * Lives of cards: purchases that are reported late, twice and in any order, while the card is frozen, closed and
 * given other keys, and runs of pulls end anywhere; against a model that adds up in its own words what is
 * held, what has left the account, and what the platform is shown.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { type Chance, chanceOf, countOf } from '../support/seed.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { aCardInTheDatabase, type CardInTheDatabase } from './cardInTheDatabase.ts'
import { ModelCard } from './modelCard.ts'
import { cardStatusOf, disputed, heldOf, ModelIssuer, type Report } from './modelIssuer.ts'

const UNITS = 10_000n
const FUNDED_CENTS = 5_000_000

let server: TestDatabase
let database: Database

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 4 })
})
afterAll(async () => {
  expect((await checkLedger(database)).findings).toEqual([])
  await database.close()
  await server.drop()
})

type Held = { readonly posted: bigint; readonly out: bigint }
const balanceOf = ({ accountId }: CardInTheDatabase): Promise<Held> =>
  database.one<Held>({
    text: 'select posted, pending_out as out from ledger_balances where account_id = $1',
    values: [accountId],
  })

/**
 * A run of the pulls that wait: signed, or refused without a key.
 *
 * @param chance of ending it where a worker may be killed; a run without it goes to its end
 */
async function pull(transactionId: string, card: ModelCard, chance?: Chance): Promise<void> {
  const isKilled = (): boolean => chance?.integer(6) === 0
  for (;;) {
    const next = await database.call('card_pull_to_make', transactionId)
    if (next === null || isKilled()) return
    expect(next.isCovered).toBe(true)
    const { pullId, number } = next
    const result = (await card.hasKey())
      ? { outcome: 'SIGNED' as const }
      : { outcome: 'REFUSED' as const, code: 'KEY_REVOKED' as const }
    await database.call('record_card_pull', { pullId, number, ...result })
    if (isKilled()) return
    // The step may run twice.
    await database.call('record_card_pull', { pullId, number, ...result })
  }
}

async function live(chance: Chance): Promise<void> {
  const card = await aCardInTheDatabase(database, server.url, FUNDED_CENTS)
  const issuer = new ModelIssuer(chance, card.cardToken)
  const ids = new Set<string>()
  const model = new ModelCard(database, card)
  const apply = async (report: Report): Promise<void> => {
    const applied = await database.call('apply_card_report', report)
    if (applied !== null) ids.add(applied.transactionId)
  }
  const deliver = async (report: Report): Promise<void> => {
    const purchase = issuer.undelivered.findLast(
      ({ token, acceptorId }) => acceptorId === report.acceptorId && issuer.first.includes(token),
    )
    if (purchase !== undefined) await apply(purchase)
    await apply(report)
  }
  for (let step = 0; step < 4 + chance.integer(14); step += 1) {
    const asked = issuer.step()
    if (asked !== undefined) {
      const expected = await model.decision()
      const { result } = await database.call('decide_card', { ...asked, environment: 'SANDBOX' })
      expect(result).toBe(expected)
      issuer.decided(asked.token, result === 'APPROVED')
    }
    const waiting = issuer.undelivered
    // Any of what the issuer has sent so far, however old.
    for (let count = chance.integer(3); count > 0 && waiting.length > 0; count -= 1) {
      await deliver(chance.pick(waiting))
    }
    await model.step(chance)
    if (chance.integer(2) === 0) for (const id of ids) await pull(id, model, chance)
  }
  // Each comes at last; those of a token by no order.
  const left = [...issuer.undelivered].sort(() => chance.fraction() - 0.5)
  for (const report of left) await deliver(report)
  for (const id of ids) await pull(id, model)
  await model.renewKey()
  for (const id of ids) {
    await database.call('retry_card_pulls', id)
    await Promise.all([pull(id, model), pull(id, model)])
  }
  const expected = issuer.sums()
  const { posted, out } = await balanceOf(card)
  expect({ posted: posted / UNITS, out: out / UNITS }).toEqual({
    posted: BigInt(FUNDED_CENTS - expected.spent),
    out: BigInt(expected.pending),
  })
  await model.expectKeys(expected.pending > 0)
  for (const purchase of issuer.shown()) {
    const row = await database.one<{ status: string; held: bigint; card: Record<string, unknown> }>(
      {
        text: `select x.status, x.card, t.held from card_transactions t join transactions x on x.id = t.id where t.token = $1`,
        values: [purchase.token],
      },
    )
    expect(Number(row.held)).toBe(heldOf(purchase))
    const returns = await database.query<{ status: string; settled: number }>({
      text: `select status, (card ->> 'settled')::integer as settled from transactions
        where card ->> 'originalTransactionId' = (select id::text from card_transactions where token = $1)`,
      values: [purchase.token],
    })
    expect(returns.filter(({ status }) => status === 'SETTLED')).toHaveLength(purchase.returns.size)
    expect(returns.reduce((sum, { settled }) => sum + settled, 0)).toBe(purchase.refunded)
    expect({ status: row.status, settled: row.card.settled, refunded: row.card.refunded }).toEqual({
      status: cardStatusOf(purchase),
      settled: purchase.settled - disputed(purchase),
      refunded: purchase.refunded,
    })
  }
}

test('holds, balances and what is shown equal the model', async () => {
  const chance = chanceOf('card lives')
  for (let index = 0; index < countOf(25, 500); index += 1) await live(chance)
})
