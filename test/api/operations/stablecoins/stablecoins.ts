/** Stablecoins: registered, read, listed, enabled, and used as a currency. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { apiOf, listed, type Resource, shown, waitUntil } from '../../../support/builders.ts'
import { aSandboxControl } from '../../../support/sandboxControl.ts'
import { sparkAddress } from '../../../support/sandboxNumbers.ts'
import {
  aLinkBody,
  aLinkedAccount,
  anEnabledCoin,
  aStablecoin,
  aTokenBody,
  moveCoin,
  uuidOf,
  withKey,
} from '../../../support/stablecoins.ts'
import { call, describeOperation, expectRefusal, fieldsOf, service } from '../../service.ts'

const PATH = '/stablecoins'
const register = (body: object, headers = withKey()) => call('POST', PATH, body, headers)
const requestOf = ({ id }: Resource) => call('POST', `${PATH}/${id}/request-service-enablement`)
const unknown = `Stablecoin:${randomUUID()}`

describeOperation('registerStablecoin', () => {
  test('answers the coin, and a repeat as before', async () => {
    const link = await aLinkedAccount(service().api)
    const body = aTokenBody(link)
    const headers = withKey()
    const answer = await register(body, headers)
    expect(answer.status).toBe(201)
    const { providerTokenIdentifier: symbol } = body
    expect(answer.body).toEqual({
      ...{ id: expect.stringMatching(/^Stablecoin:/), name: `${symbol} (sandbox)`, symbol },
      ...{ baseCurrency: 'USD', network: 'SPARK', decimals: 6, issuanceStatus: 'PROVISIONED' },
      ...{ serviceOperationsStatus: 'NOT_ENABLED', provider: 'BRALE' },
      networkTokenIdentifier: body.networkTokenIdentifier,
      providerTokenIdentifier: body.providerTokenIdentifier,
      ...{ stablecoinProviderAccountId: link.id, providerEnvironment: 'SANDBOX' },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    })
    const again = await register(body, headers)
    expect([again.status, again.body]).toEqual([201, answer.body])
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expectRefusal(await register(aTokenBody(link), headers), 409, 'DUPLICATE_PAY_REQUEST')
  })

  test('stops in its review where a suffix says so', async () => {
    const states = ['001', '002', '003', '004'].map(async (suffix) => {
      const { coin } = await aStablecoin(service().api, { suffix })
      return coin.issuanceStatus
    })
    expect(await Promise.all(states)).toEqual([
      ...['PENDING_REVIEW', 'REJECTED', 'FAILED', 'PROVISIONING'],
    ])
  })

  test('takes neither a token nor a symbol twice, nor a currency of ours', async () => {
    const link = await aLinkedAccount(service().api)
    const body = aTokenBody(link)
    shown('coin', await register(body), 201)
    const token = { ...aTokenBody(link), networkTokenIdentifier: body.networkTokenIdentifier }
    expectRefusal(await register(body), 409, 'STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS')
    expectRefusal(await register(token), 409, 'STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS')
    const sameSymbol = `${body.providerTokenIdentifier}7`
    const codes = ['USDB', 'EUR', 'btc', sameSymbol]
    for (const ticker of codes) {
      expectRefusal(
        await register(aTokenBody(link, { ticker })),
        409,
        'STABLECOIN_SYMBOL_ALREADY_EXISTS',
      )
    }
  })

  test('asks which link where several are active, and takes none that is not', async () => {
    const [one] = [await aLinkedAccount(service().api), await aLinkedAccount(service().api)]
    const { database } = service()
    expectRefusal(
      await register(aTokenBody()),
      400,
      'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED',
    )
    for (const id of [`StablecoinProviderAccount:${randomUUID()}`, 'x']) {
      const body = { ...aTokenBody(), stablecoinProviderAccountId: id }
      expectRefusal(await register(body), 404, 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND')
    }
    await database.call('note_stablecoin_login', uuidOf(one), 1, false)
    expectRefusal(await register(aTokenBody(one)), 400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID')
    await database.call('revoke_stablecoin_link', uuidOf(one), 'ops', 'left')
    expectRefusal(await register(aTokenBody(one)), 400, 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED')
  })

  test('notices a login that is refused, and waits for a provider that is silent', async () => {
    const login = aLinkBody()
    const link = await aLinkedAccount(service().api, login)
    const control = aSandboxControl(service().stack)
    await control.order({ party: 'stablecoins', operation: 'balance', kind: 'nonsense' })
    expectRefusal(await register(aTokenBody(link)), 503, 'SERVICE_UNAVAILABLE')
    await control.coins('POST', `/clients/${login.apiClientId}`, { isShut: true })
    expectRefusal(await register(aTokenBody(link)), 400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID')
    const { body } = await call('GET', `/stablecoin-provider-accounts/${link.id}`)
    expect(body.status).toBe('INVALID')
  })

  test('is for tokens that an operator has written down, in production', async () => {
    const { stack, production, database } = service()
    const live = apiOf(stack, production)
    const link = await aLinkedAccount(live)
    const body = aTokenBody(link)
    const ask = () => live.call('POST', PATH, body, withKey())
    expectRefusal(await ask(), 400, 'STABLECOIN_VERIFICATION_FAILED')
    await database.query({
      text: `insert into stablecoin_tokens (environment, provider_token, network_token, name, symbol, decimals)
        values ('PRODUCTION', $1, $2, 'Live', $1, 18)`,
      values: [body.providerTokenIdentifier, body.networkTokenIdentifier],
    })
    expect((await ask()).body).toMatchObject({ issuanceStatus: 'PENDING_REVIEW', decimals: 18 })
  })

  test('names everything that is wrong at once', async () => {
    const wrong = { providerTokenIdentifier: '1', networkTokenIdentifier: '', network: 'BASE' }
    expect(fieldsOf(await call('POST', PATH, wrong))).toEqual({
      ...{ 'Idempotency-Key': 'required', providerTokenIdentifier: 'pattern' },
      ...{ networkTokenIdentifier: 'pattern', network: 'enum' },
    })
  })
})

describeOperation('getStablecoin', () => {
  test('is what registering answered', async () => {
    const { coin } = await aStablecoin(service().api)
    expect((await call('GET', `${PATH}/${coin.id}`)).body).toEqual(coin)
    for (const id of [unknown, 'nothing']) {
      expectRefusal(await call('GET', `${PATH}/${id}`), 404, 'STABLECOIN_NOT_FOUND')
    }
  })
})

describeOperation('listStablecoins', () => {
  test('filters by both states and the provider', async () => {
    const { api } = service()
    const { coin: made } = await aStablecoin(api)
    const { coin: rejected } = await aStablecoin(api, { suffix: '002' })
    shown('request', await requestOf(made), 200)
    const ids = async (query: string): Promise<string[]> =>
      listed(await call('GET', `${PATH}?limit=100&${query}`)).map(({ id }) => id)
    expect(await ids('')).toEqual(expect.arrayContaining([made.id, rejected.id]))
    expect(await ids('issuanceStatus=REJECTED&provider=BRALE')).toContain(rejected.id)
    expect(await ids('issuanceStatus=REJECTED')).not.toContain(made.id)
    const both = 'serviceOperationsStatus=PENDING_APPROVAL&issuanceStatus'
    expect(await ids(`${both}=PROVISIONED`)).toContain(made.id)
    expect(await ids(`${both}=FAILED`)).not.toContain(made.id)
    expect(fieldsOf(await call('GET', `${PATH}?issuanceStatus=X&provider=Y`))).toEqual({
      ...{ issuanceStatus: 'enum', provider: 'enum' },
    })
  })
})

describeOperation('requestStablecoinEnablement', () => {
  test('waits for a person, who approves only what is provisioned', async () => {
    const { api, database } = service()
    const { coin } = await aStablecoin(api, { suffix: '001' })
    const asked = shown('request', await requestOf(coin), 200)
    expect(asked.serviceOperationsStatus).toBe('PENDING_APPROVAL')
    expect((await requestOf(coin)).body).toEqual(asked)
    await expect(moveCoin(database, coin, 'ENABLED')).rejects.toThrow('may not be moved')
    for (const state of ['PROVISIONING', 'FAILED', 'PROVISIONING', 'PROVISIONED', 'ENABLED']) {
      await moveCoin(database, coin, state)
    }
    const enabled = (await call('GET', `${PATH}/${coin.id}`)).body
    expect(enabled).toMatchObject({
      ...{ serviceOperationsStatus: 'ENABLED', currency: coin.symbol },
    })
    for (const state of ['ENABLED', 'DISABLED']) {
      if (state === 'DISABLED') await moveCoin(database, coin, state)
      expectRefusal(await requestOf(coin), 409, 'STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE')
    }
    expectRefusal(
      await call('POST', `${PATH}/${unknown}/request-service-enablement`),
      404,
      'STABLECOIN_NOT_FOUND',
    )
  })

  test('may be asked for again after it was declined', async () => {
    const { api, database } = service()
    const { coin } = await aStablecoin(api)
    await requestOf(coin)
    await moveCoin(database, coin, 'NOT_ENABLED')
    expect((await requestOf(coin)).body.serviceOperationsStatus).toBe('PENDING_APPROVAL')
  })

  test('makes it a currency of its platform alone, worth one dollar', async () => {
    const { api, database, mine, theirs } = service()
    const coin = await anEnabledCoin(api, database)
    const bodyOf = (customerId: string) => ({
      ...{ customerId, currency: coin.currency },
      accountInfo: { accountType: 'SPARK_WALLET', address: sparkAddress() },
    })
    const create = (by: typeof api, customerId: string) =>
      by.call('POST', '/customers/external-accounts', bodyOf(customerId))
    expect(fieldsOf(await create(theirs.api, theirs.customer.id))).toEqual({ currency: 'format' })
    const account = shown('account', await create(api, mine.customer.id), 201)
    const asked = await api.call('POST', '/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: mine.wallet.id },
      destination: { destinationType: 'ACCOUNT', accountId: account.id },
      ...{ lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: 5_000_000 },
    })
    expect(shown('quote', asked, 201)).toMatchObject({
      ...{ exchangeRate: 1, totalReceivingAmount: 5_000_000 },
      receivingCurrency: { code: coin.currency, decimals: 6 },
    })
    await moveCoin(database, coin, 'DISABLED')
    await waitUntil('the coin is none', async () => {
      return (await create(api, mine.customer.id)).status === 400
    })
  })
})
