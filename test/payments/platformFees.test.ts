/** Fees of a platform in every currency that is sent, out of wallets too, and of payouts over a rail. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPlatform, type PlatformCredentials } from '../../db/platforms.ts'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { execute, executeHeaders, untilCompleted } from '../durability/payments.ts'
import {
  aLoggedInWallet,
  type LoggedInWallet,
  ledgerHolds,
  type Resource,
  shown,
} from '../support/builders.ts'
import { aEuroAccount } from '../support/scaPayers.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { amountsOf, askQuote, from, platformAccount, to } from './customers.ts'

let stack: SharedStack
let platform: PlatformCredentials
let wallet: LoggedInWallet
let api: ApiClient

beforeAll(async () => {
  stack = await aSharedStack()
})
beforeEach(async () => {
  platform = await createPlatform(stack.databaseUrl, { name: `fees ${randomUUID()}` })
  wallet = await aLoggedInWallet(stack, { platform })
  api = wallet.api
})
afterAll(async () => {
  await ledgerHolds(stack)
  await stack?.stop()
})

const conversion = (currency: string, basisPoints: number, amount: number): object => ({
  ...{
    feeType: 'CROSS_CURRENCY_TRANSACTION',
    sourceCurrency: currency,
    variableFeeBps: basisPoints,
  },
  fixedFee: { amount, currency },
})
const rail = (name: string, basisPoints: number, amount: number): object => ({
  ...{
    feeType: 'RAIL',
    rail: name,
    direction: 'OUT',
    originator: 'SERVICE',
    variableFeeBps: basisPoints,
  },
  fixedFee: { amount, currency: 'USD' },
})

async function charge(...feeConfigs: object[]): Promise<void> {
  shown('config', await api.call('PATCH', '/config', { feeConfigs }), 200)
}

const quoted = (destination: object, more: object = {}): Promise<Answer> =>
  askQuote(api, from(wallet.wallet), destination, 100_000_000, { ...more })
const feeOf = ({ platformFeesIncluded }: Resource): unknown => platformFeesIncluded

async function pay(quote: Resource): Promise<void> {
  const headers = await executeHeaders(wallet.device, quote, randomUUID())
  expect((await execute(api, { quote, headers })).status).toBe(200)
  await untilCompleted(api, { transactionId: String(quote.transactionId) })
}

test('of a conversion out of a wallet, in its own currency: the platform gets it', async () => {
  await charge(conversion('USDB', 30, 500_000))
  const bank = await aEuroAccount({ api, customer: wallet.customer, accounts: {} })
  const quote = shown('quote', await quoted(to(bank)), 201)
  // 0.50, and 0.3 % of what both fixed fees leave.
  expect(feeOf(quote)).toBe(500_000 + Math.round((100_000_000 - 500_000 - 100_000) * 0.003))
  const own = await platformAccount(api, 'USDB')
  const before = await amountsOf(api, own)
  await pay(quote)
  const after = await amountsOf(api, own)
  expect(after.spendable - before.spendable).toBe(feeOf(quote))
})

test('of a payout over a rail, in dollars that are converted into what is sent', async () => {
  await charge(rail('ACH', 0, 25), rail('WIRE', 10, 1_500))
  const over = async (paymentRail: string): Promise<Resource> =>
    shown('quote', await quoted(to(wallet.account, { paymentRail })), 201)
  const [ach, wire, rtp] = [await over('ACH'), await over('WIRE'), await over('RTP')]
  expect(feeOf(ach)).toBe(250_000)
  expect(feeOf(wire)).toBe(15_000_000 + Math.round((100_000_000 - 15_000_000 - 100_000) * 0.001))
  expect(feeOf(rtp)).toBe(0)
  await pay(ach)
  const own = await platformAccount(api, 'USDB')
  expect((await amountsOf(api, own)).spendable).toBe(250_000)

  // Both, where it is converted; a quote's own fee is in their place.
  await charge(conversion('USDB', 0, 1_000_000))
  expect(feeOf(await over('ACH'))).toBe(1_250_000)
  const fee = { platformFixedFee: { amount: 7, currency: 'USDB' }, platformVariableFeeBps: 0 }
  const overridden = await quoted(to(wallet.account, { paymentRail: 'ACH' }), {
    platformFeeOverride: fee,
  })
  expect(feeOf(shown('quote', overridden, 201))).toBe(7)

  const path = '/exchange-rates?sourceCurrency=USD&destinationCurrency=USD&sendingAmount=100000'
  const { data } = shown('rates', await api.call('GET', path), 200)
  const fixed = (data as { destinationPaymentRail: string; fees: { fixed: number } }[]).map(
    ({ destinationPaymentRail, fees }) => [destinationPaymentRail, fees.fixed],
  )
  expect(Object.fromEntries(fixed)).toMatchObject({ ACH: 35, WIRE: 1_510, RTP: 10 })
})
