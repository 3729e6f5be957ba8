/** Accounts that sweep, made and paid to by the calls of a platform. */
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { rowsOf } from '../durability/payments.ts'
import { listed, type Resource, shown, waitUntil } from '../support/builders.ts'
import type { SharedStack } from '../support/stack.ts'
import { aCustomer, accountOf, type TestCustomer } from './customers.ts'

/** `POST /internal-accounts` with a rule. */
export function askRuleAccount(
  { api, customer }: Pick<TestCustomer, 'api' | 'customer'>,
  destination: { readonly id: string; readonly paymentRail?: string },
  more: { readonly rule?: object; readonly fields?: object; readonly key?: string } = {},
): Promise<Answer> {
  const { id: accountId, paymentRail } = destination
  const body = {
    type: 'RULE_BASED',
    currency: 'USD',
    customerId: customer.id,
    sweepRule: {
      destination: { accountId, ...(paymentRail !== undefined && { paymentRail }) },
      ...more.rule,
    },
    ...more.fields,
  }
  return api.call('POST', '/internal-accounts', body, { 'Idempotency-Key': more.key })
}

export async function aRuleAccount(...given: Parameters<typeof askRuleAccount>): Promise<Resource> {
  return shown('rule account', await askRuleAccount(...given), 201)
}

/** What the account was sent, as its platform lists it: each with what was made of it. */
export async function depositsOf(api: ApiClient, account: { id: string }): Promise<Resource[]> {
  const path = `/transactions?receiverAccountIdentifier=${account.id}&limit=100`
  return listed(await api.call('GET', path))
}

/** Sends sandbox money to the account; the deposit's transaction. */
export async function arriveAt(
  api: ApiClient,
  account: { readonly id: string },
  amount: number,
  key?: string,
): Promise<Resource> {
  const before = new Set((await depositsOf(api, account)).map(({ id }) => id))
  const path = `/sandbox/internal-accounts/${account.id}/fund`
  shown('fund', await api.call('POST', path, { amount }, { 'Idempotency-Key': key }), 200)
  const found = (await depositsOf(api, account)).find(({ id }) => !before.has(id))
  if (found === undefined) throw new Error('no deposit')
  return found
}

/** Once the deposit has ended: swept, or its holder's. */
export function untilSwept(api: ApiClient, { id }: { readonly id: string }): Promise<Resource> {
  return waitUntil('the deposit has ended', async () => {
    const row = shown('deposit', await api.call('GET', `/transactions/${id}`), 200)
    return row.status === 'PROCESSING' ? undefined : row
  })
}

/** What the deposit has led to: its sweep, and what the holder was given instead. */
export async function followersOf(
  { api }: TestCustomer,
  stack: SharedStack,
  { id }: { readonly id: string },
): Promise<{ sweep?: Resource; given?: Resource }> {
  const rows = await rowsOf<{ id: string; type: string }>(
    stack,
    'select id, type from transactions where original_transaction_id = $1',
    [id.split(':')[1]],
  )
  const read = async (type: string): Promise<Resource | undefined> => {
    const row = rows.find((one) => one.type === type)
    if (row === undefined) return undefined
    return shown('follower', await api.call('GET', `/transactions/Transaction:${row.id}`), 200)
  }
  const [sweep, given] = [await read('OUTGOING'), await read('INCOMING')]
  return { ...(sweep && { sweep }), ...(given && { given }) }
}

/** A customer with dollars of its own, whose wallet is active. */
export async function aHolder(
  stack: SharedStack,
  options: Parameters<typeof aCustomer>[1] = {},
): Promise<TestCustomer & { readonly dollars: Resource; readonly wallet: Resource }> {
  const holder = await aCustomer(stack, options)
  return { ...holder, dollars: accountOf(holder, 'USD'), wallet: accountOf(holder, 'USDB') }
}
