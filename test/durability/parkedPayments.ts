/** Payments that wait at every step at which a payment can wait for an outside party. */
import { expect } from 'vitest'
import { executeQuote } from '../../scripts/serviceDriver/device.ts'
import {
  aCustomer,
  accountOf,
  anExternalAccount,
  askQuote,
  from,
  funding,
  type TestCustomer,
  to,
} from '../payments/customers.ts'
import {
  aLoggedInWallet,
  apiOf,
  aQuote,
  aWebhookReceiver,
  fund,
  type LoggedInWallet,
  type Resource,
  shown,
  type WebhookReceiver,
  waitUntil,
} from '../support/builders.ts'
import { aSandboxControl, type SandboxControl } from '../support/sandboxControl.ts'
import type { SharedStack } from '../support/stack.ts'

export type Parked = { readonly wait: string; readonly transactionId: string }

export type Parking = {
  readonly payments: readonly Parked[]
  /** A payment at each long wait: refunds, payout, collection, signature. */
  park(): Promise<void>
  /** One that waits for its signature. @param stack whose API starts it */
  parkAtSignature(stack: SharedStack): Promise<Parked>
  /** One that waits for its platform's approval, for some seconds. */
  parkAtApproval(): Promise<void>
  stop(): Promise<void>
}

/** How long the receiver's platform takes to approve. */
const APPROVAL_MS = 3_000
const stuck = { kind: 'stuckPending', count: 1_000 } as const

/** Nothing of it ends before the faults of the stack's sandbox are cleared. */
export async function aParking(stack: SharedStack): Promise<Parking> {
  const control = aSandboxControl(stack)
  const ada = await aCustomer(stack)
  await fund(ada.api, accountOf(ada, 'USD'), 1_000_000n)
  const owner = await aLoggedInWallet(stack, { minor: 100_000_000n })
  const receiver = await aWebhookReceiver(stack, {
    behaviour: (response) => {
      setTimeout(() => response.writeHead(200).end(), APPROVAL_MS)
    },
  })
  const payments: Parked[] = []
  const note = (wait: string, transactionId: unknown): Parked => {
    const payment = { wait, transactionId: String(transactionId) }
    payments.push(payment)
    return payment
  }
  const parkAtSignature = async (by: SharedStack): Promise<Parked> => {
    const quote = await signed(owner, by)
    return note('signature', quote.transactionId)
  }
  return {
    payments,
    async park() {
      for (const [wait, transactionId] of await parkAtRail(ada, control)) note(wait, transactionId)
      await control.order({ party: 'provider', operation: 'SIGN_RAW_PAYLOAD_V2', ...stuck })
      await parkAtSignature(stack)
    },
    parkAtSignature,
    async parkAtApproval() {
      note('approval', await incoming(ada, receiver))
    },
    stop: () => receiver.stop(),
  }
}

async function parkAtRail(
  { api, customer, ...ada }: TestCustomer,
  control: SandboxControl,
): Promise<[string, unknown][]> {
  const dollars = accountOf({ api, customer, ...ada }, 'USD')
  const ordered = async (reference: string, act: string): Promise<void> => {
    await waitUntil(`${act} of ${reference}`, async () => {
      return ((await control.acts(reference))[act] ?? 0) > 0
    })
  }
  const funded = async (currency: string, destination: object, sent: number): Promise<Resource> => {
    const quote = shown('quote', await askQuote(api, funding(currency), destination, 1_000), 201)
    const body = { quoteId: quote.id, currencyCode: currency, currencyAmount: sent }
    expect((await api.call('POST', '/sandbox/send', body)).status).toBe(200)
    return quote
  }
  const immediate = async (source: object, destination: object): Promise<Resource> => {
    const at = { immediatelyExecute: true }
    return shown('quote', await askQuote(api, source, destination, 1_000, at), 201)
  }

  await control.clear()
  await control.order({ party: 'rail', operation: 'submit', match: '/refund', ...stuck })
  const returning = await anExternalAccount(api, customer, '005')
  const returned = await funded('USD', to(returning), 1_000)
  const refunded = await funded('EUR', to(dollars), 999)
  for (const { transactionId } of [returned, refunded]) {
    await ordered(`${transactionId}/refund`, 'rail submit')
  }
  await control.order({ party: 'rail', operation: 'submit', ...stuck })
  await control.order({ party: 'rail', operation: 'collect', ...stuck })
  const bank = await anExternalAccount(api, customer)
  const payout = await immediate(from(dollars), to(bank))
  await ordered(String(payout.transactionId), 'rail submit')
  const collected = await immediate(from(bank), to(dollars))
  await ordered(`${collected.transactionId}/collect`, 'rail collect')
  return [
    ['refund after a return', returned.transactionId],
    ['refund', refunded.transactionId],
    ['payout', payout.transactionId],
    ['collection', collected.transactionId],
  ]
}

async function signed(owner: LoggedInWallet, by: SharedStack): Promise<Resource> {
  const api = apiOf(by)
  const quote = await aQuote({ ...owner, api })
  await executeQuote(api, owner.device, quote, `signature of ${quote.id}`)
  return quote
}

async function incoming(
  { api, customer }: TestCustomer,
  receiver: WebhookReceiver,
): Promise<string> {
  const answer = await api.call('POST', '/sandbox/uma/receive', {
    senderUmaAddress: '$success.usd@sandbox.uma.money',
    customerId: customer.id,
    receivingCurrencyCode: 'USD',
    receivingCurrencyAmount: 100,
  })
  const { id } = shown('receive', answer, 200)
  await waitUntil('the question', () => receiver.typesOf(id).length > 0)
  return id
}
