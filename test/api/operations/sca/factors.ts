import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { aPasskey } from '../../../../scripts/serviceDriver/authenticator.ts'
import { shown } from '../../../support/builders.ts'
import {
  anUnverifiedCustomer,
  aPhoneNumber,
  aScaCustomer,
  assertionOf,
  CODE,
  enrolPasskey,
  enrolTotp,
  logIn,
  registrationOf,
  type ScaCustomer,
  WRONG_CODE,
} from '../../../support/sca.ts'
import {
  aFreshPlatform,
  describeOperation,
  expectRefusal,
  fieldsOf,
  sampled,
  service,
} from '../../service.ts'

const factorsOf = async ({ sca }: ScaCustomer): Promise<unknown> =>
  (await sca('GET', '/factors')).body.factors

async function aLoggedInCustomer(): Promise<ScaCustomer> {
  const customer = await aScaCustomer(service().api)
  shown('log in', await logIn(customer), 200)
  return customer
}

describeOperation('listScaFactors', () => {
  test('SMS_OTP of the verified phone number, and what was enrolled', async () => {
    const unverified = await anUnverifiedCustomer(service().api)
    expect(await factorsOf(unverified)).toEqual([])
    const customer = await aLoggedInCustomer()
    expect(await factorsOf(customer)).toEqual([{ factor: 'SMS_OTP' }])
    const { credentialId } = await enrolPasskey(customer)
    await enrolTotp(customer)
    expect(await factorsOf(customer)).toEqual([
      { factor: 'SMS_OTP' },
      { factor: 'TOTP' },
      { factor: 'PASSKEY', credentialId },
    ])
  })

  test('whether it can log in, and whether it is logged in', async () => {
    const customer = await aScaCustomer(service().api)
    const login = async () => (await customer.sca('GET', '/factors')).body.login
    const free = { failedAttempts: 0, suspended: false, lockedUntil: null }
    expect(await login()).toEqual(free)
    await logIn(customer)
    const sessionExpiresAt = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(await login()).toEqual({ ...free, sessionExpiresAt })
    const fail = () => customer.sca('POST', '/record-event', { eventType: 'FAILED_LOGIN_ATTEMPT' })
    for (let count = 0; count < 5; count += 1) shown('count', await fail(), 200)
    expect(await login()).toEqual({
      ...{ failedAttempts: 5, suspended: false, lockedUntil: sessionExpiresAt, sessionExpiresAt },
    })
    await customer.sca('POST', '/record-event', { eventType: 'RESET_PASSWORD_COMPLETED' })
    expect(await login()).toEqual(free)
  })
})

