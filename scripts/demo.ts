/**
 * `npm run demo`: a customer withdraws from an embedded wallet, against the running service, with
 * the unmodified wallet clients. One line a step.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fetch } from 'undici'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'
import {
  type Answer,
  type Credentials,
  createApiClient,
  expectStatus,
} from './serviceDriver/apiClient.ts'
import { executeQuote, logIn } from './serviceDriver/device.ts'

const WAIT_MS = 30_000
const STEP_MS = 200

type Webhook = { readonly type: string; readonly data: Record<string, unknown> }

await command(async () => {
  const env = environmentOfStack(process.env)
  const credentials = JSON.parse(
    readFileSync(join(env.DATA_DIR ?? '.data', 'demo.json'), 'utf8'),
  ) as Credentials
  const api = createApiClient(env.API_URL ?? '', credentials)
  const webhooks: Webhook[] = []
  const receiver = await startReceiver(webhooks)
  try {
    const config = await api.call('GET', '/config')
    expectStatus('GET /config', config, 200)
    await step(
      'PATCH /config: webhooks come here',
      () => api.call('PATCH', '/config', { webhookEndpoint: receiver.url }),
      200,
    )
    await withdraw(api, env, webhooks)
  } finally {
    await receiver.stop()
  }
})

async function withdraw(
  api: ReturnType<typeof createApiClient>,
  env: Record<string, string | undefined>,
  webhooks: readonly Webhook[],
): Promise<void> {
  const customer = await step(
    'POST /customers',
    () =>
      api.call('POST', '/customers', {
        customerType: 'INDIVIDUAL',
        platformCustomerId: `demo-${randomUUID().slice(0, 8)}`,
        region: 'US',
        email: `ada-${randomUUID().slice(0, 8)}@example.com`,
        fullName: 'Ada Lovelace',
        birthDate: '1990-12-10',
        nationality: 'GB',
      }),
    201,
  )
  const accountsPath = `/internal-accounts?customerId=${customer.body.id}&type=EMBEDDED_WALLET`
  const wallet = await waitFor('the wallet is active', async () => {
    const list = await api.call('GET', accountsPath)
    const [account] = list.body.data as Record<string, unknown>[]
    return account?.status === 'ACTIVE' ? account : undefined
  })
  const credentials = await step(
    'GET /auth/credentials',
    () => api.call('GET', `/auth/credentials?accountId=${wallet.id}`),
    200,
  )
  const [credential] = credentials.body.data as { id: string; type: string }[]

  await step(
    'POST /sandbox/internal-accounts/{id}/fund: 25 USDB',
    () => api.call('POST', `/sandbox/internal-accounts/${wallet.id}/fund`, { amount: 25_000_000 }),
    200,
  )
  const before = await balanceOf(api, accountsPath)

  const account = await step(
    'POST /customers/external-accounts: USD_ACCOUNT',
    () =>
      api.call('POST', '/customers/external-accounts', {
        customerId: customer.body.id,
        currency: 'USD',
        accountInfo: {
          accountType: 'USD_ACCOUNT',
          accountNumber: '000123456789',
          routingNumber: '021000021',
          bankAccountType: 'CHECKING',
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
        },
      }),
    201,
  )
  const quote = await step(
    'POST /quotes: 10 USDB to USD',
    () =>
      api.call('POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId: wallet.id },
        destination: { destinationType: 'ACCOUNT', accountId: account.body.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000_000,
      }),
    201,
  )

  const { otp } = (await (await fetch(`${env.SANDBOX_CONTROL_URL}/signers`)).json()) as {
    otp: string
  }
  const device = await logIn(api, { credentialId: credential?.id ?? '', otpSigner: otp })
  say('challenge, sealed code, signed retry', `session ${device.sessionId}`)

  const key = randomUUID()
  const executed = await step(
    'POST /quotes/{id}/execute, stamped',
    () => executeQuote(api, device, quote.body, key),
    200,
  )
  const again = await step(
    'the same execute again: the first answer',
    () => executeQuote(api, device, quote.body, key),
    200,
  )
  say('Idempotent-Replayed', String(again.headers.get('idempotent-replayed')))

  const transaction = await waitFor('the payment settles', async () => {
    const found = await api.call('GET', `/transactions/${executed.body.transactionId}`)
    return found.body.status === 'COMPLETED' ? found.body : undefined
  })
  const isOurs = (webhook: Webhook, type: string): boolean =>
    webhook.type === type && webhook.data.id === transaction.id
  await waitFor('the last webhook arrives', async () =>
    webhooks.find((webhook) => isOurs(webhook, 'OUTGOING_PAYMENT.COMPLETED')),
  )
  say('balance before', before)
  say('balance after', await balanceOf(api, accountsPath))
  say('webhooks received', webhooks.map(({ type }) => type).join(', '))
  say(
    'workflow',
    `${env.TEMPORAL_UI_URL}/namespaces/${env.TEMPORAL_NAMESPACE ?? 'default'}/workflows/${encodeURIComponent(String(quote.body.id))}`,
  )
}

async function balanceOf(api: ReturnType<typeof createApiClient>, path: string): Promise<string> {
  const list = await api.call('GET', path)
  const [account] = list.body.data as { balance: { amount: number } }[]
  return `${((account?.balance.amount ?? 0) / 1e6).toFixed(6)} USDB`
}

function say(what: string, more: string): void {
  process.stdout.write(`${what.padEnd(52)} ${more}\n`)
}

async function step(what: string, call: () => Promise<Answer>, status: number): Promise<Answer> {
  const answer = expectStatus(what, await call(), status)
  say(what, [status, answer.body.id, answer.body.status].filter(Boolean).join(' '))
  return answer
}

async function waitFor<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (let waitedMs = 0; waitedMs < WAIT_MS; waitedMs += STEP_MS) {
    const found = await look()
    if (found !== undefined) {
      say(what, '')
      return found
    }
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
  throw new Error(`${what}: not within ${WAIT_MS / 1000} s`)
}

async function startReceiver(
  webhooks: Webhook[],
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      webhooks.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Webhook)
      response.writeHead(200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
