import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { listed } from '../../../support/builders.ts'
import { ibanLike, sparkAddress } from '../../../support/sandboxNumbers.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  leavesNothing,
  service,
} from '../../service.ts'

const digits = (count: number): string =>
  Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('')
const individual = { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' }
const address = { line1: '1 Sheikh Zayed Road', postalCode: '00000', country: 'AE' }

type Info = Record<string, unknown>
const usd = (fields: Info = {}): Info => ({
  accountType: 'USD_ACCOUNT',
  accountNumber: `${digits(10)}789`,
  routingNumber: '021000021',
  beneficiary: individual,
  ...fields,
})
const aed = (fields: Info = {}): Info => ({
  accountType: 'AED_ACCOUNT',
  iban: ibanLike('AE070331234567890123456', '789'),
  beneficiary: { ...individual, address },
  ...fields,
})
const spark = (fields: Info = {}): Info => ({
  accountType: 'SPARK_WALLET',
  address: sparkAddress(),
  ...fields,
})

function create(currency: unknown, accountInfo: unknown, fields: Info = {}): Promise<Answer> {
  const customerId = service().mine.customer.id
  return call('POST', '/customers/external-accounts', {
    customerId,
    currency,
    accountInfo,
    ...fields,
  })
}

describeOperation('createCustomerExternalAccount', () => {
  test('a bank account in dollars: defaults, rails, and what the caller calls it', async () => {
    const info = usd({ bankName: 'First Bank', extra: 'dropped' })
    const fields = { platformAccountId: 'mine-1', ownershipType: 'FIRST_PARTY' }
    const { status, body } = await create('USD', info, fields)
    expect(status).toBe(201)
    const { extra: _extra, ...kept } = info
    expect(body).toEqual({
      id: expect.stringMatching(/^ExternalAccount:/),
      customerId: service().mine.customer.id,
      status: 'ACTIVE',
      currency: 'USD',
      ...fields,
      defaultUmaDepositAccount: false,
      beneficiaryVerificationStatus: 'MATCHED',
      accountInfo: {
        ...kept,
        bankAccountType: 'CHECKING',
        paymentRails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
      },
    })
  })

  test('a bank account in dirhams', async () => {
    const { status, body } = await create('AED', aed({ swiftCode: 'EBILAEADXXX' }))
    expect(status).toBe(201)
    expect(body.accountInfo).toMatchObject({ paymentRails: ['BANK_TRANSFER'] })
  })

  test.each(['USDB', 'BTC'])('a Spark wallet takes %s and has no bank rails', async (currency) => {
    const { status, body } = await create(currency, spark({ vaspName: 'Vault' }))
    expect(status).toBe(201)
    expect(body.accountInfo).not.toHaveProperty('paymentRails')
    expect(body).not.toHaveProperty('beneficiaryVerificationStatus')
  })

  test('a business beneficiary', async () => {
    const beneficiary = { beneficiaryType: 'BUSINESS', legalName: 'Engines Ltd', taxId: '12' }
    const { status, body } = await create('USD', usd({ beneficiary }))
    expect([status, body.accountInfo]).toEqual([201, expect.objectContaining({ beneficiary })])
  })

  test('without a customer the account is the platform itself: customerId is null', async () => {
    const { status, body } = await create('USD', usd(), { customerId: undefined })
    expect([status, body.customerId]).toEqual([201, null])
  })

  test('one default account for UMA deposits: the newest', async () => {
    const first = await create('USD', usd(), { defaultUmaDepositAccount: true })
    const second = await create('USD', usd(), { defaultUmaDepositAccount: true })
    expect([first, second].map(({ body }) => body.defaultUmaDepositAccount)).toEqual([true, true])
    const [row] = await service().database.query<{ count: bigint }>({
      text: `select count(*) as count from external_accounts
        where default_uma_deposit_account and 'Customer:' || customer_id = $1`,
      values: [service().mine.customer.id],
    })
    expect(row?.count).toBe(1n)
  })

  test.each([
    ['102', 'NOT_MATCHED', undefined],
    ['103', 'PARTIAL_MATCH', { fullName: 'A. Lovelace' }],
    ['104', 'PENDING', undefined],
    ['106', 'UNSUPPORTED', undefined],
    ['107', 'CHECKED_BY_RECEIVING_FI', undefined],
    ['108', 'MATCHED', undefined],
  ])('the name check of the sandbox at the suffix %s: %s', async (suffix, status, verified) => {
    for (const [currency, info] of [
      ['USD', usd({ accountNumber: `${digits(8)}${suffix}` })],
      ['AED', aed({ iban: ibanLike('AE070331234567890123456', suffix) })],
    ] as const) {
      const { body } = await create(currency, info)
      expect(body.beneficiaryVerificationStatus).toBe(status)
      expect(body.beneficiaryVerifiedData).toEqual(verified)
    }
  })

  test('what is refused leaves nothing', async () => {
    const info = usd()
    expect((await create('USD', info)).status).toBe(201)
    await leavesNothing(async () => {
      const bad = usd({ accountNumber: `${digits(8)}105` })
      expectRefusal(await create('USD', bad), 400, 'INVALID_BANK_ACCOUNT')
      expectRefusal(await create('USD', info), 409, 'DUPLICATE_EXTERNAL_ACCOUNT')
      for (const customerId of [service().theirs.customer.id, `Customer:${randomUUID()}`, 'x']) {
        expectRefusal(await create('USD', usd(), { customerId }), 404, 'USER_NOT_FOUND')
      }
      expect(fieldsOf(await create('EUR', usd()))).toEqual({ currency: 'enum' })
    })
  })

  test('the same account is another one for another owner or currency', async () => {
    const info = usd()
    expect((await create('USD', info)).status).toBe(201)
    expect((await create('USD', info, { customerId: undefined })).status).toBe(201)
    const again = await create('USD', info, { customerId: undefined })
    expectRefusal(again, 409, 'DUPLICATE_EXTERNAL_ACCOUNT')
    const wallet = spark()
    expect((await create('USDB', wallet)).status).toBe(201)
    expect((await create('BTC', wallet)).status).toBe(201)
    expectRefusal(await create('BTC', wallet), 409, 'DUPLICATE_EXTERNAL_ACCOUNT')
  })

  test('equal accounts at one instant: one is created', async () => {
    const info = usd()
    const answers = await Promise.all(Array.from({ length: 50 }, () => create('USD', info)))
    const created = answers.filter(({ status }) => status === 201)
    expect([created.length, answers.length]).toEqual([1, 50])
    for (const answer of answers) {
      if (answer.status !== 201) expectRefusal(answer, 409, 'DUPLICATE_EXTERNAL_ACCOUNT')
    }
  })

  test('two defaults at one instant: both are created, one stays the default', async () => {
    const fields = { defaultUmaDepositAccount: true }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create('USD', usd(), fields)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    const list = await call(
      'GET',
      `/customers/external-accounts?limit=100&customerId=${service().mine.customer.id}`,
    )
    const defaults = listed(list).filter((account) => account.defaultUmaDepositAccount)
    expect(defaults.length).toBe(1)
  })

  test('a duplicate does not take the default away', async () => {
    const info = usd()
    await create('USD', info)
    const byDefault = await create('USD', usd(), { defaultUmaDepositAccount: true })
    expectRefusal(
      await create('USD', info, { defaultUmaDepositAccount: true }),
      409,
      'DUPLICATE_EXTERNAL_ACCOUNT',
    )
    const { body } = await call('GET', `/customers/external-accounts/${byDefault.body.id}`)
    expect(body.defaultUmaDepositAccount).toBe(true)
  })

  test('the same number at another bank is another account', async () => {
    const info = usd()
    expect((await create('USD', info)).status).toBe(201)
    expect((await create('USD', { ...info, routingNumber: '026009593' })).status).toBe(201)
  })

  test('the discriminator decides what is judged', async () => {
    const judge = async (info: unknown): Promise<object> => fieldsOf(await create('USD', info))
    expect(await judge(undefined)).toEqual({ accountInfo: 'required' })
    expect(await judge('USD_ACCOUNT')).toEqual({ accountInfo: 'type' })
    expect(await judge({})).toEqual({ 'accountInfo.accountType': 'required' })
    expect(await judge({ accountType: 'SVC_ACCOUNT' })).toEqual({
      'accountInfo.accountType': 'enum',
    })
    expect(await judge({ accountType: 7 })).toHaveProperty(['accountInfo.accountType'])
    // What the words mean is said in the same answer.
    expect(await judge({ accountType: 'AED_ACCOUNT' })).toEqual({
      currency: 'enum',
      'accountInfo.iban': 'required',
      'accountInfo.beneficiary': 'required',
    })
    expect(await judge({ accountType: 'LIGHTNING_ACCOUNT' })).toEqual({
      'accountInfo.accountType': 'enum',
    })
    expect(await judge({ accountType: 'SPARK_WALLET' })).toEqual({
      currency: 'enum',
      'accountInfo.address': 'required',
    })
    expect(await judge(usd({ beneficiary: {} }))).toEqual({
      'accountInfo.beneficiary.beneficiaryType': 'required',
    })
  })

  test('every field that is wrong is named in one answer', async () => {
    const info = usd({
      accountNumber: '1'.repeat(35),
      routingNumber: '12345678',
      bankAccountType: 'PIGGY',
      beneficiary: {
        beneficiaryType: 'INDIVIDUAL',
        fullName: '',
        birthDate: '1990-02-30',
        nationality: 'ZZ',
        email: 'x',
        phoneNumber: '1',
        address: { line1: 'x' },
      },
    })
    const fields = { platformAccountId: 'x'.repeat(256), ownershipType: 'SHARED' }
    const wrong = { ...fields, defaultUmaDepositAccount: 'yes' }
    expect(fieldsOf(await create('dollars', info, wrong))).toEqual({
      currency: 'format',
      platformAccountId: 'maxLength',
      ownershipType: 'enum',
      defaultUmaDepositAccount: 'type',
      'accountInfo.accountNumber': 'maxLength',
      'accountInfo.routingNumber': 'pattern',
      'accountInfo.bankAccountType': 'enum',
      'accountInfo.beneficiary.fullName': 'minLength',
      'accountInfo.beneficiary.birthDate': 'format',
      'accountInfo.beneficiary.nationality': 'format',
      'accountInfo.beneficiary.email': 'format',
      'accountInfo.beneficiary.phoneNumber': 'pattern',
      'accountInfo.beneficiary.address.postalCode': 'required',
      'accountInfo.beneficiary.address.country': 'required',
    })
    expect(fieldsOf(await create('AED', aed({ iban: 'AE07', beneficiary: individual })))).toEqual({
      'accountInfo.iban': 'pattern',
      'accountInfo.beneficiary.address': 'required',
    })
  })
})
