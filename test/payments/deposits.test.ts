/** Deposits: a deposit starts the payment that waits for it, or is booked as unapplied funds. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStatus } from '../../scripts/serviceDriver/apiClient.ts'
import { rowsOf } from '../durability/payments.ts'
import { ledgerHolds, type Resource, shown, waitUntil } from '../support/builders.ts'
import { aSandboxControl, type SandboxControl } from '../support/sandboxControl.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'
import {
  aCustomer,
  accountOf,
  amountsOf,
  askQuote,
  bookedSteps,
  funding,
  type TestCustomer,
  to,
  untilEnded,
} from './customers.ts'

let stack: TestStack
let control: SandboxControl
let ada: TestCustomer

beforeAll(async () => {
  stack = await aKeptStack()
  control = aSandboxControl(stack)
  ada = await aCustomer(stack)
})
afterAll(async () => {
  await ledgerHolds(stack)
  await stack?.stop()
})

const AMOUNT = 20_000

async function aWaiting(): Promise<Resource & { readonly reference: string }> {
  const wallet = to(accountOf(ada, 'USDB'))
  const quote = shown('quote', await askQuote(ada.api, funding('EUR'), wallet, AMOUNT), 201)
  const [instruction] = quote.paymentInstructions as {
    accountOrWalletInfo: { reference: string }
  }[]
  return { ...quote, reference: instruction?.accountOrWalletInfo.reference ?? '' }
}

const euros = (reference: string, amount = AMOUNT, id?: string): Promise<string> =>
  control.arrive({
    reference,
    amountMinor: String(amount),
    currency: 'EUR',
    ...(id !== undefined && { id }),
  })

/** What has become of a deposit, once that is decided. */
function outcomeOf(id: string): Promise<string> {
  return waitUntil('the deposit is decided', async () => {
    const [row] = await rowsOf<{ outcome: string | null }>(
      stack,
      'select outcome from deposits where id = $1',
      [id],
    )
    return row?.outcome ?? undefined
  })
}

/** What an unapplied deposit stands as, in the smallest unit. */
async function unclaimed(id: string): Promise<string[]> {
  const rows = await rowsOf<{ line: string }>(
    stack,
    `select t.amount || ' ' || t.currency || ' ' || c.kind as line from ledger_transfers t
      join ledger_accounts c on c.id = t.credit_account_id where t.reference = $1`,
    [`Arrival:${id}`],
  )
  return rows.map(({ line }) => line)
}

test('the payment that waits is started once, however often the notice is repeated', async () => {
  const quote = await aWaiting()
  const wallet = accountOf(ada, 'USDB')
  const before = await amountsOf(ada.api, wallet)
  const id = await euros(quote.reference)
  await Promise.all([euros(quote.reference, AMOUNT, id), euros(quote.reference, AMOUNT, id)])
  expect(await untilEnded(ada.api, quote.transactionId)).toMatchObject({ status: 'COMPLETED' })
  await euros(quote.reference, AMOUNT, id)
  expect(await outcomeOf(id)).toBe('APPLIED')
  const second = await euros(quote.reference)
  expect(await outcomeOf(second)).toBe('UNAPPLIED')
  expect(await unclaimed(id)).toEqual([])
  expect(await unclaimed(second)).toEqual([`${AMOUNT} EUR SUSPENSE`])
  const after = await amountsOf(ada.api, wallet)
  expect(after.spendable - before.spendable).toBe(quote.totalReceivingAmount)
  expect(await bookedSteps(stack, quote.transactionId)).toEqual([
    'credit',
    'funding',
    'service-fee',
  ])
})

test('a deposit of another amount is refunded over the rail', async () => {
  const quote = await aWaiting()
  const id = await euros(quote.reference, AMOUNT - 1)
  expect(await untilEnded(ada.api, quote.transactionId)).toMatchObject({
    status: 'FAILED',
    failureReason: 'QUOTE_EXECUTION_FAILED',
    refund: { status: 'COMPLETED' },
  })
  expect(await outcomeOf(id)).toBe('APPLIED')
  expect(await control.acts(`${quote.transactionId}/refund`)).toEqual({ 'rail submit': 1 })
})

test('of an unknown reference, in another currency, or too late: unapplied, for an operator', async () => {
  const unknown = await euros(`P${randomUUID().slice(0, 8)}`)
  const quote = await aWaiting()
  const dollars = await control.arrive({
    reference: quote.reference,
    amountMinor: '20000',
    currency: 'USD',
  })
  expect(await outcomeOf(unknown)).toBe('UNAPPLIED')
  expect(await outcomeOf(dollars)).toBe('UNAPPLIED')
  expect(await unclaimed(dollars)).toEqual(['20000 USD SUSPENSE'])
  await rowsOf(stack, "update payments set expires_at = now() - interval '1 s' where id = $1", [
    quote.id.split(':')[1],
  ])
  const late = await euros(quote.reference)
  expect(await outcomeOf(late)).toBe('UNAPPLIED')
  expect(await bookedSteps(stack, quote.transactionId)).toEqual([])
  const timeline = await ada.api.call('GET', `/transactions/${quote.transactionId}/timeline`)
  expectStatus('timeline', timeline, 200)
  expect(JSON.stringify(timeline.body)).toContain('deposit not applied (too late)')
})

test('a deposit whose execution is refused is unapplied, and the next deposit may still be applied', async () => {
  const quote = await aWaiting()
  const account = accountOf(ada, 'USDB').id.split(':')[1]
  const setStatus = (status: string): Promise<unknown[]> =>
    rowsOf(stack, 'update internal_accounts set status = $2 where id = $1', [account, status])
  await setStatus('CLOSED')
  const refused = await euros(quote.reference)
  expect(await outcomeOf(refused)).toBe('UNAPPLIED')
  await setStatus('ACTIVE')
  const taken = await euros(quote.reference)
  expect(await outcomeOf(taken)).toBe('APPLIED')
  expect(await untilEnded(ada.api, quote.transactionId)).toMatchObject({ status: 'COMPLETED' })
})

test('a worker killed between the notice and the payment loses nothing', async () => {
  const quotes = await Promise.all(Array.from({ length: 5 }, aWaiting))
  const ids = await Promise.all(quotes.map(({ reference }) => euros(reference)))
  await waitUntil('one is noted', async () => {
    return (await rowsOf(stack, 'select 1 from deposits where id = any ($1)', [ids])).length > 0
  })
  await stack.kill('worker')
  for (const { transactionId } of quotes) {
    expect(await untilEnded(ada.api, transactionId)).toMatchObject({ status: 'COMPLETED' })
  }
  expect(await Promise.all(ids.map(outcomeOf))).toEqual(ids.map(() => 'APPLIED'))
})
