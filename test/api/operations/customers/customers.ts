import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Answer, ApiClient } from '../../../../scripts/serviceDriver/apiClient.ts'
import {
  aCustomerBody,
  aPlatform,
  apiOf,
  createCustomer,
  listed,
  type Resource,
} from '../../../support/builders.ts'
import { aPhoneNumber } from '../../../support/sca.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  leavesNothing,
  sampled,
  service,
} from '../../service.ts'

const create = (fields: Record<string, unknown>): Promise<Answer> =>
  call('POST', '/customers', aCustomerBody(fields))

describeOperation('createCustomer', () => {
  test('keeps what was sent, and never shows the identity number', async () => {
    const fields = {
      ...aCustomerBody(),
      phoneNumber: '+14155550100',
      currencies: ['USD', 'USDB'],
      address: { line1: '1 Main Street', city: 'Springfield', postalCode: '10001', country: 'US' },
      idType: 'SSN',
    }
    const answer = await call('POST', '/customers', { ...fields, identifier: '123-45-6789' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ ...fields, countryOfIssuance: 'US', kycStatus: 'APPROVED' })
    expect(answer.body.umaAddress).toMatch(/^\$[a-z0-9-]+@[a-z0-9-]+\.example$/)
    expect(JSON.stringify(answer.body)).not.toContain('123-45-6789')
    expect((await call('GET', `/customers/${answer.body.id}`)).body).toEqual(answer.body)
  })

  test('needs the type only; the other ids are made up, and a wallet without email has no code', async () => {
    const { body } = await call('POST', '/customers', { customerType: 'INDIVIDUAL' })
    expect(`Customer:${body.platformCustomerId}`).toBe(body.id)
    const accounts = listed(await call('GET', `/internal-accounts?customerId=${body.id}`))
    expect(accounts.map(({ type }) => type).sort()).toEqual([
      'EMBEDDED_WALLET',
      'INTERNAL_CRYPTO',
      'INTERNAL_FIAT',
    ])
    const wallet = accounts.find(({ type }) => type === 'EMBEDDED_WALLET')
    expect(listed(await call('GET', `/auth/credentials?accountId=${wallet?.id}`))).toEqual([])
  })

  test('a phone number that another customer logs in by, and terms that there never were', async () => {
    const phoneNumber = aPhoneNumber()
    const first = await call('POST', '/customers', { customerType: 'INDIVIDUAL', phoneNumber })
    expect(first.status).toBe(201)
    const again = await call('POST', '/customers', { customerType: 'INDIVIDUAL', phoneNumber })
    expectRefusal(again, 409, 'SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS')
    const endUserTermsConsent = {
      ...{ acceptedAt: '2026-01-15T09:30:00Z', ipAddress: '203.0.113.7' },
      ...{ termsVersion: 'never', acceptanceMethod: 'CHECKBOX' },
    }
    const change = { customerType: 'INDIVIDUAL', endUserTermsConsent }
    const changed = await call('PATCH', `/customers/${first.body.id}`, change)
    expectRefusal(changed, 400, 'END_USER_TERMS_VERSION_NOT_FOUND')
  })

  test('every field that is wrong is named in one answer', async () => {
    const answer = await create({
      customerType: 'ROBOT',
      platformCustomerId: 'x'.repeat(256),
      region: 'USA',
      email: 'ada',
      fullName: '',
      birthDate: '1990-02-30',
      nationality: 'ZZ',
      phoneNumber: '0123',
      umaAddress: 'ada@example.com',
      currencies: ['USD', 'XXX'],
      address: { line1: 'Main Street', country: 'us' },
      idType: 'PASSPORT',
      countryOfIssuance: 1,
    })
    expect(fieldsOf(answer)).toEqual({
      customerType: 'enum',
      platformCustomerId: 'maxLength',
      region: 'format',
      email: 'format',
      fullName: 'minLength',
      birthDate: 'format',
      nationality: 'format',
      phoneNumber: 'pattern',
      umaAddress: 'pattern',
      'currencies.1': 'format',
      'address.postalCode': 'required',
      'address.country': 'format',
      idType: 'enum',
      countryOfIssuance: 'type',
    })
    expect(fieldsOf(await call('POST', '/customers', {}))).toEqual({ customerType: 'required' })
    expect(fieldsOf(await call('POST', '/customers'))).toEqual({ customerType: 'required' })
  })

  test.each([
    '1990-02-29',
    '2024-02-30',
    '1990-13-01',
    '1990-00-10',
    '1990-04-31',
    '0000-01-01',
    '1990-1-1',
    '1990-12-10T00:00:00Z',
    '10.12.1990',
    '',
    19901210,
  ])('birth date %j is refused', async (birthDate) => {
    expect(fieldsOf(await create({ birthDate }))).toHaveProperty('birthDate')
  })

  test.each(['US', 'AE', 'XX', 'us', 'UK', 'USA', '', 'U', 7])(
    'country %j',
    async (nationality) => {
      const answer = await create({ nationality, region: nationality })
      if (nationality === 'US' || nationality === 'AE') return expect(answer.status).toBe(201)
      expect(Object.keys(fieldsOf(answer)).sort()).toEqual(['nationality', 'region'])
    },
  )

  test('what the platform or the calendar does not allow is named, too, all at once', async () => {
    const answer = await create({
      birthDate: '2999-01-01',
      currencies: ['USD', 'AED'],
      umaAddress: '$ada@elsewhere.example',
      idType: 'SSN',
      identifier: '123456789',
      countryOfIssuance: 'GB',
    })
    expect(fieldsOf(answer)).toEqual({
      birthDate: 'maximum',
      'currencies.1': 'enum',
      umaAddress: 'const',
      identifier: 'pattern',
      countryOfIssuance: 'const',
    })
    expect(fieldsOf(await create({ idType: 'EIN' }))).toEqual({ idType: 'enum' })
    const both = { nationality: 'ZZ', currencies: ['AED', 7], umaAddress: '$ada@elsewhere.example' }
    expect(fieldsOf(await create({ ...both, birthDate: '2999-01-01' }))).toEqual({
      nationality: 'format',
      'currencies.0': 'enum',
      'currencies.1': 'type',
      umaAddress: 'const',
      birthDate: 'maximum',
    })
    const noText = await create({ currencies: [{ toString: 1, constructor: 'x' }] })
    expect(fieldsOf(noText)).toEqual({ 'currencies.0': 'type' })
  })

  test('text is kept as it is, whatever it says', async () => {
    const fullName = `Ada "Bobby' Tables"; drop table customers;-- ünïcødé 👩🏽‍💻 \\u0041 {{7*7}}`
    const answer = await create({ fullName, constructor: { x: 1 }, extra: [1] })
    expect(answer.body.fullName).toBe(fullName)
    expect(answer.body).not.toHaveProperty('extra')
  })

  sampled('an id that is taken is a 409, and leaves nothing', async () => {
    const taken = { platformCustomerId: `taken-${randomUUID()}` }
    const { body } = await create(taken)
    const uma = String(body.umaAddress)
    await leavesNothing(async () => {
      expectRefusal(await create(taken), 409, 'CONFLICT')
      expectRefusal(await create({ umaAddress: uma }), 409, 'UMA_ADDRESS_EXISTS')
      const shouted = uma.replace(/^\$[^@]+/, (user) => user.toUpperCase())
      expectRefusal(await create({ umaAddress: shouted }), 409, 'UMA_ADDRESS_EXISTS')
      expect(fieldsOf(await create({ email: 'no' }))).toEqual({ email: 'format' })
    })
    // Another platform's ids are its own.
    const theirs = apiOf(service().stack, service().other)
    expect((await theirs.call('POST', '/customers', aCustomerBody(taken))).status).toBe(201)
  })

  test('of many with one id at one instant, one is created', async () => {
    const taken = { platformCustomerId: `race-${randomUUID()}` }
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(taken)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  sampled('an email that another customer of the platform logs in by is refused', async () => {
    const email = `two-${randomUUID().slice(0, 8)}@example.com`
    const { body } = await create({ email })
    const path = `/internal-accounts?customerId=${body.id}&type=EMBEDDED_WALLET`
    const [wallet] = listed(await call('GET', path))
    const [credential] = listed(await call('GET', `/auth/credentials?accountId=${wallet?.id}`))
    expect(credential).toMatchObject({ type: 'EMAIL_OTP', nickname: email })
    await leavesNothing(async () => {
      expectRefusal(await create({ email }), 409, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS')
    })
    const theirs = apiOf(service().stack, service().other)
    expect((await theirs.call('POST', '/customers', aCustomerBody({ email }))).status).toBe(201)
  })

  test.each([
    ['Ada 001', 'PENDING'],
    ['Ada 002', 'REJECTED'],
    ['Ada 003', 'UNVERIFIED'],
    ['Ada 004', 'APPROVED'],
    ['1001', 'PENDING'],
  ])('the sandbox decides by the end of the name: %s is %s', async (fullName, kycStatus) => {
    expect((await create({ fullName })).body.kycStatus).toBe(kycStatus)
  })

  test('on a platform without USDB there is no wallet', async () => {
    const { stack } = service()
    const api = apiOf(stack, await aPlatform(stack))
    const config = await api.call('GET', '/config')
    const supported = config.body.supportedCurrencies as { currencyCode: string }[]
    const supportedCurrencies = supported.filter(({ currencyCode }) => currencyCode === 'USD')
    expect((await api.call('PATCH', '/config', { supportedCurrencies })).status).toBe(200)
    const customer = await createCustomer(api)
    const accounts = listed(await api.call('GET', `/internal-accounts?customerId=${customer.id}`))
    expect(accounts.map(({ type }) => type)).toEqual(['INTERNAL_FIAT'])
  })
})

describeOperation('getCustomer', () => {
  test.each([
    `Customer:${randomUUID()}`,
    randomUUID(),
    'Customer:',
    'Customer:x',
    `Quote:${randomUUID()}`,
    '%20',
    `Customer:${randomUUID()}%00`,
  ])('%s names nobody', async (id) => {
    expect((await call('GET', `/customers/${id}`)).status).toBe(404)
  })
})

describeOperation('listCustomers', () => {
  const made: Resource[] = []
  let api: ApiClient
  const list = async (query = ''): Promise<Resource[]> =>
    listed(await api.call('GET', `/customers?limit=100${query}`))
  const numbers = async (query: string): Promise<number[]> =>
    (await list(query)).map(({ id }) => made.findIndex((customer) => customer.id === id))

  beforeAll(async () => {
    const { stack } = service()
    api = apiOf(stack, await aPlatform(stack))
    for (const fields of [
      {
        region: 'US',
        currencies: ['USD', 'USDB'],
        fullName: 'Émilie du Châtelet',
        email: 'emilie@example.com',
      },
      { region: 'DE', currencies: ['USDB'], fullName: 'Emmy Noether' },
      {
        region: 'US',
        platformCustomerId: 'known to us',
        fullName: 'No%_one \\',
        email: 'shared@example.com',
      },
    ]) {
      made.push(await createCustomer(api, fields))
    }
    await service().database.query({
      // Not a login any more: others may have it too.
      text: `update customers set is_deleted = true, email = 'Shared@example.com' where id = $1`,
      values: [made[1]?.id.split(':')[1]],
    })
  })

  test('newest first, deleted ones only when asked for', async () => {
    expect(await numbers('')).toEqual([2, 0])
    expect(await numbers('&isIncludingDeleted=false')).toEqual([2, 0])
    expect(await numbers('&isIncludingDeleted=true')).toEqual([2, 1, 0])
    const [, deleted] = await list('&isIncludingDeleted=true')
    expect(deleted).toMatchObject({ isDeleted: true })
    const [newest] = await list()
    expect(newest).toEqual(made[2])
  })

  test('filters by everything that the interface names', async () => {
    expect(await numbers('&region=US')).toEqual([2, 0])
    expect(await numbers('&region=DE')).toEqual([])
    expect(await numbers('&region=DE&isIncludingDeleted=true')).toEqual([1])
    expect(await numbers('&currency=USD')).toEqual([0])
    expect(await numbers('&currency=USDB&isIncludingDeleted=true')).toEqual([1, 0])
    expect(await numbers('&customerType=INDIVIDUAL')).toEqual([2, 0])
    expect(await numbers('&customerType=BUSINESS')).toEqual([])
    expect(await numbers('&customerType=INDIVIDUAL&region=US&currency=USD')).toEqual([0])
    expect(await numbers('&platformCustomerId=known%20to%20us')).toEqual([2])
    const address = String(made[0]?.umaAddress)
    expect(await numbers(`&umaAddress=${encodeURIComponent(address.toUpperCase())}`)).toEqual([0])
    const [{ createdAt, updatedAt }] = made as [Resource]
    expect(await numbers(`&createdAfter=${createdAt}&createdBefore=${createdAt}`)).toEqual([0])
    expect(await numbers(`&createdBefore=${made[2]?.createdAt}`)).toEqual([2, 0])
    expect(await numbers(`&updatedBefore=${updatedAt}`)).toEqual([0])
    expect(await numbers('&updatedAfter=2099-01-01T00:00:00Z')).toEqual([])
  })

  test('finds a name or a last name that begins with a text, in upper or lower case, and nothing of another platform', async () => {
    const named = (text: string, more = ''): Promise<number[]> =>
      numbers(`&name=${encodeURIComponent(text)}${more}`)
    const other = apiOf(service().stack, await aPlatform(service().stack))
    await createCustomer(other, { fullName: 'Émilie Noether', email: 'shared@example.com' })
    expect(await named('émilie du')).toEqual([0])
    expect(await named('ÉMILIE')).toEqual([0])
    expect(await named(' CHÂT ')).toEqual([0])
    expect(await named('du')).toEqual([])
    expect(await named('em')).toEqual([])
    expect(await named('em', '&isIncludingDeleted=true')).toEqual([1])
    expect(await named('noeth', '&isIncludingDeleted=true&region=DE')).toEqual([1])
    expect(await named('noeth', '&isIncludingDeleted=true&region=US')).toEqual([])
    // What a pattern would mean is taken as it stands.
    expect(await named('%')).toEqual([])
    expect(await named('no%_')).toEqual([2])
    expect(await named('no__')).toEqual([])
    expect(await named('\\')).toEqual([2])
    const business = await createCustomer(other, {
      ...{
        customerType: 'BUSINESS',
        fullName: undefined,
        birthDate: undefined,
        nationality: undefined,
      },
      businessInfo: {
        legalName: 'Noether Rings Ltd',
        country: 'US',
        taxId: '12-3456789',
        incorporatedOn: '2015-03-01',
      },
    })
    const found = listed(await other.call('GET', '/customers?name=noether%20r'))
    expect(found.map(({ id }) => id)).toEqual([business.id])
  })

  test('finds an exact email in upper or lower case, which several may have', async () => {
    expect(await numbers('&email=SHARED%40example.com')).toEqual([2])
    expect(await numbers('&email=shared%40example.com&isIncludingDeleted=true')).toEqual([2, 1])
    expect(await numbers('&email=shared%40example.com&region=DE&isIncludingDeleted=true')).toEqual([
      1,
    ])
    expect(await numbers('&email=shared%40example.com&name=emmy&isIncludingDeleted=true')).toEqual([
      1,
    ])
    expect(await numbers('&email=shared%25')).toEqual([])
    expect(await numbers('&email=shared')).toEqual([])
  })

  test('pages show every customer once, and count them', async () => {
    const seen: string[] = []
    let cursor = ''
    for (let page = 0; page < 3; page += 1) {
      const query = `limit=1&isIncludingDeleted=true${cursor}`
      const { body } = await api.call('GET', `/customers?${query}`)
      if (page === 0) expect(body.totalCount).toBe(3)
      seen.push(...(body.data as Resource[]).map(({ id }) => id))
      expect(body.hasMore).toBe(page < 2)
      cursor = `&cursor=${body.nextCursor}`
    }
    expect(seen).toEqual(made.map(({ id }) => id).reverse())
  })

  test('every parameter that is wrong is named in one answer', async () => {
    const query = [
      'limit=101',
      'cursor=x',
      'customerType=ROBOT',
      'region=ZZ',
      'currency=XXX',
      'createdAfter=yesterday',
      'updatedBefore=2026-13-01T00:00:00Z',
      'isIncludingDeleted=perhaps',
      'umaAddress=',
      'name=%20',
      'email=',
    ]
    expect(fieldsOf(await api.call('GET', `/customers?${query.join('&')}`))).toEqual({
      limit: 'maximum',
      cursor: 'format',
      customerType: 'enum',
      region: 'format',
      currency: 'format',
      createdAfter: 'format',
      updatedBefore: 'format',
      isIncludingDeleted: 'type',
      umaAddress: 'minLength',
      name: 'pattern',
      email: 'minLength',
    })
  })
})
