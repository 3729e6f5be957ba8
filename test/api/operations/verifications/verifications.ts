/** Verifications, beneficial owners and links to the hosted page: answers, errors, secrets. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { apiOf, listed, type Resource } from '../../../support/builders.ts'
import { anUnverifiedCustomer, CODE } from '../../../support/sca.ts'
import {
  aBusiness,
  anOwner,
  aPerson,
  aPersonalInfo,
  submit,
} from '../../../verification/businesses.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  sampled,
  service,
} from '../../service.ts'

const aStrangersBusiness = async (): Promise<Resource> => aBusiness(service().theirs.api, 'C-001')

const ownerBody = (customerId: unknown, info: object = {}, fields: object = {}): object => ({
  ...{ customerId, roles: ['UBO'], ownershipPercentage: 25, personalInfo: aPersonalInfo(info) },
  ...fields,
})

describeOperation('createBeneficialOwner', () => {
  test('keeps what was sent, and the identifier where nobody sees it', async () => {
    const business = await aBusiness(service().api, 'C-001')
    const answer = await call('POST', '/beneficial-owners', ownerBody(business.id))
    expect(answer.status).toBe(201)
    const { identifier: _, ...shown } = aPersonalInfo() as Record<string, unknown>
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^BeneficialOwner:/),
      customerId: business.id,
      roles: ['UBO'],
      ownershipPercentage: 25,
      personalInfo: shown,
      kycStatus: 'UNVERIFIED',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    const rows = await service().database.query<{ identity_number: string }>({
      text: 'select identity_number, o::text from beneficial_owners o where id = $1',
      values: [String(answer.body.id).split(':')[1]],
    })
    expect(rows[0]?.identity_number).toMatch(/^sealed:1:/)
    expect(JSON.stringify(rows)).not.toContain('987-65-4321')
  })

  test('names every field that is wrong', async () => {
    const info = {
      birthDate: '2999-01-01',
      idType: 'SSN',
      identifier: '1',
      countryOfIssuance: 'FR',
    }
    const answer = await call(
      'POST',
      '/beneficial-owners',
      ownerBody('Customer:x', info, { roles: ['OWNER', 'OWNER'], ownershipPercentage: 101 }),
    )
    expectRefusal(answer, 400, 'INVALID_INPUT')
    expect(Object.keys(fieldsOf(answer)).sort()).toEqual([
      'ownershipPercentage',
      'personalInfo.birthDate',
      'personalInfo.countryOfIssuance',
      'personalInfo.identifier',
      'roles',
      'roles.0',
      'roles.1',
    ])
    const empty = await call('POST', '/beneficial-owners', {})
    expect(Object.keys(fieldsOf(empty)).sort()).toEqual([
      'customerId',
      'ownershipPercentage',
      'personalInfo',
      'roles',
    ])
  })

  test('of a person, of nobody and of another platform: 404', async () => {
    const person = await aPerson(service().api)
    for (const id of [person.id, `Customer:${randomUUID()}`, (await aStrangersBusiness()).id]) {
      const answer = await call('POST', '/beneficial-owners', ownerBody(id))
      expectRefusal(answer, 404, 'USER_NOT_FOUND')
    }
  })
})

describeOperation('listBeneficialOwners', () => {
  test('pages the owners of one business, oldest first', async () => {
    const { api } = service()
    const business = await aBusiness(api, 'C-001')
    const owners = [await anOwner(api, business), await anOwner(api, business)]
    const path = `/beneficial-owners?customerId=${business.id}&limit=1`
    const first = await call('GET', path)
    expect(first.body).toMatchObject({
      data: [{ id: owners[0]?.id }],
      hasMore: true,
      totalCount: 2,
    })
    const second = await call('GET', `${path}&cursor=${first.body.nextCursor}`)
    expect(second.body).toMatchObject({ data: [{ id: owners[1]?.id }], hasMore: false })
    expectRefusal(await call('GET', '/beneficial-owners'), 400, 'INVALID_INPUT')
    const { body } = await call('GET', `/customers/${business.id}`)
    expect(body.beneficialOwners).toEqual(owners)
  })
})

describeOperation('getBeneficialOwner', () => {
  test('is the one that was created; of another platform there is none', async () => {
    const { api, theirs } = service()
    const owner = await anOwner(api, await aBusiness(api, 'C-001'))
    expect((await call('GET', `/beneficial-owners/${owner.id}`)).body).toEqual(owner)
    const foreign = await anOwner(theirs.api, await aStrangersBusiness())
    for (const id of [foreign.id, 'BeneficialOwner:x', `Customer:${randomUUID()}`]) {
      expectRefusal(await call('GET', `/beneficial-owners/${id}`), 404, 'REFERENCE_NOT_FOUND')
    }
  })
})

describeOperation('updateBeneficialOwner', () => {
  test('changes what is sent, and nothing else', async () => {
    const { api } = service()
    const owner = await anOwner(api, await aBusiness(api, 'C-001'))
    const change = {
      ...{ roles: ['DIRECTOR'], ownershipPercentage: 10 },
      personalInfo: { middleName: 'Brewster', idType: 'ITIN', identifier: '900-70-0000' },
    }
    const answer = await call('PATCH', `/beneficial-owners/${owner.id}`, change)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      ...owner,
      ...{ roles: ['DIRECTOR'], ownershipPercentage: 10 },
      personalInfo: { ...(owner.personalInfo as object), middleName: 'Brewster', idType: 'ITIN' },
      updatedAt: expect.any(String),
    })
    expect(await call('PATCH', `/beneficial-owners/${owner.id}`, {})).toMatchObject({ status: 200 })
  })

  test('refuses another kind of number without the number; of another platform there is none', async () => {
    const { api, theirs } = service()
    const owner = await anOwner(api, await aBusiness(api, 'C-001'))
    const path = `/beneficial-owners/${owner.id}`
    const answer = await call('PATCH', path, { personalInfo: { idType: 'ITIN' } })
    expectRefusal(answer, 400, 'INVALID_INPUT')
    expect(Object.keys(fieldsOf(answer))).toEqual(['personalInfo.identifier'])
    const foreign = await anOwner(theirs.api, await aStrangersBusiness())
    expectRefusal(
      await call('PATCH', `/beneficial-owners/${foreign.id}`, { roles: ['UBO'] }),
      404,
      'REFERENCE_NOT_FOUND',
    )
  })
})

describeOperation('createVerification', () => {
  test('reports everything that a person lacks, field by field', async () => {
    const body = { customerType: 'INDIVIDUAL', fullName: 'Ada003' }
    const person = (await call('POST', '/customers', body)).body as Resource
    const verification = await submit(service().api, person)
    expect(verification).toEqual({
      id: expect.stringMatching(/^Verification:/),
      customerId: person.id,
      verificationStatus: 'RESOLVE_ERRORS',
      errors: expect.any(Array),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    const errors = verification.errors as { type: string; field?: string; resourceId: string }[]
    expect(errors.map(({ type, field = '' }) => `${type} ${field}`.trim())).toEqual([
      'MISSING_FIELD birthDate',
      'MISSING_FIELD nationality',
      'MISSING_FIELD idType',
      'MISSING_FIELD identifier',
      'MISSING_FIELD address',
      'MISSING_IDENTITY_DOCUMENT',
    ])
    expect(new Set(errors.map(({ resourceId }) => resourceId))).toEqual(new Set([person.id]))
  })

  test('refuses a customer that is decided, unknown, or of another platform', async () => {
    const { customer } = service().mine
    const decided = await call('POST', '/verifications', { customerId: customer.id })
    expectRefusal(decided, 400, 'INVALID_INPUT')
    expect(Object.keys(fieldsOf(decided))).toEqual(['customerId'])
    for (const id of [`Customer:${randomUUID()}`, 'x', (await aStrangersBusiness()).id]) {
      expectRefusal(await call('POST', '/verifications', { customerId: id }), 404, 'USER_NOT_FOUND')
    }
    expectRefusal(await call('POST', '/verifications', {}), 400, 'INVALID_INPUT')
  })

  test('waits for contacts that must be verified, and so does a link', async () => {
    const { api, customer } = await anUnverifiedCustomer(service().api, { fullName: 'Ada 003' })
    const ask = (): Promise<Answer[]> =>
      Promise.all([
        call('POST', '/verifications', { customerId: customer.id }),
        call('POST', `/customers/${customer.id}/kyc-link`),
      ])
    for (const channel of ['email', 'phone']) {
      for (const answer of await ask()) expectRefusal(answer, 409, 'CONFLICT')
      const path = `/customers/${customer.id}/verify-${channel}`
      await api.call('POST', path)
      await api.call('POST', `${path}/confirm`, { code: CODE })
    }
    expect((await ask()).map(({ status }) => status)).toEqual([200, 201])
  })

  sampled('ten submissions at once are one verification', async () => {
    const { api } = service()
    const business = await aBusiness(api)
    const all = await Promise.all(Array.from({ length: 10 }, () => submit(api, business)))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    const path = `/webhooks/events?subject=${all[0]?.id}&type=VERIFICATION.IN_PROGRESS`
    expect(listed(await call('GET', path))).toHaveLength(1)
  })
})

describeOperation('listVerifications', () => {
  test('by customer and by status, newest first', async () => {
    const { api } = service()
    const [one, two] = [await aPerson(api), await aPerson(api)]
    const [first, second] = [await submit(api, one), await submit(api, two)]
    const ids = async (query: string): Promise<unknown[]> =>
      listed(await call('GET', `/verifications?${query}`)).map(({ id }) => id)
    expect(await ids(`customerId=${one.id}`)).toEqual([first.id])
    const open = await ids('verificationStatus=RESOLVE_ERRORS&limit=2')
    expect(open).toEqual([second.id, first.id])
    expect(await ids(`customerId=${one.id}&verificationStatus=APPROVED`)).toEqual([])
    expect(await ids(`verificationStatus=READY_FOR_VERIFICATION`)).toEqual([])
    expectRefusal(await call('GET', '/verifications?verificationStatus=x'), 400, 'INVALID_INPUT')
  })
})

describeOperation('getVerification', () => {
  test('is the one that was submitted; of another platform there is none', async () => {
    const { api, theirs } = service()
    const verification = await submit(api, await aPerson(api))
    expect((await call('GET', `/verifications/${verification.id}`)).body).toEqual(verification)
    const foreign = await submit(theirs.api, await aStrangersBusiness())
    for (const id of [foreign.id, 'Verification:x']) {
      expectRefusal(await call('GET', `/verifications/${id}`), 404, 'VERIFICATION_NOT_FOUND')
    }
  })
})

describeOperation('createCustomerKycLink', () => {
  test('answers a link and its end, and changes nothing', async () => {
    const { api } = service()
    const person = await aPerson(api)
    const answer = await call('POST', `/customers/${person.id}/kyc-link`)
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.body).sort()).toEqual(['expiresAt', 'kycUrl', 'provider'])
    expect(answer.body.provider).toBe('SUMSUB')
    expect((await call('GET', `/customers/${person.id}`)).body).toEqual(person)
  })

  test('refuses an address that is not https, and customers that are not there', async () => {
    const person = await aPerson(service().api)
    const path = `/customers/${person.id}/kyc-link`
    const wrong = await call('POST', path, { redirectUri: 'http://example.com' })
    expectRefusal(wrong, 400, 'INVALID_INPUT')
    expect(Object.keys(fieldsOf(wrong))).toEqual(['redirectUri'])
    for (const id of [`Customer:${randomUUID()}`, (await aStrangersBusiness()).id]) {
      expectRefusal(await call('POST', `/customers/${id}/kyc-link`), 404, 'USER_NOT_FOUND')
    }
  })

  test('a key belongs to one request', async () => {
    const person = await aPerson(service().api)
    const headers = { 'Idempotency-Key': randomUUID() }
    const path = `/customers/${person.id}/kyc-link`
    const first = await call('POST', path, {}, headers)
    const again = await call('POST', path, {}, headers)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    const other = await call('POST', path, { redirectUri: 'https://example.com/' }, headers)
    expectRefusal(other, 409, 'DUPLICATE_PAY_REQUEST')
  })

  test('in production too: a platform that is regulated has approved its customers itself', async () => {
    const { stack, production } = service()
    const api = apiOf(stack, production)
    const person = (await api.call('POST', '/customers', { customerType: 'INDIVIDUAL' }))
      .body as Resource
    expect((await api.call('POST', `/customers/${person.id}/kyc-link`)).status).toBe(201)
  })
})
