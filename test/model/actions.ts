/** The actions of the model test: one request of a platform, with its possible outcomes. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { executeQuote } from '../../scripts/serviceDriver/device.ts'
import { from, funding, to } from '../payments/customers.ts'
import { anExternalAccount, listed, type Resource } from '../support/builders.ts'
import type { Chance } from '../support/seed.ts'
import { type Books, type Gains, type OpenPayment, retryUntilAnswered } from './books.ts'
import { type ModelFixture, replyFor, type Suffix, suffixes } from './modelFixture.ts'

export type ActionContext = {
  readonly fixture: ModelFixture
  readonly books: Books
  readonly chance: Chance
}
export type Action = (context: ActionContext) => Promise<void>

/** The refusal that a changing balance may cause; the model books nothing then. */
const INSUFFICIENT = 'INSUFFICIENT_FUNDS'

type Source = {
  readonly body: object
  readonly account?: string
  /** Embedded wallet: signs. */
  readonly signs?: boolean
  /** Waits for money of this currency. */
  readonly waitsFor?: string
  /** A bank account of Ada's. */
  readonly pulls?: boolean
  /** One whose collection fails. */
  readonly fails?: boolean
  /** The account that gets money that cannot be refunded over its rail. */
  readonly keptIn?: string
}
type Target = {
  readonly body: object
  readonly account?: string
  readonly suffix?: Suffix
  readonly uma?: string
  readonly asks?: boolean
  readonly fails?: boolean
}

const accountIn = (accounts: Readonly<Record<string, Resource>>, currency: string): Resource => {
  const account = accounts[currency]
  if (account === undefined) throw new Error(`no ${currency} account`)
  return account
}

function sourceOf({ fixture, chance }: ActionContext): Source {
  const { ada, adaAccounts, bob, banks, treasury } = fixture
  const own = (account: Resource): Source => ({ body: from(account), account: account.id })
  const customerId = ada.customer.id
  const usdc = adaAccounts.USDC
  return chance.pick<() => Source>([
    () => own(accountIn(adaAccounts, 'USD')),
    () => own(accountIn(bob.accounts, 'USD')),
    () => own(treasury),
    () => ({ ...own(ada.wallet), signs: true }),
    () => ({ body: funding('USD', { customerId }), waitsFor: 'USD' }),
    () => ({
      body: funding('USDC', { customerId, cryptoNetwork: 'BASE' }),
      waitsFor: 'USDC',
      ...(usdc && { keptIn: usdc.id }),
    }),
    () => ({ body: from(banks['789']), pulls: true }),
    () => ({ body: from(banks['002']), pulls: true, fails: true }),
  ])()
}

/** Only Ada's own money goes to her bank accounts; Bob has none there. */
function targetOf({ fixture, chance }: ActionContext, source: Source): Target | undefined {
  const { adaAccounts, bob, carla, banks, treasury } = fixture
  const own = (account: Resource): Target => ({ body: to(account), account: account.id })
  const uma = (address: unknown): object => ({
    destinationType: 'UMA_ADDRESS',
    umaAddress: address,
  })
  const suffix = chance.pick(suffixes)
  const target = chance.pick<() => Target>([
    () => own(accountIn(adaAccounts, 'USD')),
    () => own(accountIn(adaAccounts, 'USDB')),
    () => own(accountIn(bob.accounts, 'USD')),
    () => own(treasury),
    () => ({ body: to(banks[suffix]), suffix }),
    () => ({ body: to(banks[suffix]), suffix }),
    () => ({
      body: { ...uma(carla.customer.umaAddress), currency: 'USD' },
      uma: String(carla.customer.umaAddress),
      account: accountIn(carla.accounts, 'USD').id,
      asks: true,
    }),
    () => ({ body: uma('$success.eur@sandbox.uma.money'), uma: '$success.eur@sandbox.uma.money' }),
    () => {
      const address = '$fail.compliance.usd@sandbox.uma.money'
      return { body: uma(address), uma: address, fails: true }
    },
  ])()
  const isBobs = source.account === accountIn(bob.accounts, 'USD').id
  const accounts = [source.body, target.body] as { accountId?: string }[]
  if (source.pulls && accounts[0]?.accountId === accounts[1]?.accountId) return undefined
  // Only a customer has a UMA address to send from.
  if (source.account === treasury.id && target.uma !== undefined) return undefined
  if (target.account === source.account && source.account !== undefined) return undefined
  return isBobs && target.suffix !== undefined ? undefined : target
}

