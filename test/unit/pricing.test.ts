/**
 * Prices between every pair of seeded currencies, with the fees and rates of the real tables. The
 * long suite takes 100,000 cases.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  AMOUNT_MAX,
  type Corridor,
  currencies,
  currencyOf,
  displayRate,
  type FeeSchedule,
  type Priced,
  priceReceiving,
  priceSending,
} from '../../contract/money.ts'
import { type Clock, systemClock } from '../../contract/time.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { type CorridorName, corridorOf } from '../../db/payments/corridors.ts'
import { feesOfPayment } from '../../domain/payments/pricing.ts'
import { fastCheckSeed, isLong } from '../support/seed.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

const CASES = isLong ? 100_000 : 2_000
const BASIS = 10_000n

let server: TestDatabase
let database: Database
let reader: { readonly database: Database; readonly clock: Clock }

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 8 })
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
const fee = fc.record({
  fixed: fc.oneof(fc.nat(100), fc.nat(1_000_000)),
  basisPoints: fc.oneof(fc.nat(100), fc.nat(9_000)),
})
const cases = fc.record({
  sending: fc.constantFrom(...codes),
  receiving: fc.constantFrom(...codes),
  isOwn: fc.boolean(),
  configured: fc.option(fee),
  override: fc.option(fee),
  isReceiving: fc.boolean(),
  amount: fc.oneof(
    fc.bigInt({ min: 1n, max: 2_000n }),
    fc.bigInt({ min: 1n, max: 1_000_000_000n }),
    fc.bigInt({ min: 1n, max: BigInt(AMOUNT_MAX) }),
    fc.constant(BigInt(AMOUNT_MAX)),
  ),
})
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never

const corridors = new Map<string, Corridor>()
/** As a quote reads them, and read once. */
async function readAll(): Promise<void> {
  for (const sending of codes) {
    for (const receiving of codes) {
      const corridor = await corridorOf(reader, corridorNamed(sending, receiving))
      corridors.set(`${sending}/${receiving}`, corridor)
    }
  }
}

function schedule({ sending, receiving, isOwn, configured, override }: Case): FeeSchedule {
  const corridor = corridors.get(`${sending}/${receiving}`)
  if (corridor === undefined) throw new Error('no corridor')
  return feesOfPayment(
    corridor,
    { sending, receiving, destination: { kind: isOwn ? 'INTERNAL' : 'EXTERNAL' } },
    configured === null
      ? undefined
      : { fixed: BigInt(configured.fixed), basisPoints: configured.basisPoints },
    override === null
      ? undefined
      : {
          platformFixedFee: { amount: override.fixed },
          platformVariableFeeBps: override.basisPoints,
        },
  )
}

/** A component by itself, written down a second time: fixed, and half-up of the variable part. */
function component(sending: bigint, fixed: bigint, allFixed: bigint, basisPoints: bigint): bigint {
  const base = sending > allFixed ? sending - allFixed : 0n
  const [whole, rest] = [(base * basisPoints) / BASIS, (base * basisPoints) % BASIS]
  return fixed + whole + (rest * 2n >= BASIS ? 1n : 0n)
}

function netOf(sending: bigint, fees: FeeSchedule): bigint {
  const allFixed = fees.serviceFixed + fees.platformFixed
  const service = component(sending, fees.serviceFixed, allFixed, fees.serviceBasisPoints)
  const platform = component(sending, fees.platformFixed, allFixed, fees.platformBasisPoints)
  return sending - service - platform
}

