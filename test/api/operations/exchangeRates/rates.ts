import { expect, test } from 'vitest'
import { variants } from '../../../../contract/externalAccounts.ts'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { aPlatform, apiOf } from '../../../support/builders.ts'
import { call, describeOperation, fieldsOf, service } from '../../service.ts'

type Rate = {
  readonly sourceCurrency: { code: string }
  readonly destinationCurrency: { code: string; decimals: number }
  readonly destinationPaymentRail?: string
  readonly minSendingAmount: number
  readonly maxSendingAmount: number
  readonly receivingAmount: number
  readonly exchangeRate: number
  readonly fees: { fixed: number; total: number }
}
const ratesOf = ({ body, status }: Answer): Rate[] => {
  expect([status, body]).toEqual([200, body])
  return body.data as Rate[]
}

describeOperation('getExchangeRates', () => {
  const path = (query: string): string => `/exchange-rates?${query}`

  test('a corridor by rail, as a quote would price it', async () => {
    const { wallet, account } = service().mine
    const query = 'sourceCurrency=USDB&destinationCurrency=USD&sendingAmount=5000000'
    const rates = ratesOf(await call('GET', path(query)))
    expect(rates.map((rate) => rate.destinationPaymentRail)).toEqual(
      expect.arrayContaining(['ACH', 'WIRE', 'RTP', 'FEDNOW', 'SWIFT']),
    )
    const quote = await call('POST', '/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: wallet.id },
      destination: { destinationType: 'ACCOUNT', accountId: account.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 5_000_000,
    })
    for (const rate of rates) {
      expect(rate.receivingAmount).toBe(quote.body.totalReceivingAmount)
      expect(rate.fees.total).toBe(quote.body.feesIncluded)
    }
  })

  test('the least amount delivers one unit, one less nothing; the most is the limit', async () => {
    const ask = async (amount: number): Promise<Rate> => {
      const query = `sourceCurrency=USD&destinationCurrency=MXN&sendingAmount=${amount}`
      const [rate] = ratesOf(await call('GET', path(query)))
      if (rate === undefined) throw new Error('no rate')
      return rate
    }
    const { minSendingAmount, maxSendingAmount } = await ask(0)
    expect((await ask(minSendingAmount)).receivingAmount).toBeGreaterThan(0)
    expect((await ask(minSendingAmount - 1)).receivingAmount).toBe(0)
    expect(maxSendingAmount).toBe(100_000_000)
    const { exchangeRate, receivingAmount, fees } = await ask(maxSendingAmount)
    expect((maxSendingAmount - fees.total) / receivingAmount).toBeCloseTo(exchangeRate, 6)
  })

  test('from every currency of the platform to every currency of banks', async () => {
    const rates = ratesOf(await call('GET', '/exchange-rates'))
    const froms = new Set(rates.map(({ sourceCurrency }) => sourceCurrency.code))
    expect([...froms].sort()).toEqual(['USD', 'USDB', 'USDC'])
    const banked = variants.filter(({ rails }) => rails.length > 0).flatMap((one) => one.currencies)
    const tos = new Set(rates.map(({ destinationCurrency }) => destinationCurrency.code))
    expect([...tos].sort()).toEqual([...new Set(banked)].sort())
    expect(rates.every((rate) => rate.destinationPaymentRail !== undefined)).toBe(true)
  })

  test('a cryptocurrency has no rail; several destinations are several entries', async () => {
    const query = 'sourceCurrency=USD&destinationCurrency=BTC&destinationCurrency=USDC'
    const rates = ratesOf(await call('GET', path(query)))
    expect(rates.map(({ destinationCurrency }) => destinationCurrency.code)).toEqual([
      'BTC',
      'USDC',
    ])
    expect(rates.every((rate) => !('destinationPaymentRail' in rate))).toBe(true)
    const inOneText = query.replace('BTC&destinationCurrency=', 'BTC,')
    expect(ratesOf(await call('GET', path(inOneText)))).toEqual(rates)
  })

  test('the platform’s own fees are in it', async () => {
    const { stack } = service()
    const api = apiOf(stack, await aPlatform(stack))
    const query = 'sourceCurrency=USD&destinationCurrency=EUR&sendingAmount=1000'
    const fees = async (): Promise<Rate['fees'] | undefined> =>
      ratesOf(await api.call('GET', path(query)))[0]?.fees
    const before = await fees()
    await api.call('PATCH', '/config', {
      feeConfigs: [
        {
          feeType: 'CROSS_CURRENCY_TRANSACTION',
          sourceCurrency: 'USD',
          variableFeeBps: 30,
          fixedFee: { amount: 50, currency: 'USD' },
        },
      ],
    })
    const after = await fees()
    expect((after?.fixed ?? 0) - (before?.fixed ?? 0)).toBe(50)
    // 30 basis points of what the fixed fees leave of 1000.
    expect((after?.total ?? 0) - (before?.total ?? 0)).toBe(53)
  })

  test('amounts and currencies that are none; one beyond what JSON holds is left out', async () => {
    for (const [query, name] of [
      ['sendingAmount=-1', 'sendingAmount'],
      ['sendingAmount=1.5', 'sendingAmount'],
      ['sendingAmount=1000000000000000', 'sendingAmount'],
      ['sourceCurrency=XXX', 'sourceCurrency'],
      ['destinationCurrency=EUR&destinationCurrency=eur', 'destinationCurrency.1'],
      ['destinationCurrency=EUR,MXN&destinationCurrency=USD,', 'destinationCurrency.3'],
    ] as const) {
      expect(fieldsOf(await call('GET', path(query)))).toHaveProperty([name])
    }
    const most = 'sourceCurrency=BTC&destinationCurrency=IDR&sendingAmount=999999999999999'
    expect(ratesOf(await call('GET', path(most)))).toEqual([])
  })
})
