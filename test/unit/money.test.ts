import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  currencies,
  currencyOf,
  displayRate,
  type FeeSchedule,
  feesOf,
  mulDiv,
  priceReceiving,
  priceSending,
  toWire,
} from '../../contract/money.ts'

const free: FeeSchedule = {
  serviceFixed: 0n,
  serviceBasisPoints: 0n,
  platformFixed: 0n,
  platformBasisPoints: 0n,
}

const amounts = fc.bigInt({ min: 1n, max: 9_000_000_000_000_000n })
const rates = fc.record({
  numerator: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  denominator: fc.bigInt({ min: 1n, max: 10n ** 12n }),
})
const schedules = fc.record({
  serviceFixed: fc.bigInt({ min: 0n, max: 1_000_000n }),
  serviceBasisPoints: fc.bigInt({ min: 0n, max: 500n }),
  platformFixed: fc.bigInt({ min: 0n, max: 1_000_000n }),
  platformBasisPoints: fc.bigInt({ min: 0n, max: 500n }),
})

/** What is left after the fees and, converted and floored, what arrives of it. */
function arrives(
  sending: bigint,
  rate: { numerator: bigint; denominator: bigint },
  fees: FeeSchedule,
): bigint {
  const { service, platform } = feesOf(sending, fees)
  const net = sending - service - platform
  return net <= 0n ? 0n : (net * rate.numerator) / rate.denominator
}

describe('the published examples', () => {
  test('100000 cents, fee 500, at 1.08695652 to a euro: 91540 euro cents', () => {
    const rate = { numerator: 100_000_000n, denominator: 108_695_652n }
    const priced = priceSending(100_000n, rate, { ...free, serviceFixed: 500n })
    expect(priced).toMatchObject({ sending: 100_000n, receiving: 91_540n, serviceFee: 500n })
    expect(priced && displayRate(priced, 2, 2)).toBe(1.08695652)
  })

  test('a rate that eight decimals cannot hold shows eight digits', () => {
    // A bitcoin at 100000 dollars, and 16300 rupiah for a dollar.
    const rate = { numerator: 163_000_000_000n, denominator: 100_000_000n }
    const priced = priceSending(1_000_000_000n, rate, free)
    expect(priced && displayRate(priced, 8, 2)).toBe(6.1349693e-10)
  })

  test('1000 cents, 30 basis points and 50 fixed: 2.85 rounds to 3, 53 in all', () => {
    const fees = { ...free, platformFixed: 50n, platformBasisPoints: 30n }
    expect(feesOf(1_000n, fees)).toEqual({ service: 0n, platform: 53n })
  })

  test('each component is rounded by itself', () => {
    const fees = { ...free, serviceBasisPoints: 50n, platformBasisPoints: 50n }
    expect(feesOf(100n, fees)).toEqual({ service: 1n, platform: 1n })
  })
})

describe('a locked sending side', () => {
  test('is exact; the fees come out of it and nothing is lost but the fraction', () => {
    fc.assert(
      fc.property(amounts, rates, schedules, (sending, rate, fees) => {
        const priced = priceSending(sending, rate, fees)
        if (priced === undefined) {
          expect(arrives(sending, rate, fees)).toBe(0n)
          return
        }
        expect(priced.sending).toBe(sending)
        const net = priced.sending - priced.serviceFee - priced.platformFee
        expect(net).toBeGreaterThan(0n)
        const scaled = net * rate.numerator
        expect(priced.receiving * rate.denominator).toBeLessThanOrEqual(scaled)
        expect((priced.receiving + 1n) * rate.denominator).toBeGreaterThan(scaled)
      }),
    )
  })

  test('that the fees eat up has no price', () => {
    const fees = { ...free, serviceFixed: 100n }
    const par = { numerator: 1n, denominator: 1n }
    expect(priceSending(100n, par, fees)).toBeUndefined()
    expect(priceSending(101n, par, fees)).toMatchObject({ receiving: 1n })
    expect(priceSending(101n, { numerator: 1n, denominator: 2n }, fees)).toBeUndefined()
  })
})

describe('a locked receiving side', () => {
  test('is exact, and covered by what is sent', () => {
    fc.assert(
      fc.property(amounts, rates, schedules, (receiving, rate, fees) => {
        const priced = priceReceiving(receiving, rate, fees)
        expect(priced?.receiving).toBe(receiving)
        expect(priced && arrives(priced.sending, rate, fees)).toBeGreaterThanOrEqual(receiving)
        const { service, platform } = feesOf(priced?.sending ?? 0n, fees)
        expect(priced).toMatchObject({ serviceFee: service, platformFee: platform })
      }),
    )
  })

  test('takes the least sending amount that covers it', () => {
    const small = fc.bigInt({ min: 1n, max: 5_000n })
    const near = fc.record({
      numerator: fc.bigInt({ min: 1n, max: 1_000n }),
      denominator: fc.bigInt({ min: 1n, max: 1_000n }),
    })
    const dear = schedules.map((fees) => ({
      serviceFixed: fees.serviceFixed % 100n,
      serviceBasisPoints: fees.serviceBasisPoints * 8n,
      platformFixed: fees.platformFixed % 100n,
      platformBasisPoints: fees.platformBasisPoints * 8n,
    }))
    fc.assert(
      fc.property(small, near, dear, (receiving, rate, fees) => {
        const { sending } = priceReceiving(receiving, rate, fees) ?? { sending: 0n }
        expect(sending).toBeGreaterThan(0n)
        // Two fees rounded apart make what is left go down now and then: look well below.
        for (let less = 1n; less <= 20n && less < sending; less += 1n) {
          expect(arrives(sending - less, rate, fees)).toBeLessThan(receiving)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('has no price where the variable fees are all of it', () => {
    const par = { numerator: 1n, denominator: 1n }
    expect(priceReceiving(1n, par, { ...free, serviceBasisPoints: 10_000n })).toBeUndefined()
    expect(priceReceiving(0n, par, free)).toBeUndefined()
  })
})

test('mulDiv rounds as its argument says', () => {
  expect(mulDiv(7n, 1n, 2n, 'floor')).toBe(3n)
  expect(mulDiv(7n, 1n, 2n, 'ceil')).toBe(4n)
  expect(mulDiv(5n, 1n, 2n, 'halfUp')).toBe(3n)
  expect(mulDiv(4n, 1n, 3n, 'halfUp')).toBe(1n)
  expect(() => mulDiv(-1n, 1n, 1n, 'floor')).toThrow(RangeError)
  expect(() => mulDiv(1n, 1n, 0n, 'floor')).toThrow(RangeError)
})

test('the wire holds what a JSON number holds exactly, and nothing else', () => {
  expect(toWire(2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER)
  expect(() => toWire(2n ** 53n)).toThrow(RangeError)
})

test('decimals of the currencies', () => {
  const decimals = (code: string): number => currencyOf(code).decimals
  expect(['USDB', 'USDC', 'USDT'].map(decimals)).toEqual([6, 6, 6])
  expect(['BTC', 'USD', 'AED', 'VND', 'XOF'].map(decimals)).toEqual([8, 2, 2, 0, 0])
  expect(currencies.has('SVC')).toBe(false)
  // What may be a platform's coin has its decimals; nothing else is a currency.
  expect(decimals('SVC')).toBe(6)
  for (const code of ['', 'svc', 'SV', 'SVCSVC', 'S VC']) expect(() => currencyOf(code)).toThrow()
})
