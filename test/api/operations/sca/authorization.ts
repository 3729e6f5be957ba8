import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import {
  aCustomer,
  accountOf,
  eventsAbout,
  funding,
  timelineOf,
  to,
  untilEnded,
} from '../../../payments/customers.ts'
import { anExternalAccount, type Resource } from '../../../support/builders.ts'
import { CODE } from '../../../support/sca.ts'
import {
  aEuroAccount,
  aPasskeyFactor,
  aPayerQuote,
  aScaPayer,
  assertionOver,
  authorize,
  changeTrust,
  executeQuote,
  logOut,
  type ScaPayer,
  verifyAndLogIn,
} from '../../../support/scaPayers.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  expectReplay,
  fieldsOf,
  leavesNothing,
  sampled,
  service,
} from '../../service.ts'

let payer: ScaPayer

/** One payer for all of them, who is never locked at the beginning of a test. */
function usePayer(): void {
  beforeAll(async () => {
    payer ??= await aScaPayer(service().stack)
  })
  beforeEach(async () => {
    await service().database.query({ text: 'delete from sca_lockouts' })
  })
}

/** Executed, and waiting for its payer. */
async function waiting(fields: object = {}): Promise<{ quote: Resource; answer: Answer }> {
  const quote = await aPayerQuote(payer, { fields })
  const answer = await executeQuote(payer.api, quote)
  expect(answer.status).toBe(200)
  return { quote, answer }
}

const challengeOf = (resource: unknown): Record<string, unknown> =>
  (resource as { scaChallenge: Record<string, unknown> }).scaChallenge

const settle = (quote: Resource): Promise<Resource> => untilEnded(payer.api, quote.transactionId)

