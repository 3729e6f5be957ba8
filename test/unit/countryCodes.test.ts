/** Countries with two letters for platforms, with three for card networks. */
import { expect, test } from 'vitest'
import { countries, longCountryCode, shortCountryCode } from '../../contract/countries.ts'
import { merchantIn, purchaseBody } from '../../providers/cardIssuer/wire.ts'

test('each country has one code of three letters, and is found by it', () => {
  const long = [...countries].map((code) => longCountryCode(code))
  expect(new Set(long).size).toBe(countries.size)
  for (const code of countries) {
    const three = longCountryCode(code) ?? ''
    expect(three, code).toMatch(/^[A-Z]{3}$/)
    expect(shortCountryCode(three), three).toBe(code)
    expect(shortCountryCode(code)).toBe(code)
  }
})

test.each([
  ['AT', 'AUT'],
  ['AU', 'AUS'],
  ['CH', 'CHE'],
  ['DE', 'DEU'],
  ['GB', 'GBR'],
  ['GS', 'SGS'],
  ['KM', 'COM'],
  ['KP', 'PRK'],
  ['KR', 'KOR'],
  ['MX', 'MEX'],
  ['RS', 'SRB'],
  ['SK', 'SVK'],
  ['SI', 'SVN'],
  ['TF', 'ATF'],
  ['US', 'USA'],
  ['XK', 'XKX'],
  ['YT', 'MYT'],
  ['ZW', 'ZWE'],
])('%s is %s', (short, long) => {
  expect(longCountryCode(short)).toBe(long)
})

test('the issuer is sent three letters, and its merchants have two', () => {
  const merchant = { descriptor: 'CAFE', mcc: '5814', country: 'DE' }
  const [, body] = purchaseBody({ cardToken: 'x', type: 'AUTHORIZATION', amountCents: 1, merchant })
  expect(body).toMatchObject({ merchant_acceptor_country: 'DEU' })
  expect(merchantIn({ descriptor: 'CAFE', mcc: '5814', country: 'DEU' })).toEqual(merchant)
  // A network's code of no country is left out.
  expect(merchantIn({ descriptor: 'CAFE', country: 'ZZZ' })).toEqual({ descriptor: 'CAFE' })
})
