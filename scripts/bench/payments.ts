/** Set-up for benchmark scenarios, not measured: wallets, sessions, stamped quotes. */
import { randomUUID } from 'node:crypto'
import { type ApiClient, expectStatus } from '../serviceDriver/apiClient.ts'
import { type Device, logIn, payloadOf } from '../serviceDriver/device.ts'
import type { LoadRequest } from './load.ts'

export type Wallet = {
  readonly customerId: string
  readonly accountId: string
  readonly credentialId: string
  readonly externalAccountId: string
  readonly otpSigner: string
  device: Device
}

export type Prepared = LoadRequest & { readonly quoteId: string; readonly transactionId: string }

const FUND_MINOR = 100_000_000_000
const SEND_MINOR = 1_000_000
const PREPARE_CONCURRENCY = 8
const ACTIVE_POLL_MS = 100

/** Customers with a funded wallet, a destination and a session each. */
export async function prepareWallets(
  api: ApiClient,
  controlUrl: string,
  count: number,
): Promise<Wallet[]> {
  const answer = await fetch(`${controlUrl}/signers`)
  const { otp: otpSigner } = (await answer.json()) as { otp: string }
  return Promise.all(Array.from({ length: count }, () => prepareWallet(api, otpSigner)))
}

async function prepareWallet(api: ApiClient, otpSigner: string): Promise<Wallet> {
  const customer = await api.call('POST', '/customers', {
    customerType: 'INDIVIDUAL',
    platformCustomerId: randomUUID(),
    region: 'US',
    email: `${randomUUID()}@example.com`,
    fullName: 'Ada Lovelace',
    birthDate: '1990-12-10',
    nationality: 'GB',
  })
  expectStatus('customer', customer, 201)
  const customerId = String(customer.body.id)
  const accountId = await activeWallet(api, customerId)
  const credentials = await api.call('GET', `/auth/credentials?accountId=${accountId}`)
  const [credential] = credentials.body.data as { id: string }[]
  const funded = await api.call('POST', `/sandbox/internal-accounts/${accountId}/fund`, {
    amount: FUND_MINOR,
  })
  expectStatus('fund', funded, 200)
  const external = await api.call('POST', '/customers/external-accounts', {
    customerId,
    currency: 'USD',
    accountInfo: {
      accountType: 'USD_ACCOUNT',
      accountNumber: '000123456789',
      routingNumber: '021000021',
      bankAccountType: 'CHECKING',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
    },
  })
  expectStatus('external account', external, 201)
  const credentialId = credential?.id ?? ''
  const device = await logIn(api, { credentialId, otpSigner })
  const externalAccountId = String(external.body.id)
  return { customerId, accountId, credentialId, externalAccountId, otpSigner, device }
}

async function activeWallet(api: ApiClient, customerId: string): Promise<string> {
  for (;;) {
    const path = `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`
    const list = await api.call('GET', path)
    const [account] = (list.body.data ?? []) as { id: string; status: string }[]
    if (account?.status === 'ACTIVE') return account.id
    await new Promise((resolve) => setTimeout(resolve, ACTIVE_POLL_MS))
  }
}

/** Renews sessions, which expire after minutes. */
export async function logInAgain(api: ApiClient, wallets: readonly Wallet[]): Promise<void> {
  await Promise.all(
    wallets.map(async (wallet) => {
      wallet.device = await logIn(api, wallet)
    }),
  )
}

/** A caller that pays from a wallet: the platform or its agent. */
export type Payer = {
  readonly wallet: Wallet
  readonly api: ApiClient
  /** Path for quotes. */
  readonly quotes: '/quotes' | '/agents/me/quotes'
  /** Authorization header; the platform's by default. */
  readonly authorization?: string
}

/** Stamped quotes of the platform, ready to execute, each with its own idempotency key. */
export function prepareExecutes(
  api: ApiClient,
  wallets: readonly Wallet[],
  count: number,
): Promise<Prepared[]> {
  return prepareExecutesByPayers(
    wallets.map((wallet) => ({ wallet, api, quotes: '/quotes' })),
    count,
  )
}

/** Like `prepareExecutes`, round-robin over the payers. */
export async function prepareExecutesByPayers(
  payers: readonly Payer[],
  count: number,
): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  let started = 0
  const worker = async (): Promise<void> => {
    while (started < count) {
      const payer = payers[started++ % payers.length]
      if (payer === undefined) throw new Error('no wallet')
      const { wallet, api, quotes, authorization } = payer
      const quote = await api.call('POST', quotes, {
        source: { sourceType: 'ACCOUNT', accountId: wallet.accountId },
        destination: { destinationType: 'ACCOUNT', accountId: wallet.externalAccountId },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: SEND_MINOR,
      })
      expectStatus('quote', quote, 201)
      prepared.push({
        method: 'POST',
        path: `${new URL(api.baseUrl).pathname}${quotes}/${quote.body.id}/execute`,
        headers: {
          ...(authorization !== undefined && { authorization }),
          'service-wallet-signature': await wallet.device.stamp(payloadOf(quote.body)),
          'idempotency-key': randomUUID(),
        },
        quoteId: String(quote.body.id).replace('Quote:', ''),
        transactionId: String(quote.body.transactionId),
      })
    }
  }
  await Promise.all(Array.from({ length: PREPARE_CONCURRENCY }, worker))
  return prepared
}