describeOperation('authorizeQuote', () => {
  usePayer()
  test('lets the payment go on that its execution has kept waiting', async () => {
    const { quote, answer } = await waiting()
    expect(answer.body).toMatchObject({
      status: 'PENDING_AUTHORIZATION',
      scaChallenge: {
        id: expect.stringMatching(/^ScaChallenge:/),
        ...{ factor: 'SMS_OTP', availableFactors: ['SMS_OTP'], purpose: 'PAYOUT' },
      },
    })
    const left = Date.parse(String(challengeOf(answer.body).expiresAt)) - Date.now()
    expect(left).toBeLessThanOrEqual(300_000)
    const read = await call('GET', `/quotes/${quote.id}`)
    expect(read.body).toEqual(answer.body)
    const transaction = await call('GET', `/transactions/${quote.transactionId}`)
    expect(transaction.body.status).toBe('PENDING_AUTHORIZATION')
    // The same execute gets the first answer; one under a key is another request.
    expect((await executeQuote(payer.api, quote)).body).toEqual(answer.body)
    const other = { 'Idempotency-Key': randomUUID() }
    const path = `/quotes/${quote.id}/execute`
    expectRefusal(await call('POST', path, undefined, other), 409, 'CONFLICT')

    const authorized = await authorize(payer.api, quote)
    expect(authorized.status).toBe(200)
    expect(authorized.body.status).toMatch(/^(PROCESSING|COMPLETED)$/)
    expect(authorized.body).not.toHaveProperty('scaChallenge')
    expect(await settle(quote)).toMatchObject({ status: 'COMPLETED' })
    expect(await timelineOf(payer.api, quote.transactionId)).toEqual([
      ...['quoted', 'executed', 'authorized by the customer', 'payout submitted', 'settled'],
    ])
    expect(await eventsAbout(service().stack, quote.transactionId)).toEqual([
      'OUTGOING_PAYMENT.PENDING',
      'OUTGOING_PAYMENT.PENDING_AUTHORIZATION',
      'OUTGOING_PAYMENT.PROCESSING',
      'OUTGOING_PAYMENT.COMPLETED',
    ])
    // Sent again, because the answer was lost.
    expect((await authorize(payer.api, quote)).body).toMatchObject({ status: 'COMPLETED' })
    expectRefusal(await authorize(payer.api, quote, { code: '654321' }), 409, 'CONFLICT')
  })

  test('the key of an execute gets the first answer again, with its challenge', async () => {
    const quote = await aPayerQuote(payer)
    const key = { 'Idempotency-Key': randomUUID() }
    const first = await executeQuote(payer.api, quote, undefined, key)
    expectReplay(first, await executeQuote(payer.api, quote, undefined, key))
    await authorize(payer.api, quote)
    await settle(quote)
    expectReplay(first, await executeQuote(payer.api, quote, undefined, key))
  })

  sampled('a conversion is authorized first, the payee then', async () => {
    const quote = await aPayerQuote(payer, { destination: to(await aEuroAccount(payer)) })
    const first = await executeQuote(payer.api, quote)
    expect(challengeOf(first.body).purpose).toBe('CURRENCY_CONVERSION')
    const second = await authorize(payer.api, quote)
    expect(second.body).toMatchObject({
      status: 'PENDING_AUTHORIZATION',
      scaChallenge: { purpose: 'PAYOUT' },
    })
    expect(challengeOf(second.body).id).not.toBe(challengeOf(first.body).id)
    expect((await authorize(payer.api, quote)).body.status).toMatch(/^(PROCESSING|COMPLETED)$/)
    expect(await settle(quote)).toMatchObject({ status: 'COMPLETED' })
  })

  test('a wrong code is a 400 that counts, and five of them lock', async () => {
    const { quote } = await waiting()
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await authorize(payer.api, quote, { code: '000000' })
      expect(fieldsOf(answer)).toEqual({ code: 'format' })
    }
    const locked = await authorize(payer.api, quote)
    expectRefusal(locked, 423, 'ACCOUNT_LOCKED')
    expect(locked.body.details).toMatchObject({ failedAttempts: 5, suspended: false })
    // Not locked any more, but this challenge has been tried too often.
    await service().database.query({ text: 'delete from sca_lockouts' })
    const exhausted = await authorize(payer.api, quote)
    expectRefusal(exhausted, 429, 'RATE_LIMITED')
    expect(Number(exhausted.headers.get('Retry-After'))).toBeGreaterThan(200)
    await expire(quote)
  })

  test('a body without a proof is a 400', async () => {
    const { quote } = await waiting()
    expect(fieldsOf(await authorize(payer.api, quote, {}))).toEqual({ code: 'required' })
    expect(fieldsOf(await authorize(payer.api, quote, { code: 5 }))).toEqual({ code: 'type' })
    await authorize(payer.api, quote)
    await settle(quote)
  })

  sampled('without a login it is a 409, and nothing is executed without one', async () => {
    const { stack } = service()
    const { quote } = await waiting()
    const next = await aPayerQuote(payer)
    await logOut(stack, payer.customer)
    expectRefusal(await authorize(payer.api, quote), 409, 'SCA_SESSION_REQUIRED')
    await leavesNothing(async () => {
      expectRefusal(await executeQuote(payer.api, next), 409, 'SCA_SESSION_REQUIRED')
      const body = {
        ...{ source: funding('USD', { customerId: payer.customer.id }) },
        ...{ destination: to(payer.bank), lockedCurrencySide: 'SENDING' },
        lockedCurrencyAmount: 1_000,
      }
      expectRefusal(await call('POST', '/quotes', body), 409, 'SCA_SESSION_REQUIRED')
    })
    await verifyAndLogIn(stack, payer.customer)
    await authorize(payer.api, quote)
    await settle(quote)
  })

  test('a quote that waits for nothing, or is none, is a 409 or a 404', async () => {
    const outside = await aScaPayer(service().stack, { region: 'US' })
    const [quote, unasked] = [await aPayerQuote(payer), await aPayerQuote(outside)]
    await leavesNothing(async () => {
      expectRefusal(await authorize(payer.api, quote), 409, 'CONFLICT')
      expectRefusal(await authorize(outside.api, unasked), 409, 'CONFLICT')
      const none = { id: `Quote:${randomUUID()}` }
      expectRefusal(await authorize(payer.api, none), 404, 'QUOTE_NOT_FOUND')
    })
  })

  test('a payment that nobody authorizes ends, and nothing has moved', async () => {
    const { quote } = await waiting()
    await expire(quote)
    expect(await settle(quote)).toMatchObject({
      status: 'FAILED',
      failureReason: 'SCA_NOT_COMPLETED',
    })
    const read = await call('GET', `/quotes/${quote.id}`)
    expect(read.body.status).toBe('FAILED')
    expect(read.body).not.toHaveProperty('scaChallenge')
    expectRefusal(await authorize(payer.api, quote), 409, 'CONFLICT')
  })
})

/** Ends the time of a quote's challenge, and has its workflow see that. */
async function expire(quote: Resource): Promise<void> {
  const { database } = service()
  const uuid = quote.id.split(':')[1]
  await database.query({
    text: `update sca_challenges set expires_at = service_now() where subject_id = $1`,
    values: [uuid],
  })
  await database.query({ text: 'select signal_payment($1)', values: [uuid] })
  await settle(quote)
}

