/** Who carries which payments: the setting, and one rule in two languages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bankNetworks,
  providerFor,
  type Routed,
  railNetworks,
  railRoutesIn,
} from '../../contract/railRoutes.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { unroutedOf } from '../../domain/payments/routes.ts'
import type { Payment } from '../../domain/payments/types.ts'
import { parseConfig } from '../../runtime/config.ts'
import { outsideSettings } from '../../runtime/outsideSettings.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

const usd = { currency: 'USD', direction: 'PAYOUT', amountMinor: '5000' } as const

const cases: readonly (readonly [setting: string, asked: Routed, provider: string | undefined])[] =
  [
    ['USD:bank,*:rail', usd, 'BANK'],
    ['USD:bank,*:rail', { ...usd, currency: 'EUR' }, 'RAIL'],
    ['USD:bank,*:none', { ...usd, currency: 'EUR' }, undefined],
    ['USD:bank', { ...usd, currency: 'EUR' }, undefined],
    // The first that fits.
    ['*:rail,USD:bank', usd, 'RAIL'],
    ['USD/COLLECTION:bank,*:rail', usd, 'RAIL'],
    ['USD/COLLECTION:bank,*:rail', { ...usd, direction: 'COLLECTION' }, 'BANK'],
    ['USD/*/WIRE:bank,*:rail', usd, 'RAIL'],
    ['USD/*/WIRE:bank,*:rail', { ...usd, network: 'WIRE' }, 'BANK'],
    ['USD<=5000:bank,*:rail', usd, 'BANK'],
    ['USD<=4999:bank,*:rail', usd, 'RAIL'],
    ['USD<=4999:bank,*:rail', { currency: 'USD', direction: 'DEPOSIT' }, 'RAIL'],
    // The bank has dollars, and accounts at banks.
    ['*:bank', { ...usd, currency: 'EUR' }, undefined],
    ['*:bank,*:rail', { ...usd, currency: 'EUR' }, 'RAIL'],
    ['USD:bank,*:rail', { ...usd, accountType: 'UMA_ADDRESS' }, 'RAIL'],
    ['USD:bank,*:rail', { ...usd, accountType: 'USD_ACCOUNT' }, 'BANK'],
  ]

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await aDatabase()
  database = openDatabase(testDatabase.url)
})
afterAll(async () => {
  await database?.close()
  await testDatabase?.drop()
})

test.each(cases)('%s: %j goes to %s', async (setting, asked, provider) => {
  const routes = railRoutesIn(setting)
  expect(providerFor(routes, asked)).toBe(provider)
  const { chosen } = await database.one<{ chosen: string | null }>({
    text: 'select rail_route($1, $2) as chosen',
    values: [JSON.stringify(routes), JSON.stringify(asked)],
  })
  expect(chosen).toBe(provider ?? null)
})

test.each([
  ['USD:bank,*:rail', railNetworks],
  ['USD/PAYOUT/WIRE:bank,*:rail', ['WIRE']],
  ['USD/PAYOUT/RTP:bank,USD/COLLECTION:bank,*:rail', ['ACH', 'RTP']],
  ['USD/PAYOUT/RTP:rail,USD/PAYOUT:bank,*:rail', railNetworks],
  // By amount, above and below.
  ['USD<=5000:bank,*:rail', railNetworks],
  ['USD/PAYOUT/WIRE<=5000:rail,USD/PAYOUT/WIRE:bank,*:rail', ['WIRE']],
  ['USD/DEPOSIT:bank,*:rail', []],
  ['*:rail,USD:bank', []],
])('with %s the bank carries %j', (setting, networks) => {
  expect(bankNetworks(railRoutesIn(setting))).toEqual(networks)
})

test('without routes the rail carries all', async () => {
  expect(bankNetworks(undefined)).toEqual([])
  expect(providerFor(undefined, usd)).toBe('RAIL')
  const { chosen } = await database.one<{ chosen: string }>({
    text: `select rail_route(null, '{}') as chosen`,
  })
  expect(chosen).toBe('RAIL')
})

describe('the setting', () => {
  test('is refused where it is no list of routes', () => {
    for (const wrong of [
      'usd:bank',
      'USD',
      'USD:increase',
      'USD/SIDEWAYS:bank',
      'USD<5:bank',
      'USD:bank,',
    ]) {
      expect(() => parseConfig({ PRODUCTION_RAILS: wrong }), wrong).toThrow('PRODUCTION_RAILS')
    }
  })

  test('a route to a party without settings is named at start', () => {
    const config = parseConfig({
      ...{ PRODUCTION_RAILS: 'USD:bank,*:rail', PRODUCTION_RAIL_URL: 'https://rail.example' },
    })
    expect(() => outsideSettings(config)).toThrow(
      'PRODUCTION_RAILS names the bank, and PRODUCTION_BANK_URL is missing',
    )
  })
})

test('a payment is routed by the type of its account, and named where nobody carries it', () => {
  const order = { sendingCurrency: 'USD', sendingAmount: '100', receivingCurrency: 'USD' }
  const unrouted = (accountType: string) =>
    unroutedOf(
      (routed) => providerFor(railRoutesIn('USD:bank'), routed),
      {
        steps: ['PAY_OUT'],
        source: { kind: 'FUNDING', currency: 'USD', network: undefined },
        destination: {
          kind: 'EXTERNAL',
          accountType,
          rails: [],
        } as unknown as Payment['destination'],
      },
      { ...order, receivingAmount: '100', paymentRail: null } as unknown as Parameters<
        typeof unroutedOf
      >[2],
    )
  expect(unrouted('USD_ACCOUNT')).toBeUndefined()
  expect(unrouted('SWIFT_ACCOUNT')).toMatchObject({ direction: 'PAYOUT', currency: 'USD' })
})
