/** A customer's money and keys do not leave it without its own login, whichever way is tried. */
import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { createDevice } from '../../scripts/serviceDriver/device.ts'
import { rowsOf, untilTransaction } from '../durability/payments.ts'
import { anActingAgent, askingPolicy, transferOut } from '../support/agentActions.ts'
import {
  aLoggedInWallet,
  anExternalAccount,
  ledgerHolds,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { play, purchaseOf, transactionOf } from '../support/cardPlays.ts'
import { aCard } from '../support/cards.ts'
import { aDelegatedKey } from '../support/delegatedKeys.ts'
import { domainOf } from '../support/importFiles.ts'
import { aPhoneNumber, CODE, logIn, type ScaCustomer } from '../support/sca.ts'
import {
  aScaPayer,
  changeTrust,
  logOut,
  type ScaPayer,
  verifyAndLogIn,
} from '../support/scaPayers.ts'
import { aMintBody, aSparkWallet, aStablecoin, withKey } from '../support/stablecoins.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import {
  accountOf,
  aFundedCustomer,
  from,
  platformAccount,
  type TestCustomer,
  to,
} from './customers.ts'

let stack: SharedStack
let payer: ScaPayer
let other: Resource

beforeAll(async () => {
  stack = await aSharedStack()
  const receiver = await aFundedCustomer(stack, 'USD', 1n)
  other = accountOf(receiver, 'USD')
})
afterAll(async () => {
  await ledgerHolds(stack)
  await stack?.stop()
})
beforeEach(async () => {
  payer = await aScaPayer(stack)
})

const codeOf = ({ status, body }: Answer): unknown[] => [status, body.code]
const REFUSED = [409, 'SCA_SESSION_REQUIRED']

const transferIn = (account: { readonly id: string }): Promise<Answer> =>
  payer.api.call('POST', '/transfer-in', {
    source: { accountId: payer.bank.id },
    destination: { accountId: account.id },
    amount: 1_000,
  })

const quote = (source: object, destination: object, more: object = {}): Promise<Answer> =>
  payer.api.call('POST', '/quotes', {
    ...{ source, destination, lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 10_000 },
    ...more,
  })

const immediately = { immediatelyExecute: true }

describe.each(['with a login', 'without a login'])('%s', (login) => {
  beforeEach(async () => {
    if (login === 'without a login') await logOut(stack, payer.customer)
  })

  test('a bank account is not pulled to another customer, nor to the platform, by a transfer', async () => {
    const own = await platformAccount(payer.api, 'USD')
    expect(codeOf(await transferIn(other))).toEqual(REFUSED)
    expect(codeOf(await transferIn(own))).toEqual(REFUSED)
    // The customer's own account here is its own money.
    expect((await transferIn(payer.source)).status).toBe(201)
  })

  test('a transfer out needs a trusted beneficiary', async () => {
    const body = {
      source: { accountId: payer.source.id },
      ...{ destination: { accountId: payer.bank.id }, amount: 1_000 },
    }
    expect(codeOf(await payer.api.call('POST', '/transfer-out', body))).toEqual(REFUSED)
  })

  test('another customer’s wallet is not minted from a bank account', async () => {
    const { coin } = await aStablecoin(payer.api)
    const mint = async (wallet: { readonly id: string }): Promise<unknown[]> => {
      const source = { type: 'ACH_DEBIT', externalAccountId: payer.bank.id }
      const body = aMintBody(wallet, 700, source)
      const path = `/stablecoins/${coin.id}/mints`
      return codeOf(await payer.api.call('POST', path, body, withKey()))
    }
    const stranger = await aFundedCustomer(stack, 'USD', 1n)
    expect(await mint(await aSparkWallet(payer.api, stranger.customer))).toEqual([
      404,
      'STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND',
    ])
    const own = await aSparkWallet(payer.api, payer.customer)
    expect(await mint(own)).toEqual(REFUSED)
    if (login === 'without a login') return
    await changeTrust(payer.api, own)
    expect((await mint(own))[0]).toBe(201)
  })
})

