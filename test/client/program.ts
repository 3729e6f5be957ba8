/**
 * A platform's program over the bare generated types: customer, money, quote, list. A test
 * type-checks it, then runs it.
 */
import createClient from 'openapi-fetch'
import type { components, paths } from '../../client/backend/schema.ts'
import type { WebhookEvent } from '../../client/backend/webhooks.ts'

export type Outcome = {
  readonly wallet: components['schemas']['InternalAccount']
  readonly quote: components['schemas']['Quote']
  readonly transactions: readonly components['schemas']['Transaction'][]
  readonly refusedFields: readonly string[]
}

type Credentials = { readonly clientId: string; readonly clientSecret: string }

export async function program(baseUrl: string, credentials: Credentials): Promise<Outcome> {
  const { clientId, clientSecret } = credentials
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const { GET, POST } = createClient<paths>({ baseUrl, headers: { authorization } })

  const { data: customer } = await POST('/customers', {
    body: {
      customerType: 'INDIVIDUAL',
      email: `ada-${Date.now()}@example.com`,
      fullName: 'Ada Lovelace',
      region: 'US',
    },
  })
  if (customer === undefined) throw new Error('no customer')
  const accounts = await GET('/internal-accounts', {
    params: { query: { customerId: customer.id, type: 'EMBEDDED_WALLET' } },
  })
  const id = accounts.data?.data[0]?.id ?? ''
  const { data: wallet } = await POST('/sandbox/internal-accounts/{id}/fund', {
    params: { path: { id } },
    body: { amount: 25_000_000 },
  })
  const { data: bank } = await POST('/customers/external-accounts', {
    body: {
      customerId: customer.id,
      currency: 'USD',
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber: '000123456789',
        routingNumber: '021000021',
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
      },
    },
  })
  const { data: quote } = await POST('/quotes', {
    body: {
      source: { sourceType: 'ACCOUNT', accountId: id },
      destination: { destinationType: 'ACCOUNT', accountId: bank?.id ?? '' },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000_000,
    },
  })
  const list = await GET('/transactions', {
    params: { query: { customerId: customer.id, sortOrder: 'asc', limit: 10 } },
  })
  const refused = await GET('/transactions', { params: { query: { limit: 0, cursor: 'x' } } })
  if (wallet === undefined || quote === undefined) throw new Error('no wallet or no quote')
  return {
    wallet,
    quote,
    transactions: (list.data?.data ?? []).flatMap((one) => (one.type === 'CARD' ? [] : [one])),
    refusedFields: refused.error?.details?.errors?.map(({ field }) => field) ?? [],
  }
}

/** What a receiver of webhooks reads of an event, whose `type` says what `data` is. */
export function summaryOf(event: WebhookEvent): string {
  switch (event.type) {
    case 'OUTGOING_PAYMENT.COMPLETED':
      return `paid ${event.data.sentAmount?.amount}`
    case 'CARD.STATUS_CHANGE':
      return `the card is ${event.data.status}`
    default:
      return event.type
  }
}
