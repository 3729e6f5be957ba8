/**
 * `npm run demo -- agent`: an agent pays for a customer inside its policy, through the MCP tools, and
 * a person decides what is above the threshold. One line a step.
 *
 * Settings: API_URL and DATABASE_URL, where the platform of the demonstrations is made.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { command } from '../command.ts'
import { environmentOfStack } from '../devstack/connect.ts'
import { type ApiClient, expectStatus } from '../serviceDriver/apiClient.ts'
import { connectTools, type ToolClient, textOf } from '../serviceDriver/toolClient.ts'
import { demonstrationApi, say } from './steps.ts'

const STEP_MS = 200
const STEPS_MAX = 150

type Fields = Readonly<Record<string, unknown>> & { readonly id?: string }

const policy = {
  permissions: ['VIEW_TRANSACTIONS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: { currency: 'USD', perTransactionLimit: 50_000, dailyLimit: 80_000 },
  approvalThresholds: { currency: 'USD', amount: 10_000 },
}

await command(async () => {
  parseArgs()
  const api = await demonstrationApi(environmentOfStack(process.env))
  const { source, destination } = await aPayer(api)
  const { agent, token } = await anAgent(api, String(source.customerId))
  const tools = await connectTools(api.baseUrl, token)
  try {
    const { tools: listed } = await tools.client.listTools()
    say('MCP tools/list', `${listed.length} tools`)
    const price = async (amount: number): Promise<unknown> => {
      const quote = await tools.ask('create_quote', {
        source: { sourceType: 'ACCOUNT', accountId: source.id },
        destination: { destinationType: 'ACCOUNT', accountId: destination.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: amount,
      })
      say('create_quote', quote.amounts.totalSendingAmount ?? '')
      return quote.result.id
    }
    await payAtOnce(tools, await price(5_000))
    await payAfterApproval(api, tools, agent, await price(25_000))
    await beRejected(api, tools, agent, await price(15_000))
    const tooMuch = await tools.call('execute_quote', { quoteId: await price(60_000) })
    say('execute_quote', textOf(tooMuch).split('\n')[0] ?? '')
    const me = await tools.ask('get_agent')
    say('get_agent: used today', me.amounts['usage.dailySpend'] ?? '')
  } finally {
    await tools.stop()
  }
})

/** A customer with money, and an account outside to pay. */
async function aPayer(api: ApiClient): Promise<{ source: Fields; destination: Fields }> {
  const customer = await post(api, 'POST /customers', '/customers', {
    customerType: 'INDIVIDUAL',
    platformCustomerId: `demo-${randomUUID().slice(0, 8)}`,
    region: 'US',
    email: `ada-${randomUUID().slice(0, 8)}@example.com`,
    fullName: 'Ada Lovelace',
    birthDate: '1990-12-10',
    nationality: 'GB',
  })
  const path = `/internal-accounts?customerId=${customer.id}&currency=USD`
  const list = expectStatus('GET /internal-accounts', await api.call('GET', path), 200)
  const [source = {}] = list.body.data as Fields[]
  const funding = `/sandbox/internal-accounts/${source.id}/fund`
  await post(api, 'fund its dollar account: 1000.00 USD', funding, { amount: 100_000 }, 200)
  const destination = await post(
    api,
    'POST /customers/external-accounts',
    '/customers/external-accounts',
    {
      customerId: customer.id,
      currency: 'USD',
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber: '000123456789',
        routingNumber: '021000021',
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
      },
    },
  )
  return { source, destination }
}

async function anAgent(
  api: ApiClient,
  customerId: string,
): Promise<{ agent: Fields; token: string }> {
  const created = expectStatus(
    'POST /agents',
    await api.call('POST', '/agents', { name: 'Invoices', customerId, policy }),
    201,
  )
  const { agent, deviceCode } = created.body as { agent: Fields; deviceCode: { code: string } }
  say('POST /agents', `${agent.id}, device code ${deviceCode.code}`)
  const path = `/agents/device-codes/${deviceCode.code}/redeem`
  const redeemed = await post(api, 'the program redeems its code', path, undefined, 200)
  return { agent, token: String(redeemed.accessToken) }
}

async function payAtOnce(tools: ToolClient, quoteId: unknown): Promise<void> {
  const dry = await tools.ask('evaluate_action', { action: { type: 'EXECUTE_QUOTE', quoteId } })
  say('evaluate_action: would it be allowed?', String(dry.result.decision))
  const paid = await tools.ask('execute_quote', { quoteId })
  say('execute_quote', `${paid.result.status}: ${paid.guidance}`)
  const again = await tools.ask('execute_quote', { quoteId })
  say('the same call again: the first answer', `replayed ${again.replayed === true}`)
  await untilCompleted(tools, paid.result.transaction as Fields)
}

async function payAfterApproval(
  api: ApiClient,
  tools: ToolClient,
  agent: Fields,
  quoteId: unknown,
): Promise<void> {
  const pending = await tools.ask('execute_quote', { quoteId })
  say('execute_quote', `${pending.result.status}: ${pending.guidance}`)
  say('balance', await balanceOf(tools))
  const waiting = expectStatus('approvals', await api.call('GET', '/agents/approvals'), 200)
  say('GET /agents/approvals', `${(waiting.body.data as Fields[]).length} waiting`)
  const waits = tools.ask('wait_for_decision', { actionId: pending.result.id })
  const path = `/agents/${agent.id}/actions/${pending.result.id}/approve`
  await post(api, 'a person approves', path, undefined, 200)
  const decided = await waits
  say('wait_for_decision', String(decided.result.status))
  await untilCompleted(tools, decided.result.transaction as Fields)
}

async function beRejected(
  api: ApiClient,
  tools: ToolClient,
  agent: Fields,
  quoteId: unknown,
): Promise<void> {
  const pending = await tools.ask('execute_quote', { quoteId })
  say('execute_quote', String(pending.result.status))
  const path = `/agents/${agent.id}/actions/${pending.result.id}/reject`
  await post(api, 'a person rejects', path, { reason: 'Not this month' }, 200)
  const { result } = await tools.ask('wait_for_decision', { actionId: pending.result.id })
  say('wait_for_decision', `${result.status}: ${result.rejectionReason}`)
  say('balance', await balanceOf(tools))
}

async function untilCompleted(tools: ToolClient, { id }: Fields): Promise<void> {
  for (let look = 0; look < STEPS_MAX; look += 1) {
    const { result } = await tools.ask('get_transaction', { transactionId: id })
    if (result.status === 'COMPLETED') {
      say('get_transaction', `COMPLETED, balance ${await balanceOf(tools)}`)
      return
    }
    await sleep(STEP_MS)
  }
  throw new Error('the payment has not ended')
}

async function balanceOf(tools: ToolClient): Promise<string> {
  const { amounts } = await tools.ask('list_accounts', { currency: 'USD' })
  return amounts['data.0.balance.amount'] ?? ''
}

async function post(
  api: ApiClient,
  what: string,
  path: string,
  body?: object,
  status = 201,
): Promise<Fields> {
  const answer = expectStatus(what, await api.call('POST', path, body), status)
  say(what, [answer.status, answer.body.id, answer.body.status].filter(Boolean).join(' '))
  return answer.body
}
