import { beforeAll, expect, test } from 'vitest'
import { anAgent, type ConnectedAgent, freePolicy } from '../../../support/agents.ts'
import {
  aLoggedInWallet,
  anExternalAccount,
  aPlatform,
  aQuote,
  fund,
  type LoggedInWallet,
  listed,
  quoteBody,
  type Resource,
  shown,
} from '../../../support/builders.ts'
import {
  describeOperation,
  expectRefusal,
  expectReplay,
  fieldsOf,
  leavesNothing,
  service,
} from '../../service.ts'

/** A platform of its own: the agent's customer, and another one with as much. */
let mine: LoggedInWallet
let neighbour: LoggedInWallet
let agent: ConnectedAgent
/** Of the same customer. */
let second: ConnectedAgent
/** Permitted nothing. */
let barred: ConnectedAgent

const bankAccount = (suffix = '789'): object => ({
  currency: 'USD',
  accountInfo: {
    accountType: 'USD_ACCOUNT',
    accountNumber: `000${Math.floor(Math.random() * 1e9)}${suffix}`,
    routingNumber: '021000021',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
  },
})

async function setUp(): Promise<void> {
  if (agent !== undefined) return
  const { stack } = service()
  const platform = await aPlatform(stack)
  mine = await aLoggedInWallet(stack, { platform })
  neighbour = await aLoggedInWallet(stack, { platform })
  agent = await anAgent(mine.api, mine.customer.id)
  second = await anAgent(mine.api, mine.customer.id)
  barred = await anAgent(mine.api, mine.customer.id, { ...freePolicy, permissions: [] })
}

const get = (path: string): ReturnType<ConnectedAgent['its']['call']> => agent.its.call('GET', path)

async function refusesTheBarred(method: string, path: string, body?: object): Promise<void> {
  await leavesNothing(async () => {
    const answer = await barred.its.call(method, path, body)
    expectRefusal(answer, 403, 'FORBIDDEN')
  })
}

describeOperation('agentListInternalAccounts', () => {
  beforeAll(setUp)

  test('the balances of its customer, as the platform reads them', async () => {
    const path = `/internal-accounts?customerId=${mine.customer.id}`
    const all = listed(await get('/agents/me/internal-accounts'))
    expect(all).toEqual(listed(await mine.api.call('GET', path)))
    expect(all.map(({ id }) => id)).toContain(mine.wallet.id)
  })

  test('by type and currency, page by page', async () => {
    const wallets = await get('/agents/me/internal-accounts?type=EMBEDDED_WALLET&currency=USDB')
    expect(listed(wallets).map(({ id }) => id)).toEqual([mine.wallet.id])
    expect(listed(await get('/agents/me/internal-accounts?currency=BRL'))).toEqual([])
    expect(fieldsOf(await get('/agents/me/internal-accounts?limit=0&cursor=x'))).toEqual({
      limit: 'minimum',
      cursor: 'format',
    })
  })

  test('needs VIEW_TRANSACTIONS', () => refusesTheBarred('GET', '/agents/me/internal-accounts'))
})

describeOperation('agentListExternalAccounts', () => {
  beforeAll(setUp)

  test('those of its customer; a cursor goes on', async () => {
    const more = await anExternalAccount(mine.api, mine.customer)
    const path = '/agents/me/external-accounts'
    const ids = listed(await get(path)).map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([mine.account.id, more.id]))
    expect(ids).not.toContain(neighbour.account.id)
    const first = await get(`${path}?limit=1&currency=USD`)
    const rest = await get(`${path}?limit=100&currency=USD&cursor=${first.body.nextCursor}`)
    expect([...listed(first), ...listed(rest)].map(({ id }) => id)).toEqual(ids)
  })

  test('needs VIEW_TRANSACTIONS', () => refusesTheBarred('GET', '/agents/me/external-accounts'))
})

describeOperation('agentCreateExternalAccount', () => {
  beforeAll(setUp)

  test('its customer is the owner, named or not', async () => {
    for (const fields of [{}, { customerId: mine.customer.id }]) {
      const body = { ...bankAccount(), ...fields }
      const created = await agent.its.call('POST', '/agents/me/external-accounts', body)
      expect([created.status, created.body.customerId]).toEqual([201, mine.customer.id])
      const path = `/customers/external-accounts/${created.body.id}`
      expect((await mine.api.call('GET', path)).body).toEqual(created.body)
    }
  })

  test('another customer is not found, of the same platform either', async () => {
    await leavesNothing(async () => {
      for (const { id } of [neighbour.customer, service().theirs.customer]) {
        const body = { ...bankAccount(), customerId: id }
        const answer = await agent.its.call('POST', '/agents/me/external-accounts', body)
        expectRefusal(answer, 404, 'USER_NOT_FOUND')
      }
    })
  })

  test('every field that is wrong, an equal account, one that the bank refuses', async () => {
    const path = '/agents/me/external-accounts'
    expect(fieldsOf(await agent.its.call('POST', path, { currency: 'XXX' }))).toEqual({
      currency: 'format',
      accountInfo: 'required',
    })
    const body = bankAccount()
    shown('create', await agent.its.call('POST', path, body), 201)
    expectRefusal(await agent.its.call('POST', path, body), 409, 'DUPLICATE_EXTERNAL_ACCOUNT')
    const refused = await agent.its.call('POST', path, bankAccount('105'))
    expectRefusal(refused, 400, 'INVALID_BANK_ACCOUNT')
  })

  test('needs MANAGE_EXTERNAL_ACCOUNTS', () =>
    refusesTheBarred('POST', '/agents/me/external-accounts', bankAccount()))
})