describe('a passkey', () => {
  usePayer()
  sampled('authorizes what it was asked for, once, at an origin of the platform', async () => {
    const { stack } = service()
    const holder = await aScaPayer(stack)
    const passkey = await aPasskeyFactor(stack, holder.customer)
    const first = await aPayerQuote(holder, { fields: { scaFactor: 'PASSKEY' } })
    const second = await aPayerQuote(holder)
    const asked = challengeOf((await executeQuote(holder.api, first)).body)
    expect(asked).toMatchObject({
      factor: 'PASSKEY',
      availableFactors: ['SMS_OTP', 'PASSKEY'],
      passkeyAllowedOrigins: ['http://localhost'],
      passkeyAssertionOptions: {
        rpId: 'localhost',
        userVerification: 'required',
        allowCredentials: [{ type: 'public-key', id: passkey.credentialId }],
      },
    })
    const other = challengeOf(
      (await executeQuote(holder.api, second, { scaFactor: 'PASSKEY' })).body,
    )
    const refused = async (body: object): Promise<void> => {
      const answer = await authorize(holder.api, first, body)
      expect(fieldsOf(answer)).toEqual({ passkeyAssertion: 'format' })
    }
    await refused(assertionOver(passkey, other))
    await refused(assertionOver(passkey, asked, { origin: 'http://evil.example' }))
    await refused(assertionOver(passkey, asked, { userVerified: false }))
    expect(fieldsOf(await authorize(holder.api, first, { code: CODE }))).toEqual({
      origin: 'required',
      passkeyAssertion: 'required',
    })
    const right = assertionOver(passkey, asked)
    expect((await authorize(holder.api, first, right)).status).toBe(200)
    await refusedFor(holder, second, right)
    expect((await authorize(holder.api, second, assertionOver(passkey, other))).status).toBe(200)
    for (const quote of [first, second]) {
      const end = await untilEnded(holder.api, quote.transactionId)
      expect(end.status).toBe('COMPLETED')
    }
  })

  async function refusedFor({ api }: ScaPayer, quote: Resource, body: object): Promise<void> {
    expect(fieldsOf(await authorize(api, quote, body))).toEqual({ passkeyAssertion: 'format' })
  }
})

describe('scaFactor', () => {
  usePayer()
  sampled('is a factor that the payer has, and never TOTP; elsewhere it is ignored', async () => {
    const quote = await aPayerQuote(payer)
    await leavesNothing(async () => {
      for (const scaFactor of ['TOTP', 'PASSKEY']) {
        expect(fieldsOf(await executeQuote(payer.api, quote, { scaFactor }))).toEqual({
          scaFactor: 'enum',
        })
        const body = {
          source: { sourceType: 'ACCOUNT', accountId: payer.source.id },
          ...{ destination: to(payer.bank), lockedCurrencySide: 'SENDING' },
          ...{ lockedCurrencyAmount: 1_000, scaFactor },
        }
        expect(fieldsOf(await call('POST', '/quotes', body))).toEqual({ scaFactor: 'enum' })
      }
    })
    const outside = await aScaPayer(service().stack, { region: 'US' })
    const unasked = await aPayerQuote(outside, { fields: { scaFactor: 'TOTP' } })
    const done = await executeQuote(outside.api, unasked, { scaFactor: 'PASSKEY' })
    expect(done.body.status).toBe('PROCESSING')
    await untilEnded(outside.api, unasked.transactionId)
  })
})