describe('without a login', () => {
  beforeEach(() => logOut(stack, payer.customer))

  test('a bank account is not pulled to another customer by a quote', async () => {
    const source = { sourceType: 'ACCOUNT', accountId: payer.bank.id }
    const asked = await quote(source, to(other), immediately)
    expect(codeOf(asked)).toEqual(REFUSED)
  })

  test('a conversion of the own money is no cover for a fee', async () => {
    const wallet = accountOf(payer, 'USDB')
    const fees = (bps: number): object => ({
      platformFeeOverride: {
        platformFixedFee: { amount: 0, currency: 'USD' },
        platformVariableFeeBps: bps,
      },
    })
    const convert = (bps: number): Promise<Answer> =>
      quote(from(payer.source), to(wallet), { ...immediately, ...fees(bps) })
    expect(codeOf(await convert(9_800))).toEqual(REFUSED)
    // Small ones, repeated, would take everything.
    expect(codeOf(await convert(1))).toEqual(REFUSED)
    const free = shown('free', await convert(0), 201)
    await untilTransaction(
      payer.api,
      String(free.transactionId),
      ({ status }) => status === 'COMPLETED',
    )
  })

  test('the wallet’s words are not exported', async () => {
    const wallet = accountOf(payer, 'USDB')
    const body = { clientPublicKey: createDevice().publicKeyUncompressed }
    const path = `/internal-accounts/${wallet.id}/export`
    expect(codeOf(await payer.api.call('POST', path, body))).toEqual(REFUSED)
    await verifyAndLogIn(stack, payer.customer)
    expect((await payer.api.call('POST', path, body)).status).toBe(202)
  })
})

test('a card’s number is shown, and given to a digital wallet, for a customer who has logged in', async () => {
  const owner = { customer: payer.customer, wallet: accountOf(payer, 'USDB') }
  const { id } = await aCard(payer.api, owner)
  await waitUntil('the card is issued', async () => {
    const { body } = await payer.api.call('GET', `/cards/${id}`)
    return body.state === 'ACTIVE' ? body : undefined
  })
  const reveal = (): Promise<Answer> => payer.api.call('POST', `/cards/${id}/reveal`)
  const samsung = { wallet: 'SAMSUNG_PAY', walletAccountId: 'account', deviceId: 'device' }
  const tokenize = (): Promise<Answer> => payer.api.call('POST', `/cards/${id}/tokenize`, samsung)
  expect([(await reveal()).status, (await tokenize()).status]).toEqual([200, 200])
  await logOut(stack, payer.customer)
  expect(codeOf(await reveal())).toEqual(REFUSED)
  expect(codeOf(await tokenize())).toEqual(REFUSED)
})

test('a fee is proven for, also where the payee is trusted; the message says what the payee gets', async () => {
  await changeTrust(payer.api, payer.bank)
  const pay = (bps: number): Promise<Answer> =>
    quote(from(payer.source), to(payer.bank), {
      ...immediately,
      platformFeeOverride: {
        platformFixedFee: { amount: 0, currency: 'USD' },
        platformVariableFeeBps: bps,
      },
    })
  const without = await pay(0)
  expect([without.status, without.body.status]).toEqual([201, 'PROCESSING'])
  const asked = await pay(9_800)
  expect([asked.status, asked.body.status]).toEqual([202, 'PENDING_AUTHORIZATION'])
  const [message] = await rowsOf<{ amount: string }>(
    stack,
    `select message ->> 'amount' as amount from sca_challenges where customer_id = $1
      order by created_at desc limit 1`,
    [payer.customer.id.replace('Customer:', '')],
  )
  expect(message?.amount).toMatch(/^100\.00 USD, of which \d\.\d\d USD to the payee$/)
})