describeOperation('agentGetExternalAccount', () => {
  beforeAll(setUp)

  test('one of its customer, and nobody else’s', async () => {
    const found = await get(`/agents/me/external-accounts/${mine.account.id}`)
    expect(shown('read', found, 200)).toMatchObject({ id: mine.account.id })
    const own = await mine.api.call('POST', '/platform/external-accounts', bankAccount())
    for (const id of [neighbour.account.id, service().theirs.account.id, own.body.id, 'x']) {
      const answer = await get(`/agents/me/external-accounts/${id}`)
      expectRefusal(answer, 404, 'ACCOUNT_NOT_FOUND')
    }
  })

  test('needs VIEW_TRANSACTIONS', () =>
    refusesTheBarred('GET', `/agents/me/external-accounts/${mine.account.id}`))
})

describeOperation('agentDeleteExternalAccount', () => {
  beforeAll(setUp)

  test('one of its customer, once; nobody else’s', async () => {
    const account = await anExternalAccount(mine.api, mine.customer)
    const path = `/agents/me/external-accounts/${account.id}`
    expect((await agent.its.call('DELETE', path)).status).toBe(204)
    expectRefusal(await agent.its.call('DELETE', path), 404, 'ACCOUNT_NOT_FOUND')
    const foreign = `/agents/me/external-accounts/${neighbour.account.id}`
    expectRefusal(await agent.its.call('DELETE', foreign), 404, 'ACCOUNT_NOT_FOUND')
    const still = await neighbour.api.call(
      'GET',
      `/customers/external-accounts/${neighbour.account.id}`,
    )
    expect(still.status).toBe(200)
  })

  test('needs MANAGE_EXTERNAL_ACCOUNTS', () =>
    refusesTheBarred('DELETE', `/agents/me/external-accounts/${mine.account.id}`))
})

describeOperation('agentListTransactions', () => {
  beforeAll(setUp)

  test('those of its customer alone, by every filter', async () => {
    await fund(mine.api, mine.wallet, 17n)
    const path = `/transactions?limit=100&customerId=${mine.customer.id}`
    const all = listed(await get('/agents/me/transactions?limit=100'))
    expect(all).toEqual(listed(await mine.api.call('GET', path)))
    expect(all.length).toBeGreaterThan(1)
    const into = `receiverAccountIdentifier=${mine.wallet.id}&type=INCOMING&status=COMPLETED`
    expect(listed(await get(`/agents/me/transactions?${into}`)).length).toBeGreaterThan(0)
    const theirs = `accountIdentifier=${neighbour.wallet.id}`
    expect(listed(await get(`/agents/me/transactions?${theirs}`))).toEqual([])
  })

  test('the customer cannot be chosen', async () => {
    const path = '/agents/me/transactions?limit=100'
    const chosen = await get(`${path}&customerId=${neighbour.customer.id}`)
    expect(fieldsOf(chosen)).toEqual({ customerId: 'additionalProperties' })
    for (const { customerId } of listed(await get(path))) expect(customerId).toBe(mine.customer.id)
  })

  test('a cursor is one customer’s', async () => {
    await fund(mine.api, mine.wallet, 17n)
    await aQuote(mine)
    await aQuote(neighbour)
    const other = await anAgent(neighbour.api, neighbour.customer.id)
    const path = '/agents/me/transactions?limit=1'
    const { nextCursor } = (await get(path)).body
    expect((await get(`${path}&cursor=${nextCursor}`)).status).toBe(200)
    const answer = await other.its.call('GET', `${path}&cursor=${nextCursor}`)
    expect(fieldsOf(answer)).toEqual({ cursor: 'format' })
  })

  test('needs VIEW_TRANSACTIONS', () => refusesTheBarred('GET', '/agents/me/transactions'))
})

describeOperation('agentGetTransaction', () => {
  beforeAll(setUp)

  test('one of its customer, and nobody else’s', async () => {
    const quote = await aQuote(mine)
    const found = await get(`/agents/me/transactions/${quote.transactionId}`)
    const same = await mine.api.call('GET', `/transactions/${quote.transactionId}`)
    expect(shown('read', found, 200)).toEqual(same.body)
    const foreign = [await aQuote(neighbour), await aQuote(service().theirs)]
    for (const id of [...foreign.map(({ transactionId }) => transactionId), 'x']) {
      const answer = await get(`/agents/me/transactions/${id}`)
      expectRefusal(answer, 404, 'TRANSACTION_NOT_FOUND')
    }
  })

  test('needs VIEW_TRANSACTIONS', async () => {
    const { transactionId } = await aQuote(mine)
    await refusesTheBarred('GET', `/agents/me/transactions/${transactionId}`)
  })
})

