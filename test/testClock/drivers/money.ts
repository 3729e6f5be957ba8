/** Quotes, payments, coins and what they are priced by; events, and what parties do later. */
import { randomUUID } from 'node:crypto'
import { rowsOf } from '../../durability/payments.ts'
import { askQuote, from, timelineOf, to } from '../../payments/customers.ts'
import { allowInvitations } from '../../reference/otherMakers.ts'
import { anOwnStage, type Stage } from '../../reference/stage.ts'
import {
  anExternalAccount,
  createCustomer,
  listed,
  shown,
  waitUntil,
} from '../../support/builders.ts'
import { aCard } from '../../support/cards.ts'
import { invoice } from '../../support/sandboxNumbers.ts'
import { aMint } from '../../support/stablecoins.ts'
import { type Driver, shownWith, type Waiting } from './driver.ts'

const DAY_MS = 86_400_000

const timeOf = async ({ api }: Stage): Promise<number> =>
  Date.parse(String(shown('clock', await api.call('GET', '/sandbox/clock'), 200).now))

const later = async (stage: Stage, days: number): Promise<string> =>
  new Date((await timeOf(stage)) + days * DAY_MS).toISOString()

const platformIdOf = async ({ api }: Stage): Promise<string> =>
  shown('config', await api.call('GET', '/config'), 200).id.replace('PlatformConfig:', '')

/** @returns what reads the status of the plan */
async function orderFault(
  stage: Stage,
  about: string,
  fault: object,
): Promise<() => Promise<unknown>> {
  const body = { about, faults: [fault] }
  const { id } = shown('fault', await stage.api.call('POST', '/sandbox/faults', body), 201)
  return async () => (await stage.api.call('GET', `/sandbox/faults/${id}`)).body.status
}

type Payout = {
  /** Of the number of the account that it goes to. */
  readonly ending?: string
  /** What meets it, once. */
  readonly fault?: string
}

/** A payment out of the customer's dollars. @returns its id, once it was executed, and has met what was ordered */
async function aPayout(stage: Stage, { ending, fault }: Payout): Promise<string> {
  const { api, customer } = await stage.owner()
  const source = { id: await stage.text('dollars') }
  const bank = await anExternalAccount(api, customer, ending)
  const quote = shown('quote', await askQuote(api, from(source), to(bank), 1_000), 201)
  const id = String(quote.transactionId)
  const plan = fault && (await orderFault(stage, id, { call: 'PAYOUT', kind: fault }))
  shown('executed', await api.call('POST', `/quotes/${quote.id}/execute`), 200)
  if (plan) await waitUntil('it was met', async () => (await plan()) === 'USED')
  return id
}

const isPaid = (stage: Stage, objectId: string): Waiting => ({
  objectId,
  isOver: async () =>
    shown('payment', await stage.api.call('GET', `/transactions/${objectId}`), 200).status ===
    'COMPLETED',
})

