/**
 * External accounts listed, read and deleted, where customers' are and where the platform's are.
 */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { payloadOf } from '../../../../scripts/serviceDriver/device.ts'
import { anotherInfo, type Info, variantNamed } from '../../../support/accountBodies.ts'
import {
  aFundedWallet,
  aLoggedInWallet,
  anExternalAccount,
  aQuote,
  type FundedWallet,
  listed,
  shown,
  waitUntil,
} from '../../../support/builders.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  leavesNothing,
  sampled,
  service,
} from '../../service.ts'

const customers = '/customers/external-accounts'
const platform = '/platform/external-accounts'
const usd = variantNamed('USD_ACCOUNT')

function create(place: string, fields: Info = {}, accountInfo = anotherInfo(usd)): Promise<Answer> {
  return call('POST', place, { currency: 'USD', accountInfo, ...fields })
}
const idsOf = (answer: Answer): string[] => listed(answer).map(({ id }) => id)

describeOperation('createPlatformExternalAccount', () => {
  test('an account of the platform itself, which is nobody’s default', async () => {
    const fields = { platformAccountId: 'treasury', ownershipType: 'FIRST_PARTY' }
    const ignored = { customerId: service().mine.customer.id, defaultUmaDepositAccount: true }
    const { status, body } = await create(platform, { ...fields, ...ignored })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...fields,
      customerId: null,
      status: 'ACTIVE',
      defaultUmaDepositAccount: false,
    })
  })

  test('the same account twice is a 409, whichever way it is made', async () => {
    const info = anotherInfo(usd)
    expect((await create(platform, {}, info)).status).toBe(201)
    expectRefusal(await create(platform, {}, info), 409, 'DUPLICATE_EXTERNAL_ACCOUNT')
    expectRefusal(await create(customers, {}, info), 409, 'DUPLICATE_EXTERNAL_ACCOUNT')
    expectRefusal(await create(platform, {}, anotherInfo(usd, '105')), 400, 'INVALID_BANK_ACCOUNT')
  })

  test('every failure of form and meaning is named in one answer', async () => {
    const info = { ...anotherInfo(usd), routingNumber: '1' }
    expect(
      fieldsOf(await create(platform, { currency: 'EUR', platformAccountId: '' }, info)),
    ).toEqual({
      currency: 'enum',
      platformAccountId: 'minLength',
      'accountInfo.routingNumber': 'pattern',
    })
  })
})

describeOperation('listCustomerExternalAccounts', () => {
  let owner: FundedWallet
  beforeAll(async () => {
    owner = await aFundedWallet(service().stack, { minor: 0n })
    const customerId = owner.customer.id
    await create(customers, { customerId })
    const { body } = await create(
      customers,
      { customerId, currency: 'BRL' },
      anotherInfo(variantNamed('BRL_ACCOUNT')),
    )
    await call('DELETE', `${customers}/${body.id}`)
    await create(
      customers,
      { customerId, currency: 'BRL' },
      anotherInfo(variantNamed('BRL_ACCOUNT')),
    )
  })
  const list = (query: string): Promise<Answer> =>
    call('GET', `${customers}?customerId=${owner.customer.id}${query}`)

  test('filters by customer and currency, and shows no deleted account', async () => {
    const all = await list('')
    expect(listed(all).map(({ currency }) => currency)).toEqual(['USD', 'USD', 'BRL'])
    expect(all.body).toMatchObject({ hasMore: false, totalCount: 3 })
    expect(idsOf(all)[0]).toBe(owner.account.id)
    expect(idsOf(await list('&currency=BRL'))).toEqual(idsOf(all).slice(2))
    expect(idsOf(await list('&currency=EUR'))).toEqual([])
    for (const id of [service().theirs.customer.id, `Customer:${randomUUID()}`, 'x', '']) {
      const none = await call('GET', `${customers}?customerId=${id}`)
      expect(none.body).toEqual({ data: [], hasMore: false, totalCount: 0 })
    }
  })

  test('pages show every account once, whatever is created meanwhile', async () => {
    const before = idsOf(await list(''))
    const seen: string[] = []
    let cursor = ''
    for (let page = 0; page < 20; page += 1) {
      const answer = await list(`&limit=1${cursor}`)
      expect(listed(answer).length).toBe(1)
      expect('totalCount' in answer.body).toBe(page === 0)
      seen.push(...idsOf(answer))
      if (page === 0) await create(customers, { customerId: owner.customer.id })
      if (!answer.body.hasMore) break
      cursor = `&cursor=${answer.body.nextCursor}`
    }
    expect(seen.slice(0, before.length)).toEqual(before)
    expect(new Set(seen).size).toBe(before.length + 1)
  })

  test('limits, cursors and currencies that are none', async () => {
    for (const [query, name] of [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['cursor=abc', 'cursor'],
      ['currency=XXX', 'currency'],
    ] as const) {
      expect(fieldsOf(await call('GET', `${customers}?${query}`))).toHaveProperty(name)
    }
  })
})

