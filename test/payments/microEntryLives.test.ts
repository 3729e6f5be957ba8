/**
 * The worker or the sandbox is killed while accounts are validated by micro-entries: each entry is at the bank, or the rail, once
 * and in the ledger once, and each account ends as its holder's amounts, or the bank, say. The long suite kills thirty times.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidOf } from '../../contract/ids.ts'
import { rowsOf } from '../durability/payments.ts'
import { ledgerHolds, type Resource, shown, waitUntil } from '../support/builders.ts'
import { chanceOf, countOf } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { accountOf, aFundedCustomer, askQuote, from, type TestCustomer, to } from './customers.ts'

const KILLS = countOf(2, 30)
/** Both are sent within this time, and come back. */
const LIFE_MS = 2_000

/** What the other party has under a reference: its own books. */
const books = {
  bank: {
    env: { SANDBOX_RAILS: 'USD:bank,*:rail' },
    sql: `select (body ->> 'amount')::integer as amount, body ->> 'company_entry_description' as word,
        body ->> 'status' = 'returned' as is_back
      from sandbox.bank_objects where type = 'ach_transfer' and idempotency_key = $1`,
    word: 'ACCTVERIFY',
    code: 'R03',
  },
  rail: {
    env: {},
    sql: `select (instruction ->> 'amountMinor')::integer as amount, instruction ->> 'product' as word,
        state = 'RETURNED' as is_back
      from sandbox.payouts where reference = $1`,
    word: 'MICRO_ENTRY',
    code: 'ACCOUNT_INVALID',
  },
} as const
type Paid = { readonly amount: number; readonly word: string; readonly is_back: boolean }

describe.each(Object.keys(books) as (keyof typeof books)[])('over the %s', (provider) => {
  const { env, sql, word, code } = books[provider]
  let stack: TestStack
  let ada: TestCustomer
  let number = 0
  beforeAll(async () => {
    stack = await aRunningStack({ env })
    ada = await aFundedCustomer(stack, 'USD', 1_000_000n)
  })
  afterAll(() => stack?.stop())

  async function anAccount(end: '304' | '305'): Promise<Resource> {
    number += 1
    const answer = await ada.api.call('POST', '/customers/external-accounts', {
      ...{ customerId: ada.customer.id, currency: 'USD' },
      accountInfo: {
        ...{ accountType: 'USD_ACCOUNT', routingNumber: '101050001' },
        accountNumber: `${1_000_000 + number}${end}`,
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
      },
    })
    const account = shown('account', answer, 201)
    expect(account.status).toBe('PENDING')
    return account
  }
  const statusOf = async ({ id }: Resource): Promise<unknown> =>
    shown('read', await ada.api.call('GET', `/customers/external-accounts/${id}`), 200).status
  const pay = (account: Resource) =>
    askQuote(ada.api, from(accountOf(ada, 'USD')), to(account), 100, { immediatelyExecute: true })

  async function paidTo({ id }: Resource): Promise<Paid[]> {
    const sandbox = { databaseUrl: stack.sandboxDatabaseUrl }
    const found = await Promise.all(
      [1, 2].map((entry) => rowsOf<Paid>(sandbox, sql, [`${id}/micro-entry/${entry}`])),
    )
    expect(found.map((rows) => rows.length)).toEqual([1, 1])
    return found.flat()
  }
  /** As its holder reads them on a statement, and an operator is given them. */
  async function confirmed(account: Resource, amounts: readonly number[]): Promise<unknown> {
    const [row] = await rowsOf<{ said: { outcome: string } }>(
      stack,
      `select confirm_micro_entries($1, $2, '{}', 'Grace') as said`,
      [uuidOf('ExternalAccount', account.id), amounts],
    )
    return row?.said.outcome
  }
  const settled = (account: Resource): Promise<unknown> =>
    waitUntil(`the entries of ${account.id} have settled`, async () => {
      const [row] = await rowsOf(
        stack,
        `select 1 from account_validations where account_id = $1 and silent_until is not null`,
        [uuidOf('ExternalAccount', account.id)],
      )
      return row
    })

  test(`of ${KILLS} kills none loses or doubles an entry, and no account is paid before`, async () => {
    const chance = chanceOf(`microEntries/${provider}`)
    let cost = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      const [good, back] = await Promise.all([anAccount('304'), anAccount('305')])
      await new Promise((resolve) => setTimeout(resolve, chance.integer(LIFE_MS)))
      await stack.kill(chance.pick(['worker', 'sandbox'] as const))
      await stack.waitReady()
      await settled(good)
      expect((await pay(good)).body.code).toBe('BANK_ACCOUNT_VALIDATION_PENDING')
      const entries = await paidTo(good)
      for (const { amount, word: named } of entries) {
        expect(amount > 0 && amount < 100, `${amount} cents`).toBe(true)
        expect(named).toBe(word)
      }
      const amounts = entries.map(({ amount }) => amount)
      cost += amounts.reduce((sum, amount) => sum + amount)
      expect(await confirmed(good, chance.pick([amounts, amounts.toReversed()]))).toBe('RIGHT')
      expect((await pay(good)).status).toBe(201)
      await waitUntil(`${back.id} is invalid`, async () => (await statusOf(back)) === 'INACTIVE')
      const [row] = await rowsOf(
        stack,
        `select status_reason as code from external_accounts where id = $1`,
        [uuidOf('ExternalAccount', back.id)],
      )
      expect(row).toEqual({ code })
      expect((await pay(back)).body.code).toBe('INVALID_BANK_ACCOUNT')
      await waitUntil(`the credits of ${back.id} are back`, async () => {
        const [open] = await rowsOf(
          stack,
          `select 1 from micro_entries where account_id = $1 and state <> 'RETURNED'`,
          [uuidOf('ExternalAccount', back.id)],
        )
        return open === undefined
      })
      expect((await paidTo(back)).map(({ is_back: isBack }) => isBack)).toEqual([true, true])
    }
    const [booked] = await rowsOf<{ cost: string }>(
      stack,
      `select (-ledger_sum(id))::text as cost from ledger_accounts where kind = 'VALIDATION_EXPENSE' and environment = 'SANDBOX'`,
    )
    expect(Number(booked?.cost)).toBe(cost)
    expect((await ledgerHolds(stack)).findings).toEqual([])
    // Their runs end with them.
    await waitUntil('no validation is open', async () => {
      const [open] = await rowsOf(stack, `select 1 from account_validations where state = 'OPEN'`)
      return open === undefined
    })
  })
})
