/**
 * A platform's program over generated types: accounts, cards, their transactions and events. Tests compile and run it over
 * the types of our document, and of the published interface of August: it uses only what both have.
 */
import type { Client } from 'openapi-fetch'
import type { components, paths } from '../../client/backend/schema.ts'

type Schemas = components['schemas']
type Api = Client<paths>

export type Given = {
  readonly customerId: string
  readonly walletId: string
  /** Its purchases are paid. */
  readonly cardId: string
  /** Points of P-256, uncompressed, in hex. */
  readonly clientPublicKey: string
}

export type Outcome = {
  readonly accounts: {
    readonly listed: readonly string[]
    readonly ofPlatform: number | undefined
    readonly funded: number | undefined
    /** Types of what is to be signed. */
    readonly toSign: readonly boolean[]
    readonly refusals: readonly (string | undefined)[]
  }
  readonly cards: {
    /** Of one card, from its activation on. */
    readonly states: readonly (string | undefined)[]
    readonly limits: readonly (number | null | undefined)[]
    readonly isFound: boolean
    readonly embed: string | undefined
    readonly refusals: readonly (string | undefined)[]
  }
  /** How each purchase and credit has ended. */
  readonly transactions: readonly string[]
}

const PREFIX = 'Transaction:'
const LOOKS_MAX = 600
const LOOK_MS = 100

const newCard = ({ customerId, walletId }: Given): Schemas['CardCreateRequest'] => ({
  customerId,
  fundingSource: walletId,
  form: 'VIRTUAL',
})

