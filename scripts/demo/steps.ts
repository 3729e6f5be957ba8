/** What the demonstrations share: one line a step, a receiver of webhooks, and a wallet. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fetch } from 'undici'
import { environmentOfStack } from '../devstack/connect.ts'
import { demonstrationPlatform } from '../devstack/demoPlatform.ts'
import {
  type Answer,
  type ApiClient,
  type Credentials,
  createApiClient,
  expectStatus,
} from '../serviceDriver/apiClient.ts'
import { type Device, logIn } from '../serviceDriver/device.ts'

const WAIT_MS = 30_000
const STEP_MS = 200

export type Webhook = { readonly type: string; readonly data: Record<string, unknown> }

export type Demonstration = {
  readonly api: ApiClient
  readonly env: Readonly<Record<string, string | undefined>>
  /** As they arrive, the first one first. */
  readonly webhooks: readonly Webhook[]
}

/** A customer's embedded wallet. */
export type DemoWallet = {
  readonly customerId: string
  readonly accountId: string
  /** Of the login by mail. */
  readonly credentialId: string
}

/** Runs a demonstration on the running stack, as a platform of its own whose webhooks come here. */
export async function demonstrate(show: (shown: Demonstration) => Promise<void>): Promise<void> {
  const env = environmentOfStack(process.env)
  const api = await demonstrationApi(env)
  const webhooks: Webhook[] = []
  const receiver = await startReceiver(webhooks)
  try {
    await step(
      'PATCH /config: webhooks come here',
      () => api.call('PATCH', '/config', { webhookEndpoint: receiver.url }),
      200,
    )
    await show({ api, env, webhooks })
  } finally {
    await receiver.stop()
  }
}

/** The API as the demonstrations' platform; what shows it in the dashboard is printed. */
export async function demonstrationApi(
  env: Readonly<Record<string, string | undefined>>,
): Promise<ApiClient> {
  const clientOf = (given: Credentials): ApiClient => createApiClient(env.API_URL ?? '', given)
  const credentials = await demonstrationPlatform(
    env.DATA_DIR ?? '',
    env.DATABASE_URL ?? '',
    async (kept) => (await clientOf(kept).call('GET', '/config')).status === 200,
  )
  const { clientId, clientSecret } = credentials
  say('platform of the demonstrations, for the dashboard', `${clientId} ${clientSecret}`)
  return clientOf(credentials)
}

export function say(what: string, more: string): void {
  process.stdout.write(`${what.padEnd(52)} ${more}\n`)
}

export async function step(
  what: string,
  call: () => Promise<Answer>,
  status: number,
): Promise<Answer> {
  const answer = expectStatus(what, await call(), status)
  say(what, [status, answer.body.id, answer.body.status].filter(Boolean).join(' '))
  return answer
}

export async function waitFor<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
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

/** A new customer, whose wallet is active. */
export async function aWallet(api: ApiClient): Promise<DemoWallet> {
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
  const customerId = String(customer.body.id)
  const wallet = await waitFor('the wallet is active', async () => {
    const account = await walletOf(api, customerId)
    return account?.status === 'ACTIVE' ? account : undefined
  })
  const credentials = await step(
    'GET /auth/credentials',
    () => api.call('GET', `/auth/credentials?accountId=${wallet.id}`),
    200,
  )
  const [credential] = credentials.body.data as { id: string }[]
  return { customerId, accountId: wallet.id, credentialId: credential?.id ?? '' }
}

/** @param amount in millionths of a USDB */
export async function fund(
  api: ApiClient,
  { accountId }: DemoWallet,
  amount: number,
): Promise<void> {
  await step(
    `POST /sandbox/internal-accounts/{id}/fund: ${amount / 1e6} USDB`,
    () => api.call('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount }),
    200,
  )
}

/** The customer's device, logged in by the code of the sandbox's mail. */
export async function aSession(
  { api, env }: Demonstration,
  { credentialId }: DemoWallet,
): Promise<Device> {
  const { otp } = (await (await fetch(`${env.SANDBOX_CONTROL_URL}/signers`)).json()) as {
    otp: string
  }
  const device = await logIn(api, { credentialId, otpSigner: otp })
  say('challenge, sealed code, signed retry', `session ${device.sessionId}`)
  return device
}

export async function balanceOf(api: ApiClient, { customerId }: DemoWallet): Promise<string> {
  const account = await walletOf(api, customerId)
  return `${((account?.balance.amount ?? 0) / 1e6).toFixed(6)} USDB`
}

type Account = {
  readonly id: string
  readonly status: string
  readonly balance: { readonly amount: number }
}

async function walletOf(api: ApiClient, customerId: string): Promise<Account | undefined> {
  const list = await api.call(
    'GET',
    `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`,
  )
  return (list.body.data as Account[])[0]
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