/** One payment by quote, from any source to any destination. */
export const payment: Action = async (context) => {
  const { fixture, chance, books } = context
  const source = sourceOf(context)
  const target = targetOf(context, source)
  if (target === undefined) return
  const mayBeImmediate = !source.signs && source.waitsFor === undefined
  const isImmediate = mayBeImmediate && chance.integer(2) === 0
  const isCrypto = source.signs || source.waitsFor === 'USDC'
  const amount = (500 + chance.integer(4_000)) * (isCrypto ? 10_000 : 1)
  const fee = { platformFixedFee: { amount: 50, currency: 'USD' }, platformVariableFeeBps: 30 }
  const hasFee = !isCrypto && chance.integer(3) === 0
  const key = randomUUID()
  const lookupId = target.uma && (await lookUp(fixture, target.uma, source))
  const body = {
    source: source.body,
    destination: target.body,
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: amount,
    ...(lookupId && { lookupId }),
    ...(isImmediate && { immediatelyExecute: true }),
    ...(hasFee && { platformFeeOverride: fee }),
  }
  const answer = await retryUntilAnswered(() =>
    fixture.api.call('POST', '/quotes', body, { 'Idempotency-Key': key }),
  )
  if (isImmediate && answer.body.code === INSUFFICIENT) return
  expect(answer.status, JSON.stringify([body, answer.body])).toBe(201)
  const quote = answer.body as Resource
  const depositedAmount = amount + (source.waitsFor && chance.integer(4) === 0 ? 1 : 0)
  const started = isImmediate || (await startPayment(context, source, quote, depositedAmount))
  if (started)
    books.expect(openPaymentOf(context, { quote, source, target, depositedAmount, amount }))
  if (started && target.asks) await callAsPlatform(context, quote)
}

async function lookUp(fixture: ModelFixture, address: string, source: Source): Promise<string> {
  const isBobs = source.account === fixture.bob.accounts.USD?.id
  const customer = isBobs ? fixture.bob.customer : fixture.ada.customer
  const path = `/receiver/uma/${encodeURIComponent(address)}?customerId=${customer.id}`
  const found = await retryUntilAnswered(() => fixture.api.call('GET', path))
  expect(found.status, JSON.stringify(found.body)).toBe(200)
  return String(found.body.lookupId)
}

/** Executes or lets the money arrive. False: the balance did not cover it. */
async function startPayment(
  { fixture, chance }: ActionContext,
  source: Source,
  quote: Resource,
  depositedAmount: number,
): Promise<boolean> {
  if (chance.integer(8) === 0) return false
  const key = randomUUID()
  const call = (): Promise<Answer> => {
    if (source.waitsFor !== undefined) {
      const body = {
        quoteId: quote.id,
        currencyCode: source.waitsFor,
        currencyAmount: depositedAmount,
      }
      return fixture.api.call('POST', '/sandbox/send', body)
    }
    return source.signs
      ? executeQuote(fixture.api, fixture.ada.device, quote, key)
      : fixture.api.call('POST', `/quotes/${quote.id}/execute`, undefined, {
          'Idempotency-Key': key,
        })
  }
  const calls = Array.from({ length: 1 + chance.integer(3) }, () => retryUntilAnswered(call))
  const answers = await Promise.all(calls)
  if (answers.every(({ body }) => body.code === INSUFFICIENT)) return false
  const odd = answers.filter(({ status, body }) => status !== 200 && body.code !== INSUFFICIENT)
  expect(odd.map(({ status, body }) => [status, body])).toEqual([])
  return true
}

type PaymentInput = {
  readonly quote: Resource
  readonly source: Source
  readonly target: Target
  readonly amount: number
  readonly depositedAmount: number
}

