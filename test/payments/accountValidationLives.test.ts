/**
 * The worker or the sandbox is killed while accounts are validated by the bank: each ends as the bank says, once, is asked
 * about once, and nothing is paid to it before. The long suite kills thirty times.
 */
import { fetch } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '../durability/payments.ts'
import { ledgerHolds, type Resource, shown, waitUntil } from '../support/builders.ts'
import { chanceOf, countOf } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { accountOf, aFundedCustomer, askQuote, from, type TestCustomer, to } from './customers.ts'

const KILLS = countOf(2, 30)
/** After this time an account's silence would be consent; a kill falls into it. */
const SILENCE_MS = 5_000
const AMOUNT = 1_000
/** By the end of its number. */
const ends = { '301': 'ACTIVE', '302': 'INACTIVE' } as const
type End = keyof typeof ends

let stack: TestStack
let ada: TestCustomer
let number = 0
beforeAll(async () => {
  stack = await aRunningStack({ env: { SANDBOX_RAILS: 'USD:bank,*:rail' } })
  ada = await aFundedCustomer(stack, 'USD', 10_000_000n)
})
afterAll(() => stack?.stop())

/** Where the bank cannot be asked at this moment, the validation asks it. */
async function anAccount(end: End): Promise<Resource> {
  number += 1
  const answer = await ada.api.call('POST', '/customers/external-accounts', {
    ...{ customerId: ada.customer.id, currency: 'USD' },
    accountInfo: {
      ...{ accountType: 'USD_ACCOUNT', routingNumber: '101050001' },
      accountNumber: `${1_000_000 + number}${end}`,
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
    },
  })
  return shown('account', answer, 201)
}

/** Tries to pay to it until its validation has ended, and what it was then. */
async function endOf(account: Resource): Promise<unknown> {
  const at = { immediatelyExecute: true }
  return waitUntil(`${account.id} is validated`, async () => {
    const asked = await askQuote(ada.api, from(accountOf(ada, 'USD')), to(account), AMOUNT, at)
    if (asked.status === 409) {
      expect(asked.body.code).toBe('BANK_ACCOUNT_VALIDATION_PENDING')
      return undefined
    }
    const read = await ada.api.call('GET', `/customers/external-accounts/${account.id}`)
    if (asked.status === 201) expect(read.body.status).toBe('ACTIVE')
    return asked.status >= 500 ? undefined : read.body.status
  })
}

/** How often the bank was asked. */
async function prenotificationsOf({ id }: Resource): Promise<number> {
  const url = `${stack.env.SANDBOX_BANK_URL}/ach_prenotifications?idempotency_key=${encodeURIComponent(id)}`
  const headers = { authorization: `Bearer ${stack.env.SANDBOX_BANK_API_KEY}` }
  const { data } = (await (await fetch(url, { headers })).json()) as { data: unknown[] }
  return data.length
}

test(`of ${KILLS} kills amid validations none loses, doubles or shortens one`, async () => {
  const chance = chanceOf('accountValidations')
  for (let kill = 0; kill < KILLS; kill += 1) {
    const accounts = await Promise.all(
      (['301', '302', '301'] as const).map(async (end) => ({ end, account: await anAccount(end) })),
    )
    const ended = accounts.map(({ account }) => endOf(account))
    await new Promise((resolve) => setTimeout(resolve, chance.integer(SILENCE_MS)))
    await stack.kill(chance.pick(['worker', 'sandbox'] as const))
    await stack.waitReady()
    expect(await Promise.all(ended)).toEqual(accounts.map(({ end }) => ends[end]))
    for (const { account } of accounts) {
      expect(await prenotificationsOf(account)).toBe(1)
      const [row] = await rowsOf(
        stack,
        `select (select count(*)::integer from events where subject = $1
            and type = 'EXTERNAL_ACCOUNT.STATUS_UPDATED') as events,
          (select count(*)::integer from payments q join timeline l on l.subject = $1
              and l.code like 'BANK_VALIDATION_%' and l.code <> 'BANK_VALIDATION_BEGUN'
            where q.destination_account_id = substring($1 from 17)::uuid and q.executed_at < l.at) as early`,
        [account.id],
      )
      expect(row).toEqual({ events: 1, early: 0 })
    }
  }
  expect((await ledgerHolds(stack)).findings).toEqual([])
})
