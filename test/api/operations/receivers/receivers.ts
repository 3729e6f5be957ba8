import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findReceiverLookup } from '../../../../db/receiverLookups.ts'
import { aFundedWallet, anExternalAccount } from '../../../support/builders.ts'
import { call, describeOperation, expectRefusal, fieldsOf, service } from '../../service.ts'

type Preference = {
  currency: { code: string }
  estimatedExchangeRate: number
  max: number
  minSendingAmount: number
  maxSendingAmount: number
}

describeOperation('lookupExternalAccount', () => {
  const path = (id: unknown, query: string): string => `/receiver/external-account/${id}?${query}`

  test('what can be sent there, by customer and by UMA address', async () => {
    const { customer, account } = service().mine
    const named = [
      `customerId=${customer.id}`,
      `senderUmaAddress=${encodeURIComponent(String(customer.umaAddress).toUpperCase())}`,
    ]
    for (const query of named) {
      const { status, body } = await call('GET', path(account.id, query))
      expect([status, body.accountId, body.requiredPayerDataFields]).toEqual([200, account.id, []])
      const [preference, ...others] = body.supportedCurrencies as Preference[]
      expect(others).toEqual([])
      expect(preference).toMatchObject({ currency: { code: 'USD' }, min: 1 })
      expect(preference?.estimatedExchangeRate).toBeCloseTo(1, 6)
    }
  })

  test('shows what the sender pays in, and what the least and the most cost', async () => {
    const { customer, account, wallet } = service().mine
    const { body } = await call('GET', path(account.id, `customerId=${customer.id}`))
    expect(body.sendingCurrency).toMatchObject({ code: 'USDB', decimals: 6 })
    const [preference] = body.supportedCurrencies as Preference[]
    const quote = await call('POST', '/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: wallet.id },
      destination: { destinationType: 'ACCOUNT', accountId: account.id },
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: 1,
    })
    expect(preference?.minSendingAmount).toBe(quote.body.totalSendingAmount)
    expect(preference?.maxSendingAmount).toBeGreaterThan(preference?.max ?? Infinity)
    const query = `customerId=${customer.id}&sendingCurrency=`
    const inEuros = (await call('GET', path(account.id, `${query}EUR`))).body
    expect(inEuros.sendingCurrency).toMatchObject({ code: 'EUR', decimals: 2 })
    const [other] = inEuros.supportedCurrencies as Preference[]
    expect(other?.estimatedExchangeRate).not.toBeCloseTo(1, 3)
    expect(fieldsOf(await call('GET', path(account.id, `${query}euro`)))).toHaveProperty(
      'sendingCurrency',
    )
  })

  test('the most that can arrive can be quoted, and no more', async () => {
    const { customer, account, wallet } = service().mine
    const { body } = await call('GET', path(account.id, `customerId=${customer.id}`))
    const max = (body.supportedCurrencies as Preference[])[0]?.max ?? 0
    const quote = (lockedCurrencyAmount: number) =>
      call('POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId: wallet.id },
        destination: { destinationType: 'ACCOUNT', accountId: account.id },
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount,
      })
    expect((await quote(max)).status).toBe(201)
    expectRefusal(await quote(max + 1), 400, 'TRANSACTION_SIZE_LIMIT_EXCEEDED')
  })

  test('is kept for the quote that follows, for this platform and a while', async () => {
    const { mine, database } = service()
    const { body } = await call('GET', path(mine.account.id, `customerId=${mine.customer.id}`))
    const lookupId = String(body.lookupId)
    const [row] = await database.query<{ platform_id: string }>({
      text: `select platform_id from receiver_lookups where 'Lookup:' || id = $1`,
      values: [lookupId],
    })
    const platformId = row?.platform_id ?? ''
    const found = await findReceiverLookup(database, platformId, lookupId)
    expect(found).toEqual({
      id: lookupId,
      kind: 'EXTERNAL_ACCOUNT',
      receiver: mine.account.id,
      customerId: mine.customer.id.split(':')[1],
      senderUmaAddress: null,
      receiverCustomerId: null,
      facts: {},
    })
    expect(await findReceiverLookup(database, randomUUID(), lookupId)).toBeUndefined()
    expect(await findReceiverLookup(database, platformId, 'Lookup:x')).toBeUndefined()
    await database.query({
      text: `update receiver_lookups set expires_at = service_now() where 'Lookup:' || id = $1`,
      values: [lookupId],
    })
    expect(await findReceiverLookup(database, platformId, lookupId)).toBeUndefined()
  })

  test('a sender must be named once, and be a customer of the platform', async () => {
    const { mine, theirs } = service()
    const { id } = mine.account
    const uma = encodeURIComponent(String(mine.customer.umaAddress))
    for (const query of ['', `customerId=${mine.customer.id}&senderUmaAddress=${uma}`]) {
      expect(fieldsOf(await call('GET', path(id, query)))).toEqual({ customerId: 'oneOf' })
    }
    for (const address of ['ada@example.com', '$ada', '$@', '$a b@c']) {
      const query = `senderUmaAddress=${encodeURIComponent(address)}`
      expectRefusal(await call('GET', path(id, query)), 400, 'INVALID_UMA_ADDRESS')
    }
    const none = [theirs.customer.id, `Customer:${randomUUID()}`, 'x']
    const queries = none.map((customer) => `customerId=${customer}`)
    queries.push(`senderUmaAddress=${encodeURIComponent('$nobody@nowhere.example')}`)
    for (const query of queries) {
      expectRefusal(await call('GET', path(id, query)), 404, 'USER_NOT_FOUND')
    }
  })

  test('accounts of others, unknown ones, and ones that cannot be paid', async () => {
    const { stack, mine, theirs, database } = service()
    const query = `customerId=${mine.customer.id}`
    const sibling = await aFundedWallet(stack, { minor: 0n })
    const none = [
      theirs.account.id,
      sibling.account.id,
      mine.wallet.id,
      `ExternalAccount:${randomUUID()}`,
      'x',
    ]
    for (const id of none) {
      expectRefusal(await call('GET', path(id, query)), 404, 'ACCOUNT_NOT_FOUND')
    }
    const closed = await anExternalAccount(mine.api, mine.customer)
    await database.query({
      text: `update external_accounts set status = 'INACTIVE' where 'ExternalAccount:' || id = $1`,
      values: [closed.id],
    })
    expectRefusal(await call('GET', path(closed.id, query)), 409, 'CONFLICT')
  })
})
