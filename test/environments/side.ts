/** One environment of a platform, and payments that use each of its outside parties. */
import type { Environment } from '../../contract/outsideParties.ts'
import type { PlatformCredentials } from '../../db/platforms.ts'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { aPayment, execute } from '../durability/payments.ts'
import {
  aCustomer,
  accountOf,
  anExternalAccount,
  askQuote,
  from,
  funding,
  type TestCustomer,
  to,
  untilEnded,
} from '../payments/customers.ts'
import {
  aLoggedInWallet,
  apiOf,
  type LoggedInWallet,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { aSandboxControl, type SandboxControl } from '../support/sandboxControl.ts'
import type { TestStack } from '../support/stack.ts'

export type Side = {
  readonly environment: Environment
  readonly stack: TestStack
  readonly platform: PlatformCredentials
  readonly api: ApiClient
  /** The control port of this environment's sandbox parties. */
  readonly control: SandboxControl
  readonly wallet: LoggedInWallet
  /** A second customer of the platform. */
  readonly neighbour: TestCustomer
}

/** In the smallest unit of the currency that is sent. */
const AMOUNT = 30_000

/** Two customers with wallets, one of them logged in with a one-time code. */
export async function aSide(
  stack: TestStack,
  environment: Environment,
  platform: PlatformCredentials,
): Promise<Side> {
  const control = aSandboxControl(stack, environment)
  // The same names in both environments, wherever a platform chooses them.
  const email = 'ada@example.com'
  const wallet = await aLoggedInWallet(stack, { platform, environment, minor: 0n, email })
  const fields = { platformCustomerId: 'neighbour', email: 'neighbour@example.com' }
  const neighbour = await aCustomer(stack, { platform, fields })
  const api = apiOf(stack, platform)
  return { environment, stack, platform, api, control, wallet, neighbour }
}

/**
 * A deposit into the wallet by a quote over AMOUNT.
 *
 * @param amount what arrives, in cents of a euro
 * @returns the transaction, once it has ended
 */
export async function deposit(
  { api, control, wallet }: Side,
  depositId: string,
  amount = AMOUNT,
): Promise<Resource> {
  const asked = await askQuote(
    api,
    funding('EUR', { customerId: wallet.customer.id }),
    to(wallet.wallet),
    AMOUNT,
  )
  const quote = shown('funding', asked, 201)
  const [instruction] = quote.paymentInstructions as {
    accountOrWalletInfo: { reference: string }
  }[]
  const { reference = '' } = instruction?.accountOrWalletInfo ?? {}
  await control.arrive({
    reference,
    amountMinor: String(amount),
    currency: 'EUR',
    id: depositId,
  })
  return untilEnded(api, quote.transactionId)
}

/** A signed withdrawal from the wallet to a bank account whose number ends with the suffix. */
export async function withdraw(side: Side, suffix = '789'): Promise<Resource> {
  const account = await anExternalAccount(side.api, side.wallet.customer, suffix)
  const payment = await aPayment(side.wallet, {
    account,
    minor: 1_000_000n,
    executeKey: `withdraw ${suffix}`,
  })
  shown('execute', await execute(side.api, payment), 200)
  return untilEnded(side.api, payment.transactionId)
}

/** A payment from a bank account of the neighbour's, collected over the rail, to the neighbour's dollars. */
export async function collect({ api, neighbour }: Side): Promise<Resource> {
  const bank = await anExternalAccount(api, neighbour.customer)
  const target = to(accountOf(neighbour, 'USD'))
  const more = { immediatelyExecute: true }
  const quote = shown('collect', await askQuote(api, from(bank), target, AMOUNT, more), 201)
  return untilEnded(api, quote.transactionId)
}

/** A payment of the neighbour's dollars to a UMA address. */
export async function payUma(side: Side, address: unknown): Promise<Resource> {
  const { api, neighbour } = side
  const { lookupId } = shown('lookup', await lookUp(side, address), 200)
  const destination = { destinationType: 'UMA_ADDRESS', umaAddress: address }
  const source = from(accountOf(neighbour, 'USD'))
  const more = { lookupId, immediatelyExecute: true }
  const quote = shown('uma', await askQuote(api, source, destination, 1_000, more), 201)
  return untilEnded(api, quote.transactionId)
}

/** Looks a UMA address up for the neighbour; the answer may be a refusal. */
export function lookUp({ api, neighbour }: Side, address: unknown): ReturnType<ApiClient['call']> {
  const path = `/receiver/uma/${encodeURIComponent(String(address))}`
  return api.call('GET', `${path}?customerId=${neighbour.customer.id}`)
}

/** Waits until the return of the transaction's payout is booked. */
export function untilReturned({ api }: Side, { id }: Resource): Promise<Resource> {
  return waitUntil('the payout is returned', async () => {
    const transaction = shown('transaction', await api.call('GET', `/transactions/${id}`), 200)
    return transaction.status === 'FAILED' ? transaction : undefined
  })
}