describeOperation('listPlatformExternalAccounts', () => {
  test('the platform’s own, however they were made, and no customer’s', async () => {
    const made = [await create(platform), await create(customers)]
    const list = await call('GET', `${platform}?limit=100&currency=USD`)
    const ids = idsOf(list)
    for (const { body } of made) expect(ids).toContain(body.id)
    expect(listed(list).map(({ customerId }) => customerId)).toEqual(ids.map(() => null))
    expect(ids).not.toContain(service().mine.account.id)
  })
})

describeOperation('getCustomerExternalAccountById', () => {
  test('shows what the creation answered, a customer’s and the platform’s own', async () => {
    for (const customerId of [service().mine.customer.id, undefined]) {
      const { body } = await create(customers, { customerId })
      const read = await call('GET', `${customers}/${body.id}`)
      expect([read.status, read.body]).toEqual([200, body])
    }
  })

  test('what is none is a 404', async () => {
    for (const id of [`ExternalAccount:${randomUUID()}`, service().mine.wallet.id, 'x']) {
      expectRefusal(await call('GET', `${customers}/${id}`), 404, 'ACCOUNT_NOT_FOUND')
    }
  })
})

describeOperation('getPlatformExternalAccountById', () => {
  test('shows the platform’s own, and no customer’s', async () => {
    const { body } = await create(platform)
    expect((await call('GET', `${platform}/${body.id}`)).body).toEqual(body)
    const answer = await call('GET', `${platform}/${service().mine.account.id}`)
    expectRefusal(answer, 404, 'ACCOUNT_NOT_FOUND')
  })
})

describeOperation('deleteCustomerExternalAccountById', () => {
  test('is gone at once, once, and an equal one can be made again', async () => {
    const info = anotherInfo(usd)
    const customerId = service().mine.customer.id
    const { body } = await create(customers, { customerId, defaultUmaDepositAccount: true }, info)
    const path = `${customers}/${body.id}`
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('DELETE', path)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)])
    expectRefusal(await call('GET', path), 404, 'ACCOUNT_NOT_FOUND')
    const again = await create(customers, { customerId }, info)
    expect([again.status, again.body.id === body.id]).toEqual([201, false])
    expect(again.body.defaultUmaDepositAccount).toBe(false)
  })

  sampled('a payment under way goes on; quotes that wait expire', async () => {
    const owner = await aLoggedInWallet(service().stack)
    const [paid, waiting] = [await aQuote(owner), await aQuote(owner)]
    const stamp = await owner.device.stamp(payloadOf(paid))
    const headers = { 'Service-Wallet-Signature': stamp, 'Idempotency-Key': randomUUID() }
    const executed = await call('POST', `/quotes/${paid.id}/execute`, {}, headers)
    expect(executed.status).toBe(200)
    expect((await call('DELETE', `${customers}/${owner.account.id}`)).status).toBe(204)
    expect((await call('GET', `/quotes/${waiting.id}`)).body.status).toBe('EXPIRED')
    const late = await call(
      'POST',
      `/quotes/${waiting.id}/execute`,
      {},
      { 'Service-Wallet-Signature': await owner.device.stamp(payloadOf(waiting)) },
    )
    expectRefusal(late, 400, 'QUOTE_EXPIRED')
    await waitUntil('the payment to the deleted account settles', async () => {
      const { body } = await call('GET', `/transactions/${paid.transactionId}`)
      return body.status === 'COMPLETED'
    })
    const quote = await call('POST', '/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: owner.wallet.id },
      destination: { destinationType: 'ACCOUNT', accountId: owner.account.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 5_000_000,
    })
    expectRefusal(quote, 404, 'ACCOUNT_NOT_FOUND')
  })

  test('what is none is a 404, and leaves nothing', async () => {
    await leavesNothing(async () => {
      for (const id of [`ExternalAccount:${randomUUID()}`, service().mine.wallet.id, 'x']) {
        expectRefusal(await call('DELETE', `${customers}/${id}`), 404, 'ACCOUNT_NOT_FOUND')
      }
    })
  })
})

describeOperation('deletePlatformExternalAccountById', () => {
  test('deletes the platform’s own, and no customer’s', async () => {
    const { mine } = service()
    const own = shown('account', await create(platform), 201)
    const theirs = await anExternalAccount(mine.api, mine.customer)
    expect((await call('DELETE', `${platform}/${own.id}`)).status).toBe(204)
    expectRefusal(await call('DELETE', `${platform}/${own.id}`), 404, 'ACCOUNT_NOT_FOUND')
    expectRefusal(await call('DELETE', `${platform}/${theirs.id}`), 404, 'ACCOUNT_NOT_FOUND')
    expect((await call('GET', `${customers}/${theirs.id}`)).status).toBe(200)
  })
})
