import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { variants } from '../../../../contract/externalAccounts.ts'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { aPlatform, apiOf, listed } from '../../../support/builders.ts'
import { call, describeOperation, expectRefusal, fieldsOf, service } from '../../service.ts'

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
    ] as const) {
      expect(fieldsOf(await call('GET', path(query)))).toHaveProperty([name])
    }
    const most = 'sourceCurrency=BTC&destinationCurrency=IDR&sendingAmount=999999999999999'
    expect(ratesOf(await call('GET', path(most)))).toEqual([])
  })
})

describeOperation('getDiscoveries', () => {
  const names = async (query: string): Promise<unknown[]> =>
    ((await call('GET', `/discoveries?${query}`)).body.data as { bankName: string }[]).map(
      ({ bankName }) => bankName,
    )

  test('banks of a country, of a currency, of both, and all', async () => {
    const all = await call('GET', '/discoveries')
    expect(all.status).toBe(200)
    expect(Object.keys(all.body)).toEqual(['data'])
    expect(await names('country=CN')).toEqual(expect.arrayContaining(['AliPay', 'WechatPay']))
    expect(await names('currency=NGN')).toEqual(await names('country=NG'))
    expect(await names('country=NG&currency=PHP')).toEqual([])
    expect(fieldsOf(await call('GET', '/discoveries?country=ZZ&currency=x'))).toEqual({
      country: 'format',
      currency: 'format',
    })
  })

  test('every variant that needs a bank’s name finds one', async () => {
    const needing = variants.filter(
      ({ accountType, required }) =>
        required.includes('bankName') && accountType !== 'SWIFT_ACCOUNT',
    )
    expect(needing.length).toBeGreaterThan(10)
    for (const { currencies, properties } of needing) {
      const found = await names(`currency=${currencies[0]}`)
      expect(found).toContain(properties.bankName?.example)
    }
  })
})

describeOperation('estimateCryptoWithdrawalFee', () => {
  const spark = 'spark1pgss93sy072yrmtad5cy2srwjhq8ekzuw78yhr808jn6htqfh9w8p8h9mfwlv9'
  const estimate = (fields: object = {}): Promise<Answer> =>
    call('POST', '/crypto/estimate-withdrawal-fee', {
      internalAccountId: service().mine.wallet.id,
      currency: 'USDB',
      cryptoNetwork: 'SPARK',
      amount: 5_000_000,
      destinationAddress: spark,
      ...fields,
    })

  test('is what a quote would take and deliver', async () => {
    const { status, body } = await estimate()
    expect([status, body]).toEqual([
      200,
      {
        networkFee: 0,
        networkFeeAsset: 'BTC',
        applicationFee: 10_000,
        totalFee: 10_000,
        netAmount: 4_990_000,
      },
    ])
    const { customer, wallet } = service().mine
    const account = await call('POST', '/customers/external-accounts', {
      customerId: customer.id,
      currency: 'USDB',
      accountInfo: { accountType: 'SPARK_WALLET', address: `sparkrt1${randomUUID().slice(0, 8)}` },
    })
    const quote = await call('POST', '/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: wallet.id },
      destination: { destinationType: 'ACCOUNT', accountId: account.body.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 5_000_000,
    })
    expect(quote.body).toMatchObject({ totalReceivingAmount: 4_990_000, feesIncluded: 10_000 })
  })

  test('the account must be ours and hold the currency; the amount must be payable', async () => {
    const { theirs, mine } = service()
    for (const internalAccountId of [theirs.wallet.id, `InternalAccount:${randomUUID()}`, 'x']) {
      expectRefusal(await estimate({ internalAccountId }), 404, 'REFERENCE_NOT_FOUND')
    }
    expectRefusal(await estimate({ currency: 'BTC' }), 400, 'INVALID_CURRENCY')
    expectRefusal(await estimate({ amount: 10_000 }), 400, 'INVALID_AMOUNT')
    const above = await estimate({ amount: 1_000_000_000_001 })
    expectRefusal(above, 400, 'TRANSACTION_SIZE_LIMIT_EXCEEDED')
    const list = await call(
      'GET',
      `/internal-accounts?customerId=${mine.customer.id}&currency=USDC`,
    )
    const [usdc] = listed(list)
    const solana = await estimate({
      internalAccountId: usdc?.id,
      currency: 'USDC',
      cryptoNetwork: 'SOLANA',
      destinationAddress: '8pM1DN3RiT8vbom5u1sNryaNT1nyL8CTTW3b5PwWXRBH',
    })
    expect([solana.status, solana.body.networkFeeAsset]).toEqual([200, 'SOL'])
  })

  test('every field that is wrong, in form or meaning, is named in one answer', async () => {
    expect(
      fieldsOf(await estimate({ amount: 0, cryptoNetwork: 'BASE', destinationAddress: 'x' })),
    ).toEqual({
      amount: 'exclusiveMinimum',
      currency: 'enum',
      destinationAddress: 'format',
    })
    expect(fieldsOf(await estimate({ cryptoNetwork: 'BITCOIN', amount: undefined }))).toEqual({
      amount: 'required',
      cryptoNetwork: 'enum',
    })
  })
})

