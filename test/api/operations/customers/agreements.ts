/** What customers have accepted: of each type of agreement, at creation and by changes. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { AgreementType } from '../../../../contract/components/agreements.ts'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { aCustomerBody, listed, type Resource, shown } from '../../../support/builders.ts'
import { call, describeOperation, expectRefusal, fieldsOf, service } from '../../service.ts'

const create = (fields: Readonly<Record<string, unknown>>): Promise<Answer> =>
  call('POST', '/customers', aCustomerBody(fields))
const change = (customer: Resource, body: object): Promise<Answer> =>
  call('PATCH', `/customers/${customer.id}`, { customerType: 'INDIVIDUAL', ...body })

const acceptance = {
  acceptedAt: '2026-01-15T09:30:00.000Z',
  ipAddress: '2001:db8::7',
  termsVersion: '2025-10-13',
  acceptanceMethod: 'CHECKBOX',
}
const consent = (type: string, more: object = {}): object => ({ type, ...acceptance, ...more })

/** A version of one type, published before the present one. */
async function published(type: string): Promise<string> {
  const version = randomUUID()
  await service().database.query({
    text: `insert into agreements (type, version, body, published_at)
      select type, $2, body, published_at - interval '1 day' from agreements where type = $1 and version = '2025-10-13'`,
    values: [type, version],
  })
  return version
}

describeOperation('getAgreements', () => {
  test('one of each type, with the version in force and a page with its text', async () => {
    const answer = await call('GET', '/customers/agreements')
    const catalogue = listed(answer)
    expect(Object.keys(answer.body)).toEqual(['data'])
    expect(catalogue.map(({ type }) => type)).toEqual(AgreementType.enum)
    for (const { version, url } of catalogue) {
      expect(version).toBe('2025-10-13')
      const page = await fetch(String(url))
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(await page.text()).toContain('Version 2025-10-13')
    }
    const [terms] = catalogue
    const none = [`${terms?.url}-1`, String(terms?.url).replace('SERVICE_END_USER_TERMS', 'OTHER')]
    for (const url of none) expect((await fetch(url)).status).toBe(404)
  })
})

describeOperation('getEndUserTerms', () => {
  test('is the same as the entry of the catalogue', async () => {
    const [terms] = listed(await call('GET', '/customers/agreements'))
    const { body } = await call('GET', '/customers/end-user-terms')
    expect({ type: 'SERVICE_END_USER_TERMS', ...body }).toEqual(terms)
  })
})

describeOperation('createCustomer', () => {
  test('consents are shown in the order of the types, and mirrored; without any the list is empty', async () => {
    const none = shown('customer', await create({}), 201)
    expect(none.agreementConsents).toEqual([])
    expect(none).not.toHaveProperty('endUserTermsConsent')
    const agreementConsents = AgreementType.enum.map((type) => consent(type))
    const { id, ...all } = shown(
      'customer',
      await create({ agreementConsents: agreementConsents.toReversed() }),
      201,
    )
    expect(all).toMatchObject({ agreementConsents, endUserTermsConsent: acceptance })
    expect(all.endUserTermsConsent).not.toHaveProperty('type')
    const [customer] = listed(
      await call('GET', `/customers?platformCustomerId=${all.platformCustomerId}`),
    )
    expect(customer).toEqual({ id, ...all })
  })

  test('the deprecated member is the consent of the service’s terms', async () => {
    const customer = shown('customer', await create({ endUserTermsConsent: acceptance }), 201)
    expect(customer).toMatchObject({
      agreementConsents: [consent('SERVICE_END_USER_TERMS')],
      endUserTermsConsent: acceptance,
    })
  })

  test('a clock may be five minutes ahead, and no more', async () => {
    const at = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()
    const borne = { ...acceptance, acceptedAt: at(4) }
    const customer = shown('customer', await create({ endUserTermsConsent: borne }), 201)
    expect(customer.endUserTermsConsent).toEqual(borne)
    const [ahead, tooFar] = [4, 6].map((minutes) =>
      consent('BANK_PRIVACY_POLICY', { acceptedAt: at(minutes) }),
    )
    for (const send of [create, (body: object) => change(customer, body)]) {
      const refused = await send({ agreementConsents: [tooFar] })
      expectRefusal(refused, 400, 'INVALID_INPUT')
      expect(fieldsOf(refused)).toEqual({ 'agreementConsents.0.acceptedAt': 'maximum' })
      const taken = await send({ agreementConsents: [ahead] })
      expect([taken.status, taken.body.code]).toEqual([send === create ? 201 : 200, undefined])
    }
  })

  test('each rule of consents names its field', async () => {
    const wrong = [
      consent('BANK_PRIVACY_POLICY', { acceptedAt: '2999-01-01T00:00:00Z', ipAddress: 'here' }),
      consent('BANK_PRIVACY_POLICY', { acceptedAt: '2026-01-15T09:30:00' }),
      consent('OTHER', { ipAddress: '1'.repeat(46), termsVersion: 'x'.repeat(65) }),
      { type: 'BANK_E_SIGN_CONSENT', acceptanceMethod: 'SIGNED' },
    ]
    expect(fieldsOf(await create({ agreementConsents: wrong }))).toEqual({
      'agreementConsents.0.acceptedAt': 'maximum',
      'agreementConsents.0.ipAddress': 'format',
      'agreementConsents.1.type': 'uniqueItems',
      'agreementConsents.1.acceptedAt': 'format',
      'agreementConsents.2.type': 'enum',
      'agreementConsents.2.ipAddress': 'maxLength',
      'agreementConsents.2.termsVersion': 'maxLength',
      'agreementConsents.3.acceptedAt': 'required',
      'agreementConsents.3.ipAddress': 'required',
      'agreementConsents.3.termsVersion': 'required',
      'agreementConsents.3.acceptanceMethod': 'enum',
    })
    const eight = [...AgreementType.enum, 'BANK_PRIVACY_POLICY'].map((type) => consent(type))
    expect(fieldsOf(await create({ agreementConsents: eight }))).toMatchObject({
      agreementConsents: 'maxItems',
    })
    const twice = [consent('BANK_PRIVACY_POLICY'), consent('BANK_PRIVACY_POLICY')]
    expect(fieldsOf(await create({ agreementConsents: twice }))).toEqual({
      'agreementConsents.1.type': 'uniqueItems',
    })
    for (const agreementConsents of [[], [consent('BANK_PRIVACY_POLICY')]]) {
      const both = { agreementConsents, endUserTermsConsent: acceptance }
      const answer = await create(both)
      expectRefusal(answer, 400, 'INVALID_INPUT')
      expect(fieldsOf(answer)).toEqual({ endUserTermsConsent: 'not' })
    }
  })
})

