/**
 * `npm run demo -- card`: a customer gets a card, buys a coffee for 12.50, tips, and gets a part of it
 * back, against the running service. One line a step, with the balance after it.
 *
 * Settings: API_URL and DATABASE_URL, where the platform of the demonstrations is made.
 */
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { command } from '../command.ts'
import { type Answer, expectStatus } from '../serviceDriver/apiClient.ts'
import { type Device, signed, signedAgain } from '../serviceDriver/device.ts'
import {
  aSession,
  aWallet,
  balanceOf,
  type Demonstration,
  type DemoWallet,
  demonstrate,
  fund,
  say,
  step,
  type Webhook,
  waitFor,
} from './steps.ts'

const COFFEE_CENTS = 1_250
const WITH_TIP_CENTS = 1_500
const REFUND_CENTS = 500

type Purchase = {
  readonly id: string
  readonly status: string
  readonly issuerTransactionToken: string
  readonly refundedAmount?: { readonly amount: number }
  readonly originalTransactionId?: string
  readonly pullSummary: { readonly count: number; readonly totalAmount: number }
}

await command(async () => {
  parseArgs()
  await demonstrate(buyCoffee)
})

async function buyCoffee(shown: Demonstration): Promise<void> {
  const { api, webhooks } = shown
  const wallet = await aWallet(api)
  await fund(api, wallet, 25_000_000)
  const cardId = await aCard(shown, wallet)
  await allowPulls(shown, wallet, cardId, await aSession(shown, wallet))
  const showBalance = async (): Promise<void> => say('balance', await balanceOf(api, wallet))
  await showBalance()

  const asked = await play(shown, cardId, 'authorization', 'a coffee for 12.50', {
    amount: COFFEE_CENTS,
    currency: { code: 'USD' },
    merchant: { descriptor: 'BLUE BOTTLE COFFEE', mcc: '5814', country: 'US' },
  })
  const { issuerTransactionToken } = asked.body
  const purchaseThat = (what: string, isSo: (purchase: Purchase) => boolean): Promise<Purchase> =>
    waitFor(what, async () => {
      const list = await api.call('GET', `/transactions?customerId=${wallet.customerId}&type=CARD`)
      const all = list.body.data as Purchase[]
      const found = all.find((one) => one.issuerTransactionToken === issuerTransactionToken)
      return found !== undefined && isSo(found) ? found : undefined
    })
  const coffee = await purchaseThat('the coffee is authorized', ({ status }) => {
    return status === 'AUTHORIZED'
  })
  const { id: cardTransactionId } = coffee
  showPurchase(coffee)
  await showBalance()

  await play(shown, cardId, 'clearing', 'with the tip, 15.00', {
    ...{ cardTransactionId, amount: WITH_TIP_CENTS },
  })
  showPurchase(await purchaseThat('the wallet has paid', ({ status }) => status === 'SETTLED'))
  await showBalance()

  await play(shown, cardId, 'return', '5.00 back', { cardTransactionId, amount: REFUND_CENTS })
  const refunded = await purchaseThat('a part is back', ({ refundedAmount }) => {
    return refundedAmount?.amount === REFUND_CENTS
  })
  showPurchase(refunded)
  await showBalance()

  const isLast = ({ type, data }: Webhook): boolean =>
    type.startsWith('CARD_TRANSACTION.') &&
    (data as Partial<Purchase>).originalTransactionId === cardTransactionId
  await waitFor('the last webhook arrives', async () => webhooks.find(isLast))
  say('webhooks received', webhooks.map(({ type }) => type).join(', '))
}

async function aCard({ api }: Demonstration, wallet: DemoWallet): Promise<string> {
  const card = await step(
    'POST /cards',
    () =>
      api.call('POST', '/cards', {
        customerId: wallet.customerId,
        // The end of it decides in the sandbox: a letter asks for nothing.
        platformCardId: `demo-${randomUUID().slice(0, 8)}-card`,
        form: 'VIRTUAL',
        fundingSource: wallet.accountId,
        maxSpendPerTransaction: 5_000,
      }),
    201,
  )
  const { status } = await waitFor('the card is active', async () => {
    const { body } = await api.call('GET', `/cards/${card.body.id}`)
    return body.status === 'ACTIVE' ? body : undefined
  })
  say('card', String(status))
  return String(card.body.id)
}

/** The delegated key, which the wallet's owner stamps twice: its holder, and what it may sign. */
async function allowPulls(
  { api }: Demonstration,
  { accountId }: DemoWallet,
  cardId: string,
  device: Device,
): Promise<void> {
  const path = '/auth/delegated-keys'
  const body = { cardId, internalAccountId: accountId, nickname: 'Card pulls' }
  const holder = await signed(api, device, 'POST', path, body)
  expectStatus('the holder of the key', holder, 202)
  await step(
    'POST /auth/delegated-keys, stamped twice',
    () => signedAgain(api, device, holder, ['POST', path, body]),
    201,
  )
}

function play(
  { api }: Demonstration,
  cardId: string,
  what: string,
  words: string,
  body: object,
): Promise<Answer> {
  return step(
    `simulate/${what}: ${words}`,
    () => api.call('POST', `/sandbox/cards/${cardId}/simulate/${what}`, body),
    202,
  )
}

function showPurchase({ status, refundedAmount, pullSummary }: Purchase): void {
  const taken = (pullSummary.totalAmount / 1e6).toFixed(2)
  const back = ((refundedAmount?.amount ?? 0) / 100).toFixed(2)
  say('card transaction', `${status}, ${pullSummary.count} pulls of ${taken}, refunded ${back}`)
}
