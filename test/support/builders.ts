/**
 * What a test starts from, made over HTTP by the calls that a platform would make. Each builder
 * makes its own parents.
 */

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@temporalio/client'
import type { Environment } from '../../contract/outsideParties.ts'
import { openDatabase } from '../../db/database.ts'
import { checkLedger, type LedgerReport } from '../../db/ledger/check.ts'
import { createPlatform, type PlatformCredentials } from '../../db/platforms.ts'
import { isWebhookSignature, SIGNATURE_HEADER } from '../../runtime/webhookSignature.ts'
import {
  type Answer,
  type ApiClient,
  createApiClient,
  expectStatus,
} from '../../scripts/serviceDriver/apiClient.ts'
import { type Device, logIn } from '../../scripts/serviceDriver/device.ts'
import { aReceiver, type Behaviour } from '../webhooks/receiver.ts'
import { aSandboxControl } from './sandboxControl.ts'
import type { SharedStack } from './stack.ts'

/** A resource as the API shows it. */
export type Resource = Readonly<Record<string, unknown>> & { readonly id: string }

export type WalletOptions = {
  /** Whose backend calls; the stack's own platform without it. */
  readonly platform?: PlatformCredentials
  /** Of that platform; PRODUCTION takes a stack with parties for it, and no sandbox money. */
  readonly environment?: Environment
  /** Which API process is called. */
  readonly apiIndex?: number
  /** Smallest units of USDB to fund the wallet with; 0 leaves it empty. */
  readonly minor?: bigint
  /** Last digits of the account number paid to: the sandbox's magic suffixes. */
  readonly suffix?: string
  readonly email?: string
}

export type FundedWallet = {
  readonly api: ApiClient
  readonly customer: Resource
  /** Internal account of type EMBEDDED_WALLET. */
  readonly wallet: Resource
  /** EMAIL_OTP credential. */
  readonly credential: Resource
  /** External USD account of the customer. */
  readonly account: Resource
}

export type LoggedInWallet = FundedWallet & { readonly device: Device }

export const FUNDED_MINOR = 1_000_000_000n

/** A client of one API process of the stack. */
export function apiOf(
  stack: SharedStack,
  platform: PlatformCredentials = stack.platform,
  index = 0,
): ApiClient {
  const url = stack.apiUrls[index]
  if (url === undefined) throw new Error(`this stack has no API ${index}`)
  return createApiClient(url, platform)
}

/** Another platform of the sandbox side. */
export function aPlatform(
  stack: SharedStack,
  name = `test ${randomUUID()}`,
): Promise<PlatformCredentials> {
  return createPlatform(stack.databaseUrl, { name, environment: 'SANDBOX' })
}

/** The body of `POST /customers` for a business, complete and accepted. */
export function aBusinessBody(fields: Readonly<Record<string, unknown>> = {}): object {
  return {
    customerType: 'BUSINESS',
    platformCustomerId: `business-${randomUUID()}`,
    region: 'US',
    email: `office-${randomUUID().slice(0, 8)}@example.com`,
    businessInfo: {
      legalName: 'Analytical Engines Ltd',
      country: 'US',
      taxId: '12-3456789',
      incorporatedOn: '2015-03-01',
    },
    ...fields,
  }
}

/** The body of `POST /customers`, complete and accepted. */
export function aCustomerBody(fields: Readonly<Record<string, unknown>> = {}): object {
  return {
    customerType: 'INDIVIDUAL',
    platformCustomerId: `customer-${randomUUID()}`,
    region: 'US',
    email: `ada-${randomUUID().slice(0, 8)}@example.com`,
    fullName: 'Ada Lovelace',
    birthDate: '1990-12-10',
    nationality: 'GB',
    ...fields,
  }
}

/** A customer as the API shows it; a service that is busy is asked again. */
export async function createCustomer(api: ApiClient, fields: object = {}): Promise<Resource> {
  const body = aCustomerBody({ ...fields })
  for (;;) {
    const answer = await api.call('POST', '/customers', body)
    if (answer.status !== 503) return shown('create customer', answer, 201)
    await sleep(REPEAT_MS)
  }
}

