/** Quotes and payments in the states that examples ask for. */
import { randomUUID } from 'node:crypto'
import type { Given } from '../../api/reference/useCases/given.ts'
import { anAgentQuote, executeQuote } from '../support/agentActions.ts'
import { anExternalAccount, aQuote, listed, shown, waitUntil } from '../support/builders.ts'
import type { Makers, Stage } from './stage.ts'

type Names = Extract<
  Given,
  | 'quote'
  | 'dollarQuote'
  | 'fundingQuote'
  | 'quoteStamp'
  | 'transaction'
  | 'incomingTransaction'
  | 'cancellableTransaction'
  | 'lookup'
  | 'orderKey'
  | 'action'
  | 'agentTransaction'
  | 'event'
>

const walletQuote = (stage: Stage) => stage.once('quote', async () => aQuote(await stage.owner()))

async function transferOut(stage: Stage, destination: object): Promise<string> {
  const source = { accountId: await stage.text('dollars') }
  const body = { source, destination, amount: 1_000 }
  return shown('out', await stage.api.call('POST', '/transfer-out', body), 201).id
}

export const moneyMakers: Makers<Names> = {
  quote: async (stage) => (await walletQuote(stage)).id,
  quoteStamp: async (stage) => {
    const { device } = await stage.owner()
    const [instructions] = (await walletQuote(stage)).paymentInstructions as {
      accountOrWalletInfo: { payloadToSign: string }
    }[]
    return device.stamp(instructions?.accountOrWalletInfo.payloadToSign ?? '')
  },
  dollarQuote: async (stage) => {
    const body = {
      source: { sourceType: 'ACCOUNT', accountId: await stage.text('dollars') },
      destination: { destinationType: 'ACCOUNT', accountId: await stage.text('bank') },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000,
    }
    return shown('quote', await stage.api.call('POST', '/quotes', body), 201).id
  },
  fundingQuote: async (stage) => {
    const body = {
      source: {
        sourceType: 'REALTIME_FUNDING',
        currency: 'EUR',
        customerId: await stage.text('customer'),
      },
      destination: { destinationType: 'ACCOUNT', accountId: await stage.text('wallet') },
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: 20_000_000,
    }
    return shown('quote', await stage.api.call('POST', '/quotes', body), 201).id
  },
  transaction: async (stage) => transferOut(stage, { accountId: await stage.text('bank') }),
  cancellableTransaction: async (stage) => {
    const { api, customer } = await stage.owner()
    // Its bank takes minutes.
    const slow = await anExternalAccount(api, customer, '003')
    return transferOut(stage, { accountId: slow.id, paymentRail: 'ACH' })
  },
  incomingTransaction: async (stage) => {
    const receiver = await stage.receiver()
    // Asked, and not answered yet.
    receiver.behave(202)
    const body = {
      senderUmaAddress: '$success.usd@sandbox.uma.money',
      customerId: await stage.text('customer'),
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 500,
    }
    const { id } = shown(
      'incoming',
      await stage.api.call('POST', '/sandbox/uma/receive', body),
      200,
    )
    await waitUntil('the platform was asked', () =>
      receiver.typesOf(id).includes('INCOMING_PAYMENT.PENDING'),
    )
    return id
  },
  lookup: async (stage) => {
    const address = encodeURIComponent('$success.usd@sandbox.uma.money')
    const path = `/receiver/uma/${address}?customerId=${await stage.text('customer')}`
    return String(shown('lookup', await stage.api.call('GET', path), 200).lookupId)
  },
  orderKey: () => randomUUID(),
  action: async (stage) => {
    const acting = await stage.acting()
    const executed = await executeQuote(acting, await anAgentQuote(acting, 5_000))
    return shown('action', executed, 200).id
  },
  agentTransaction: async (stage) => {
    const { api, its, agent } = await stage.acting()
    const path = `/agents/${agent.id}/actions/${await stage.text('action')}/approve`
    shown('approve', await api.call('POST', path), 200)
    const [first] = listed(await its.call('GET', '/agents/me/transactions'))
    return String(first?.id)
  },
  event: async (stage) => {
    const { api } = await stage.owner()
    const [event] = listed(await api.call('GET', '/webhooks/events?limit=1'))
    if (event === undefined) throw new Error('there is no event')
    return event.id
  },
}