describe('an account on the production side', () => {
  const made = (currency: string, accountInfo: object): Promise<Answer> => {
    const { stack, production } = service()
    return apiOf(stack, production).call('POST', '/platform/external-accounts', {
      currency,
      accountInfo,
    })
  }
  const beneficiary = { beneficiaryType: 'BUSINESS', legalName: 'Engines Ltd' }
  const solana = '8pM1DN3RiT8vbom5u1sNryaNT1nyL8CTTW3b5PwWXRBH'
  const right: readonly (readonly [string, string, object, string])[] = [
    ['EUR', 'EUR_ACCOUNT', { iban: 'DE89370400440532013000' }, 'iban'],
    ['MXN', 'MXN_ACCOUNT', { clabeNumber: '032180000118359719' }, 'clabeNumber'],
    [
      'BRL',
      'BRL_ACCOUNT',
      { pixKey: '11144477735', pixKeyType: 'CPF', taxId: '11144477735' },
      'pixKey',
    ],
    [
      'BRL',
      'BRL_ACCOUNT',
      { pixKey: '11444777000161', pixKeyType: 'CNPJ', taxId: '11144477735' },
      'pixKey',
    ],
    [
      'USD',
      'USD_ACCOUNT',
      { accountNumber: '000123456789', routingNumber: '021000021' },
      'routingNumber',
    ],
    ['USDC', 'BASE_WALLET', { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }, 'address'],
    [
      'USDC',
      'SOLANA_WALLET',
      { address: '8pM1DN3RiT8vbom5u1sNryaNT1nyL8CTTW3b5PwWXRBH' },
      'address',
    ],
    ['USDT', 'TRON_WALLET', { address: 'TDvSsdrNM5eeXNL3czpa6AxLDHZA9nwe9K' }, 'address'],
    [
      'USDB',
      'SPARK_WALLET',
      { address: 'spark1pgss93sy072yrmtad5cy2srwjhq8ekzuw78yhr808jn6htqfh9w8p8h9mfwlv9' },
      'address',
    ],
  ]
  /** One digit or letter in the middle becomes another of its kind. */
  const mistyped = (text: string): string => {
    const at = Math.floor(text.length / 2)
    const old = text[at] ?? ''
    // A Solana address has no checksum: only letters that base58 lacks can be told.
    if (text === solana) return `${text.slice(0, at)}0${text.slice(at + 1)}`
    const other = /\d/.test(old) ? String((Number(old) + 1) % 10) : old === 'a' ? 'c' : 'a'
    return `${text.slice(0, at)}${other}${text.slice(at + 1)}`
  }

  test.each(right)(
    '%s %s: check digits are held against the library',
    async (currency, accountType, fields, name) => {
      const info = { accountType, ...fields, beneficiary }
      const whole =
        currency.startsWith('USD') && accountType.endsWith('WALLET')
          ? { accountType, ...fields }
          : info
      const { status, body } = await made(currency, whole)
      expect([status, body.status]).toEqual([201, 'ACTIVE'])
      expect(body.beneficiaryVerificationStatus).toBe(
        'beneficiary' in whole ? 'UNSUPPORTED' : undefined,
      )
      const value = String((fields as Record<string, unknown>)[name])
      const answer = await made('GBP', { ...whole, [name]: mistyped(value) })
      expect(fieldsOf(answer)).toEqual({ currency: 'enum', [`accountInfo.${name}`]: 'format' })
    },
  )

  test('sandbox suffixes mean nothing there', async () => {
    const info = {
      accountType: 'GBP_ACCOUNT',
      sortCode: '200000',
      accountNumber: '55779105',
      beneficiary,
    }
    expect((await made('GBP', info)).status).toBe(201)
  })
})
