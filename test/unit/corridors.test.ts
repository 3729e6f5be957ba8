/** The seeded corridors, as a quote reads them, on a real database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '../../contract/externalAccounts.ts'
import { AMOUNT_MAX, currencies, priceSending } from '../../contract/money.ts'
import { type Clock, systemClock } from '../../contract/time.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { type CorridorName, corridorOf } from '../../db/payments/corridors.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

let server: TestDatabase
let database: Database
let reader: { readonly database: Database; readonly clock: Clock }
beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 2 })
  reader = { database, clock: systemClock }
})
afterAll(async () => {
  await database.close()
  await server.drop()
})

const codes = [...currencies.keys()]

function corridorNamed(sending: string, receiving: string): CorridorName {
  return { environment: 'SANDBOX', platformId: '', sending, receiving }
}

describe('corridors', () => {
  test('every currency can be sent to every other, and to itself', async () => {
    for (const sending of codes) {
      for (const receiving of codes) {
        const { rate, fees, amountMax } = await corridorOf(
          reader,
          corridorNamed(sending, receiving),
        )
        const priced = priceSending(amountMax, rate, fees)
        const name = `${sending}/${receiving}`
        expect(priced?.receiving, name).toBeGreaterThan(0n)
        expect(amountMax <= BigInt(AMOUNT_MAX), name).toBe(true)
        if (sending !== receiving) continue
        expect([priced?.receiving, rate.numerator], name).toEqual([
          amountMax - (priced?.serviceFee ?? 0n),
          rate.denominator,
        ])
      }
    }
  })

  test('a limit is worth a million dollars in every sending currency', async () => {
    for (const sending of codes) {
      const { rate, amountMax } = await corridorOf(reader, corridorNamed(sending, 'USDB'))
      const dollars = Number((amountMax * rate.numerator) / rate.denominator) / 1e6
      // Rounded down to a whole unit, less the spread.
      expect(dollars, sending).toBeGreaterThan(980_000)
      expect(dollars, sending).toBeLessThanOrEqual(1_000_000)
    }
  })

  test('every account that can be registered can be paid', () => {
    const taken = new Set<string>(variants.flatMap((variant) => [...variant.currencies]))
    expect([...taken].filter((code) => !currencies.has(code))).toEqual([])
  })
})
