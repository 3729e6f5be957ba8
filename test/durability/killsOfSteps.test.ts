/**
 * kill -9 of the worker in the steps that payouts from wallets do not have: during a collection,
 * during the platform's approval, and during a refund over the rail, which are under way side by
 * side. The sample kills once; the long suite at several delays.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlatformCredentials } from '../../db/platforms.ts'
import { retryUntilAnswered } from '../model/books.ts'
import {
  aCustomer,
  accountOf,
  aFundedCustomer,
  amountsOf,
  askQuote,
  bookedSteps,
  from,
  funding,
  type TestCustomer,
  to,
  untilEnded,
} from '../payments/customers.ts'
import {
  anExternalAccount,
  aPlatform,
  aWebhookReceiver,
  ledgerHolds,
  type Resource,
  shown,
  type WebhookReceiver,
} from '../support/builders.ts'
import { openRows } from '../support/openRows.ts'
import { aSandboxControl, type SandboxControl } from '../support/sandboxControl.ts'
import { chanceOf, isLong } from '../support/seed.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'
import { rowsOf } from './payments.ts'

/** How long what is outside takes: the kill falls into it, before it or after. */
const HELD_MS = 1_500
const AMOUNT = 5_000

const chance = chanceOf('kills of steps')
const killDelaysMs = isLong ? [0, 100, 400, 900, 1_600, 2_400] : [chance.integer(HELD_MS)]

let stack: TestStack
let control: SandboxControl
let ada: TestCustomer
let bea: TestCustomer
let carla: TestCustomer
let otherPlatform: PlatformCredentials
let receiver: WebhookReceiver

beforeAll(async () => {
  stack = await aKeptStack()
  control = aSandboxControl(stack)
  otherPlatform = await aPlatform(stack)
  receiver = await aWebhookReceiver(stack, {
    platform: otherPlatform,
    behaviour: (response) => void setTimeout(() => response.writeHead(200).end(), HELD_MS),
  })
  ada = await aFundedCustomer(stack, 'USD', 1_000_000n)
  bea = await aCustomer(stack)
  carla = await aCustomer(stack, { platform: otherPlatform })
})
afterAll(async () => {
  await receiver?.stop()
  await stack?.stop()
})

async function killAfter(ms: number): Promise<void> {
  await sleep(ms)
  await stack.kill('worker')
  await stack.waitReady('worker')
}

async function nothingIsOpen(): Promise<void> {
  await ledgerHolds(stack)
  expect(await rowsOf(stack, `select kind, id from ${openRows()}`)).toEqual([])
}

const held = (operation: string): Promise<() => Promise<unknown>> =>
  control.order({ party: 'rail', operation, kind: 'delay', delayMs: HELD_MS, count: 1 })

/** A payment in one of these steps. */
type Step = {
  /** Sends the request that begins it. */
  begin(): Promise<void>
  /** Waits for its end, after the kill, and proves that all of it has happened once. */
  check(): Promise<void>
}

async function aCollection(): Promise<Step> {
  const usd = accountOf(bea, 'USD')
  const bank = await anExternalAccount(bea.api, bea.customer)
  const before = await amountsOf(bea.api, usd)
  await held('collect')
  let quote: Resource
  return {
    async begin() {
      const more = { immediatelyExecute: true }
      const asked = await askQuote(bea.api, from(bank), to(usd), AMOUNT, more)
      quote = shown('quote', asked, 201)
    },
    async check() {
      const end = await untilEnded(bea.api, quote.transactionId)
      expect(end.status).toBe('COMPLETED')
      expect(await control.acts(`${quote.transactionId}/collect`)).toEqual({ 'rail collect': 1 })
      const after = await amountsOf(bea.api, usd)
      expect(after.spendable - before.spendable).toBe(quote.totalReceivingAmount)
    },
  }
}

async function anApproval(): Promise<Step> {
  const [usd, hers] = [accountOf(ada, 'USD'), accountOf(carla, 'USD')]
  const before = [await amountsOf(ada.api, usd), await amountsOf(carla.api, hers)] as const
  const address = String(carla.customer.umaAddress)
  const path = `/receiver/uma/${encodeURIComponent(address)}?customerId=${ada.customer.id}`
  const { lookupId } = (await retryUntilAnswered(() => ada.api.call('GET', path))).body
  let quote: Resource
  return {
    async begin() {
      const destination = { destinationType: 'UMA_ADDRESS', umaAddress: address, currency: 'USD' }
      const more = { lookupId, immediatelyExecute: true }
      const asked = await askQuote(ada.api, from(usd), destination, AMOUNT, more)
      quote = shown('quote', asked, 201)
    },
    async check() {
      const end = await untilEnded(ada.api, quote.transactionId)
      const isPaid = end.status === 'COMPLETED'
      // The worker that took over does not know the response: the approval times out and is refunded.
      if (!isPaid) {
        expect(end).toMatchObject({ status: 'FAILED', failureReason: 'ACCOUNT_CANNOT_RECEIVE' })
      }
      expect((await amountsOf(ada.api, usd)).spendable - before[0].spendable).toBe(
        isPaid ? -AMOUNT : 0,
      )
      expect((await amountsOf(carla.api, hers)).spendable - before[1].spendable).toBe(
        isPaid ? quote.totalReceivingAmount : 0,
      )
      const questions = receiver.webhooks.filter(({ type, data }) => {
        const amount = (data.receivedAmount as { amount?: number } | undefined)?.amount
        return type === 'INCOMING_PAYMENT.PENDING' && amount === quote.totalReceivingAmount
      })
      expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
    },
  }
}

async function aRefund(): Promise<Step> {
  const wallet = accountOf(ada, 'USDB')
  const before = await amountsOf(ada.api, wallet)
  const quote = shown('quote', await askQuote(ada.api, funding('USD'), to(wallet), AMOUNT), 201)
  await held('submit')
  return {
    async begin() {
      const body = { quoteId: quote.id, currencyCode: 'USD', currencyAmount: AMOUNT - 1 }
      const sent = await retryUntilAnswered(() => ada.api.call('POST', '/sandbox/send', body))
      expect(sent.status, JSON.stringify(sent.body)).toBe(200)
    },
    async check() {
      const end = await untilEnded(ada.api, quote.transactionId)
      expect(end).toMatchObject({ status: 'FAILED', refund: { status: 'COMPLETED' } })
      expect(await control.acts(`${quote.transactionId}/refund`)).toEqual({ 'rail submit': 1 })
      expect(await bookedSteps(stack, quote.transactionId)).toEqual(['funding', 'refund'])
      expect(await amountsOf(ada.api, wallet)).toEqual(before)
    },
  }
}

test.each(killDelaysMs)(
  'after %i ms of a collection, an approval and a refund: collected, decided and refunded once',
  async (ms) => {
    const steps = [await aCollection(), await anApproval(), await aRefund()]
    await Promise.all(steps.map((step) => step.begin()))
    await killAfter(ms)
    for (const step of steps) await step.check()
    await nothingIsOpen()
  },
)
