import { randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import {
  aPasskey,
  type Ceremony,
  type Passkey,
} from '../../../../scripts/serviceDriver/authenticator.ts'
import { aCustomerBody, shown } from '../../../support/builders.ts'
import {
  aPhoneNumber,
  aScaCustomer,
  assertionOf,
  CODE,
  enrolPasskey,
  enrolTotp,
  logIn,
  type ScaCustomer,
  WRONG_CODE,
} from '../../../support/sca.ts'
import {
  aFreshPlatform,
  aTokenWith,
  describeOperation,
  expectRefusal,
  fieldsOf,
  sampled,
  service,
} from '../../service.ts'

const endUserIpAddress = '203.0.113.7'
const UNKNOWN = 'Customer:00000000-0000-4000-8000-000000000000'

async function passkeyStart({ sca }: ScaCustomer) {
  const { body } = await sca('POST', '/login/start', { factor: 'PASSKEY' })
  return body as unknown as { challengeId: string; passkeyOptions: { challenge: string } }
}

function passkeyProof(
  passkey: Passkey,
  start: Awaited<ReturnType<typeof passkeyStart>>,
  ceremony?: Ceremony,
): object {
  return {
    ...{ factor: 'PASSKEY', endUserIpAddress, origin: 'http://localhost' },
    challengeId: start.challengeId,
    passkeyAssertion: assertionOf(passkey, start.passkeyOptions, ceremony),
  }
}

describeOperation('startScaLogin', () => {
  test('SMS_OTP: one challenge while it is valid, sent four times in all', async () => {
    const customer = await aScaCustomer(service().api)
    const start = () => customer.sca('POST', '/login/start', { factor: 'SMS_OTP' })
    const first = shown('start', await start(), 200) as unknown as Record<string, string>
    expect(first).toEqual({
      factor: 'SMS_OTP',
      challengeId: expect.stringMatching(/^ScaChallenge:/),
      expiresAt: expect.any(String),
    })
    for (let count = 0; count < 3; count += 1) expect((await start()).body).toEqual(first)
    const refused = await start()
    expectRefusal(refused, 429, 'RATE_LIMITED')
    const wait = Number(refused.headers.get('Retry-After'))
    expect(Math.abs(wait - (Date.parse(first.expiresAt ?? '') - Date.now()) / 1_000)).toBeLessThan(
      30,
    )
  })

  test('PASSKEY and TOTP; what is not enrolled is a 409', async () => {
    const customer = await aScaCustomer(service().api)
    for (const factor of ['PASSKEY', 'TOTP']) {
      expectRefusal(await customer.sca('POST', '/login/start', { factor }), 409, 'CONFLICT')
    }
    await logIn(customer)
    await enrolTotp(customer)
    const passkey = await enrolPasskey(customer)
    const totp = await customer.sca('POST', '/login/start', { factor: 'TOTP' })
    expect(totp.body).toEqual({ factor: 'TOTP' })
    const { body } = await customer.sca('POST', '/login/start', { factor: 'PASSKEY' })
    expect(body).toMatchObject({
      factor: 'PASSKEY',
      relyingPartyId: 'localhost',
      passkeyOptions: {
        rpId: 'localhost',
        userVerification: 'required',
        allowCredentials: [{ id: passkey.credentialId }],
      },
    })
  })
})

describeOperation('completeScaLogin', () => {
  test('a code opens a session of 180 days, once', async () => {
    const customer = await aScaCustomer(service().api)
    const start = await customer.sca('POST', '/login/start', { factor: 'SMS_OTP' })
    const proof = { factor: 'SMS_OTP', code: CODE, endUserIpAddress }
    const body = { ...proof, challengeId: start.body.challengeId }
    const done = shown('complete', await customer.sca('POST', '/login/complete', body), 200)
    const { status, sessionExpiresAt } = done as unknown as Record<string, string>
    expect(status).toBe('SUCCESS')
    const days = (Date.parse(sessionExpiresAt ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(179.9)
    expect(days).toBeLessThan(180.1)
    expect(fieldsOf(await customer.sca('POST', '/login/complete', body))).toEqual({
      code: 'format',
    })
  })

  test('every wrong field is named, and unknown customers before them', async () => {
    const customer = await aScaCustomer(service().api)
    const complete = (body: object) => customer.sca('POST', '/login/complete', body)
    expect(fieldsOf(await complete({ factor: 'SMS_OTP', endUserIpAddress }))).toEqual({
      code: 'anyOf',
      challengeId: 'required',
    })
    expect(fieldsOf(await complete({ factor: 'X', code: 7 }))).toEqual({
      factor: 'enum',
      code: 'type',
      endUserIpAddress: 'required',
    })
    const nobody = await service().api.call('POST', `/sca/login/complete?customerId=${UNKNOWN}`, {})
    expectRefusal(nobody, 404, 'USER_NOT_FOUND')
    expect(fieldsOf(await service().api.call('POST', '/sca/login/complete', {}))).toMatchObject({
      customerId: 'required',
    })
  })

  test('TOTP: each step once, a recovery code once, the fixed code of the sandbox', async () => {
    const customer = await aScaCustomer(service().api)
    await logIn(customer)
    const { secret, recoveryCodes } = await enrolTotp(customer)
    const complete = (code: string | undefined) =>
      customer.sca('POST', '/login/complete', { factor: 'TOTP', code, endUserIpAddress })
    const totp = new TOTP({ secret })
    const code = totp.generate()
    expect((await complete(code)).status).toBe(200)
    expect(fieldsOf(await complete(code))).toEqual({ code: 'format' })
    // A step before the one that was used is no way around.
    const before = totp.generate({ timestamp: Date.now() - 30_000 })
    expect(fieldsOf(await complete(before))).toEqual({ code: 'format' })
    const [recovery] = recoveryCodes
    expect((await complete(recovery?.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect(fieldsOf(await complete(recovery))).toEqual({ code: 'format' })
    expect((await complete(CODE)).status).toBe(200)
  })

  test('PASSKEY: a user handle that is given is the customer’s', async () => {
    const customer = await aScaCustomer(service().api)
    shown('login', await logIn(customer), 200)
    const passkey = await enrolPasskey(customer)
    const complete = async (userHandle: string | null): Promise<number> => {
      const proof = passkeyProof(passkey, await passkeyStart(customer))
      const { passkeyAssertion, ...rest } = proof as { passkeyAssertion: { response: object } }
      const response = { ...passkeyAssertion.response, userHandle }
      const body = { ...rest, passkeyAssertion: { ...passkeyAssertion, response } }
      return (await customer.sca('POST', '/login/complete', body)).status
    }
    const handleOf = (uuid: string): string =>
      Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url')
    expect(await complete(handleOf(randomUUID()))).toBe(400)
    expect(await complete(handleOf(customer.customer.id.split(':')[1] ?? ''))).toBe(200)
    expect(await complete(null)).toBe(200)
  })

  sampled('PASSKEY: not of another challenge, origin, customer or ceremony, and once', async () => {
    const customer = await aScaCustomer(service().api)
    const other = await aScaCustomer(service().api)
    for (const one of [customer, other]) await logIn(one)
    const passkey = await enrolPasskey(customer)
    const foreign = await enrolPasskey(other)
    const complete = (body: object) => customer.sca('POST', '/login/complete', body)
    const wrong = { passkeyAssertion: 'format' }
    const [start, theirs] = [await passkeyStart(customer), await passkeyStart(other)]
    expect(fieldsOf(await complete(passkeyProof(foreign, start)))).toEqual(wrong)
    expect(fieldsOf(await complete(passkeyProof(foreign, theirs)))).toEqual(wrong)
    expect(fieldsOf(await complete(passkeyProof(aPasskey(), start)))).toEqual(wrong)
    expect(
      fieldsOf(await complete(passkeyProof(passkey, start, { origin: 'https://evil.example' }))),
    ).toEqual(wrong)
    const good = passkeyProof(passkey, start)
    expect(fieldsOf(await complete({ ...good, origin: 'https://evil.example' }))).toEqual(wrong)
    expect((await complete(good)).status).toBe(200)
    expect(fieldsOf(await complete(good))).toEqual(wrong)
    // A newer start makes the one before void.
    const [old, fresh] = [await passkeyStart(customer), await passkeyStart(customer)]
    expect(fieldsOf(await complete(passkeyProof(passkey, old)))).toEqual(wrong)
    expect((await complete(passkeyProof(passkey, fresh))).status).toBe(200)
    expect(fieldsOf(await complete({ ...good, passkeyAssertion: {} }))).toEqual({
      'passkeyAssertion.id': 'required',
      'passkeyAssertion.response.clientDataJSON': 'required',
      'passkeyAssertion.response.authenticatorData': 'required',
      'passkeyAssertion.response.signature': 'required',
    })
  })

  test('five wrong codes lock the login; new challenges give no new attempts', async () => {
    const customer = await aScaCustomer(service().api)
    for (let count = 0; count < 5; count += 1) {
      await service().database.query({
        text: `update sca_challenges set voided_at = service_now() where customer_id = $1`,
        values: [customer.customer.id.replace('Customer:', '')],
      })
      expect((await logIn(customer, WRONG_CODE)).status).toBe(400)
    }
    const locked = await logIn(customer)
    expectRefusal(locked, 423, 'ACCOUNT_LOCKED')
    expect(locked.body.details).toMatchObject({
      failedAttempts: 5,
      suspended: false,
      lockedUntil: expect.any(String),
    })
    const { lockedUntil } = locked.body.details as { lockedUntil: string }
    const minutes = (Date.parse(lockedUntil) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
  })

  test('a changed phone number ends the session and is no factor until it is verified', async () => {
    const api = await aFreshPlatform()
    await api.call('PATCH', '/config', { supportedCurrencies: ['USD'] })
    const customer = await aScaCustomer(api)
    const change = () =>
      api.call('PATCH', `/customers/${customer.customer.id}`, {
        customerType: 'INDIVIDUAL',
        phoneNumber: aPhoneNumber(),
      })
    expectRefusal(await change(), 409, 'SCA_SESSION_REQUIRED')
    await logIn(customer)
    const changed = shown('change', await change(), 200)
    expect(changed.contactVerification).toEqual({ email: 'VERIFIED', phone: 'PENDING' })
    expect((await customer.sca('GET', '/factors')).body.factors).toEqual([])
    // Without a factor there is nothing to log in with, and the number may change again.
    expect((await change()).status).toBe(200)
  })
})

describeOperation('recordSecurityEvent', () => {
  test('counts, locks and clears', async () => {
    const customer = await aScaCustomer(service().api)
    const record = (eventType: string) => customer.sca('POST', '/record-event', { eventType })
    const failed = await record('FAILED_LOGIN_ATTEMPT')
    expect(failed.body).toEqual({
      eventType: 'FAILED_LOGIN_ATTEMPT',
      ...{ failedAttempts: 1, suspended: false, lockedUntil: null },
    })
    for (let count = 1; count < 4; count += 1) await record('FAILED_LOGIN_ATTEMPT')
    expect((await logIn(customer, WRONG_CODE)).status).toBe(400)
    expectRefusal(await record('FAILED_LOGIN_ATTEMPT'), 423, 'ACCOUNT_LOCKED')
    expectRefusal(await logIn(customer), 423, 'ACCOUNT_LOCKED')
    const cleared = await record('RESET_PASSWORD_COMPLETED')
    expect(cleared.body).toEqual({
      eventType: 'RESET_PASSWORD_COMPLETED',
      ...{ failedAttempts: 0, suspended: false, lockedUntil: null },
    })
    expect((await logIn(customer)).status).toBe(200)
    await record('RESET_PASSWORD_COMPLETED')
    const enrolment = await customer.sca('POST', '/factors', { type: 'TOTP' })
    expectRefusal(enrolment, 409, 'SCA_SESSION_REQUIRED')
    expect(fieldsOf(await record('LOGIN'))).toEqual({ eventType: 'enum' })
  })
})

describe('strong customer authentication', () => {
  const calls: readonly (readonly [string, string, object?])[] = [
    ['GET', '/factors'],
    ['POST', '/factors', { type: 'TOTP' }],
    ['POST', '/factors/confirm', { type: 'TOTP', secret: 'x', code: CODE }],
    ['DELETE', '/factors/x'],
    ['POST', '/login/start', { factor: 'SMS_OTP' }],
    ['POST', '/login/complete', { factor: 'TOTP', code: CODE, endUserIpAddress }],
    ['POST', '/record-event', { eventType: 'FAILED_LOGIN_ATTEMPT' }],
    ['POST', '/factors/reset', { factor: 'TOTP' }],
    ['GET', '/factors/reset/x'],
    ['POST', '/factors/reset/x/complete'],
  ]

  sampled('outside its regions: 401, 403, 404, 400, then 409, and nothing is counted', async () => {
    const { api } = service()
    const viewer = await aTokenWith('VIEW')
    const foreign = await aFreshPlatform()
    for (const region of ['US', 'GB', undefined]) {
      const body = aCustomerBody({ region, phoneNumber: aPhoneNumber() })
      const { id } = shown('customer', await api.call('POST', '/customers', body), 201)
      for (const [method, path, sent] of calls) {
        const url = `/sca${path}?customerId=${id}`
        if (method !== 'GET') {
          expectRefusal(await viewer.call(method, url, {}), 403, 'FORBIDDEN')
          expectRefusal(await foreign.call(method, url, {}), 404, 'USER_NOT_FOUND')
        }
        expectRefusal(await foreign.call(method, url, sent), 404, 'USER_NOT_FOUND')
        if (sent) expectRefusal(await api.call(method, url, {}), 400, 'INVALID_INPUT')
        for (let count = 0; count < 6; count += 1) {
          expectRefusal(await api.call(method, url, sent), 409, 'CONFLICT')
        }
      }
      const rows = await service().database.query({
        text: `select 1 from sca_lockouts where customer_id = $1 union all
          select 1 from sca_challenges where customer_id = $1`,
        values: [id.replace('Customer:', '')],
      })
      expect(rows).toEqual([])
    }
  })
})
