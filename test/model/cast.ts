/** Who pays whom in the model test: two platforms, three customers, and every kind of account. */
import type { ServerResponse } from 'node:http'
import type { PlatformCredentials } from '../../db/platforms.ts'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { accountOf, amountsOf, aPerson, type Person, platformAccount } from '../payments/people.ts'
import {
  aLoggedInWallet,
  anExternalAccount,
  aPlatform,
  apiOf,
  aWebhookReceiver,
  fund,
  type LoggedInWallet,
  listed,
  type Shown,
  type WebhookReceiver,
} from '../support/builders.ts'
import type { TestStack } from '../support/stack.ts'
import type { Received } from '../webhooks/receiver.ts'

/** What a bank account's last digits make of a payout, and of a transfer. */
export const suffixes = ['789', '002', '004', '005', '006', '007'] as const
export type Suffix = (typeof suffixes)[number]

export type Cast = {
  readonly stack: TestStack
  readonly api: ApiClient
  /** Has a wallet with a session, and bank accounts of every suffix. */
  readonly ada: LoggedInWallet
  readonly adaAccounts: Person['accounts']
  readonly banks: Readonly<Record<Suffix, Shown>>
  readonly bob: Person
  /** On the other platform, which is asked before money reaches her. */
  readonly carla: Person
  readonly house: Shown
  readonly receiver: WebhookReceiver
  stop(): Promise<void>
}

const RICH: Readonly<Record<string, bigint>> = { USD: 50_000n, USDB: 500_000_000n }

export async function aCast(stack: TestStack): Promise<Cast> {
  const api = apiOf(stack)
  const neighbour: PlatformCredentials = await aPlatform(stack)
  const receiver = await aWebhookReceiver(stack, { platform: neighbour, behaviour: answerByAmount })
  const [ada, bob, carla, house] = await Promise.all([
    aLoggedInWallet(stack, { minor: RICH.USDB ?? 0n }),
    aPerson(stack),
    aPerson(stack, { platform: neighbour }),
    platformAccount(api, 'USD'),
  ])
  const own = listed(await api.call('GET', `/internal-accounts?customerId=${ada.customer.id}`))
  const adaAccounts = Object.fromEntries(
    own.map((account) => [
      (account.balance as { currency: { code: string } }).currency.code,
      account,
    ]),
  )
  const person = { api, customer: ada.customer, accounts: adaAccounts }
  for (const account of [accountOf(person, 'USD'), accountOf(bob, 'USD'), house]) {
    await fund(api, account, RICH.USD ?? 0n)
  }
  const made = await Promise.all(
    suffixes.map(async (suffix) => {
      return [suffix, await anExternalAccount(api, ada.customer, suffix)] as const
    }),
  )
  const banks = Object.fromEntries(made) as Record<Suffix, Shown>
  const stop = (): Promise<void> => receiver.stop()
  return { stack, api, ada, adaAccounts, banks, bob, carla, house, receiver, stop }
}

/** The four words of a platform that is asked. */
export const platformWords = ['APPROVES', 'REJECTS', 'IS_SILENT', 'CALLS'] as const
export type PlatformWord = (typeof platformWords)[number]

/** The amount that arrives says which: the payment and the platform agree on it without a channel. */
export function wordFor(receivingAmount: number): PlatformWord {
  return platformWords[receivingAmount % platformWords.length] ?? 'APPROVES'
}

function answerByAmount(response: ServerResponse, { body }: Received): void {
  const { receivedAmount } = body.data as { receivedAmount?: { amount?: number } }
  const word = wordFor(receivedAmount?.amount ?? 0)
  const isQuestion = body.type === 'INCOMING_PAYMENT.PENDING'
  const status = { APPROVES: 200, REJECTS: 403, IS_SILENT: 202, CALLS: 202 }[word]
  response.writeHead(isQuestion ? status : 200, { 'content-type': 'application/json' }).end('{}')
}

/** Every account that the model has a balance of. */
function accountsOf(cast: Cast): readonly { readonly api: ApiClient; readonly id: string }[] {
  const { api, adaAccounts, bob, carla, house } = cast
  return [
    ...Object.values(adaAccounts).map(({ id }) => ({ api, id })),
    ...Object.values(bob.accounts).map(({ id }) => ({ api, id })),
    ...Object.values(carla.accounts).map(({ id }) => ({ api: carla.api, id })),
    { api, id: house.id },
  ]
}

/** What the interface says of them. */
export async function shownBalances(cast: Cast): Promise<Map<string, object>> {
  const all = accountsOf(cast).map(async ({ api, id }) => {
    return [id, await amountsOf(api, { id })] as const
  })
  return new Map(await Promise.all(all))
}