describeOperation('startScaFactorEnrollment', () => {
  test('takes a live session of a customer with a factor', async () => {
    const customer = await aScaCustomer(service().api)
    for (const type of ['TOTP', 'PASSKEY']) {
      const answer = await customer.sca('POST', '/factors', { type })
      expectRefusal(answer, 409, 'SCA_SESSION_REQUIRED')
    }
    await logIn(customer)
    const totp = shown('TOTP', await customer.sca('POST', '/factors', { type: 'TOTP' }), 200)
    expect(totp).toEqual({
      type: 'TOTP',
      secret: expect.stringMatching(/^[0-9a-f]{40}$/),
      secretBase32Encoded: expect.stringMatching(/^[A-Z2-7]{32}$/),
      totpUri: expect.stringMatching(/^otpauth:\/\/totp\//),
    })
    const passkey = await customer.sca('POST', '/factors', { type: 'PASSKEY' })
    expect(passkey.body).toMatchObject({
      type: 'PASSKEY',
      allowedOrigins: ['http://localhost'],
      relyingPartyId: 'localhost',
      options: { authenticatorSelection: { userVerification: 'required' } },
    })
    expect(fieldsOf(await customer.sca('POST', '/factors', { type: 'SMS_OTP' }))).toEqual({
      type: 'enum',
    })
  })

  test('the first factor of a customer without one takes verified contacts alone', async () => {
    const { api } = service()
    const customer = await anUnverifiedCustomer(api, { phoneNumber: undefined })
    expectRefusal(await customer.sca('POST', '/factors', { type: 'TOTP' }), 409, 'CONFLICT')
    const path = `/customers/${customer.customer.id}/verify-email`
    await api.call('POST', path)
    await api.call('POST', `${path}/confirm`, { code: CODE })
    await enrolTotp(customer)
    const second = await customer.sca('POST', '/factors', { type: 'PASSKEY' })
    expectRefusal(second, 409, 'SCA_SESSION_REQUIRED')
  })

  test('one passkey a customer', async () => {
    const customer = await aLoggedInCustomer()
    await enrolPasskey(customer)
    const again = await customer.sca('POST', '/factors', { type: 'PASSKEY' })
    expectRefusal(again, 409, 'PASSKEY_ALREADY_ENROLLED')
  })
})

describeOperation('confirmScaFactorEnrollment', () => {
  test('TOTP: only the secret that was issued, and a code of it', async () => {
    const customer = await aLoggedInCustomer()
    const [first, second] = [
      await customer.sca('POST', '/factors', { type: 'TOTP' }),
      await customer.sca('POST', '/factors', { type: 'TOTP' }),
    ]
    const confirm = async (body: object) =>
      customer.sca('POST', '/factors/confirm', { type: 'TOTP', ...body })
    for (const secret of [first.body.secret, 'ab'.repeat(20), 'x']) {
      expect(fieldsOf(await confirm({ secret, code: CODE }))).toEqual({ secret: 'format' })
    }
    const secret = second.body.secretBase32Encoded
    expect(fieldsOf(await confirm({ secret, code: '000000' }))).toEqual({ code: 'format' })
    const code = new TOTP({ secret: String(secret) }).generate()
    const done = shown('confirm', await confirm({ secret, code }), 200)
    const { recoveryCodes } = done as unknown as { recoveryCodes: string[] }
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const one of recoveryCodes) expect(one).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/)
    // Used up; and its step is, for a login.
    expect(fieldsOf(await confirm({ secret, code }))).toEqual({ secret: 'format' })
    const login = { factor: 'TOTP', endUserIpAddress: '::1', code }
    expect(fieldsOf(await customer.sca('POST', '/login/complete', login))).toEqual({
      code: 'format',
    })
  })

  test('PASSKEY: of this challenge, this origin, and this ceremony', async () => {
    const customer = await aLoggedInCustomer()
    const start = await customer.sca('POST', '/factors', { type: 'PASSKEY' })
    const options = start.body.options as { challenge: string }
    const other = { challenge: Buffer.alloc(32, 7).toString('base64url') }
    const origin = 'http://localhost'
    const confirm = (credential: object, more: object = {}) =>
      customer.sca('POST', '/factors/confirm', { type: 'PASSKEY', origin, credential, ...more })
    const passkey = aPasskey()
    expect(fieldsOf(await confirm({}))).toEqual({
      'credential.id': 'required',
      'credential.response.clientDataJSON': 'required',
      'credential.response.attestationObject': 'required',
    })
    for (const [credential, more] of [
      [registrationOf(passkey, other), {}],
      [registrationOf(passkey, options, { origin: 'https://evil.example' }), {}],
      [registrationOf(passkey, options, { userVerified: false }), {}],
      [registrationOf(passkey, options), { origin: 'http://localhost:1' }],
    ] as const) {
      expect(fieldsOf(await confirm(credential, more))).toEqual({ credential: 'format' })
    }
    const done = await confirm(registrationOf(passkey, options))
    expect(done.body).toEqual({
      type: 'PASSKEY',
      factor: { factor: 'PASSKEY', credentialId: passkey.credentialId },
    })
    const again = await confirm(registrationOf(passkey, options))
    expect(fieldsOf(again)).toEqual({ credential: 'format' })
  })

  test('takes the session to its end: one that was revoked meanwhile confirms nothing', async () => {
    const customer = await aLoggedInCustomer()
    const { secret } = (await customer.sca('POST', '/factors', { type: 'TOTP' })).body
    await customer.sca('POST', '/record-event', { eventType: 'RESET_PASSWORD_COMPLETED' })
    const body = { type: 'TOTP', secret, code: CODE }
    expectRefusal(await customer.sca('POST', '/factors/confirm', body), 409, 'SCA_SESSION_REQUIRED')
    expect(await factorsOf(customer)).toEqual([{ factor: 'SMS_OTP' }])
  })

  sampled('wrong codes count towards the lock, and find it', async () => {
    const customer = await aLoggedInCustomer()
    const { body } = await customer.sca('POST', '/factors', { type: 'TOTP' })
    const confirm = (code: string) =>
      customer.sca('POST', '/factors/confirm', { type: 'TOTP', secret: body.secret, code })
    for (let count = 0; count < 5; count += 1) {
      expect((await confirm(WRONG_CODE)).status).toBe(400)
    }
    expectRefusal(await confirm(CODE), 423, 'ACCOUNT_LOCKED')
    expectRefusal(await logIn(customer), 423, 'ACCOUNT_LOCKED')
  })
})

