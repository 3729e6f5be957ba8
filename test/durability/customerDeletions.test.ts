/**
 * Customers are deleted over HTTP while they pay, their agents pay, their invitations are claimed and
 * their verifications run, and a process is killed amid it: what was accepted ends, nobody is deleted with
 * money, and of a deleted customer nothing stays open.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPlatform } from '../../db/platforms.ts'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { anAgent } from '../support/agents.ts'
import {
  anExternalAccount,
  apiOf,
  createCustomer,
  fund,
  ledgerHolds,
  listed,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { openRows } from '../support/openRows.ts'
import { chanceOf, countOf, isLong } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { aBusiness } from '../verification/businesses.ts'
import { rowsOf } from './payments.ts'

const chance = chanceOf('deletions of customers')
const roles = ['worker', 'api'] as const
const LATEST_KILL_MS = 1_500

let stack: TestStack
let api: ApiClient

beforeAll(async () => {
  stack = await aRunningStack({ env: { VERIFICATION_POLL_SECONDS: '2' } })
  const credentials = await createPlatform(stack.databaseUrl, {
    name: `deleting ${randomUUID()}`,
    invitationUrl: 'https://invite.example/i',
  })
  api = apiOf(stack, credentials)
})
afterAll(async () => {
  await stack?.stop()
})

/** Asked again until there is an answer that says something. */
async function answered(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined && answer.status < 500 && answer.status !== 429) return answer
    await sleep(200)
  }
}

type Going = { readonly customer: Resource; readonly calls: readonly (() => Promise<Answer>)[] }

/** Has 1,000, of which it pays 600 and its agent 400, and an invitation that somebody claims. */
async function aPayer(invitee: Resource): Promise<Going> {
  const customer = await createCustomer(api)
  const accounts = listed(await api.call('GET', `/internal-accounts?customerId=${customer.id}`))
  const usd = accounts.find(({ type }) => type === 'INTERNAL_FIAT') as Resource
  await fund(api, usd, 1_000n)
  const bank = await anExternalAccount(api, customer)
  const { its } = await anAgent(api, customer.id)
  const invited = { inviterUma: customer.umaAddress }
  const invitation = shown('invitation', await api.call('POST', '/invitations', invited), 201)
  const transfer = (amount: number): object => ({
    ...{ source: { accountId: usd.id }, destination: { accountId: bank.id } },
    amount,
  })
  const keys = [{ 'Idempotency-Key': randomUUID() }, { 'Idempotency-Key': randomUUID() }] as const
  return {
    customer,
    calls: [
      () => api.call('POST', '/transfer-out', transfer(600), keys[0]),
      () => its.call('POST', '/agents/me/transfer-out', transfer(400), keys[1]),
      () =>
        api.call('POST', `/invitations/${invitation.code}/claim`, {
          inviteeUma: invitee.umaAddress,
        }),
    ],
  }
}

/** Is being verified, or only just made. */
async function aNewcomer(isSubmitted: boolean): Promise<Going> {
  const customer = await aBusiness(api)
  const submit = (): Promise<Answer> =>
    api.call('POST', '/verifications', { customerId: customer.id })
  return { customer, calls: isSubmitted ? [submit] : [] }
}

test.each(isLong ? roles : [chance.pick(roles)])(
  'kill -9 of %s while customers are deleted: what was accepted ends, and nothing stays open',
  async (role) => {
    await stack.waitReady()
    const invitee = await createCustomer(api)
    const going: Going[] = []
    for (let turn = 0; turn < countOf(6, 40); turn += 1) {
      going.push(await aPayer(invitee), await aNewcomer(turn % 2 === 0))
    }
    const erase = (customer: Resource): Promise<Answer> =>
      answered(() => api.call('DELETE', `/customers/${customer.id}`))
    const calls = going.flatMap(({ customer, calls: own }) => [
      ...own.map((call) => () => answered(call)),
      () => erase(customer),
    ])
    const running = calls.map(async (call) => {
      await sleep(chance.integer(LATEST_KILL_MS))
      return call()
    })
    await sleep(chance.integer(LATEST_KILL_MS))
    await stack.kill(role)
    await stack.waitReady()
    await Promise.all(running)

    // What a customer still had is paid out, and then it goes.
    await waitUntil('every customer is deleted', async () => {
      for (const { customer, calls: own } of going) {
        const { status } = await erase(customer)
        if (status === 409) for (const call of own) await answered(call)
      }
      return (await openCustomers(going)).length === 0
    })
    await waitUntil('nothing is open', async () => {
      return (await rowsOf(stack, `select kind, id from ${openRows()}`)).length === 0
    })
    expect(await leftovers(going)).toEqual([])
    await ledgerHolds(stack)
  },
)

const idsOf = (going: readonly Going[]): string =>
  going.map(({ customer }) => `'${customer.id.split(':')[1]}'`).join(', ')

const openCustomers = (going: readonly Going[]): Promise<unknown[]> =>
  rowsOf(stack, `select id from customers where not is_deleted and id in (${idsOf(going)})`)

/** What must not be there of customers who were deleted. */
function leftovers(going: readonly Going[]): Promise<unknown[]> {
  return rowsOf(
    stack,
    `with c as (select id from customers where id in (${idsOf(going)})),
      a as (select id, status from internal_accounts where customer_id in (select id from c))
    select 'account' as what, a.id from a join ledger_balances b on b.account_id = a.id
      where a.status <> 'CLOSED' or b.posted <> 0 or b.pending_in <> 0 or b.pending_out <> 0
    union all select 'closed ' || count(e.id), a.id from a
      left join events e on e.subject = 'InternalAccount:' || a.id and e.snapshot ->> 'status' = 'CLOSED'
      group by a.id having count(e.id) <> 1
    union all select 'payment', id from payments where status in ('PROCESSING', 'PENDING_AUTHORIZATION')
      and customer_id in (select id from c)
    union all select 'agent', id from agents where deleted_at is null and customer_id in (select id from c)
    union all select 'action', id from agent_actions where status = 'PENDING_APPROVAL'
      and customer_id in (select id from c)
    union all select 'invitation', id from invitations where status = 'PENDING' and inviter_id in (select id from c)
    union all select 'verification', id from verifications where is_with_vendor
      and customer_id in (select id from c)
    union all select 'credential', id from credentials where revoked_at is null and account_id in (select id from a)
    union all select 'session', id from sessions where ended_at is null and account_id in (select id from a)`,
  )
}
