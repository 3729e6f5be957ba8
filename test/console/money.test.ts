/** Amounts as the console shows and reads them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minorOf, shownAmount } from '../../console/lib/money.ts'

const usdb = { code: 'USDB', name: 'USDB', decimals: 6 }
const franc = { code: 'RWF', name: 'Rwandan Franc', decimals: 0 }

describe('amounts', () => {
  it.each([
    [0, usdb, '0.00 USDB'],
    [1, usdb, '0.000001 USDB'],
    [124_750, usdb, '0.12475 USDB'],
    [1_234_567_500_000, usdb, '1 234 567.50 USDB'],
    [1500, franc, '1 500 RWF'],
  ])('%i of %o is %s', (minor, currency, shown) => {
    expect(shownAmount(minor, currency)).toBe(shown)
  })

  it('what is shown can be written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_000_000_000_000_000 }), (minor) => {
        const shown = shownAmount(minor, usdb).replace(/ USDB| /g, '')
        expect(minorOf(shown, usdb)).toBe(minor)
      }),
    )
  })

  it.each(['', '0', '-1', '1e3', '1.', '.5', '1.0000001', '1 000', 'ten', '9'.repeat(13)])(
    'refuses “%s” in words',
    (text) => {
      expect(() => minorOf(text, usdb)).toThrow(RangeError)
    },
  )
})
