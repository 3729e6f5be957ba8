/** Business customers, due diligence and what both kinds of customers share. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import {
  aBusinessBody,
  aCustomerBody,
  aPlatform,
  apiOf,
  type Resource,
  shown,
} from '../../../support/builders.ts'
import { anOwner, submit, untilStatus } from '../../../verification/businesses.ts'
import { call, describeOperation, fieldsOf, service } from '../../service.ts'

const create = (body: object): Promise<Answer> => call('POST', '/customers', body)
const change = (id: unknown, body: object): Promise<Answer> =>
  call('PATCH', `/customers/${String(id)}`, body)

const TAX_ID = '98-7654321'
const information = {
  legalName: 'Analytical Engines Ltd',
  doingBusinessAs: 'Engines',
  country: 'GB',
  registrationNumber: '01234567',
  incorporatedOn: '2015-03-01',
  entityType: 'LLC',
  countriesOfOperation: ['GB', 'IE'],
  businessType: 'MANUFACTURING',
  purposeOfAccount: 'OTHER',
  purposeOfAccountOtherDescription: 'paying for brass',
  sourceOfFunds: 'sales',
  expectedMonthlyTransactionCount: 'COUNT_10_TO_100',
  expectedMonthlyTransactionVolume: 'VOLUME_10K_TO_100K',
  expectedRecipientJurisdictions: ['FR'],
  naicsCode: '3339',
  sourceOfFundsCategories: ['OPERATING_REVENUE', 'OTHER'],
  sourceOfFundsOtherDescription: 'a prize',
  expectedCounterpartyCountries: ['FR', 'DE'],
  primaryContactFirstName: 'Charles',
  primaryContactLastName: 'Babbage',
}

describeOperation('createCustomer', () => {
  test('a business keeps what was sent and never shows its tax id', async () => {
    const address = { line1: '1 Dorset Street', postalCode: 'W1U 4EG', country: 'GB' }
    const body = aBusinessBody({ address, businessInfo: { ...information, taxId: TAX_ID, x: 1 } })
    const answer = await create(body)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      customerType: 'BUSINESS',
      kybStatus: 'APPROVED',
      address,
    })
    expect(answer.body.businessInfo).toEqual(information)
    expect(answer.body).not.toHaveProperty('kycStatus')
    expect((await call('GET', `/customers/${answer.body.id}`)).body).toEqual(answer.body)
    const listed = await call('GET', `/customers?customerType=BUSINESS&limit=100`)
    expect(listed.body.data).toContainEqual(answer.body)
    expect(JSON.stringify([answer.body, listed.body])).not.toContain(TAX_ID)
    const rows = await service().database.query<{ row: { identity_number: string } }>({
      text: 'select to_jsonb(c) as row from customers c where id = $1',
      values: [String(answer.body.id).split(':')[1]],
    })
    expect(rows[0]?.row.identity_number).toMatch(/^sealed:1:/)
    expect(JSON.stringify(rows)).not.toContain(TAX_ID)
  })

  test('the sandbox decides by the end of the number, and of an owner’s name', async () => {
    const { stack } = service()
    const api = apiOf(stack, await aPlatform(stack))
    const made = async (registrationNumber?: string): Promise<Resource> => {
      const businessInfo = { ...information, taxId: TAX_ID, registrationNumber }
      return shown(
        'business',
        await api.call('POST', '/customers', aBusinessBody({ businessInfo })),
        201,
      )
    }
    const statuses = async (): Promise<unknown[]> => {
      const all = await Promise.all(['C-001', 'C-002', 'C-003', 'C-004', undefined].map(made))
      return all.map(({ kybStatus }) => kybStatus)
    }
    expect(await statuses()).toEqual([
      ...['UNVERIFIED', 'REJECTED', 'UNVERIFIED', 'APPROVED', 'APPROVED'],
    ])
    const ownersOf = async (business: Resource): Promise<unknown[]> => {
      const names = ['Hopper 001', 'Hopper 002', 'Hopper 003', 'Hopper']
      const owners = names.map((lastName) =>
        anOwner(api, business, { ownershipPercentage: 25 }, { lastName }),
      )
      return (await Promise.all(owners)).map(({ kycStatus }) => kycStatus)
    }
    const [approved, undecided] = [await made('C-004'), await made('C-001')]
    expect(await ownersOf(approved)).toEqual(['PENDING', 'REJECTED', 'UNVERIFIED', 'APPROVED'])
    expect(await ownersOf(undecided)).toEqual(Array(4).fill('UNVERIFIED'))

    const config = { sandboxVerification: 'ON_SUBMISSION' }
    shown('config', await api.call('PATCH', '/config', config), 200)
    expect(await statuses()).toEqual(Array(5).fill('UNVERIFIED'))
    const person = await api.call('POST', '/customers', aCustomerBody())
    expect(person.body.kycStatus).toBe('UNVERIFIED')
    for (const [number, status] of [
      ['C-002', 'REJECTED'],
      ['C-004', 'APPROVED'],
    ] as const) {
      await untilStatus(api, await submit(api, await made(number)), status)
    }
  })

  test('every field of a business that is wrong is named in one answer', async () => {
    expect(fieldsOf(await create({ customerType: 'BUSINESS' }))).toEqual({
      businessInfo: 'required',
    })
    const businessInfo = {
      legalName: '',
      country: 'GBR',
      incorporatedOn: '2999-01-01',
      entityType: 'GUILD',
      countriesOfOperation: ['GB', 'XX'],
      naicsCode: '1',
      sourceOfFundsCategories: ['OTHER'],
      purposeOfAccount: 'OTHER',
      primaryContactFirstName: 7,
    }
    const consent = { acceptedAt: '2999-01-01T00:00:00Z', ipAddress: 'here', termsVersion: 'x' }
    const answer = await create(
      aBusinessBody({ businessInfo, email: 'no', endUserTermsConsent: consent }),
    )
    expect(fieldsOf(answer)).toEqual({
      email: 'format',
      'businessInfo.legalName': 'minLength',
      'businessInfo.country': 'format',
      'businessInfo.taxId': 'required',
      'businessInfo.incorporatedOn': 'maximum',
      'businessInfo.entityType': 'enum',
      'businessInfo.countriesOfOperation.1': 'format',
      'businessInfo.naicsCode': 'pattern',
      'businessInfo.sourceOfFundsOtherDescription': 'required',
      'businessInfo.purposeOfAccountOtherDescription': 'required',
      'businessInfo.primaryContactFirstName': 'type',
      'endUserTermsConsent.acceptanceMethod': 'required',
      'endUserTermsConsent.acceptedAt': 'maximum',
      'endUserTermsConsent.ipAddress': 'format',
    })
  })

  test('due diligence of an individual is kept, and OTHER is described', async () => {
    const dueDiligence = {
      sourceOfFundsCategories: ['SALARY', 'OTHER'],
      sourceOfWealthCategories: ['OTHER'],
      purposeOfAccount: 'OTHER',
      expectedMonthlyTransactionCount: 'COUNT_UNDER_10',
      expectedMonthlyTransactionVolume: 'VOLUME_UNDER_10K',
      annualIncomeRange: 'UNDER_50K',
      netWorthRange: 'UNDER_100K',
      pepStatus: 'NONE',
    }
    expect(fieldsOf(await create(aCustomerBody(dueDiligence)))).toEqual({
      sourceOfFundsOtherDescription: 'required',
      sourceOfWealthOtherDescription: 'required',
      purposeOfAccountOtherDescription: 'required',
    })
    const described = {
      ...dueDiligence,
      sourceOfFundsOtherDescription: 'a prize',
      sourceOfWealthOtherDescription: 'a prize',
      purposeOfAccountOtherDescription: 'brass',
    }
    const { body } = await create(aCustomerBody(described))
    expect(body).toMatchObject(described)
    // The description is stored: the list may be sent alone.
    const { id, customerType } = body
    const again = { customerType, sourceOfFundsCategories: ['OTHER'] }
    expect((await change(id, again)).body).toMatchObject({ sourceOfFundsCategories: ['OTHER'] })
  })
})

describeOperation('updateCustomerById', () => {
  test('members of businessInfo that are left out stay; the type is the customer’s own', async () => {
    const business = shown(
      'business',
      await create(aBusinessBody({ businessInfo: { ...information, taxId: TAX_ID } })),
      201,
    )
    const businessInfo = { legalName: 'Difference Engines Ltd', taxId: '11-1111111' }
    const { body } = await change(business.id, { customerType: 'BUSINESS', businessInfo })
    expect(body.businessInfo).toEqual({ ...information, legalName: 'Difference Engines Ltd' })
    expect(JSON.stringify(body)).not.toContain('11-1111111')
    expect(fieldsOf(await change(business.id, { customerType: 'INDIVIDUAL' }))).toEqual({
      customerType: 'const',
    })
    expect(fieldsOf(await change(business.id, { customerType: `${randomUUID()}` }))).toEqual({
      customerType: 'enum',
    })
  })
})