describe('every way out', () => {
  usePayer()
  test('what is executed with its quote waits: 202', async () => {
    const body = {
      source: { sourceType: 'ACCOUNT', accountId: payer.source.id },
      ...{ destination: to(payer.bank), lockedCurrencySide: 'SENDING' },
      ...{ lockedCurrencyAmount: 1_000, immediatelyExecute: true },
    }
    const answer = await call('POST', '/quotes', body, { 'Idempotency-Key': randomUUID() })
    expect(answer.status).toBe(202)
    expect(answer.body.status).toBe('PENDING_AUTHORIZATION')
    const quote = answer.body as Resource
    expect((await authorize(payer.api, quote)).status).toBe(200)
    expect(await settle(quote)).toMatchObject({ status: 'COMPLETED' })
  })

  test('a deposit is announced when it is authorized: 202', async () => {
    const body = {
      source: funding('USD', { customerId: payer.customer.id }),
      ...{ destination: to(payer.bank), lockedCurrencySide: 'SENDING' },
      lockedCurrencyAmount: 1_000,
    }
    const key = { 'Idempotency-Key': randomUUID() }
    const first = await call('POST', '/quotes', body, key)
    expect(first.status).toBe(202)
    expect(first.body).toMatchObject({ status: 'PENDING_AUTHORIZATION' })
    expect(first.body).not.toHaveProperty('paymentInstructions')
    expectReplay(first, await call('POST', '/quotes', body, key))
    const quote = first.body as Resource
    const transaction = await call('GET', `/transactions/${quote.transactionId}`)
    expect(transaction.body).not.toHaveProperty('paymentInstructions')
    expect(transaction.body).not.toHaveProperty('reconciliationInstructions')
    const deposit = { quoteId: quote.id, currencyCode: 'USD' }
    expectRefusal(await call('POST', '/sandbox/send', deposit), 409, 'CONFLICT')
    const authorized = await authorize(payer.api, quote)
    expect(authorized.body).toMatchObject({
      status: 'PENDING',
      paymentInstructions: [{ accountOrWalletInfo: { reference: expect.any(String) } }],
    })
    expect((await call('POST', '/sandbox/send', deposit)).status).toBe(200)
    expect(await settle(quote)).toMatchObject({ status: 'COMPLETED' })
  })

  sampled('a transfer goes to a trusted beneficiary alone', async () => {
    const bank = await anExternalAccount(payer.api, payer.customer)
    const body = {
      source: { accountId: payer.source.id },
      ...{ destination: { accountId: bank.id }, amount: 1_000 },
    }
    await leavesNothing(async () => {
      expectRefusal(await call('POST', '/transfer-out', body), 409, 'SCA_SESSION_REQUIRED')
    })
    await changeTrust(payer.api, bank)
    const answer = await call('POST', '/transfer-out', body)
    expect(answer.status).toBe(201)
    expect(await untilEnded(payer.api, answer.body.id)).toMatchObject({ status: 'COMPLETED' })
  })

  sampled('money that stays the customer’s own needs no proof', async () => {
    const wallet = accountOf(payer, 'USDB')
    const quote = await aPayerQuote(payer, { destination: to(wallet) })
    expect((await executeQuote(payer.api, quote)).body.status).not.toBe('PENDING_AUTHORIZATION')
    const other = await aCustomer(service().stack)
    const others = await aPayerQuote(payer, { destination: to(accountOf(other, 'USD')) })
    expect((await executeQuote(payer.api, others)).body.status).toBe('PENDING_AUTHORIZATION')
    await authorize(payer.api, others)
    expect(await settle(others)).toMatchObject({ status: 'COMPLETED' })
  })
})

describeOperation('resendQuoteScaCode', () => {
  usePayer()
  const resend = (quote: { id: string }): Promise<Answer> =>
    call('POST', `/quotes/${quote.id}/authorize/resend`)

  test('sends the code of the same challenge again, three times', async () => {
    const { quote, answer } = await waiting()
    for (let turn = 0; turn < 3; turn += 1) expect((await resend(quote)).status).toBe(204)
    const often = await resend(quote)
    expectRefusal(often, 429, 'RATE_LIMITED')
    expect(Number(often.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await call('GET', `/quotes/${quote.id}`)).body).toEqual(answer.body)
    await authorize(payer.api, quote)
    await settle(quote)
    expectRefusal(await resend(quote), 409, 'CONFLICT')
  })

  sampled('of a passkey there is none; of a quote that waits for nothing neither', async () => {
    const { stack } = service()
    const holder = await aScaPayer(stack)
    const passkey = await aPasskeyFactor(stack, holder.customer)
    const quote = await aPayerQuote(holder, { fields: { scaFactor: 'PASSKEY' } })
    await leavesNothing(async () => {
      expectRefusal(await resend(quote), 409, 'CONFLICT')
      expectRefusal(await resend({ id: `Quote:${randomUUID()}` }), 404, 'QUOTE_NOT_FOUND')
    })
    const asked = challengeOf((await executeQuote(holder.api, quote)).body)
    expectRefusal(await resend(quote), 409, 'CONFLICT')
    await authorize(holder.api, quote, assertionOver(passkey, asked))
    await untilEnded(holder.api, quote.transactionId)
  })
})
