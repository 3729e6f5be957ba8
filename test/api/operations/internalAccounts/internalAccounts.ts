import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  aPlatform,
  apiOf,
  createCustomer,
  listed,
  type Resource,
} from '../../../support/builders.ts'
import { call, describeOperation, fieldsOf, service } from '../../service.ts'

type Amount = { readonly currency: { readonly code: string } }

for (const [id, path] of [
  ['listInternalAccounts', '/internal-accounts'],
  ['listCustomerInternalAccounts', '/customers/internal-accounts'],
] as const) {
  describeOperation(id, () => {
    test('filters by customer, type and currency', async () => {
      const { customer, wallet } = service().mine
      const list = async (query: string): Promise<unknown[]> =>
        listed(await call('GET', `${path}?customerId=${customer.id}${query}`))
      const all = await list('')
      expect(all.length).toBe(3)
      expect(await list('&type=EMBEDDED_WALLET')).toEqual([
        expect.objectContaining({
          id: wallet.id,
          customerId: customer.id,
          status: 'ACTIVE',
          fundingPaymentInstructions: [
            {
              accountOrWalletInfo: {
                ...{ accountType: 'SPARK_WALLET', assetType: 'USDB' },
                ...{ address: expect.any(String), invoice: expect.any(String) },
              },
              instructionsNotes: expect.any(String),
              isPlatformAccount: false,
            },
          ],
          privateEnabled: false,
          balance: {
            amount: expect.any(Number),
            currency: { code: 'USDB', name: 'USDB', decimals: 6 },
          },
        }),
      ])
      expect((await list('&currency=USD')).length).toBe(1)
      expect(await list('&currency=USD&type=EMBEDDED_WALLET')).toEqual([])
      expect(await list('&currency=EUR')).toEqual([])
      const { body } = await call('GET', `${path}?customerId=${customer.id}`)
      expect(body).toMatchObject({ hasMore: false, totalCount: 3 })
      expect(body).not.toHaveProperty('nextCursor')
    })

    test("a customer that is another platform's, unknown or misspelt has none", async () => {
      const foreign = [
        service().theirs.customer.id,
        `Customer:${randomUUID()}`,
        randomUUID(),
        'x',
        '',
      ]
      for (const customerId of foreign) {
        const { status, body } = await call('GET', `${path}?customerId=${customerId}`)
        expect([status, body]).toEqual([200, { data: [], hasMore: false, totalCount: 0 }])
      }
    })

    test('limits and cursors that are none', async () => {
      for (const query of ['limit=0', 'limit=101', 'limit=ten', 'limit=1.5', 'limit=']) {
        expect(fieldsOf(await call('GET', `${path}?${query}`))).toHaveProperty('limit')
      }
      const encode = (text: string): string => Buffer.from(text).toString('base64url')
      const cursors = [
        '',
        'abc',
        encode(`2026-02-30T00:00:00+00:00|${randomUUID()}`),
        encode(`2026-02-03T00:00:00+00:00|${'-'.repeat(36)}`),
        'x'.repeat(600),
      ]
      for (const cursor of cursors) {
        expect(fieldsOf(await call('GET', `${path}?cursor=${cursor}`))).toHaveProperty('cursor')
      }
      const wrong = await call('GET', `${path}?type=SAVINGS&currency=SVC&limit=-1`)
      expect(fieldsOf(wrong)).toEqual({ type: 'enum', currency: 'format', limit: 'minimum' })
    })
  })
}

test('pages show every account once, whatever is created meanwhile', async () => {
  const { stack } = service()
  const api = apiOf(stack, await aPlatform(stack))
  const create = async (): Promise<void> => {
    await createCustomer(api)
  }
  for (let made = 0; made < 3; made += 1) await create()
  const whole = listed(await api.call('GET', '/internal-accounts?limit=100'))
  expect(whole.length).toBe(9)

  const seen: unknown[] = []
  let cursor: unknown
  for (let page = 0; page < 5; page += 1) {
    const after = cursor === undefined ? '' : `&cursor=${cursor}`
    const answer = await api.call('GET', `/internal-accounts?limit=4${after}`)
    if (page === 0) expect(answer.body.totalCount).toBe(9)
    seen.push(...listed(answer).map(({ id }) => id))
    if (page === 0) await create()
    if (answer.body.hasMore !== true) break
    cursor = answer.body.nextCursor
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.slice(0, 9)).toEqual(whole.map(({ id }) => id))
  expect(seen.length).toBe(12)
})