test(`${CASES} prices: nothing is lost but a fraction, and nobody pays too much`, {
  timeout: 1_800_000,
}, async () => {
  await readAll()
  const seen = { priced: 0, free: 0, overridden: 0, refused: 0 }
  const pairs = new Set<string>()
  fc.assert(
    fc.property(cases, (given) => {
      const fees = schedule(given)
      const { rate } = corridors.get(`${given.sending}/${given.receiving}`) as Corridor
      checkFees(given, fees)
      const priced = (given.isReceiving ? priceReceiving : priceSending)(given.amount, rate, fees)
      pairs.add(`${given.sending}/${given.receiving}`)
      if (priced === undefined) {
        seen.refused += 1
        checkRefusal(given, fees, rate)
        return
      }
      seen.priced += 1
      if (given.override !== null) seen.overridden += 1
      if (priced.serviceFee + priced.platformFee === 0n) seen.free += 1
      checkPriced(given, priced, fees, rate)
      checkShownRate(given, priced)
    }),
    { numRuns: CASES, seed: fastCheckSeed('pricing') },
  )
  console.log(JSON.stringify({ ...seen, pairs: pairs.size }))
  expect(seen.priced).toBeGreaterThan(CASES / 3)
  if (isLong) expect(pairs.size).toBe(codes.length ** 2)
})

/** Whose fees apply: an override before the configuration, and no service's fee on the books. */
function checkFees(given: Case, fees: FeeSchedule): void {
  const { sending, receiving, isOwn, configured, override } = given
  const isSame = sending === receiving
  const own = override ?? configured ?? { fixed: 0, basisPoints: 0 }
  expect(fees.platformFixed).toBe(BigInt(own.fixed))
  expect(fees.platformBasisPoints).toBe(BigInt(own.basisPoints))
  if (isSame && isOwn) expect([fees.serviceFixed, fees.serviceBasisPoints]).toEqual([0n, 0n])
}

type Rate = Corridor['rate']

/** No price only where nothing would arrive, or no sum can carry the fees. */
function checkRefusal(given: Case, fees: FeeSchedule, rate: Rate): void {
  if (given.isReceiving) {
    expect(fees.serviceBasisPoints + fees.platformBasisPoints).toBeGreaterThanOrEqual(BASIS)
    return
  }
  const net = netOf(given.amount, fees)
  expect(net <= 0n || (net * rate.numerator) / rate.denominator === 0n).toBe(true)
}

function checkPriced(given: Case, priced: Priced, fees: FeeSchedule, rate: Rate): void {
  const allFixed = fees.serviceFixed + fees.platformFixed
  const { sending, receiving, serviceFee, platformFee } = priced
  expect(given.isReceiving ? receiving : sending).toBe(given.amount)
  expect(serviceFee).toBe(component(sending, fees.serviceFixed, allFixed, fees.serviceBasisPoints))
  expect(platformFee).toBe(
    component(sending, fees.platformFixed, allFixed, fees.platformBasisPoints),
  )
  const net = sending - serviceFee - platformFee
  const arrives = (net * rate.numerator) / rate.denominator
  if (!given.isReceiving) {
    expect(receiving).toBe(arrives)
    return
  }
  // Covered, and by the least sum: two fees rounded apart make the net wobble by a unit, so a few
  // sums below are looked at, not one.
  expect(arrives).toBeGreaterThanOrEqual(receiving)
  for (let less = 1n; less <= 5n && less < sending; less += 1n) {
    const below = netOf(sending - less, fees)
    expect(below <= 0n ? 0n : (below * rate.numerator) / rate.denominator).toBeLessThan(receiving)
  }
}

/** The shown rate times what is received gives what was converted, to the digits that it shows. */
function checkShownRate(given: Case, priced: Priced): void {
  const from = currencyOf(given.sending).decimals
  const to = currencyOf(given.receiving).decimals
  const shown = displayRate(priced, from, to)
  const net = priced.sending - priced.serviceFee - priced.platformFee
  const exact =
    Number((net * 10n ** 30n * 10n ** BigInt(to)) / (priced.receiving * 10n ** BigInt(from))) / 1e30
  // Half of the last of eight decimals, or of eight digits; and the float that carries it.
  const tolerance = Math.min(0.5e-8, exact * 0.5e-7) * 1.000001 + exact * 1e-15
  expect(Math.abs(shown - exact)).toBeLessThanOrEqual(tolerance)
}
