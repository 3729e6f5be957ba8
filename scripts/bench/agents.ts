/** Agents of the bench's customers, and what they submit. */
import { type ApiClient, createAgentClient, expectStatus } from '../serviceDriver/apiClient.ts'
import type { Wallet } from './payments.ts'
import type { Stage } from './stage.ts'

export type Agent = {
  readonly id: string
  readonly wallet: Wallet
  /** Client of the agent's own requests. */
  readonly its: ApiClient
  readonly authorization: string
}

/** An action that waits for its platform. */
export type Pending = { readonly agentId: string; readonly actionId: string }

/** More than any row moves. */
const LIMIT_MINOR = 1_000_000_000_000_000
const FUND_MINOR = 100_000_000
const SEND_MINOR = 100
const CONCURRENCY = 8

/** Every kind of limit, none of which is reached: all of them are judged. */
function policyOf(currency: string, defaultExecutionMode: 'AUTO' | 'APPROVAL_REQUIRED'): object {
  return {
    permissions: ['VIEW_TRANSACTIONS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'],
    defaultExecutionMode,
    spendingLimits: {
      currency,
      perTransactionLimit: LIMIT_MINOR,
      dailyLimit: LIMIT_MINOR,
      dailyTransactionLimit: 1_000_000,
      monthlyLimit: LIMIT_MINOR,
    },
  }
}

/** Connected agents, the customers in turn. */
export async function connectAgents(
  { api, wallets }: Stage,
  count: number,
  ...policy: Parameters<typeof policyOf>
): Promise<Agent[]> {
  const agents: Agent[] = []
  for (let index = 0; index < count; index += 1) {
    const wallet = wallets[index % wallets.length]
    if (wallet === undefined) throw new Error('no wallet')
    agents.push(await connectAgent(api, wallet, policyOf(...policy)))
  }
  return agents
}

async function connectAgent(api: ApiClient, wallet: Wallet, policy: object): Promise<Agent> {
  const { customerId } = wallet
  const body = { name: 'bench', customerId, policy }
  const made = expectStatus('agent', await api.call('POST', '/agents', body), 201)
  const { agent, deviceCode } = made.body as { agent: { id: string }; deviceCode: { code: string } }
  const path = `/agents/device-codes/${deviceCode.code}/redeem`
  const redeemed = expectStatus('redeem', await api.call('POST', path), 200)
  const accessToken = String(redeemed.body.accessToken)
  const its = createAgentClient(api.baseUrl, accessToken)
  return { id: agent.id, wallet, its, authorization: `Bearer ${accessToken}` }
}

/** An agent whose actions wait for approval, with an account of its customer's: funded, in dollars. */
export type Submitter = Agent & { readonly source: string }

export async function connectSubmitters(stage: Stage, count: number): Promise<Submitter[]> {
  const agents = await connectAgents(stage, count, 'USD', 'APPROVAL_REQUIRED')
  const list = await stage.api.call('GET', '/internal-accounts?type=INTERNAL_FIAT&limit=100')
  const { data } = expectStatus('accounts', list, 200).body
  const accounts = data as readonly { readonly id: string; readonly customerId: string }[]
  for (const { id } of accounts) {
    const path = `/sandbox/internal-accounts/${id}/fund`
    expectStatus('fund', await stage.api.call('POST', path, { amount: FUND_MINOR }), 200)
  }
  return agents.map((agent) => {
    const { customerId } = agent.wallet
    const source = accounts.find((account) => account.customerId === customerId)
    if (source === undefined) throw new Error('no account in dollars')
    return { ...agent, source: source.id }
  })
}

/**
 * Executed quotes that wait for approval, from one account of a customer to another: no outside
 * party has to act for them, so that they are complete when they are approved.
 */
export async function submit(submitters: readonly Submitter[], count: number): Promise<Pending[]> {
  const pending: Pending[] = []
  let started = 0
  const lane = async (): Promise<void> => {
    while (started < count) {
      const submitter = submitters[started++ % submitters.length]
      if (submitter === undefined) throw new Error('no agent')
      pending.push({ agentId: submitter.id, actionId: await submitOne(submitter) })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, lane))
  return pending
}

async function submitOne({ its, wallet, source }: Submitter): Promise<string> {
  const quote = await its.call('POST', '/agents/me/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: source },
    destination: { destinationType: 'ACCOUNT', accountId: wallet.accountId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: SEND_MINOR,
  })
  const { id } = expectStatus('quote', quote, 201).body
  const answer = await its.call('POST', `/agents/me/quotes/${id}/execute`)
  const action = expectStatus('submission', answer, 200).body
  if (action.status !== 'PENDING_APPROVAL') throw new Error(`submitted, it is ${action.status}`)
  return String(action.id)
}
