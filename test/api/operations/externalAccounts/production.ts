import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { apiOf } from '../../../support/builders.ts'
import { fieldsOf, service } from '../../service.ts'

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
    // A Solana address has no checksum: only letters that base58 lacks are noticed.
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