const REPEAT_MS = 100

/** A customer with an active wallet, money in it, and a bank account to pay to. */
export async function aFundedWallet(
  stack: SharedStack,
  options: WalletOptions = {},
): Promise<FundedWallet> {
  const { email, environment = 'SANDBOX' } = options
  const { minor = environment === 'SANDBOX' ? FUNDED_MINOR : 0n } = options
  const api = apiOf(stack, options.platform, options.apiIndex)
  const customer = await createCustomer(api, email ? { email } : {})
  const wallet = await waitUntil('the wallet is active', async () => {
    const path = `/internal-accounts?customerId=${customer.id}&type=EMBEDDED_WALLET`
    const [account] = listed(await api.call('GET', path))
    return account?.status === 'ACTIVE' ? account : undefined
  })
  const [credential] = listed(await api.call('GET', `/auth/credentials?accountId=${wallet.id}`))
  if (credential === undefined) throw new Error('the wallet has no credential')
  if (minor > 0n) await fund(api, wallet, minor)
  const account = await anExternalAccount(api, customer, options.suffix)
  return { api, customer, wallet, credential, account }
}

/** A funded wallet whose owner has a device with a session. */
export async function aLoggedInWallet(
  stack: SharedStack,
  options: WalletOptions = {},
): Promise<LoggedInWallet> {
  return loggedIn(stack, await aFundedWallet(stack, options), options.environment)
}

/** A wallet with a new session, by a mailed code. */
export async function loggedIn(
  stack: SharedStack,
  wallet: FundedWallet,
  environment?: WalletOptions['environment'],
): Promise<LoggedInWallet> {
  const { otp } = await aSandboxControl(stack, environment).signers()
  const device = await logIn(wallet.api, { credentialId: wallet.credential.id, otpSigner: otp })
  return { ...wallet, device }
}

/** Credits an account with sandbox money. */
export async function fund(api: ApiClient, account: { id: string }, minor: bigint): Promise<void> {
  const path = `/sandbox/internal-accounts/${account.id}/fund`
  expectStatus('fund', await api.call('POST', path, { amount: Number(minor) }), 200)
}

/** A USD account of the customer whose number ends in `suffix`. */
export async function anExternalAccount(
  api: ApiClient,
  customer: { readonly id: string },
  suffix = '789',
): Promise<Resource> {
  const answer = await api.call('POST', '/customers/external-accounts', {
    customerId: customer.id,
    currency: 'USD',
    accountInfo: {
      accountType: 'USD_ACCOUNT',
      accountNumber: `000${Math.floor(Math.random() * 1e9)}${suffix}`,
      routingNumber: '021000021',
      bankAccountType: 'CHECKING',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
    },
  })
  return shown('external account', answer, 201)
}

export type QuoteOptions = {
  /** Smallest units of USDB that leave the wallet. */
  readonly minor?: bigint
  readonly account?: { readonly id: string }
  readonly key?: string
}

/** A quote from the wallet to the bank account, sending-side lock, with its `payloadToSign`. */
export async function aQuote(
  { api, wallet, account }: Pick<FundedWallet, 'api' | 'wallet' | 'account'>,
  options: QuoteOptions = {},
): Promise<Resource> {
  const body = quoteBody(wallet, options.account ?? account, options.minor)
  const answer = await api.call('POST', '/quotes', body, { 'Idempotency-Key': options.key })
  return shown('quote', answer, 201)
}

