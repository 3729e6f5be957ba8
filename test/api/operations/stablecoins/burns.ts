/** Burns: of a deposit, and of the provider's own balance. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { withClient } from '../../../../scripts/devstack/postgres.ts'
import { type Resource, shown } from '../../../support/builders.ts'
import { aSandboxControl } from '../../../support/sandboxControl.ts'
import { sampleOf } from '../../../support/seed.ts'
import {
  aBank,
  aBurnBody,
  anEnabledCoin,
  aStablecoin,
  operationWith,
  uuidOf,
  withKey,
} from '../../../support/stablecoins.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  sampled,
  service,
} from '../../service.ts'

const BALANCE = 'PROVIDER_INTERNAL_BALANCE'
const burn = (coin: { id: string }, body: object, headers = withKey()) =>
  call('POST', `/stablecoins/${coin.id}/burns`, body, headers)
const control = () => aSandboxControl(service().stack)
async function aScene(): Promise<{ link: Resource; coin: Resource; bank: Resource }> {
  await control().coins('POST', '/behaviour', { arrivalMs: 300, stepMs: 100, returnMs: 500 })
  const { api, mine } = service()
  return { ...(await aStablecoin(api)), bank: await aBank(api, mine.customer) }
}

describeOperation('createStablecoinBurn', () => {
  test('gives a fresh address, and pays out when the coins are there', async () => {
    const { coin, bank } = await aScene()
    const headers = withKey()
    const body = aBurnBody(bank, 2_000)
    const made = shown('burn', await burn(coin, body, headers), 201)
    expect(made).toMatchObject({
      ...{ operationType: 'BURN', amount: '20000000', source: { type: 'EXTERNAL_ACCOUNT' } },
      destination: { accountId: bank.id, rail: 'ACH_CREDIT' },
      estimatedDelivery: { rail: 'ACH_CREDIT', amount: '2000', currency: 'USD' },
      expiresAt: expect.any(String),
    })
    const other = shown('burn', await burn(coin, body), 201)
    const both = [made, other].map((one) => operationWith(service().api, one, 'COMPLETED'))
    const addresses = (await Promise.all(both)).map(
      (one) => (one.fundingInstructions as unknown as { address: string }).address,
    )
    expect(new Set(addresses).size).toBe(2)
    expect(addresses[0]).toMatch(/^spark1/)
    expect((await burn(coin, body, headers)).body).toEqual(made)
    expectRefusal(await burn(coin, aBurnBody(bank, 1), headers), 409, 'DUPLICATE_PAY_REQUEST')
    expect(await control().acts(made.id)).toEqual({ 'stablecoins redeem': 1 })
  })

  sampled('of the balance goes at once', async () => {
    const { coin, bank } = await aScene()
    const made = shown('burn', await burn(coin, aBurnBody(bank, 300, BALANCE)), 201)
    expect([made.expiresAt, made.fundingInstructions]).toEqual([undefined, undefined])
    await operationWith(service().api, made, 'COMPLETED')
    expectRefusal(
      await burn(coin, aBurnBody(bank, 100_000_001, BALANCE)),
      400,
      'INSUFFICIENT_FUNDS',
    )
  })

  sampled('waits for a whole deposit, and says so when its time is over', async () => {
    const { coin, bank } = await aScene()
    const made = shown('burn', await burn(coin, aBurnBody(bank, 1_906)), 201)
    const waiting = await operationWith(service().api, made, 'PENDING_FUNDING')
    const { address } = waiting.fundingInstructions as unknown as { address: string }
    const valueType = String(coin.providerTokenIdentifier)
    await control().coins('POST', '/deposits', { address, valueType, cents: 1_905 })
    const { database } = service()
    await database.query({
      text: 'update stablecoin_operations set expires_at = service_now() where id = $1',
      values: [uuidOf(made)],
    })
    await operationWith(service().api, made, 'EXPIRED')
    const row = await database.one<{ reason: string }>({
      text: 'select case_reason as reason from stablecoin_operations where id = $1',
      values: [uuidOf(made)],
    })
    expect(row.reason).toBe('SHORT_DEPOSIT')
    expect(await control().acts(made.id)).toEqual({})
  })

  test.each(
    sampleOf(
      'banks of burns',
      [
        ['002', 'R01 insufficient funds'],
        ['003', 'R02 account closed'],
      ] as const,
      1,
    ),
  )('to a bank account that ends in %s comes back', async (ending, reason) => {
    const { coin } = await aScene()
    const { api, mine } = service()
    const bank = await aBank(api, mine.customer, ending)
    const made = shown('burn', await burn(coin, aBurnBody(bank, 500, BALANCE)), 201)
    expect((await operationWith(api, made, 'FAILED')).failureReason).toBe(reason)
  })

  test('refuses what the provider refuses, accounts and sources that it cannot take', async () => {
    const { coin, bank, link } = await aScene()
    const { api, mine, database } = service()
    const refused = await aBank(api, mine.customer, '004')
    const code = 'STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_FAILED'
    expectRefusal(await burn(coin, aBurnBody(refused)), 400, code)
    const wire = aBurnBody(bank, 100, BALANCE, 'WIRE')
    expectRefusal(await burn(coin, wire), 400, 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED')
    const from = { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: mine.wallet.id }
    const internal = { ...aBurnBody(bank), source: from }
    expectRefusal(await burn(coin, internal), 400, 'STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED')
    const enabled = await anEnabledCoin(api, database)
    expectRefusal(await burn(enabled, internal), 400, 'STABLECOIN_BURN_SOURCE_NOT_SUPPORTED')
    const unknown = { id: `ExternalAccount:${randomUUID()}` }
    expectRefusal(
      await burn(coin, aBurnBody(unknown)),
      404,
      'STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND',
    )
    expectRefusal(await burn(unknown, aBurnBody(bank)), 404, 'STABLECOIN_NOT_FOUND')
    const { coin: pending } = await aStablecoin(api, { suffix: '004' })
    expectRefusal(await burn(pending, aBurnBody(bank)), 400, 'STABLECOIN_NOT_PROVISIONED')
    const parts = { ...aBurnBody(bank), amount: '10001' }
    expectRefusal(await burn(coin, parts), 400, 'STABLECOIN_AMOUNT_NOT_REPRESENTABLE')
    const wrong = { amount: '01', source: { type: 'SERVICE_INTERNAL_ACCOUNT' }, destination: {} }
    expect(fieldsOf(await burn(coin, wrong))).toEqual({
      ...{ amount: 'pattern', 'source.accountId': 'required', 'destination.type': 'required' },
      ...{ 'destination.externalAccountId': 'required', 'destination.rail': 'required' },
    })
    // The address that the provider's own coins are taken from.
    await withClient(service().stack.sandboxDatabaseUrl, (client) =>
      client.query(`update sandbox.coin_addresses set status = 'archived' where account_id = $1`, [
        link.providerAccountId,
      ]),
    )
    const balance = aBurnBody(bank, 300, BALANCE)
    expectRefusal(await burn(coin, balance), 400, 'STABLECOIN_PROVIDER_SOURCE_NOT_LINKED')
    await database.call('note_stablecoin_login', uuidOf(link), 1, false)
    expectRefusal(await burn(coin, aBurnBody(bank)), 400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID')
  })
})
