import { expect, test } from 'vitest'
import { aCustomerBody, shown, waitUntil } from '../../../support/builders.ts'
import {
  aPhoneNumber,
  aReset,
  aScaCustomer,
  enrolPasskey,
  enrolTotp,
  logIn,
  recognize,
  resetStatusOf,
  type ScaCustomer,
  type StartedReset,
} from '../../../support/sca.ts'
import {
  aFreshPlatform,
  describeOperation,
  expectRefusal,
  fieldsOf,
  sampled,
  service,
} from '../../service.ts'

const statusOf = resetStatusOf

const pass = (customer: ScaCustomer, reset: StartedReset, outcome?: 'pass' | 'fail') =>
  recognize(service().stack, customer, reset, outcome)

const complete = (customer: ScaCustomer, { resetId }: StartedReset, body?: object) =>
  customer.sca('POST', `/factors/reset/${resetId}/complete`, body)

/** What the timeline of a reset says, and who must act. */
async function timelineOf({ resetId }: StartedReset): Promise<string[]> {
  const rows = await service().database.query<{ line: string }>({
    text: `select concat_ws(' ', code, waiting_party, waiting_reason) as line from timeline
      where subject = $1 order by id`,
    values: [resetId],
  })
  return rows.map(({ line }) => line)
}

const recognized = [
  'RESET_INITIATED VERIFICATION_VENDOR LIVENESS_PAGE',
  'RESET_PENDING_REVIEW CUSTOMER LIVENESS',
  'RESET_LIVENESS_PASSED PLATFORM RESET_COMPLETION',
]

describeOperation('startTwoFactorReset', () => {
  test('gives a page of the vendor, five times in 24 hours', async () => {
    const customer = await aScaCustomer(service().api)
    const before = Date.now()
    const answer = await customer.sca('POST', '/factors/reset', { factor: 'TOTP' })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      resetId: expect.stringMatching(/^ScaReset:/),
      verificationLink: expect.stringMatching(/^http/),
      expiresAt: expect.any(String),
    })
    const hours = (Date.parse(String(answer.body.expiresAt)) - before) / 3_600_000
    expect(Math.abs(hours - 24)).toBeLessThan(0.1)
    await Promise.all(Array.from({ length: 4 }, () => aReset(customer, 'SMS_OTP')))
    const sixth = await customer.sca('POST', '/factors/reset', { factor: 'TOTP' })
    expectRefusal(sixth, 429, 'RATE_LIMITED')
    const wait = Number(sixth.headers.get('Retry-After'))
    expect(Math.abs(wait - 24 * 3_600)).toBeLessThan(120)
    expect(fieldsOf(await customer.sca('POST', '/factors/reset', {}))).toEqual({
      factor: 'required',
    })
  })
})

describeOperation('getTwoFactorResetStatus', () => {
  test('of the own customer alone', async () => {
    const customer = await aScaCustomer(service().api)
    const other = await aScaCustomer(service().api)
    const reset = await aReset(customer, 'TOTP')
    expect(await statusOf(customer, reset)).toEqual({
      ...{ status: 'PENDING_REVIEW', factor: 'TOTP', enrollmentStatus: null },
      expiresAt: expect.any(String),
    })
    const path = `/factors/reset/${reset.resetId}`
    expectRefusal(await other.sca('GET', path), 404, 'REFERENCE_NOT_FOUND')
    expectRefusal(await other.sca('POST', `${path}/complete`), 404, 'REFERENCE_NOT_FOUND')
    expectRefusal(await customer.sca('GET', '/factors/reset/x'), 404, 'REFERENCE_NOT_FOUND')
    const foreign = await aFreshPlatform()
    const url = `/sca${path}?customerId=${customer.customer.id}`
    expectRefusal(await foreign.call('GET', url), 404, 'USER_NOT_FOUND')
    await pass(customer, reset, 'fail')
    expect(fieldsOf(await complete(customer, reset))).toEqual({ resetId: 'const' })
    expect(await timelineOf(reset)).toEqual([...recognized.slice(0, 2), 'RESET_REJECTED'])
  })

  sampled('a reset whose time is over has expired', async () => {
    const customer = await aScaCustomer(service().api)
    const reset = await aReset(customer, 'TOTP')
    await service().database.query({
      text: `update sca_resets set status = 'LIVENESS_PASSED', expires_at = service_now() where id = $1`,
      values: [reset.resetId.replace('ScaReset:', '')],
    })
    expect(fieldsOf(await complete(customer, reset))).toEqual({ resetId: 'const' })
  })
})