/** The possible outcomes of the payment, and their effects on the balances. */
function openPaymentOf(
  { fixture }: ActionContext,
  { quote, source, target, amount, depositedAmount }: PaymentInput,
): OpenPayment {
  const { suffix, asks } = target
  const platformFee = Number(quote.platformFeesIncluded ?? 0)
  const receiving = Number(quote.totalReceivingAmount)
  const paid = plus(
    { [source.account ?? '']: -amount },
    { [target.account ?? '']: receiving },
    { [fixture.treasury.id]: platformFee },
  )
  const isCollected = source.keptIn !== undefined
  // Crypto that arrived is the customer's here; money from a rail goes back over it.
  const kept: Gains = isCollected ? { [source.keptIn ?? '']: depositedAmount } : {}
  // Payout and refund refused: the money is in suspense, not with the payer.
  const lost = suffix === '007' && source.account ? { [source.account]: -amount } : kept
  const reply = asks ? replyFor(receiving) : 'APPROVES'
  const isHopeless =
    source.fails ||
    target.fails ||
    depositedAmount !== amount ||
    ['002', '004', '005', '006', '007'].includes(suffix ?? '') ||
    reply === 'REJECTS' ||
    reply === 'IS_SILENT'
  const names = `${JSON.stringify(source.body)} to ${JSON.stringify(target.body)}`
  return {
    what: `${quote.id}: ${amount} ${names}`,
    api: fixture.api,
    transactionId: String(quote.transactionId),
    outcomes: isHopeless
      ? { FAILED: lost }
      : // A worker killed after the approval request does not know the response: it times out then.
        { COMPLETED: clean(paid), ...(asks && { FAILED: lost }) },
  }
}

function plus(...all: readonly Gains[]): Gains {
  const sum: Record<string, number> = {}
  for (const gains of all) {
    for (const [id, amount] of Object.entries(gains)) sum[id] = (sum[id] ?? 0) + amount
  }
  return sum
}

const clean = (gains: Gains): Gains =>
  Object.fromEntries(Object.entries(gains).filter(([id]) => id !== ''))