describeOperation('listPlatformInternalAccounts', () => {
  test("shows the platform's own accounts, of which each currency has one", async () => {
    const { stack } = service()
    const api = apiOf(stack, await aPlatform(stack))
    const list = async (query = ''): Promise<Resource[]> => {
      const answer = await api.call('GET', `/platform/internal-accounts${query}`)
      expect(Object.keys(answer.body)).toEqual(['data'])
      return listed(answer)
    }
    const all = await list()
    const currencies = all.map(({ balance }) => (balance as Amount).currency.code).sort()
    expect(currencies).toEqual(['USD', 'USDB', 'USDC'])
    for (const account of all) {
      expect(account).not.toHaveProperty('customerId')
      expect(account).toMatchObject({ status: 'ACTIVE', balance: { amount: 0 } })
    }
    expect(await list('?currency=USD')).toEqual([
      expect.objectContaining({ type: 'INTERNAL_FIAT' }),
    ])
    expect((await list('?type=INTERNAL_CRYPTO')).length).toBe(2)
    expect(await list('?currency=EUR')).toEqual([])
    const own = new Set(all.map(({ id }) => id))
    const customers = listed(await api.call('GET', '/internal-accounts?limit=100'))
    expect(customers.filter(({ id }) => own.has(id))).toEqual([])
  })

  test('a wrong filter is named', async () => {
    const answer = await call('GET', '/platform/internal-accounts?currency=SVC&type=X')
    expect(fieldsOf(answer)).toEqual({ currency: 'format', type: 'enum' })
  })
})

describeOperation('createInternalAccount', () => {
  const body = (more: object = {}): object => ({
    ...{ type: 'RULE_BASED', currency: 'USD', customerId: service().mine.customer.id },
    sweepRule: { destination: { accountId: service().mine.wallet.id } },
    ...more,
  })
  const ask = (more: object = {}, key?: string) =>
    call('POST', '/internal-accounts', body(more), { 'Idempotency-Key': key })

  test('201 with the account, 200 for the same key, 409 for another body', async () => {
    const key = randomUUID()
    const made = await ask({ label: 'Rent' }, key)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ type: 'RULE_BASED', label: 'Rent', status: 'ACTIVE' })
    const again = await ask({ label: 'Rent' }, key)
    expect([again.status, again.body.id]).toEqual([200, made.body.id])
    const other = await ask({ label: 'Board' }, key)
    expect([other.status, other.body.code]).toEqual([409, 'CONFLICT'])
  })

  test('unknown customers and destinations are not found', async () => {
    const unknown = await ask({ customerId: `Customer:${randomUUID()}` })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'USER_NOT_FOUND'])
    const destination = { accountId: `InternalAccount:${randomUUID()}` }
    const nowhere = await ask({ sweepRule: { destination } })
    expect([nowhere.status, nowhere.body.code]).toEqual([404, 'ACCOUNT_NOT_FOUND'])
  })

  test('403 where the operator has not enabled it', async () => {
    const platform = await aPlatform(service().stack)
    const api = apiOf(service().stack, platform)
    const customer = await createCustomer(api)
    await service().database.query({
      text: `update platforms set has_rule_accounts = false
        where id = (select platform_id from tokens where client_id = $1)`,
      values: [platform.clientId],
    })
    const { status, body: refused } = await api.call('POST', '/internal-accounts', {
      ...body({ customerId: customer.id }),
    })
    expect([status, refused.code]).toEqual([403, 'FORBIDDEN'])
  })
})
