/**
 * Where to send money for an account: the instructions of every currency and type are used, by the reference or at
 * the address that they show. With PUBLIC_INTERFACE_DIR the run holds them against the published schemas too.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currencies } from '../../contract/money.ts'
import { currencyConfig, type PlatformCredentials } from '../../db/platforms.ts'
import { rowsOf } from '../durability/payments.ts'
import {
  aPlatform,
  apiOf,
  aWebhookReceiver,
  ledgerHolds,
  listed,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { asOperator, withoutAsking } from '../support/paymentsCommand.ts'
import { argumentsOf } from '../support/programs.ts'
import { aSandboxControl, type SandboxControl } from '../support/sandboxControl.ts'
import { aKeptStack, bareEnvironment, type TestStack } from '../support/stack.ts'
import { aCustomer, accountOf, amountsOf, type TestCustomer } from './customers.ts'

let stack: TestStack
let control: SandboxControl
let ada: TestCustomer
let theirs: readonly Resource[]
let platform: PlatformCredentials

type Info = Readonly<Record<string, string>> & { readonly accountType: string }

beforeAll(async () => {
  stack = await aKeptStack()
  control = aSandboxControl(stack)
  platform = await aPlatform(stack)
  const supportedCurrencies = [...currencies.keys()].map(currencyConfig)
  const changed = await apiOf(stack, platform).call('PATCH', '/config', { supportedCurrencies })
  expect(changed.status).toBe(200)
  ada = await aCustomer(stack, { platform })
  const all = `/internal-accounts?customerId=${ada.customer.id}&limit=100`
  // A wallet that its provider has not made in time for the customer's answer is PENDING until then.
  theirs = await waitUntil('all accounts are active', async () => {
    const found = listed(await ada.api.call('GET', all))
    return found.every(({ status }) => status === 'ACTIVE') && found
  })
})
afterAll(async () => {
  await ledgerHolds(stack)
  await stack?.stop()
})

function fundingsOf(account: Resource): readonly Info[] {
  const instructions = account.fundingPaymentInstructions as { accountOrWalletInfo: Info }[]
  return instructions.map(({ accountOrWalletInfo }) => accountOrWalletInfo)
}

function shownIn(code: string): Resource {
  const found = theirs.find((account) => codeOf(account) === code)
  if (found === undefined) throw new Error(`no ${code} account`)
  return found
}

function codeOf({ balance }: Resource): string {
  return (balance as { currency: { code: string } }).currency.code
}

const own = async (): Promise<Resource[]> =>
  listed(await ada.api.call('GET', '/platform/internal-accounts'))

test('every account shows it as soon as it is active, and each its own', async () => {
  const accounts = [...theirs, ...(await own())]
  expect(accounts).toHaveLength(2 * currencies.size)
  const places: string[] = []
  for (const account of accounts) {
    const fundings = fundingsOf(account)
    expect(fundings.length, JSON.stringify(account)).toBeGreaterThan(0)
    for (const info of fundings) {
      expect(info.reference ?? info.address).toEqual(expect.any(String))
      places.push(`${info.accountType} ${info.reference ?? info.address}`)
    }
  }
  expect(new Set(places).size).toBe(places.length)
})

test('they stay as they are, and are kept for the answers that show an account', async () => {
  const ids = theirs.map(({ id }) => id.split(':')[1])
  await waitUntil('a worker has kept them', async () => {
    const open = await rowsOf(
      stack,
      'select 1 from internal_accounts where id = any ($1) and funding_instructions is null',
      [ids],
    )
    return open.length === 0
  })
  const again = listed(
    await ada.api.call('GET', `/internal-accounts?customerId=${ada.customer.id}&limit=100`),
  )
  expect(again).toEqual(theirs)
})

test('money that arrives there is credited: each way of every account', async () => {
  const accounts = [...theirs, ...(await own())]
  const ids: string[] = []
  const expected = new Map<string, number>()
  for (const account of accounts) {
    expected.set(account.id, (await amountsOf(ada.api, account)).total)
    const code = codeOf(account)
    for (const { reference, address, invoice } of fundingsOf(account)) {
      for (const place of [reference, address, invoice].filter((one) => one !== undefined)) {
        const money = { amountMinor: '70', currency: code }
        ids.push(
          await control.arrive({
            ...money,
            ...(place === reference ? { reference: place } : { address: place }),
          }),
        )
        expected.set(account.id, (expected.get(account.id) ?? 0) + 70)
      }
    }
  }
  await waitUntil('all are decided', async () => {
    const decided = await rowsOf(stack, 'select outcome from deposits where id = any ($1)', [ids])
    return decided.length === ids.length
  })
  const outcomes = await rowsOf<{ outcome: string }>(
    stack,
    'select distinct outcome from deposits where id = any ($1)',
    [ids],
  )
  expect(outcomes).toEqual([{ outcome: 'APPLIED' }])
  for (const account of accounts) {
    expect(await amountsOf(ada.api, account)).toEqual({
      spendable: expected.get(account.id),
      total: expected.get(account.id),
    })
  }
  const [overChain] = await rowsOf<{ source: Resource }>(
    stack,
    `select source from transactions where destination ->> 'accountId' = $1
      and source -> 'onChainTransaction' ->> 'network' = 'SOLANA'`,
    [shownIn('USDC').id],
  )
  expect(overChain?.source.onChainTransaction).toEqual({
    network: 'SOLANA',
    transactionHash: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/),
  })
  const list = await ada.api.call(
    'GET',
    `/transactions?customerId=${ada.customer.id}&type=INCOMING`,
  )
  expect(listed(list)[0]).toMatchObject({
    ...{ type: 'INCOMING', direction: 'CREDIT', status: 'COMPLETED' },
    ...{ source: { sourceType: 'REALTIME_FUNDING' }, receivedAmount: { amount: 70 } },
    reconciliationInstructions: { reference: expect.stringMatching(/^A[0-9A-F]{17}$/) },
  })
}, 600_000)

/** Lets money come in by the command. @returns what that says, and the deposit or transaction that it names */
async function arrives(...given: string[]): Promise<{ said: string; uuid: string }> {
  const { stdout: said } = await promisify(execFile)(
    process.execPath,
    [...argumentsOf('scripts/demo/deposit'), ...given],
    { env: { ...bareEnvironment(), DATA_DIR: stack.dataDir } },
  )
  const [uuid = ''] = /[0-9a-f-]{36}$|[0-9a-f-]{36}(?=:)/m.exec(said.trim()) ?? []
  return { said, uuid }
}

