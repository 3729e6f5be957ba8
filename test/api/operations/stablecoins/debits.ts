/** Mints by ACH debit: whose bank account is drawn on. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPlatform } from '../../../../db/platforms.ts'
import { apiOf, createCustomer, type Resource, shown } from '../../../support/builders.ts'
import { aSandboxControl } from '../../../support/sandboxControl.ts'
import {
  aBank,
  aLinkBody,
  aMintBody,
  aSparkWallet,
  aStablecoin,
  aTokenBody,
  moveCoin,
  operationWith,
  uuidOf,
  withKey,
} from '../../../support/stablecoins.ts'
import { call, describeOperation, expectRefusal, sampled, service } from '../../service.ts'

const control = () => aSandboxControl(service().stack)
async function aScene(): Promise<{ link: Resource; coin: Resource; wallet: Resource }> {
  await control().coins('POST', '/behaviour', { arrivalMs: 300, stepMs: 100 })
  const { api, mine } = service()
  return { ...(await aStablecoin(api)), wallet: await aSparkWallet(api, mine.customer) }
}
const mint = (coin: { id: string }, body: object) =>
  call('POST', `/stablecoins/${coin.id}/mints`, body, withKey())
const debiting = (coin: { id: string }, wallet: Resource, bank: Resource, cents = 700) =>
  mint(coin, aMintBody(wallet, cents, { type: 'ACH_DEBIT', externalAccountId: bank.id }))

describeOperation('createStablecoinMint', () => {
  test('by ACH debit draws on a linked account', async () => {
    const { coin, link, wallet } = await aScene()
    const { api, mine } = service()
    const by = (bank: Resource) => debiting(coin, wallet, bank)
    const made = shown('mint', await by(await aBank(api, mine.customer)), 201)
    expect(made.fundingInstructions).toBeUndefined()
    await operationWith(api, made, 'COMPLETED')
    const returned = shown('mint', await by(await aBank(api, mine.customer, '002')), 201)
    const failed = await operationWith(api, returned, 'FAILED')
    expect(failed.failureReason).toBe('R01 insufficient funds')
    expectRefusal(
      await by(await aBank(api, mine.customer, '004')),
      400,
      'STABLECOIN_EXTERNAL_ACCOUNT_LINK_FAILED',
    )
    const linked = async (bank: Resource, status: string) => {
      const { accountNumber } = bank.accountInfo as unknown as { accountNumber: string }
      const body = { owner: 'Ada Lovelace', accountNumber, routingNumber: '021000021', status }
      await control().coins('POST', `/accounts/${link.providerAccountId}/banks`, body)
    }
    const archived = await aBank(api, mine.customer, '1711')
    await linked(archived, 'archived')
    expectRefusal(await by(archived), 400, 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_LINKED')
    const twice = await aBank(api, mine.customer, '1822')
    await linked(twice, 'active')
    expect((await by(twice)).status).toBe(201)
    await linked(twice, 'active')
    expectRefusal(await by(twice), 400, 'STABLECOIN_EXTERNAL_ACCOUNT_LINK_METHOD_REQUIRED')
  })

  test('by ACH debit is refused where the provider refuses to say which accounts it knows', async () => {
    const { coin, link, wallet } = await aScene()
    const { api, mine, database } = service()
    const bank = await aBank(api, mine.customer)
    await database.query({
      text: 'update stablecoin_provider_accounts set provider_account_id = $2 where id = $1',
      values: [uuidOf(link), randomUUID()],
    })
    expectRefusal(await debiting(coin, wallet, bank), 400, 'STABLECOIN_PROVIDER_ERROR')
  })

  sampled('needs a link of the bank account, in production', async () => {
    const { stack, database } = service()
    // Of its own: another test makes the same bank accounts.
    const production = { name: `live ${randomUUID()}`, environment: 'PRODUCTION' } as const
    const live = apiOf(stack, await createPlatform(stack.databaseUrl, production))
    const link = shown(
      'link',
      await live.call('POST', '/stablecoin-provider-accounts', aLinkBody(), withKey()),
      201,
    )
    const body = aTokenBody(link)
    await database.query({
      text: `insert into stablecoin_tokens (environment, provider_token, network_token, name, symbol, decimals)
        values ('PRODUCTION', $1, $2, 'Live', $1, 2)`,
      values: [body.providerTokenIdentifier, body.networkTokenIdentifier],
    })
    const coin = shown('coin', await live.call('POST', '/stablecoins', body, withKey()), 201)
    await moveCoin(database, coin, 'PROVISIONING')
    await moveCoin(database, coin, 'PROVISIONED')
    const account = async (accountInfo: object, currency: string) => {
      const answer = await live.call('POST', '/platform/external-accounts', {
        currency,
        accountInfo,
      })
      return shown('account', answer, 201)
    }
    const wallet = await account(
      {
        accountType: 'SPARK_WALLET',
        address: 'spark1pgss93sy072yrmtad5cy2srwjhq8ekzuw78yhr808jn6htqfh9w8p8h9mfwlv9',
      },
      'USDB',
    )
    const holds = (accountNumber: string) =>
      account(
        {
          ...{ accountType: 'USD_ACCOUNT', accountNumber, routingNumber: '021000021' },
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
        },
        'USD',
      )
    const bank = await holds('000123456789')
    const debit = ({ id }: Resource) => {
      const source = { type: 'ACH_DEBIT', externalAccountId: id }
      const asked = { ...aMintBody(wallet, 100, source), amount: '100' }
      return live.call('POST', `/stablecoins/${coin.id}/mints`, asked, withKey())
    }
    const required = 'STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_REQUIRED'
    expectRefusal(await debit(bank), 400, required)
    // The provider shows the last four digits alone.
    const linked = (owner: string, accountNumber: string) =>
      aSandboxControl(stack, 'PRODUCTION').coins(
        'POST',
        `/accounts/${link.providerAccountId}/banks`,
        { owner, accountNumber, routingNumber: '021000021' },
      )
    await linked('Charles Babbage', '999988886789')
    expectRefusal(await debit(bank), 400, required)
    await linked('LOVELACE, Ada', '000123456789')
    expect((await debit(bank)).status).toBe(201)
    expectRefusal(await debit(await holds('640123456789')), 400, required)
    expect((await debit(bank)).status).toBe(201)
  })

  sampled('a customer who may not pay is not debited; receiving is always allowed', async () => {
    const { coin, wallet } = await aScene()
    const { api, database } = service()
    const customer = await createCustomer(api)
    const bank = await aBank(api, customer)
    const become = (set: string) =>
      database.query({
        text: `update customers set ${set} where id = $1`,
        values: [uuidOf(customer)],
      })
    await become(`kyc_status = 'REJECTED'`)
    expectRefusal(await debiting(coin, wallet, bank), 403, 'USER_NOT_READY')
    const its = await aSparkWallet(api, customer)
    expect((await mint(coin, aMintBody(its, 906))).status).toBe(201)
    await become(`kyc_status = 'APPROVED'`)
    // A bank account is debited for a wallet of the same customer.
    expectRefusal(await debiting(coin, wallet, bank), 404, 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND')
    const accepted = shown('mint', await debiting(coin, its, bank), 201)
    await operationWith(api, accepted, 'COMPLETED')
  })

  sampled('a customer who has not accepted the terms is not debited', async () => {
    const { stack, database } = service()
    const name = `waiting ${randomUUID()}`
    const other = apiOf(
      stack,
      await createPlatform(stack.databaseUrl, { name, environment: 'SANDBOX' }),
    )
    const { coin } = await aStablecoin(other)
    const customer = await createCustomer(other)
    const [wallet, bank] = [await aSparkWallet(other, customer), await aBank(other, customer)]
    await database.query({
      text: 'update platforms set is_regulated = false where name = $1',
      values: [name],
    })
    const source = { type: 'ACH_DEBIT', externalAccountId: bank.id }
    const path = `/stablecoins/${coin.id}/mints`
    expectRefusal(
      await other.call('POST', path, aMintBody(wallet, 700, source), withKey()),
      403,
      'END_USER_TERMS_NOT_ACCEPTED',
    )
  })
})