describe('a bank account that is registered again', () => {
  const pulled = async (
    owner: Resource | undefined,
    into: Resource,
    written: object = {},
  ): Promise<unknown[]> => {
    const accountInfo = { ...(payer.bank.accountInfo as object), ...written }
    const path =
      owner === undefined ? '/platform/external-accounts' : '/customers/external-accounts'
    const body = { currency: 'USD', accountInfo, ...(owner && { customerId: owner.id }) }
    const again = shown('registered again', await payer.api.call('POST', path, body), 201)
    const source = { accountId: again.id }
    const transfer = { source, destination: { accountId: into.id }, amount: 1_000 }
    return codeOf(await payer.api.call('POST', '/transfer-in', transfer))
  }

  test('for a customer elsewhere, or for the platform, is pulled for neither', async () => {
    const elsewhere = await aFundedCustomer(stack, 'USD', 1n)
    expect(await pulled(elsewhere.customer, accountOf(elsewhere, 'USD'))).toEqual(REFUSED)
    expect(await pulled(undefined, await platformAccount(payer.api, 'USD'))).toEqual(REFUSED)
    expect((await transferIn(payer.source)).status).toBe(201)
  })

  test('for a customer of the region is not pulled for that one, however it is written', async () => {
    const fields = { region: 'DE', phoneNumber: aPhoneNumber() }
    const stranger = await aFundedCustomer(stack, 'USD', 1n, { fields })
    const into = accountOf(stranger, 'USD')
    const { accountNumber } = payer.bank.accountInfo as { accountNumber: string }
    const spellings = [
      {},
      { accountNumber: accountNumber.replace(/^0+/, '') },
      { accountNumber: `0${accountNumber}` },
      { accountNumber: accountNumber.replace(/^(...)/, '$1-') },
      { routingNumber: '322271627' },
    ]
    for (const written of spellings) {
      expect(await pulled(stranger.customer, into, written), JSON.stringify(written)).toEqual(
        REFUSED,
      )
    }
    expect((await transferIn(payer.source)).status).toBe(201)
  })

  test('for the platform is not pulled with another customer’s proof, nor to whom that one trusts', async () => {
    const another = await aScaPayer(stack)
    const path = '/platform/external-accounts'
    const { accountInfo } = payer.bank
    const body = { currency: 'USD', accountInfo }
    const again = shown('registered again', await payer.api.call('POST', path, body), 201)
    await changeTrust(payer.api, another.bank)
    const source = { accountId: again.id, sourceType: 'ACCOUNT', customerId: another.customer.id }
    for (const destination of [to(another.source), to(another.bank)]) {
      expect(codeOf(await quote(source, destination, immediately))).toEqual(REFUSED)
    }
  })

  test('is the customer’s still when the customer’s own row is deleted', async () => {
    const path = `/customers/external-accounts/${payer.bank.id}`
    expect((await payer.api.call('DELETE', path)).status).toBe(204)
    const elsewhere = await aFundedCustomer(stack, 'USD', 1n)
    expect(await pulled(elsewhere.customer, accountOf(elsewhere, 'USD'))).toEqual(REFUSED)
  })
})