describeOperation('deleteScaFactor', () => {
  test('a passkey, in a live session, and never the last factor', async () => {
    const customer = await aLoggedInCustomer()
    const { api, sca, customer: shownCustomer } = customer
    const passkey = await enrolPasskey(customer)
    expectRefusal(await sca('DELETE', '/factors/unknown'), 404, 'REFERENCE_NOT_FOUND')
    const foreign = await aFreshPlatform()
    const path = `/sca/factors/${passkey.credentialId}?customerId=${shownCustomer.id}`
    expectRefusal(await foreign.call('DELETE', path), 404, 'USER_NOT_FOUND')
    await sca('POST', '/record-event', { eventType: 'RESET_PASSWORD_COMPLETED' })
    expectRefusal(await api.call('DELETE', path), 409, 'SCA_SESSION_REQUIRED')
    await logIn(customer)
    expect((await api.call('DELETE', path)).status).toBe(204)
    expectRefusal(await api.call('DELETE', path), 404, 'REFERENCE_NOT_FOUND')
    expect(await factorsOf(customer)).toEqual([{ factor: 'SMS_OTP' }])
  })

  test('the passkey of a customer without a phone number stays', async () => {
    const { api } = service()
    const customer = await anUnverifiedCustomer(api, { phoneNumber: undefined })
    const path = `/customers/${customer.customer.id}/verify-email`
    await api.call('POST', path)
    await api.call('POST', `${path}/confirm`, { code: CODE })
    const passkey = await enrolPasskey(customer)
    const start = await customer.sca('POST', '/login/start', { factor: 'PASSKEY' })
    const { challengeId, passkeyOptions } = start.body as unknown as {
      challengeId: string
      passkeyOptions: { challenge: string }
    }
    const login = await customer.sca('POST', '/login/complete', {
      ...{ factor: 'PASSKEY', challengeId, endUserIpAddress: '::1', origin: 'http://localhost' },
      passkeyAssertion: assertionOf(passkey, passkeyOptions),
    })
    expect(login.status).toBe(200)
    const gone = await customer.sca('DELETE', `/factors/${passkey.credentialId}`)
    expectRefusal(gone, 409, 'CONFLICT')
    // A phone number is a factor as soon as it is verified.
    const phoneNumber = aPhoneNumber()
    const patch = { customerType: 'INDIVIDUAL', phoneNumber }
    expect((await api.call('PATCH', `/customers/${customer.customer.id}`, patch)).status).toBe(200)
    expectRefusal(
      await customer.sca('POST', '/login/start', { factor: 'SMS_OTP' }),
      409,
      'CONFLICT',
    )
  })
})