/** A platform that answered 202 decides by call: by two concurrent, conflicting calls. */
async function callAsPlatform({ fixture }: ActionContext, quote: Resource): Promise<void> {
  if (replyFor(Number(quote.totalReceivingAmount)) !== 'CALLS') return
  const { api, customer } = fixture.carla
  const path = `/transactions?customerId=${customer.id}&limit=20`
  for (let turn = 0; turn < 10; turn += 1) {
    const pending = listed(await retryUntilAnswered(() => api.call('GET', path))).filter(
      ({ status }) => status === 'PENDING',
    )
    for (const { id } of pending.filter(isCalled)) {
      const decisions = ['approve', 'reject'] as const
      await Promise.all(
        decisions.map((decision) =>
          retryUntilAnswered(() => api.call('POST', `/transactions/${id}/${decision}`, {})),
        ),
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

function isCalled({ receivedAmount }: Resource): boolean {
  return replyFor(Number((receivedAmount as { amount?: number } | undefined)?.amount)) === 'CALLS'
}

/** Sandbox money, sent twice with one key. */
export const funds: Action = async ({ fixture, chance, books }) => {
  const account = chance.pick([...Object.values(fixture.adaAccounts), fixture.treasury])
  const amount = 1_000 + chance.integer(20_000)
  const key = randomUUID()
  const path = `/sandbox/internal-accounts/${account.id}/fund`
  const call = (): Promise<Answer> =>
    retryUntilAnswered(() => fixture.api.call('POST', path, { amount }, { 'Idempotency-Key': key }))
  const answers = await Promise.all([call(), call()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  books.gain({ [account.id]: amount })
}

/** A transfer in or out, sometimes followed by a cancellation. */
export const transfer: Action = async ({ fixture, chance, books }) => {
  const usd = accountIn(fixture.adaAccounts, 'USD')
  const isIn = chance.integer(2) === 0
  const suffix = chance.pick(['789', '002', '004'] as const)
  const bank = fixture.banks[suffix]
  const amount = 100 + chance.integer(3_000)
  const parties = isIn ? { source: bank, destination: usd } : { source: usd, destination: bank }
  const body = {
    source: { accountId: parties.source.id },
    destination: { accountId: parties.destination.id, ...(!isIn && { paymentRail: 'ACH' }) },
    amount,
  }
  const key = randomUUID()
  const path = isIn ? '/transfer-in' : '/transfer-out'
  const answer = await retryUntilAnswered(() =>
    fixture.api.call('POST', path, body, { 'Idempotency-Key': key }),
  )
  if (answer.body.code === INSUFFICIENT) return
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  const id = String(answer.body.id)
  const isCancelled = !isIn && chance.integer(2) === 0
  if (isCancelled) {
    await new Promise((resolve) => setTimeout(resolve, chance.integer(300)))
    const cancelled = await retryUntilAnswered(() =>
      fixture.api.call('POST', `/transactions/${id}/cancel`, {}),
    )
    expect([200, 409]).toContain(cancelled.status)
  }
  // Fees aside, which a transfer in one currency may have, the answer shows what will move.
  const { sentAmount } = answer.body as { sentAmount?: { amount: number } }
  const sent = Number(sentAmount?.amount)
  const received = Number((answer.body.receivedAmount as { amount: number }).amount)
  books.expect({
    what: `${path} ${amount} ${suffix}`,
    api: fixture.api,
    transactionId: id,
    outcomes: {
      ...(suffix === '789' && { COMPLETED: { [usd.id]: isIn ? received : -sent } }),
      ...((suffix !== '789' || isCancelled) && { FAILED: {} }),
    },
  })
}

/** An incoming payment for a customer whose platform must approve it. */
export const incoming: Action = async ({ fixture, chance, books }) => {
  const account = accountIn(fixture.carla.accounts, 'USD')
  const amount = 1_000 + chance.integer(4_000)
  const { api, customer } = fixture.carla
  // Without a key each call is a payment of its own, so it is sent once.
  const answer = await api.call('POST', '/sandbox/uma/receive', {
    senderUmaAddress: SENDER,
    customerId: customer.id,
    receivingCurrencyCode: 'USD',
    receivingCurrencyAmount: amount,
  })
  expect([200, 503], JSON.stringify(answer.body)).toContain(answer.status)
  const reply = replyFor(amount)
  const expectIt = ({ id }: { readonly id?: unknown }): void =>
    books.expect({
      what: `incoming ${amount} ${reply}`,
      api,
      transactionId: String(id),
      outcomes: {
        ...(['APPROVES', 'CALLS'].includes(reply) && { COMPLETED: { [account.id]: amount } }),
        // As above: the response of an approval request may be lost with its worker.
        REJECTED: {},
      },
    })
  if (answer.status === 200) expectIt(answer.body)
  else {
    books.unknownOutcomes.push(async () => {
      const made = await findIncoming(fixture, amount)
      if (made !== undefined) expectIt(made)
    })
  }
}

/** The payment of a call whose outcome was unknown, once all others are terminal. */
async function findIncoming(fixture: ModelFixture, amount: number): Promise<Resource | undefined> {
  const { api, customer } = fixture.carla
  const path = `/transactions?customerId=${customer.id}&limit=100`
  return listed(await retryUntilAnswered(() => api.call('GET', path))).find(
    ({ source, receivedAmount }) =>
      (source as { umaAddress?: string }).umaAddress === SENDER &&
      (receivedAmount as { amount: number }).amount === amount,
  )
}

const SENDER = '$success.usd@sandbox.uma.money'

/** A destination that its owner removes between the quote and the execute. */
export const removed: Action = async ({ fixture, chance, books }) => {
  const bank = await anExternalAccount(fixture.api, fixture.ada.customer, '789')
  const usd = accountIn(fixture.adaAccounts, 'USD')
  const amount = 200 + chance.integer(1_000)
  const asked = await retryUntilAnswered(() =>
    fixture.api.call('POST', '/quotes', {
      source: from(usd),
      destination: to(bank),
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: amount,
    }),
  )
  expect(asked.status, JSON.stringify(asked.body)).toBe(201)
  const key = randomUUID()
  const execute = (): Promise<Answer> =>
    retryUntilAnswered(() =>
      fixture.api.call('POST', `/quotes/${asked.body.id}/execute`, undefined, {
        'Idempotency-Key': key,
      }),
    )
  const remove = (): Promise<Answer> =>
    retryUntilAnswered(() => fixture.api.call('DELETE', `/customers/external-accounts/${bank.id}`))
  const [executed] = await Promise.all([execute(), remove()])
  if (executed.status !== 200) {
    // A removal ends the quotes that wait for an execute.
    expect(['CONFLICT', 'QUOTE_EXPIRED', INSUFFICIENT]).toContain(executed.body.code)
    return
  }
  books.expect({
    what: `to a bank that is removed, ${amount}`,
    api: fixture.api,
    transactionId: String(asked.body.transactionId),
    outcomes: { COMPLETED: { [usd.id]: -amount } },
  })
}

export const actions: readonly Action[] = [
  payment,
  payment,
  payment,
  payment,
  payment,
  payment,
  transfer,
  transfer,
  funds,
  incoming,
  removed,
]