describe('what was made before the customer came into the region', () => {
  const arrive = async (): Promise<TestCustomer & { readonly source: Resource }> => {
    const made = await aFundedCustomer(stack, 'USD', 1_000_000n, {
      fields: { region: 'US', phoneNumber: aPhoneNumber() },
    })
    return { ...made, source: accountOf(made, 'USD') }
  }
  type Person = Pick<TestCustomer, 'api' | 'customer'>
  const move = async ({ api, customer }: Person): Promise<void> => {
    const body = { customerType: 'INDIVIDUAL', region: 'DE', phoneNumber: aPhoneNumber() }
    shown('moved', await api.call('PATCH', `/customers/${customer.id}`, body), 200)
  }
  /** By the number that has just been verified. */
  const logInFirst = async ({ api, customer }: Person): Promise<void> => {
    const path = `/customers/${customer.id}/verify-phone`
    shown('send code', await api.call('POST', path), 204)
    shown('confirm code', await api.call('POST', `${path}/confirm`, { code: CODE }), 200)
    const sca: ScaCustomer['sca'] = (method, at, sent) =>
      api.call(method, `/sca${at}?customerId=${customer.id}`, sent)
    shown('log in', await logIn({ sca }), 200)
  }

  test('a quote is not executed without a login', async () => {
    const made = await arrive()
    const { api } = made
    const bank = await anExternalAccount(api, made.customer)
    const body = {
      ...{ source: from(made.source), destination: to(bank) },
      ...{ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 10_000 },
    }
    const quoted = shown('quote', await api.call('POST', '/quotes', body), 201)
    await move(made)
    const execute = (): Promise<Answer> => api.call('POST', `/quotes/${quoted.id}/execute`)
    expect(codeOf(await execute())).toEqual(REFUSED)
    await verifyAndLogIn(stack, made.customer)
    expect((await execute()).body.status).toBe('PENDING_AUTHORIZATION')
  })

  test('a bank account is not paid any more what comes to the customer’s UMA address', async () => {
    const made = await arrive()
    const { accountInfo } = payer.bank
    const given = { customerId: made.customer.id, currency: 'USD', accountInfo }
    const body = { ...given, defaultUmaDepositAccount: true }
    const at = '/customers/external-accounts'
    const bank = shown('default', await made.api.call('POST', at, body), 201)
    expect(bank.defaultUmaDepositAccount).toBe(true)
    await move(made)
    const path = `/customers/external-accounts/${bank.id}`
    const now = await made.api.call('GET', path)
    expect(now.body.defaultUmaDepositAccount).toBe(false)
  })

  test('an agent’s transfer that waits for approval is not carried out', async () => {
    const acting = await anActingAgent(stack, askingPolicy)
    const asked = await transferOut(acting)
    await move(acting)
    const { agent, api } = acting
    const path = `/agents/${agent.id}/actions/${asked.body.id}/approve`
    const approved = await api.call('POST', path)
    expect([approved.status, approved.body.status]).toEqual([200, 'FAILED'])
  })

  test('a card is declined until the customer has logged in', async () => {
    const made = await aLoggedInWallet(stack)
    const { card } = await aDelegatedKey(made)
    await move(made)
    const buy = async (): Promise<unknown> => {
      const { body } = await play(made.api, card, 'authorization', purchaseOf(1_000))
      const token = body.issuerTransactionToken
      await new Promise((resolve) => setTimeout(resolve, 500))
      return (await transactionOf(made.api, made.customer, token))?.status
    }
    expect(await buy()).not.toBe('AUTHORIZED')
    await logInFirst(made)
    expect(await buy()).toBe('AUTHORIZED')
  })
})

describe('a card, without a login', () => {
  test('spends no more than before: its limit stays, and frozen it stays so', async () => {
    const owner = { customer: payer.customer, wallet: accountOf(payer, 'USDB') }
    const { id } = await aCard(payer.api, owner, {
      ...{ maxSpendPerTransaction: 100, maxSpendPerDay: 100, maxTransactionsPerDay: 5 },
    })
    const path = `/cards/${id}`
    await waitUntil('the card is issued', async () => {
      const { body } = await payer.api.call('GET', path)
      return body.state === 'ACTIVE' ? body : undefined
    })
    await logOut(stack, payer.customer)
    const change = async (body: object): Promise<unknown[]> =>
      codeOf(await payer.api.call('PATCH', path, body))
    expect(await change({ maxSpendPerTransaction: 101 })).toEqual(REFUSED)
    expect(await change({ maxSpendPerTransaction: null })).toEqual(REFUSED)
    expect(await change({ maxSpendPerDay: 101 })).toEqual(REFUSED)
    expect(await change({ maxTransactionsPerDay: null })).toEqual(REFUSED)
    expect((await change({ maxSpendPerTransaction: 99 }))[0]).toBe(200)
    expect((await change({ state: 'FROZEN' }))[0]).toBe(200)
    expect(await change({ state: 'ACTIVE' })).toEqual(REFUSED)
  })
})

