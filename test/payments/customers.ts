/** Payers and receivers with accounts in several currencies, and the ledger's view of a payment. */
import type { PlatformCredentials } from '../../db/platforms.ts'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { rowsOf, untilTransaction } from '../durability/payments.ts'
import {
  anExternalAccount,
  apiOf,
  createCustomer,
  fund,
  listed,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import type { SharedStack } from '../support/stack.ts'

export type TestCustomer = {
  readonly api: ApiClient
  readonly customer: Resource
  /** Internal accounts by currency; `USDB` is the embedded wallet. */
  readonly accounts: Readonly<Record<string, Resource>>
}

/** A customer whose wallet is active. */
export async function aCustomer(
  stack: SharedStack,
  options: { readonly platform?: PlatformCredentials; readonly fields?: object } = {},
): Promise<TestCustomer> {
  const api = apiOf(stack, options.platform)
  const customer = await createCustomer(api, options.fields)
  const accounts = await waitUntil('the accounts are active', async () => {
    const all = listed(await api.call('GET', `/internal-accounts?customerId=${customer.id}`))
    return all.length > 0 && all.every(({ status }) => status === 'ACTIVE') ? all : undefined
  })
  const byCurrency = accounts.map((account) => [currencyIn(account), account])
  return { api, customer, accounts: Object.fromEntries(byCurrency) }
}

function currencyIn(account: Resource): string {
  return (account.balance as { currency: { code: string } }).currency.code
}

/** A customer with this much in an account of that currency. */
export async function aFundedCustomer(
  stack: SharedStack,
  currency: string,
  minor: bigint,
  options: Parameters<typeof aCustomer>[1] = {},
): Promise<TestCustomer> {
  const holder = await aCustomer(stack, options)
  await fund(holder.api, accountOf(holder, currency), minor)
  return holder
}

export function accountOf({ accounts }: TestCustomer, currency: string): Resource {
  const account = accounts[currency]
  if (account === undefined) throw new Error(`no ${currency} account`)
  return account
}

/** The platform's own account of a currency. */
export async function platformAccount(api: ApiClient, currency: string): Promise<Resource> {
  const all = listed(await api.call('GET', '/platform/internal-accounts'))
  const account = all.find((each) => currencyIn(each) === currency)
  if (account === undefined) throw new Error(`the platform has no ${currency} account`)
  return account
}

/** Spendable and total smallest units of an account. */
export async function amountsOf(
  api: ApiClient,
  account: { readonly id: string },
): Promise<{ spendable: number; total: number }> {
  const paths = ['/internal-accounts', '/platform/internal-accounts']
  const lists = await Promise.all(paths.map((path) => allOf(api, path)))
  const found = lists.flat().find(({ id }) => id === account.id)
  if (found === undefined) throw new Error(`${account.id} is not listed`)
  const amount = (name: 'balance' | 'totalBalance'): number =>
    (found[name] as { amount: number }).amount
  return { spendable: amount('balance'), total: amount('totalBalance') }
}

/** A list to its last page; that of the platform's own accounts has one. */
async function allOf(api: ApiClient, path: string): Promise<Resource[]> {
  const all: Resource[] = []
  for (let page = path.startsWith('/platform/') ? '' : '?limit=100'; ; ) {
    const answer = await api.call('GET', `${path}${page}`)
    all.push(...listed(answer))
    if (answer.body.hasMore !== true) return all
    page = `?limit=100&cursor=${encodeURIComponent(String(answer.body.nextCursor))}`
  }
}

export type QuoteFields = Readonly<Record<string, unknown>>

export const from = (account: { readonly id: string }, more: QuoteFields = {}): object => ({
  sourceType: 'ACCOUNT',
  accountId: account.id,
  ...more,
})
export const to = (account: { readonly id: string }, more: QuoteFields = {}): object => ({
  destinationType: 'ACCOUNT',
  accountId: account.id,
  ...more,
})
export const funding = (currency: string, more: QuoteFields = {}): object => ({
  sourceType: 'REALTIME_FUNDING',
  currency,
  ...more,
})

/** `POST /quotes`, sending side locked unless the fields say otherwise. */
export function askQuote(
  api: ApiClient,
  source: object,
  destination: object,
  amount: number,
  more: QuoteFields = {},
  key?: string,
): Promise<Answer> {
  const body = {
    source,
    destination,
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: amount,
    ...more,
  }
  return api.call('POST', '/quotes', body, { 'Idempotency-Key': key })
}

/** The transaction once it is terminal, its refund too. */
export function untilEnded(api: ApiClient, transactionId: unknown): Promise<Resource> {
  return untilTransaction(api, String(transactionId), ({ status, refund }) => {
    const open = ['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING'].includes(String(status))
    return !open && (refund as { status?: string } | undefined)?.status !== 'PENDING'
  })
}

/** The steps that the ledger has booked under a payment, sorted. */
export async function bookedSteps(stack: SharedStack, transactionId: unknown): Promise<string[]> {
  const rows = await rowsOf<{ step: string }>(
    stack,
    "select substr(id, strpos(id, '/') + 1) as step from ledger_transfers where reference = $1 order by 1",
    [transactionId],
  )
  return rows.map(({ step }) => step)
}

/** What has happened to a transaction, as its platform reads it. */
export async function timelineOf(api: ApiClient, transactionId: unknown): Promise<string[]> {
  const answer = await api.call('GET', `/transactions/${transactionId}/timeline`)
  return (answer.body.data as { what: string }[]).map(({ what }) => what)
}

/** The lookup of a UMA address by a customer who wants to pay to it. */
export async function lookUpUma(
  { api, customer }: TestCustomer,
  address: unknown,
): Promise<Resource> {
  const path = `/receiver/uma/${encodeURIComponent(String(address))}?customerId=${customer.id}`
  return shown('lookup', await api.call('GET', path), 200)
}

/** Events about a resource, in the order in which they were emitted. */
export async function eventsAbout(stack: SharedStack, subject: unknown): Promise<string[]> {
  const rows = await rowsOf<{ type: string }>(
    stack,
    'select type from events where subject = $1 order by sequence',
    [subject],
  )
  return rows.map(({ type }) => type)
}

export { anExternalAccount }
