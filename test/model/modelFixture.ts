/** The fixture of the model test: two platforms, three customers, and every kind of account. */
import type { ServerResponse } from 'node:http'
import type { PlatformCredentials } from '../../db/platforms.ts'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import {
  aCustomer,
  accountOf,
  amountsOf,
  platformAccount,
  type TestCustomer,
} from '../payments/customers.ts'
import {
  aLoggedInWallet,
  anExternalAccount,
  aPlatform,
  apiOf,
  aWebhookReceiver,
  fund,
  type LoggedInWallet,
  listed,
  type Resource,
  type WebhookReceiver,
} from '../support/builders.ts'
import type { TestStack } from '../support/stack.ts'
import type { Received } from '../webhooks/receiver.ts'

/** The sandbox suffixes of bank accounts, which select the outcome of a payout or transfer. */
export const suffixes = ['789', '002', '004', '005', '006', '007'] as const
export type Suffix = (typeof suffixes)[number]

export type ModelFixture = {
  readonly stack: TestStack
  readonly api: ApiClient
  /** Has a wallet with a session, and bank accounts of every suffix. */
  readonly ada: LoggedInWallet
  readonly adaAccounts: TestCustomer['accounts']
  readonly banks: Readonly<Record<Suffix, Resource>>
  readonly bob: TestCustomer
  /** On the other platform, which must approve incoming payments. */
  readonly carla: TestCustomer
  readonly treasury: Resource
  readonly receiver: WebhookReceiver
  stop(): Promise<void>
}

const INITIAL_BALANCES: Readonly<Record<string, bigint>> = { USD: 50_000n, USDB: 500_000_000n }

export async function aModelFixture(stack: TestStack): Promise<ModelFixture> {
  const api = apiOf(stack)
  const otherPlatform: PlatformCredentials = await aPlatform(stack)
  const receiver = await aWebhookReceiver(stack, {
    platform: otherPlatform,
    behaviour: answerByAmount,
  })
  const [ada, bob, carla, treasury] = await Promise.all([
    aLoggedInWallet(stack, { minor: INITIAL_BALANCES.USDB ?? 0n }),
    aCustomer(stack),
    aCustomer(stack, { platform: otherPlatform }),
    platformAccount(api, 'USD'),
  ])
  const own = listed(await api.call('GET', `/internal-accounts?customerId=${ada.customer.id}`))
  const adaAccounts = Object.fromEntries(
    own.map((account) => [
      (account.balance as { currency: { code: string } }).currency.code,
      account,
    ]),
  )
  const holder = { api, customer: ada.customer, accounts: adaAccounts }
  for (const account of [accountOf(holder, 'USD'), accountOf(bob, 'USD'), treasury]) {
    await fund(api, account, INITIAL_BALANCES.USD ?? 0n)
  }
  const made = await Promise.all(
    suffixes.map(async (suffix) => {
      return [suffix, await anExternalAccount(api, ada.customer, suffix)] as const
    }),
  )
  const banks = Object.fromEntries(made) as Record<Suffix, Resource>
  const stop = (): Promise<void> => receiver.stop()
  return { stack, api, ada, adaAccounts, banks, bob, carla, treasury, receiver, stop }
}

/** The four replies of a platform to an approval request. */
export const platformReplies = ['APPROVES', 'REJECTS', 'IS_SILENT', 'CALLS'] as const
export type PlatformReply = (typeof platformReplies)[number]

/** The receiving amount selects the reply, so that test and platform need no other channel. */
export function replyFor(receivingAmount: number): PlatformReply {
  return platformReplies[receivingAmount % platformReplies.length] ?? 'APPROVES'
}

function answerByAmount(response: ServerResponse, { body }: Received): void {
  const { receivedAmount } = body.data as { receivedAmount?: { amount?: number } }
  const reply = replyFor(receivedAmount?.amount ?? 0)
  const isQuestion = body.type === 'INCOMING_PAYMENT.PENDING'
  const status = { APPROVES: 200, REJECTS: 403, IS_SILENT: 202, CALLS: 202 }[reply]
  response.writeHead(isQuestion ? status : 200, { 'content-type': 'application/json' }).end('{}')
}

/** Every account that the model has a balance of. */
function accountsOf(
  fixture: ModelFixture,
): readonly { readonly api: ApiClient; readonly id: string }[] {
  const { api, adaAccounts, bob, carla, treasury } = fixture
  return [
    ...Object.values(adaAccounts).map(({ id }) => ({ api, id })),
    ...Object.values(bob.accounts).map(({ id }) => ({ api, id })),
    ...Object.values(carla.accounts).map(({ id }) => ({ api: carla.api, id })),
    { api, id: treasury.id },
  ]
}

/** Their balances as the API shows them. */
export async function shownBalances(fixture: ModelFixture): Promise<Map<string, object>> {
  const all = accountsOf(fixture).map(async ({ api, id }) => {
    return [id, await amountsOf(api, { id })] as const
  })
  return new Map(await Promise.all(all))
}