describe('with a login of yesterday', () => {
  beforeEach(() =>
    rowsOf(
      stack,
      `update sca_sessions set created_at = created_at - interval '1 day' where customer_id = $1`,
      [payer.customer.id.split(':')[1]],
    ),
  )

  test('no factor is added, and no other phone number', async () => {
    const path = `/sca/factors?customerId=${payer.customer.id}`
    expect(codeOf(await payer.api.call('POST', path, { type: 'PASSKEY' }))).toEqual(REFUSED)
    const phone = { customerType: 'INDIVIDUAL', phoneNumber: aPhoneNumber() }
    const customer = `/customers/${payer.customer.id}`
    expect(codeOf(await payer.api.call('PATCH', customer, phone))).toEqual(REFUSED)
    const region = { customerType: 'INDIVIDUAL', region: 'US' }
    expect(codeOf(await payer.api.call('PATCH', customer, region))).toEqual(REFUSED)
  })
})

describe('what is sent to the customer, without a login', () => {
  beforeEach(() => logOut(stack, payer.customer))

  test('is not turned to another account, nor its address to another customer', async () => {
    const accountNumber = `000${randomInt(1e8, 1e9)}789`
    const made = await payer.api.call('POST', '/customers/external-accounts', {
      ...{ customerId: payer.customer.id, currency: 'USD', defaultUmaDepositAccount: true },
      accountInfo: { ...(payer.bank.accountInfo as object), accountNumber },
    })
    expect(codeOf(made)).toEqual(REFUSED)
    const umaAddress = `$other-${randomUUID()}@${await domainOf(payer.api)}`
    const change = { customerType: 'INDIVIDUAL', umaAddress }
    const path = `/customers/${payer.customer.id}`
    expect(codeOf(await payer.api.call('PATCH', path, change))).toEqual(REFUSED)
  })
})

describe('a region', () => {
  const path = (): string => `/customers/${payer.customer.id}`
  const move = (region: string, more: object = {}): Promise<Answer> =>
    payer.api.call('PATCH', path(), { customerType: 'INDIVIDUAL', region, ...more })

  test('is not left without a login: DE to US to DE with a new phone number', async () => {
    await logOut(stack, payer.customer)
    expect(codeOf(await move('US'))).toEqual(REFUSED)
    expect(codeOf(await move('US', { phoneNumber: '+14155550187' }))).toEqual(REFUSED)
    expect(await payer.api.call('GET', path())).toMatchObject({ body: { region: 'DE' } })
    // Another of the regions is no way out.
    expect((await move('FR')).status).toBe(200)
  })

  test('is left with a login, and its contacts are verified again', async () => {
    expect((await move('US')).status).toBe(200)
    expect((await move('DE')).status).toBe(200)
    const [row] = await rowsOf<{ phone: Date | null }>(
      stack,
      'select phone_verified_at as phone from customers where id = $1',
      [payer.customer.id.split(':')[1]],
    )
    expect(row?.phone).toBeNull()
    const asked = await quote(from(payer.source), to(payer.bank), immediately)
    expect(codeOf(asked)).toEqual(REFUSED)
  })

  test('is left by an operator’s decision', async () => {
    await logOut(stack, payer.customer)
    const database = openDatabase(stack.databaseUrl, { poolMax: 1 })
    try {
      const uuid = payer.customer.id.split(':')[1] ?? ''
      expect(await database.call('release_sca_region', uuid, 'Ada', 'has moved')).toBe(true)
    } finally {
      await database.close()
    }
    expect((await move('US')).status).toBe(200)
  })
})
