/** Every variant of the table through the API: accepted whole, and refused in every field. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { railsOf, suffixOf, type Variant, variants } from '../../../../contract/externalAccounts.ts'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { payloadOf } from '../../../../scripts/serviceDriver/device.ts'
import {
  anotherInfo,
  business,
  exampleInfo,
  type Info,
  variantNamed,
} from '../../../support/accountBodies.ts'
import { aLoggedInWallet, aQuote, shown, waitUntil } from '../../../support/builders.ts'
import { invoice as anInvoice } from '../../../support/sandboxNumbers.ts'
import { seed } from '../../../support/seed.ts'
import { call, fieldsOf, sampled, service } from '../../service.ts'

function create(variant: Variant, accountInfo: unknown, fields: Info = {}): Promise<Answer> {
  return call('POST', '/customers/external-accounts', {
    customerId: service().mine.customer.id,
    currency: variant.currencies[0],
    accountInfo,
    ...fields,
  })
}

const named = variants.map((variant) => [variant.accountType, variant] as const)

test('the interface names 39 fiat variants, SWIFT, eight wallets and LIGHTNING', () => {
  const types = variants.map(({ accountType }) => accountType)
  expect(new Set(types).size).toBe(types.length)
  expect(types.filter((type) => type.endsWith('_WALLET')).length).toBe(8)
  expect(types.filter((type) => /^[A-Z]{3}_ACCOUNT$/.test(type)).length).toBe(39)
  expect(types.length).toBe(39 + 1 + 8 + 1)
})

describe.each(named)('%s', (_type, variant) => {
  test('is accepted whole, for an individual and for a business, and answered so', async () => {
    const people = variant.beneficiary === 'NONE' ? [undefined] : [undefined, business]
    for (const beneficiary of people) {
      const info = anotherInfo(variant, '999', beneficiary)
      const { status, body } = await create(variant, info)
      const { paymentRails, ...shown } = body.accountInfo as Info
      expect([status, shown]).toEqual([201, info])
      expect(paymentRails ?? []).toEqual(railsOf(variant.accountType, info))
      expect((paymentRails as unknown[] | undefined)?.length).not.toBe(0)
    }
  })

  test('names each field that is missing or has the wrong shape', async () => {
    const whole = exampleInfo(variant)
    const required = [
      ...variant.required,
      ...(variant.beneficiary === 'REQUIRED' ? ['beneficiary'] : []),
    ]
    for (const name of required) {
      const { [name]: _left, ...rest } = whole
      expect(fieldsOf(await create(variant, rest))).toHaveProperty([`accountInfo.${name}`])
    }
    const every = Object.keys(variant.properties)
    const wrong = Object.fromEntries(every.map((name) => [name, 'x'.repeat(3_000)]))
    const found = fieldsOf(await create(variant, { ...whole, ...wrong }))
    for (const name of every) expect(found).toHaveProperty([`accountInfo.${name}`])
    for (const name of every) {
      const one = fieldsOf(await create(variant, { ...whole, [name]: 7 }))
      expect(one).toHaveProperty([`accountInfo.${name}`])
    }
    expect(fieldsOf(await create(variant, whole, { currency: 'ZMK' }))).toHaveProperty('currency')
    const other = variant.currencies.includes('ZMW') ? 'BTC' : 'ZMW'
    expect(fieldsOf(await create(variant, whole, { currency: other }))).toEqual({
      currency: 'enum',
    })
  })

  test('names what its individual beneficiary lacks', async () => {
    if (variant.beneficiary === 'NONE') return
    for (const name of ['fullName', ...(variant.individualRequired ?? [])]) {
      const info = exampleInfo(variant)
      const { [name]: _left, ...beneficiary } = info.beneficiary as Info
      expect(fieldsOf(await create(variant, { ...info, beneficiary }))).toEqual({
        [`accountInfo.beneficiary.${name}`]: 'required',
      })
    }
    const company = { beneficiaryType: 'BUSINESS' }
    const answer = await create(variant, { ...exampleInfo(variant), beneficiary: company })
    expect(fieldsOf(answer)).toEqual({ 'accountInfo.beneficiary.legalName': 'required' })
  })

  // There is no zero in the letters of base58, and no one in those of bech32.
  const hasDigits = !['SOLANA_WALLET', 'TRON_WALLET', 'SPARK_WALLET'].includes(variant.accountType)
  test.runIf(hasDigits)('has a name check by its suffix, and one that is refused', async () => {
    const refused = await create(variant, anotherInfo(variant, '105'))
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_BANK_ACCOUNT'])
    const info = anotherInfo(variant, '102')
    expect(suffixOf(variant.accountType, info)).toBe('102')
    const { body } = await create(variant, info)
    expect(body.beneficiaryVerificationStatus).toBe(
      variant.beneficiary === 'NONE' ? undefined : 'NOT_MATCHED',
    )
  })
})

test('a pattern takes what it describes and nothing longer, for every field that has one', () => {
  const patterns = variants.flatMap(({ accountType, properties }) =>
    Object.entries(properties).flatMap(([name, property]) =>
      typeof property.pattern === 'string' && !property.pattern.includes('\\S')
        ? [[`${accountType}.${name}`, new RegExp(property.pattern)] as const]
        : [],
    ),
  )
  expect(patterns.length).toBeGreaterThan(50)
  for (const [name, pattern] of patterns) {
    const source = new RegExp(pattern.source.slice(1, -1))
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(`^(?:${source.source})$`)), (text) => {
        expect(pattern.test(text), name).toBe(true)
        for (const around of [`${text} `, ` ${text}`, `${text}\n`, `${text}\u0000`, `${text}€`]) {
          expect(pattern.test(around), name).toBe(false)
        }
      }),
      { seed: Number(seed), numRuns: 50 },
    )
  }
})

sampled(
  'a payment to a phone, a Pix key, a bank by SWIFT and a Lightning address settles',
  async () => {
    const { stack } = service()
    const owner = await aLoggedInWallet(stack)
    const payments = ['KES_ACCOUNT', 'BRL_ACCOUNT', 'SWIFT_ACCOUNT', 'LIGHTNING'].map(
      async (type) => {
        const variant = variantNamed(type)
        const account = shown(
          'account',
          await create(variant, anotherInfo(variant), {
            customerId: owner.customer.id,
          }),
          201,
        )
        const quote = await aQuote({ ...owner, account })
        const stamp = await owner.device.stamp(payloadOf(quote))
        const headers = { 'Service-Wallet-Signature': stamp, 'Idempotency-Key': quote.id }
        expect((await call('POST', `/quotes/${quote.id}/execute`, {}, headers)).status).toBe(200)
        return waitUntil(`the payment to ${type} settles`, async () => {
          const { body } = await call('GET', `/transactions/${quote.transactionId}`)
          return body.status === 'COMPLETED'
        })
      },
    )
    await Promise.all(payments)
  },
)

describe('rows with a condition', () => {
  const judge = async (type: string, info: Info): Promise<object> =>
    fieldsOf(await create(variantNamed(type), { accountType: type, ...info }))

  test('a bank account or a phone: one of them', async () => {
    for (const [type, number] of [
      ['BDT_ACCOUNT', 'accountNumber'],
      ['EGP_ACCOUNT', 'iban'],
      ['SLV_ACCOUNT', 'accountNumber'],
    ] as const) {
      const { phoneNumber, [number]: account, ...rest } = exampleInfo(variantNamed(type))
      expect(await judge(type, rest)).toEqual({ [`accountInfo.${number}`]: 'anyOf' })
      const byPhone = await create(variantNamed(type), { ...rest, phoneNumber })
      expect((byPhone.body.accountInfo as Info).paymentRails).toEqual(['MOBILE_MONEY'])
      const byNumber = await create(variantNamed(type), { ...rest, [number]: account })
      expect((byNumber.body.accountInfo as Info).paymentRails).toEqual(['BANK_TRANSFER'])
    }
  })

  test('HKD without the name of its bank, ILS and TRY with it, PHP with a rail or without', async () => {
    const hkd = variantNamed('HKD_ACCOUNT')
    const { bankName: _name, ...nameless } = anotherInfo(hkd)
    expect((await create(hkd, nameless)).status).toBe(201)
    for (const accountType of ['HKD_ACCOUNT', 'SGD_ACCOUNT', 'USD_ACCOUNT'] as const) {
      const info = { ...anotherInfo(variantNamed(accountType)), bankName: 'Any Name' }
      const { status, body } = await create(variantNamed(accountType), info)
      expect([status, (body.accountInfo as Info).bankName]).toEqual([201, 'Any Name'])
    }
    const unlisted = { ...anotherInfo(variantNamed('MYR_ACCOUNT')), bankName: 'Any Name' }
    expect(fieldsOf(await create(variantNamed('MYR_ACCOUNT'), unlisted))).toEqual({
      'accountInfo.bankName': 'enum',
    })
    for (const name of ['ILS_ACCOUNT', 'TRY_ACCOUNT'] as const) {
      const info = anotherInfo(variantNamed(name))
      const { status, body } = await create(variantNamed(name), info)
      expect([status, (body.accountInfo as Info).bankName]).toEqual([201, info.bankName])
    }
    const php = variantNamed('PHP_ACCOUNT')
    for (const rail of ['INSTAPAY', 'PESONET', undefined]) {
      const { rail: _rail, ...info } = anotherInfo(php)
      const { status, body } = await create(php, { ...info, ...(rail && { rail }) })
      expect([status, (body.accountInfo as Info).rail]).toEqual([201, rail])
      expect((body.accountInfo as Info).paymentRails).toEqual(['BANK_TRANSFER'])
    }
  })

  test('names and contacts of a beneficiary are as long as September has them', async () => {
    const usd = variantNamed('USD_ACCOUNT')
    const [long, longer] = ['a'.repeat(250), 'a'.repeat(251)]
    const company = (legalName: string, taxId: string) => ({
      beneficiaryType: 'BUSINESS',
      legalName,
      taxId,
    })
    const whole = company(long, '1'.repeat(100))
    expect((await create(usd, anotherInfo(usd, '999', whole))).status).toBe(201)
    const wrong = company(longer, '1'.repeat(101))
    expect(fieldsOf(await create(usd, anotherInfo(usd, '999', wrong)))).toEqual({
      'accountInfo.beneficiary.legalName': 'maxLength',
      'accountInfo.beneficiary.taxId': 'maxLength',
    })
  })

  test('INR: UPI by its address, NEFT and RTGS by number, code and rail', async () => {
    const variant = variantNamed('INR_ACCOUNT')
    const { vpa, accountNumber, ifsc, rail: _rail, ...rest } = exampleInfo(variant)
    const upi = await create(variant, { ...rest, vpa: `a${vpa}` })
    expect((upi.body.accountInfo as Info).paymentRails).toEqual(['UPI'])
    for (const rail of ['NEFT', 'RTGS']) {
      const info = anotherInfo(variant)
      const bank = {
        ...rest,
        accountNumber: `${info.vpa}`.replaceAll(/\D/g, '').slice(-9),
        ifsc,
        rail,
      }
      const { status, body } = await create(variant, bank)
      expect([status, (body.accountInfo as Info).paymentRails]).toEqual([201, [rail]])
    }
    const number = `${anotherInfo(variant).vpa}`.replaceAll(/\D/g, '').slice(-9)
    const either = await create(variant, { ...rest, accountNumber: number, ifsc })
    expect((either.body.accountInfo as Info).paymentRails).toEqual(['NEFT', 'RTGS'])
    expect(await judge('INR_ACCOUNT', rest)).toEqual({ 'accountInfo.vpa': 'anyOf' })
    expect(await judge('INR_ACCOUNT', { ...rest, accountNumber, rail: 'NEFT' })).toEqual({
      'accountInfo.ifsc': 'anyOf',
    })
    expect(await judge('INR_ACCOUNT', { ...rest, accountNumber, ifsc, rail: 'UPI' })).toEqual({
      'accountInfo.rail': 'enum',
    })
  })

  test('CNY: a wallet for an individual, a bank for a business', async () => {
    const variant = variantNamed('CNY_ACCOUNT')
    const bank = { bankName: 'Bank of China' }
    expect(await judge('CNY_ACCOUNT', { ...exampleInfo(variant), ...bank })).toEqual({
      'accountInfo.bankName': 'enum',
    })
    const company = await create(variant, { ...anotherInfo(variant, '999', business), ...bank })
    expect((company.body.accountInfo as Info).paymentRails).toEqual(['BANK_TRANSFER'])
    const wallet = await create(variant, { ...anotherInfo(variant), bankName: 'WechatPay' })
    expect((wallet.body.accountInfo as Info).paymentRails).toEqual(['MOBILE_MONEY'])
  })

  test('SWIFT: a number or an IBAN, in any currency of banks', async () => {
    const variant = variantNamed('SWIFT_ACCOUNT')
    const { accountNumber: _number, iban: _iban, ...rest } = exampleInfo(variant)
    expect(await judge('SWIFT_ACCOUNT', rest)).toEqual({ 'accountInfo.accountNumber': 'anyOf' })
    expect(await judge('SWIFT_ACCOUNT', { ...exampleInfo(variant), country: 'ZZ' })).toEqual({
      'accountInfo.country': 'format',
    })
    const { status } = await create(variant, anotherInfo(variant), { currency: 'KES' })
    expect(status).toBe(201)
  })

  test('LIGHTNING: exactly one of three, and an invoice that can be paid', async () => {
    const { invoice, lightningAddress } = {
      invoice: String(variantNamed('LIGHTNING').properties.invoice?.example),
      lightningAddress: 'ada@example.com',
    }
    expect(await judge('LIGHTNING', {})).toEqual({ 'accountInfo.lightningAddress': 'oneOf' })
    // Two of them, and the invoice is of 2017: both are said.
    expect(await judge('LIGHTNING', { invoice, lightningAddress })).toEqual({
      'accountInfo.invoice': 'oneOf',
    })
    expect(await judge('LIGHTNING', { invoice })).toEqual({ 'accountInfo.invoice': 'format' })
    const ordered = await create(variantNamed('LIGHTNING'), {
      accountType: 'LIGHTNING',
      invoice: anInvoice(),
    })
    expect(ordered.status).toBe(201)
  })
})