/** The body of `POST /quotes` as `aQuote` sends it. */
export function quoteBody(
  wallet: { readonly id: string },
  account: { readonly id: string },
  minor = 1_000_000n,
): object {
  return {
    source: { sourceType: 'ACCOUNT', accountId: wallet.id },
    destination: { destinationType: 'ACCOUNT', accountId: account.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: Number(minor),
  }
}

/** Spendable smallest units of an account, as the API shows them. */
export async function balanceOf({
  api,
  customer,
  wallet,
}: Pick<FundedWallet, 'api' | 'customer' | 'wallet'>): Promise<bigint> {
  const all = listed(await api.call('GET', `/internal-accounts?customerId=${customer.id}`))
  const account = all.find(({ id }) => id === wallet.id)
  return BigInt((account?.balance as { amount: number } | undefined)?.amount ?? 0)
}

export type Webhook = {
  /** `Webhook:<uuid>`: the same on every attempt. */
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  readonly isSigned: boolean
}

export type WebhookReceiver = {
  readonly url: string
  readonly webhooks: readonly Webhook[]
  /** How many requests have come, repeats too. */
  readonly count: number
  /** Status to answer with, or a function that answers, late or never. */
  behave(behaviour: Behaviour): void
  /** Types of the events about a resource, in the order of their first deposit. */
  typesOf(resourceId: string): string[]
  stop(): Promise<void>
}

/** A platform's own server, set as its webhook endpoint; it checks every signature. */
export async function aWebhookReceiver(
  stack: SharedStack,
  options: { readonly platform?: PlatformCredentials; readonly behaviour?: Behaviour } = {},
): Promise<WebhookReceiver> {
  const receiver = await aReceiver(options.behaviour)
  const api = apiOf(stack, options.platform)
  const config = await api.call('PATCH', '/config', { webhookEndpoint: receiver.url })
  const publicKey = String(expectStatus('PATCH /config', config, 200).body.webhookPublicKey)
  const webhooks = (): Webhook[] =>
    receiver.received.map(({ body, raw, headers }) => ({
      ...body,
      isSigned: isWebhookSignature(String(headers[SIGNATURE_HEADER.toLowerCase()]), raw, publicKey),
    }))
  return {
    url: receiver.url,
    get webhooks() {
      return webhooks()
    },
    get count() {
      return receiver.received.length
    },
    behave: receiver.behave,
    typesOf(resourceId) {
      const about = receiver.received.filter(({ body }) => body.data.id === resourceId)
      return [...new Map(about.map(({ body }) => [body.id, body.type])).values()]
    },
    stop: receiver.stop,
  }
}

/** Proves the ledger of a stack. @throws Error naming what does not hold */
export async function ledgerHolds(stack: Pick<SharedStack, 'databaseUrl'>): Promise<LedgerReport> {
  const database = openDatabase(stack.databaseUrl, { poolMax: 1, statementTimeoutMs: 60_000 })
  try {
    const report = await checkLedger(database)
    if (!report.ok) throw new Error(`the ledger is broken: ${JSON.stringify(report.findings)}`)
    return report
  } finally {
    await database.close()
  }
}

const LOOK_MS = 100
const WAIT_MS = 300_000

/** Waits for the start of what is answered before its workflow runs. */
export async function untilStarted(
  { workflow }: Pick<Client, 'workflow'>,
  workflowId: string,
): Promise<void> {
  await waitUntil(`${workflowId} has started`, () =>
    workflow
      .getHandle(workflowId)
      .describe()
      .then(
        () => true,
        () => false,
      ),
  )
}

/** Looks again until something is there. @throws Error with `what` after `withinMs` */
export async function waitUntil<T>(
  what: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = WAIT_MS,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > deadline) throw new Error(`${what}: not within ${withinMs} ms`)
    await sleep(LOOK_MS)
  }
}

/** @throws UnexpectedAnswer unless the call answered with that status */
export function shown(
  what: string,
  answer: Awaited<ReturnType<ApiClient['call']>>,
  status: number,
): Resource {
  return expectStatus(what, answer, status).body as Resource
}

/** The resources of a list's answer. */
export function listed(answer: Awaited<ReturnType<ApiClient['call']>>): Resource[] {
  return (expectStatus('list', answer, 200).body.data ?? []) as Resource[]
}

/** What a refusal says but for the id of its own request: to be compared with another one. */
export function withoutRequestId({ body }: Pick<Answer, 'body'>): {
  readonly [member: string]: unknown
  readonly details: Readonly<Record<string, unknown>>
} {
  const { requestId, ...details } = body.details as Readonly<Record<string, unknown>>
  if (typeof requestId !== 'string') throw new Error('the refusal does not name its request')
  return { ...body, details }
}
