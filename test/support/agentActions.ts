/** A customer whose agent acts: in currencies of its bank, so that nothing has to be stamped. */
import { withClient } from '../../scripts/devstack/postgres.ts'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { accountOf, aFundedCustomer } from '../payments/customers.ts'
import { anAgent, freePolicy } from './agents.ts'
import { anExternalAccount, type Resource, shown, waitUntil } from './builders.ts'
import type { SharedStack } from './stack.ts'

export type Acting = {
  /** The platform's requests. */
  readonly api: ApiClient
  readonly customer: Resource
  /** Internal USD account with money, and a bank account. */
  readonly source: Resource
  readonly bank: Resource
  readonly agent: Resource
  readonly accessToken: string
  /** The agent's own requests. */
  readonly its: ApiClient
}

/** Everything at once, up to 10,000.00 USD each. */
export const usdPolicy = {
  ...freePolicy,
  spendingLimits: { currency: 'USD', perTransactionLimit: 1_000_000 },
} as const

export const askingPolicy = { ...usdPolicy, defaultExecutionMode: 'APPROVAL_REQUIRED' } as const

export async function anActingAgent(
  stack: SharedStack,
  policy: object = usdPolicy,
  minor = 10_000_000n,
  platform = stack.platform,
): Promise<Acting> {
  const { api, customer, ...rest } = await aFundedCustomer(stack, 'USD', minor, { platform })
  const bank = await anExternalAccount(api, customer)
  const source = accountOf({ api, customer, ...rest }, 'USD')
  return { api, customer, source, bank, ...(await anAgent(api, customer.id, policy)) }
}

export function transferBody({ source, bank }: Acting, amount = 1_000, more: object = {}): object {
  return { source: { accountId: source.id }, destination: { accountId: bank.id }, amount, ...more }
}

export function transferOut(
  acting: Acting,
  amount = 1_000,
  key?: string,
  its = acting.its,
): Promise<Answer> {
  const headers = { 'Idempotency-Key': key }
  return its.call('POST', '/agents/me/transfer-out', transferBody(acting, amount), headers)
}

/** A quote that the agent has made. */
export async function anAgentQuote(acting: Acting, amount = 1_000): Promise<Resource> {
  const answer = await acting.its.call('POST', '/agents/me/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: acting.source.id },
    destination: { destinationType: 'ACCOUNT', accountId: acting.bank.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: amount,
  })
  return shown('quote', answer, 201)
}

export function executeQuote(
  { its }: Pick<Acting, 'its'>,
  quote: Resource,
  headers: Record<string, string | undefined> = {},
): Promise<Answer> {
  return its.call('POST', `/agents/me/quotes/${quote.id}/execute`, undefined, headers)
}

export function decide(
  { api, agent }: Pick<Acting, 'api' | 'agent'>,
  action: { readonly id: unknown },
  decision: 'approve' | 'reject',
  body?: object,
): Promise<Answer> {
  return api.call('POST', `/agents/${agent.id}/actions/${action.id}/${decision}`, body)
}

/** An action as it was answered; the test fails unless it was. */
export function actionOf(answer: Answer, status: string): Resource & { transaction: Resource } {
  if (answer.body.status !== status) {
    throw new Error(`expected an action ${status}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  return answer.body as Resource & { transaction: Resource }
}

export type Usage = { dailyTransactionCount: number; dailySpend: number; monthlySpend: number }

export async function usageOf({ api, agent }: Pick<Acting, 'api' | 'agent'>): Promise<Usage> {
  return shown('agent', await api.call('GET', `/agents/${agent.id}`), 200).usage as Usage
}

export async function setPolicy(
  { api, agent }: Pick<Acting, 'api' | 'agent'>,
  change: object,
): Promise<void> {
  shown('policy', await api.call('PATCH', `/agents/${agent.id}/policy`, change), 200)
}

/** The status of an action's workflow at the Temporal server, once it has closed. */
export function untilTransactionIs(
  { api }: Pick<Acting, 'api'>,
  { transaction }: { readonly transaction: { readonly id: string } },
  status: string,
): Promise<Resource> {
  return waitUntil(`${transaction.id} is ${status}`, async () => {
    const found = shown(
      'transaction',
      await api.call('GET', `/transactions/${transaction.id}`),
      200,
    )
    return found.status === status ? found : undefined
  })
}

/** One value of the stack's database. */
export async function storedValue(
  stack: SharedStack,
  text: string,
  values: unknown[],
): Promise<unknown> {
  const { rows } = await withClient(stack.databaseUrl, (client) => client.query(text, values))
  return Object.values((rows[0] ?? {}) as object)[0]
}
