/** A customer's money and keys do not leave it without its own login, whichever way is tried. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { createDevice } from '../../scripts/serviceDriver/device.ts'
import { rowsOf, untilTransaction } from '../durability/payments.ts'
import { ledgerHolds, type Resource, shown, waitUntil } from '../support/builders.ts'
import { aCard } from '../support/cards.ts'
import {
  aScaPayer,
  changeTrust,
  logOut,
  type ScaPayer,
  verifyAndLogIn,
} from '../support/scaPayers.ts'
import { aMintBody, aSparkWallet, aStablecoin, withKey } from '../support/stablecoins.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { accountOf, aFundedCustomer, from, platformAccount, to } from './customers.ts'

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
      'REFERENCE_NOT_FOUND',
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

test('a card’s number is shown to a customer who has logged in', async () => {
  const owner = { customer: payer.customer, wallet: accountOf(payer, 'USDB') }
  const { id } = await aCard(payer.api, owner)
  await waitUntil('the card is issued', async () => {
    const { body } = await payer.api.call('GET', `/cards/${id}`)
    return body.state === 'ACTIVE' ? body : undefined
  })
  const reveal = (): Promise<Answer> => payer.api.call('POST', `/cards/${id}/reveal`)
  expect((await reveal()).status).toBe(200)
  await logOut(stack, payer.customer)
  expect(codeOf(await reveal())).toEqual(REFUSED)
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