describeOperation('agentCreateQuote', () => {
  beforeAll(setUp)
  const path = '/agents/me/quotes'

  test('a price for its customer; the transaction names the agent', async () => {
    const body = quoteBody(mine.wallet, mine.account)
    const quote = shown('quote', await agent.its.call('POST', path, body), 201)
    expect(quote.status).toBe('PENDING')
    const transaction = await mine.api.call('GET', `/transactions/${quote.transactionId}`)
    expect(transaction.body).toMatchObject({ status: 'PENDING', agentId: agent.agent.id })
  })

  test('only between its customer’s own accounts', async () => {
    const platformAccount = await mine.api.call(
      'POST',
      '/platform/external-accounts',
      bankAccount(),
    )
    const foreign: [object, string][] = [
      [quoteBody(neighbour.wallet, mine.account), 'ACCOUNT_NOT_FOUND'],
      [quoteBody(mine.wallet, neighbour.account), 'ACCOUNT_NOT_FOUND'],
      [quoteBody(mine.wallet, neighbour.wallet), 'ACCOUNT_NOT_FOUND'],
      [quoteBody(mine.wallet, platformAccount.body as Resource), 'ACCOUNT_NOT_FOUND'],
      [quoteBody(service().theirs.wallet, mine.account), 'ACCOUNT_NOT_FOUND'],
      [
        {
          ...quoteBody(mine.wallet, mine.account),
          source: {
            ...{ sourceType: 'ACCOUNT', accountId: mine.wallet.id },
            customerId: neighbour.customer.id,
          },
        },
        'USER_NOT_FOUND',
      ],
    ]
    await leavesNothing(async () => {
      for (const [body, code] of foreign) {
        expectRefusal(await agent.its.call('POST', path, body), 404, code)
      }
    })
  })

  test('a lookup that was made for its customer, not for another one', async () => {
    const umaAddress = '$success.usd@sandbox.uma.money'
    const quoteFor = async (owner: LoggedInWallet) => {
      const lookup = `/receiver/uma/${encodeURIComponent(umaAddress)}?customerId=${owner.customer.id}`
      const { lookupId } = shown('lookup', await owner.api.call('GET', lookup), 200)
      return agent.its.call('POST', path, {
        ...quoteBody(mine.wallet, mine.account),
        destination: { destinationType: 'UMA_ADDRESS', umaAddress, currency: 'USD' },
        lookupId,
      })
    }
    for (const owner of [neighbour, service().theirs]) {
      expectRefusal(await quoteFor(owner), 404, 'LOOKUP_REQUEST_NOT_FOUND')
    }
    shown('quote', await quoteFor(mine), 201)
  })

  test('a key belongs to one agent', async () => {
    const body = quoteBody(mine.wallet, mine.account)
    const headers = { 'Idempotency-Key': 'invoice-4711' }
    const first = await agent.its.call('POST', path, body, headers)
    expectReplay(first, await agent.its.call('POST', path, body, headers))
    const others = [
      await second.its.call('POST', path, body, headers),
      await mine.api.call('POST', '/quotes', body, headers),
    ]
    for (const other of others) {
      expect([other.status, other.headers.get('Idempotent-Replayed')]).toEqual([201, null])
      expect(other.body.id).not.toBe(first.body.id)
    }
    const changed = quoteBody(mine.wallet, mine.account, 7n)
    const answer = await agent.its.call('POST', path, changed, headers)
    expectRefusal(answer, 409, 'DUPLICATE_PAY_REQUEST')
  })

  test('needs CREATE_QUOTES', () =>
    refusesTheBarred('POST', path, quoteBody(mine.wallet, mine.account)))
})

describeOperation('agentGetQuote', () => {
  beforeAll(setUp)

  test('its own quotes: not those of another agent, nor of the platform', async () => {
    const body = quoteBody(mine.wallet, mine.account)
    const made = await agent.its.call('POST', '/agents/me/quotes', body)
    const path = `/agents/me/quotes/${made.body.id}`
    expect((await get(path)).body).toEqual(made.body)
    expectRefusal(await second.its.call('GET', path), 404, 'QUOTE_NOT_FOUND')
    const platforms = await aQuote(mine)
    const answer = await get(`/agents/me/quotes/${platforms.id}`)
    expectRefusal(answer, 404, 'QUOTE_NOT_FOUND')
  })

  test('needs no permission: one that lost them still reads what it made', async () => {
    const maker = await anAgent(mine.api, mine.customer.id)
    const body = quoteBody(mine.wallet, mine.account)
    const made = await maker.its.call('POST', '/agents/me/quotes', body)
    const policy = { permissions: [] }
    const changed = await mine.api.call('PATCH', `/agents/${maker.agent.id}/policy`, policy)
    expect(changed.status).toBe(200)
    const found = await maker.its.call('GET', `/agents/me/quotes/${made.body.id}`)
    expect(found.body).toEqual(made.body)
  })
})