/** Looks again until something is there. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  throw new Error(`not after ${LOOKS_MAX} looks`)
}

export async function cardProgram(api: Api, given: Given): Promise<Outcome> {
  return {
    accounts: await accountsOf(api, given),
    cards: await lifeOfCard(api, given),
    transactions: await transactionsOf(api, given),
  }
}

async function accountsOf({ GET, POST, PATCH }: Api, given: Given): Promise<Outcome['accounts']> {
  const { customerId, walletId, clientPublicKey } = given
  const wallet = { params: { path: { id: walletId } } }
  const listed = await GET('/customers/internal-accounts', {
    params: { query: { customerId, type: 'EMBEDDED_WALLET' } },
  })
  const ofPlatform = await GET('/platform/internal-accounts', {
    params: { query: { currency: 'USD' } },
  })
  const funded = await POST('/sandbox/internal-accounts/{id}/fund', {
    params: { path: { id: walletId } },
    body: { amount: 500 },
  })
  const hidden = await PATCH('/internal-accounts/{id}', {
    ...wallet,
    body: { privateEnabled: true },
  })
  const exported = await POST('/internal-accounts/{id}/export', {
    ...wallet,
    body: { clientPublicKey },
  })
  const unpaged = await GET('/customers/internal-accounts', { params: { query: { limit: 0 } } })
  const none = await PATCH('/internal-accounts/{id}', {
    params: { path: { id: 'InternalAccount:00000000-0000-7000-8000-000000000000' } },
    body: { privateEnabled: true },
  })
  return {
    listed: (listed.data?.data ?? []).map((account) => account.id),
    ofPlatform: ofPlatform.data?.data.length,
    funded: funded.data?.balance.amount,
    toSign: [hidden.data, exported.data].map((one) => one !== undefined && 'payloadToSign' in one),
    refusals: [unpaged.error?.code, none.error?.code],
  }
}

async function lifeOfCard({ GET, POST, PATCH }: Api, given: Given): Promise<Outcome['cards']> {
  const { customerId, walletId } = given
  const platformCardId = `${walletId}-card`
  const made = await POST('/cards', {
    body: { ...newCard(given), platformCardId, maxSpendPerTransaction: 5_000 },
  })
  const id = made.data?.id ?? ''
  const card = { params: { path: { id } } }
  const change = async (body: Schemas['CardUpdateRequest']) =>
    PATCH('/cards/{id}', { ...card, body })
  const active = await until(async () => {
    const { data } = await GET('/cards/{id}', card)
    return data?.state === 'ACTIVE' ? data : undefined
  })
  const listed = await GET('/cards', {
    params: {
      query: { cardholderId: customerId, accountId: walletId, platformCardId, state: 'ACTIVE' },
    },
  })
  const frozen = await change({ state: 'FROZEN' })
  const thawed = await change({ state: 'ACTIVE' })
  const limited = await change({ maxSpendPerTransaction: 7_000 })
  const unlimited = await change({ maxSpendPerTransaction: null })
  const drawing = await change({ fundingSources: [walletId] })
  const shown = await POST('/cards/{id}/reveal', card)
  const closed = await change({ state: 'CLOSED' })
  const closedAgain = await change({ state: 'CLOSED' })
  const reopened = await change({ state: 'ACTIVE' })
  const none = await GET('/cards/{id}', {
    params: { path: { id: 'Card:00000000-0000-7000-8000-000000000000' } },
  })
  const secured = await POST('/cards', {
    body: { ...newCard(given), threeDSecurePassword: 'a password' },
  })
  const states = [{ data: active }, frozen, thawed, drawing, closed]
  return {
    states: states.map(({ data }) => data?.state),
    limits: [made, limited, unlimited].map(({ data }) => data?.maxSpendPerTransaction),
    isFound: listed.data?.data.some((one) => one.id === id) === true,
    embed: shown.data?.panEmbedUrl,
    refusals: [closedAgain, reopened, none, secured].map(({ error }) => error?.code),
  }
}

async function transactionsOf({ GET, POST }: Api, given: Given): Promise<string[]> {
  const { customerId, cardId } = given
  const params = { path: { id: cardId } }
  const purchase = (amount: number, descriptor = 'BLUE BOTTLE COFFEE') => ({
    params,
    body: {
      amount,
      currency: { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 },
      merchant: { descriptor, mcc: '5814', country: 'US' },
    },
  })
  type Simulated = { readonly data?: { readonly issuerTransactionToken: string } }
  /** Waits until the card transaction of a simulation has one of some states. */
  const known = ({ data: simulated }: Simulated, states: readonly string[]) =>
    until(async () => {
      const { data } = await GET('/transactions', {
        params: { query: { customerId, limit: 100 } },
      })
      const token = simulated?.issuerTransactionToken
      const found = data?.data.find(
        (one) => 'issuerTransactionToken' in one && one.issuerTransactionToken === token,
      )
      return found !== undefined && states.includes(found.status) ? found : undefined
    })
  const idOf = ({ id }: { id: string }): string => `${PREFIX}${id.slice(id.indexOf(':') + 1)}`

  const authorized = await POST('/sandbox/cards/{id}/simulate/authorization', purchase(900))
  const cardTransactionId = idOf(await known(authorized, ['AUTHORIZED']))
  const settled = { params, body: { cardTransactionId, amount: 800 } }
  await POST('/sandbox/cards/{id}/simulate/authorization_advice', settled)
  await POST('/sandbox/cards/{id}/simulate/clearing', settled)
  const bought = await known(authorized, ['SETTLED'])
  await POST('/sandbox/cards/{id}/simulate/return', {
    params,
    body: { cardTransactionId, amount: 300 },
  })
  await until(async () => {
    const { data } = await GET('/transactions/{transactionId}', {
      params: { path: { transactionId: cardTransactionId } },
    })
    const returned =
      data !== undefined && 'refundedAmount' in data ? data.refundedAmount : undefined
    return returned?.amount === 300 ? returned : undefined
  })
  await POST('/sandbox/cards/{id}/simulate/return_reversal', {
    params,
    body: { cardTransactionId },
  })
  await POST('/sandbox/cards/{id}/simulate/balance_inquiry', {
    params,
    body: { merchant: { descriptor: 'ATM', country: 'US' } },
  })
  const ended = [bought]
  const both = [
    await POST('/sandbox/cards/{id}/simulate/financial_authorization', purchase(50)),
    await POST('/sandbox/cards/{id}/simulate/financial_credit_authorization', purchase(50)),
  ]
  for (const one of both) ended.push(await known(one, ['SETTLED']))
  const credits = [
    await POST('/sandbox/cards/{id}/simulate/credit_authorization', purchase(50)),
    await POST('/sandbox/cards/{id}/simulate/credit_authorization_advice', purchase(50)),
  ]
  for (const one of credits) ended.push(await known(one, ['AUTHORIZED']))
  const expiring = await POST('/sandbox/cards/{id}/simulate/authorization', purchase(60))
  // An amount of 0: it has expired.
  await POST('/sandbox/cards/{id}/simulate/clearing', {
    params,
    body: { cardTransactionId: idOf(await known(expiring, ['AUTHORIZED'])), amount: 0 },
  })
  ended.push(await known(expiring, ['VOIDED']))
  const declined = purchase(70, 'DECLINED 002')
  ended.push(
    await known(await POST('/sandbox/cards/{id}/simulate/authorization', declined), ['DECLINED']),
  )
  return ended.map(({ status }) => status)
}

/** What an event is about, and how that is now. */
export function readEvent({ type, data }: Schemas['CardTransactionWebhook']): string {
  return `${type} ${data.status}`
}