export const money: readonly Driver[] = [
  // It moves the clock: what waits already would end.
  {
    name: 'the next attempt of a webhook',
    ...{ instant: 'webhook_deliveries.next_attempt_at', fired: 'WEBHOOK_ATTEMPT' },
    async arrange(stage) {
      const receiver = await stage.receiver()
      receiver.behave(500)
      // That there is a customer is an event.
      await createCustomer(stage.api)
      const path = '/webhooks/deliveries?status=PENDING'
      const pending = async () => listed(await stage.api.call('GET', path))
      await waitUntil('it has failed', async () => (await pending()).length > 0)
      // The first ones come within seconds of each other.
      const moved = await stage.api.call('POST', '/sandbox/clock', { advanceBy: 'PT3H' })
      shown('moved', moved, 200)
      receiver.behave(200)
      const [last] = (await pending())
        .map(({ eventId, nextAttemptAt }) => ({ id: String(eventId), at: String(nextAttemptAt) }))
        .sort((one, other) => other.at.localeCompare(one.at))
      const isOver = async () => (await pending()).every(({ eventId }) => eventId !== last?.id)
      return { isOver, ...(last && { objectId: last.id, until: last.at }) }
    },
  },
  {
    ...{ name: 'a quote', instant: 'payments.expires_at', fired: 'QUOTE_EXPIRY' },
    arrange: (stage) => shownWith(stage, 'dollarQuote', (id) => `/quotes/${id}`, 'EXPIRED'),
  },
  {
    ...{ name: "an agent's action", instant: 'payments.expires_at', fired: 'AGENT_ACTION_EXPIRY' },
    arrange: (stage) => shownWith(stage, 'action', (id) => `/agents/actions/${id}`, 'FAILED'),
  },
  {
    name: 'a payment to be authorized',
    ...{ instant: 'sca_challenges.expires_at', fired: 'AUTHORIZATION_EXPIRY' },
    arrange: (stage) => shownWith(stage, 'quoteToAuthorize', (id) => `/quotes/${id}`, 'FAILED'),
  },
  {
    ...{ name: 'an incoming payment to be approved', instant: 'transactions.expires_at' },
    async arrange(stage) {
      const path = `/transactions/${await stage.text('incomingTransaction')}`
      const isOver = async () =>
        shown('incoming', await stage.api.call('GET', path), 200).status !== 'PENDING'
      return { isOver }
    },
  },
  {
    ...{ name: 'the lookup of a receiver', instant: 'receiver_lookups.expires_at' },
    async arrange(stage) {
      const source = { id: await stage.text('dollars') }
      const lookupId = await stage.text('lookup')
      const receiver = {
        destinationType: 'UMA_ADDRESS',
        umaAddress: '$success.usd@sandbox.uma.money',
      }
      const quote = () => askQuote(stage.api, from(source), receiver, 5_000, { lookupId })
      return { isOver: async () => (await quote()).status !== 201 }
    },
  },
  {
    ...{ name: 'an invoice', instant: 'external_accounts.invoice_expires_at' },
    async arrange(stage) {
      const source = { id: await stage.text('dollars') }
      const createdAt = new Date(await timeOf(stage))
      const made = invoice({ amount: '2500u', createdAt, expirySeconds: 7_200 })
      const body = {
        ...{ customerId: await stage.text('customer'), currency: 'BTC' },
        accountInfo: { accountType: 'LIGHTNING', invoice: made },
      }
      const answer = await stage.api.call('POST', '/customers/external-accounts', body)
      const receiver = to(shown('invoice', answer, 201))
      const exact = { lockedCurrencySide: 'RECEIVING' }
      const quote = () => askQuote(stage.api, from(source), receiver, 250_000, exact)
      return { isOver: async () => (await quote()).status !== 201 }
    },
  },
  {
    ...{ name: 'an invitation', instant: 'invitations.expires_at' },
    async arrange(stage) {
      await allowInvitations(stage)
      const inviterUma = await stage.text('umaAddress')
      const body = { inviterUma, expiresAt: await later(stage, 90) }
      const { code } = shown('invitation', await stage.api.call('POST', '/invitations', body), 201)
      const read = () => stage.api.call('GET', `/invitations/${code}`)
      return { isOver: async () => (await read()).body.status === 'EXPIRED' }
    },
  },
  {
    name: 'an account whose amounts are not confirmed',
    ...{ instant: 'account_validations.silent_until', fired: 'ACCOUNT_VALIDATION' },
    async arrange({ api, stack }) {
      const body = {
        currency: 'USD',
        accountInfo: {
          ...{ accountType: 'USD_ACCOUNT', bankAccountType: 'CHECKING' },
          ...{ routingNumber: '021000021', accountNumber: `${Date.now()}304` },
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
        },
      }
      const made = await api.call('POST', '/platform/external-accounts', body)
      const { id } = shown('account', made, 201)
      const settled = `select 1 from account_validations v
        where 'ExternalAccount:' || v.account_id = $1 and silent_until is not null`
      await waitUntil('its entries have settled', async () => {
        return (await rowsOf(stack, settled, [id]))[0]
      })
      const read = () => api.call('GET', `/platform/external-accounts/${id}`)
      return {
        objectId: id,
        isOver: async () => shown('account', await read(), 200).status === 'INACTIVE',
      }
    },
  },
  {
    name: 'a mint whose wire does not come',
    ...{ instant: 'stablecoin_operations.expires_at', fired: 'STABLECOIN_OPERATION_EXPIRY' },
    async arrange(stage) {
      const [coin, wallet] = [await stage.text('stablecoin'), await stage.text('sparkWallet')]
      const { id } = await aMint(stage.api, { id: coin }, { id: wallet }, 1_906)
      const read = () => stage.api.call('GET', `/stablecoin-operations/${id}`)
      return {
        objectId: id,
        isOver: async () => shown('mint', await read(), 200).status === 'EXPIRED',
      }
    },
  },
  {
    ...{ name: 'a plan of faults', instant: 'sandbox_faults.ends_at' },
    async arrange(stage) {
      // That nothing meets.
      const fault = { call: 'COLLECTION', kind: 'REFUSED' }
      const plan = await orderFault(stage, await stage.text('customer'), fault)
      // After days it is deleted.
      return { isOver: async () => (await plan()) !== 'OPEN' }
    },
  },
  {
    name: 'a payout that is stuck by order',
    ...{ instant: 'FAULT_END', fired: 'OUTGOING_PAYMENT.COMPLETED' },
    arrange: async (stage) => isPaid(stage, await aPayout(stage, { fault: 'STUCK' })),
  },
  {
    name: 'a payout whose bank takes minutes',
    ...{ instant: 'PAYOUT_STEP', fired: 'OUTGOING_PAYMENT.COMPLETED' },
    arrange: async (stage) => isPaid(stage, await aPayout(stage, { ending: '003' })),
  },
  {
    name: 'a payout that comes back after days',
    ...{ instant: 'PAYOUT_STEP', fired: 'OUTGOING_PAYMENT.REFUND_COMPLETED' },
    async arrange(stage) {
      const objectId = await aPayout(stage, { fault: 'LATE_RETURN' })
      await waitUntil('it is paid', isPaid(stage, objectId).isOver)
      const timeline = async () => (await timelineOf(stage.api, objectId)).join()
      return {
        objectId,
        isOver: async () => (await timeline()).includes('returned by the bank'),
      }
    },
  },
  {
    name: 'a card that its issuer opens later',
    ...{ instant: 'CARD_OPENING', fired: 'CARD.STATUS_CHANGE' },
    async arrange(stage) {
      const fields = { platformCardId: `${randomUUID()}-005` }
      const { id } = await aCard(stage.api, await stage.owner(), fields)
      return {
        objectId: id,
        isOver: async () =>
          shown('card', await stage.api.call('GET', `/cards/${id}`), 200).state === 'ACTIVE',
      }
    },
  },
  {
    ...{ name: 'a rate that an operator has set', instant: 'exchange_rate_overrides.ends_at' },
    async arrange(stage) {
      const ends = await later(stage, 2)
      await rowsOf(
        stage.stack,
        `select override_rate('SANDBOX', 'GBP', 1, 4, $1, 'a test', 'a test')`,
        [ends],
      )
      const path = '/exchange-rates?sourceCurrency=USD&destinationCurrency=GBP'
      const rate = async () => {
        const { body } = await stage.api.call('GET', path)
        return Number((body.data as { exchangeRate: number }[] | undefined)?.[0]?.exchangeRate)
      }
      return { isOver: async () => (await rate()) < 2 }
    },
  },
  {
    ...{ name: 'a limit of later', instant: 'payment_limits.effective_from' },
    async arrange({ stack }) {
      const stage = await anOwnStage('moveSandboxClock', stack)
      const body = {
        source: { accountId: await stage.text('dollars') },
        ...{ destination: { accountId: await stage.text('bank') }, amount: 1_000 },
      }
      const limit = `select set_payment_limit('SANDBOX', $1, 'DAILY_PAYMENTS', null, 1, false, $2, 'a test', 'a test')`
      await rowsOf(stack, limit, [await platformIdOf(stage), await later(stage, 2)])
      // The second one of a day is one too many.
      const pay = () => stage.api.call('POST', '/transfer-out', body)
      return { isOver: async () => (await pay()).status === 201 && (await pay()).status !== 201 }
    },
  },
  {
    ...{ name: 'a fee of later', instant: 'service_fees.effective_from' },
    async arrange(stage) {
      const [source, bank] = [await stage.text('dollars'), await stage.text('bank')]
      const fee = `select set_service_fee('SANDBOX', $1, 'USD', 'FIAT', 777, 0, $2, 'a test', 'a test')`
      await rowsOf(stage.stack, fee, [await platformIdOf(stage), await later(stage, 2)])
      const quote = () => askQuote(stage.api, from({ id: source }), to({ id: bank }), 10_000)
      return {
        isOver: async () => shown('quote', await quote(), 201).feesIncluded === 777,
      }
    },
  },
  {
    ...{ name: 'an upload that failed half way', instant: 'unreferenced_objects.delete_after' },
    async arrange({ stack }) {
      const key = `uploads/${randomUUID()}`
      await rowsOf(stack, 'select begin_object($1, false, 3600)', [key])
      const kept = 'select 1 from unreferenced_objects where object_key = $1'
      return { isOver: async () => (await rowsOf(stack, kept, [key])).length === 0 }
    },
  },
]