describeOperation('updateCustomerById', () => {
  test('a change adds consents and withdraws none; an earlier acceptance replaces no later one', async () => {
    const customer = shown('customer', await create({}), 201)
    const consents = async (...sent: readonly object[]): Promise<unknown> =>
      shown('changed', await change(customer, { agreementConsents: sent }), 200).agreementConsents
    const policy = consent('BANK_PRIVACY_POLICY')
    const terms = consent('SERVICE_END_USER_TERMS')
    expect(await consents(policy)).toEqual([policy])
    expect(await consents(terms)).toEqual([terms, policy])
    expect(await consents()).toEqual([terms, policy])
    shown('changed', await change(customer, { region: 'US' }), 200)
    const earlier = consent('BANK_PRIVACY_POLICY', { acceptedAt: '2026-01-15T09:29:59.000Z' })
    expect(await consents(earlier)).toEqual([terms, policy])
    // Ten o'clock in Paris is half an hour before the first one.
    const inParis = consent('BANK_PRIVACY_POLICY', { acceptedAt: '2026-01-15T10:00:00+01:00' })
    expect(await consents(inParis)).toEqual([terms, policy])
    const corrected = consent('BANK_PRIVACY_POLICY', { ipAddress: '203.0.113.7' })
    expect(await consents(corrected)).toEqual([terms, corrected])
    const later = { ...acceptance, acceptedAt: '2026-02-01T00:00:00.000Z' }
    const answer = await change(customer, { endUserTermsConsent: later })
    expect(answer.body).toMatchObject({
      agreementConsents: [{ type: 'SERVICE_END_USER_TERMS', ...later }, corrected],
      endUserTermsConsent: later,
    })
  })

  test('a version belongs to its type: the same of another type was never published', async () => {
    const version = await published('BANK_PRIVACY_POLICY')
    const customer = shown('customer', await create({}), 201)
    const of = (type: string): object => consent(type, { termsVersion: version })
    const taken = await change(customer, { agreementConsents: [of('BANK_PRIVACY_POLICY')] })
    expect(taken.body).toMatchObject({ agreementConsents: [of('BANK_PRIVACY_POLICY')] })
    const sent = [of('BANK_PRIVACY_POLICY'), of('BANK_E_SIGN_CONSENT')]
    for (const body of [{ agreementConsents: sent }, { endUserTermsConsent: of('') }]) {
      for (const answer of [await change(customer, body), await create(body)]) {
        expectRefusal(answer, 400, 'END_USER_TERMS_VERSION_NOT_FOUND')
        expect(answer.body.details).toMatchObject({
          type: 'agreementConsents' in body ? 'BANK_E_SIGN_CONSENT' : 'SERVICE_END_USER_TERMS',
          termsVersion: version,
        })
      }
    }
    // The one that is in force is the newest of its type.
    expect(listed(await call('GET', '/customers/agreements')).map((one) => one.version)).toEqual(
      AgreementType.enum.map(() => '2025-10-13'),
    )
  })
})
