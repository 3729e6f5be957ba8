/** What one caller sends at once makes no other caller be refused. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { median } from '../../scripts/bench/report.ts'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { accountOf, aFundedCustomer, from, type TestCustomer, to } from '../payments/customers.ts'
import {
  aCustomerBody,
  anExternalAccount,
  aPlatform,
  apiOf,
  type Resource,
} from '../support/builders.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'

const AT_ONCE = 60
const ROUNDS = 5

let stack: TestStack
let stormy: TestCustomer
let quiet: TestCustomer

const start = async (apis: number): Promise<void> => {
  // With the bounds of a process as they are by default.
  stack = await aRunningStack({ apis, workers: 1 })
  stormy = await aFundedCustomer(stack, 'USD', 1_000_000n)
  quiet = await aFundedCustomer(stack, 'USD', 1_000_000n, { platform: await aPlatform(stack) })
}

type Payer = { readonly holder: TestCustomer; readonly bank: Resource }

const payerOf = async (holder: TestCustomer): Promise<Payer> => ({
  holder,
  bank: await anExternalAccount(holder.api, holder.customer),
})

async function aQuote({ holder, bank }: Payer): Promise<Resource> {
  const answer = await holder.api.call('POST', '/quotes', {
    ...{ source: from(accountOf(holder, 'USD')), destination: to(bank) },
    ...{ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 1_000 },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body as Resource
}

const execute = (api: ApiClient, quote: Resource): Promise<Answer> =>
  api.call('POST', `/quotes/${quote.id}/execute`, undefined, { 'Idempotency-Key': randomUUID() })

const create = (api: ApiClient): Promise<Answer> => api.call('POST', '/customers', aCustomerBody())

describe.each([1, 2])('%i APIs', (apis) => {
  beforeAll(() => start(apis))
  afterAll(() => stack?.stop())

  test(
    `${AT_ONCE} executes and ${AT_ONCE} customers of one platform at once: another one meets no 503`,
    storms,
  )
})

async function storms(): Promise<void> {
  const storm = await payerOf(stormy)
  const calm = await payerOf(quiet)
  const quotes: Resource[] = []
  for (let made = 0; made < AT_ONCE; made += 1) quotes.push(await aQuote(storm))
  const usual = await quietRounds(calm)
  const { platform, apiUrls } = stack
  const apis = apiUrls.map((_, index) => apiOf(stack, platform, index))
  const one = (index: number): ApiClient => apis[index % apis.length] as ApiClient
  const sent = [
    ...quotes.map((quote, index) => execute(one(index), quote)),
    ...Array.from({ length: AT_ONCE }, (_, index) => create(one(index))),
  ]
  const beside = await quietRounds(calm)
  const all = (await Promise.all(sent)).map(({ status }) => status)
  // Its own are answered too: they wait for their turns.
  expect(all).toEqual([...quotes.map(() => 200), ...Array.from({ length: AT_ONCE }, () => 201)])
  // To compare: on a busy machine these say nothing about a promise.
  console.log(
    `${apis.length} APIs, median answer of the other: ${usual} ms, beside it ${beside} ms`,
  )
}

/** Creates customers and executes quotes one by one. @returns the median of the answers' times, in milliseconds */
async function quietRounds(calm: Payer): Promise<string> {
  const answers: number[] = []
  const times: number[] = []
  const timed = async (call: () => Promise<Answer>): Promise<void> => {
    const from = performance.now()
    answers.push((await call()).status)
    times.push(performance.now() - from)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const quote = await aQuote(calm)
    await timed(() => create(calm.holder.api))
    await timed(() => execute(calm.holder.api, quote))
  }
  expect(answers).toEqual(Array.from({ length: ROUNDS }, () => [201, 200]).flat())
  return median(times).toFixed(0)
}