/** @returns our own id of a deposit, once something is decided about it */
function decided(id: string): Promise<string> {
  return waitUntil('it is decided', async () => {
    const [row] = await rowsOf<{ uuid: string }>(
      stack,
      'select deposit_uuid(environment, id) as uuid from deposits where id = $1 and outcome is not null',
      [id],
    )
    return row?.uuid
  })
}

test('an account whose currency gets a provider later is sent with its instructions', async () => {
  const receiver = await aWebhookReceiver(stack, { platform })
  try {
    const bob = await aCustomer(stack, { platform })
    const { id } = accountOf(bob, 'EUR')
    const path = `/internal-accounts?customerId=${bob.customer.id}&currency=EUR`
    const instructions = (): Promise<readonly unknown[]> =>
      waitUntil('it shows where to send money', async () => {
        const [account] = listed(await ada.api.call('GET', path))
        const found = account?.fundingPaymentInstructions as readonly unknown[]
        return found.length > 0 && found
      })
    const before = await instructions()
    // As an account is kept whose currency no provider takes.
    await rowsOf(
      stack,
      `update internal_accounts set funding_instructions = '[]', funding_provider = null
        where 'InternalAccount:' || id = $1`,
      [id],
    )
    const event = await waitUntil('its event', () =>
      receiver.webhooks.find(
        ({ type, data }) =>
          type === 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED' && data.id === id,
      ),
    )
    expect(event).toMatchObject({
      isSigned: true,
      data: { customerId: bob.customer.id, fundingPaymentInstructions: before },
    })
    expect(await instructions()).toEqual(before)
  } finally {
    await receiver.stop()
  }
})

test('the commands: money arrives, is listed, is applied and is sent back', async () => {
  const dollars = shownIn('USD')
  const before = await amountsOf(ada.api, dollars)
  const credited = await arrives('--account', dollars.id, '--amount', '1234')
  expect(credited.said).toContain('12.34 USD')
  const transaction = await ada.api.call('GET', `/transactions/Transaction:${credited.uuid}`)
  expect(shown('transaction', transaction, 200)).toMatchObject({ receivedAmount: { amount: 1234 } })
  const money = { reference: 'NOBODYS', amountMinor: '500', currency: 'USD' }
  const two = { uuid: await decided(await control.arrive(money)) }
  const unknown = ['--reference', 'NOBODYS', '--amount', '500', '--currency', 'USD']
  const one = await arrives(...unknown)
  expect(one.said).toContain('unapplied (UNKNOWN_REFERENCE)')
  const deposit = (...command: string[]): Promise<string> =>
    asOperator(stack, 'deposit', ...command)
  const { data } = JSON.parse(await deposit('list', '--json')) as {
    data: { subject: string; reason: string }[]
  }
  const ids = [one, two].map(({ uuid }) => `Deposit:${uuid}`)
  const mine = data.filter(({ subject }) => ids.includes(subject))
  expect(mine.map(({ reason }) => reason)).toEqual(['UNKNOWN_REFERENCE', 'UNKNOWN_REFERENCE'])
  const [first = '', second = ''] = ids
  expect(await deposit('apply', first, '--to', dollars.id, ...withoutAsking)).toBe(
    `It is credited to ${dollars.id}.\n`,
  )
  // Two operators at once: one of them is shown what has become of it.
  const both = await Promise.allSettled([
    deposit('return', second, ...withoutAsking),
    deposit('return', second, ...withoutAsking),
  ])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await waitUntil('it has been sent back', async () => {
    const [row] = await rowsOf<{ outcome: string }>(
      stack,
      "select outcome from deposits where deposit_uuid(environment, id) = $1 and outcome = 'RETURNED'",
      [two.uuid],
    )
    return row !== undefined
  })
  expect(await control.acts(`Deposit:${two.uuid}/return`)).toEqual({ 'rail submit': 1 })
  await expect(deposit('return', first, ...withoutAsking)).rejects.toThrow('decided already')
  const after = await amountsOf(ada.api, dollars)
  expect(after.spendable - before.spendable).toBe(1_734)
}, 300_000)