describeOperation('completeTwoFactorReset', () => {
  test('TOTP and PASSKEY: the lost factor is gone, and enrolled anew without a session', async () => {
    for (const [factor, enrol] of [
      ['TOTP', enrolTotp],
      ['PASSKEY', enrolPasskey],
    ] as const) {
      const customer = await aScaCustomer(service().api)
      await logIn(customer)
      await enrol(customer)
      const reset = await aReset(customer, factor)
      expect(fieldsOf(await complete(customer, reset))).toEqual({ resetId: 'const' })
      await pass(customer, reset)
      expect([(await complete(customer, reset)).status]).toEqual([204])
      expect(await statusOf(customer, reset)).toMatchObject({
        ...{ status: 'COMPLETED', enrollmentStatus: 'PENDING', completedAt: expect.any(String) },
      })
      expectRefusal(await complete(customer, reset), 409, 'CONFLICT')
      const done = 'RESET_COMPLETED CUSTOMER NEW_FACTOR'
      expect(await timelineOf(reset)).toEqual([...recognized, done])
      expect((await customer.sca('GET', '/factors')).body.factors).toEqual([{ factor: 'SMS_OTP' }])
      // The session has ended; the reset is of this factor alone.
      const other = factor === 'TOTP' ? 'PASSKEY' : 'TOTP'
      const refused = await customer.sca('POST', '/factors', { type: other })
      expectRefusal(refused, 409, 'SCA_SESSION_REQUIRED')
      await enrol(customer)
      expect(await statusOf(customer, reset)).toMatchObject({ enrollmentStatus: 'COMPLETED' })
      const again = await customer.sca('POST', '/factors', { type: factor })
      expect(again.status).toBe(409)
    }
  })

  sampled('SMS_OTP: the new number is not verified, and a suspension is over', async () => {
    const customer = await aScaCustomer(service().api)
    const { api, sca } = customer
    await service()
      .database.query({
        text: 'insert into sca_lockouts (customer_id, failed_attempts, suspended) values ($1, 9, true)',
        values: [customer.customer.id.replace('Customer:', '')],
      })
      .catch(async () => {
        await service().database.query({
          text: 'update sca_lockouts set failed_attempts = 9, suspended = true where customer_id = $1',
          values: [customer.customer.id.replace('Customer:', '')],
        })
      })
    const reset = await aReset(customer, 'SMS_OTP')
    await pass(customer, reset)
    expect(fieldsOf(await complete(customer, reset))).toEqual({ mobile: 'required' })
    expect(fieldsOf(await complete(customer, reset, { mobile: { countryCode: '49' } }))).toEqual({
      'mobile.number': 'required',
    })
    const long = { mobile: { countryCode: '+499', number: '1'.repeat(14) } }
    expect(fieldsOf(await complete(customer, reset, long))).toEqual({
      'mobile.number': 'maxLength',
    })
    const number = aPhoneNumber().slice(3)
    const done = await complete(customer, reset, { mobile: { countryCode: '+49', number } })
    expect(done.status).toBe(204)
    const end = 'RESET_COMPLETED CUSTOMER NEW_NUMBER'
    expect(await timelineOf(reset)).toEqual([...recognized, end])
    expect(await statusOf(customer, reset)).toMatchObject({
      status: 'COMPLETED',
      enrollmentStatus: null,
    })
    const { body } = await api.call('GET', `/customers/${customer.customer.id}`)
    expect(body).toMatchObject({
      phoneNumber: `+49${number}`,
      contactVerification: { email: 'VERIFIED', phone: 'PENDING' },
    })
    expectRefusal(await sca('POST', '/login/start', { factor: 'SMS_OTP' }), 409, 'CONFLICT')
    const path = `/customers/${customer.customer.id}/verify-phone`
    await service().database.query({
      text: `update sca_challenges set created_at = created_at - interval '61 seconds' where customer_id = $1`,
      values: [customer.customer.id.replace('Customer:', '')],
    })
    expect((await api.call('POST', path)).status).toBe(204)
    expect((await api.call('POST', `${path}/confirm`, { code: '123456' })).status).toBe(200)
    expect((await logIn(customer)).status).toBe(200)
  })

  sampled('the number of a wallet is changed with the wallet, which the reset allows', async () => {
    const { api } = service()
    const created = aCustomerBody({ region: 'DE', email: undefined, phoneNumber: aPhoneNumber() })
    const customer = shown('customer', await api.call('POST', '/customers', created), 201)
    const path = `/customers/${customer.id}/verify-phone`
    await api.call('POST', path)
    await api.call('POST', `${path}/confirm`, { code: '123456' })
    const its: ScaCustomer = {
      api,
      customer: customer as ScaCustomer['customer'],
      sca: (method, sub, body) => api.call(method, `/sca${sub}?customerId=${customer.id}`, body),
    }
    const change = { customerType: 'INDIVIDUAL', phoneNumber: aPhoneNumber() }
    const refused = await api.call('PATCH', `/customers/${customer.id}`, change)
    expectRefusal(refused, 409, 'SCA_SESSION_REQUIRED')
    const reset = await aReset(its, 'SMS_OTP')
    await pass(its, reset)
    const mobile = { countryCode: '+49', number: change.phoneNumber.slice(3) }
    expectRefusal(await complete(its, reset, { mobile }), 409, 'CONFLICT')
    const wallet = await waitUntil('the wallet is active', async () => {
      const answer = await api.call('PATCH', `/customers/${customer.id}`, change)
      return answer.status === 409 ? undefined : answer
    })
    expect(wallet.status).toBe(202)
  })
})
