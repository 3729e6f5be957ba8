import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aFundedWallet } from '../../../support/builders.ts'
import { aSandboxControl } from '../../../support/sandboxControl.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  leavesNothing,
  sampled,
  service,
} from '../../service.ts'

describeOperation('listAuthCredentials', () => {
  test('shows the credential of the email, and no code', async () => {
    const { mine } = service()
    const { status, body } = await call('GET', `/auth/credentials?accountId=${mine.wallet.id}`)
    expect([status, body]).toEqual([
      200,
      {
        data: [
          {
            id: mine.credential.id,
            accountId: mine.wallet.id,
            type: 'EMAIL_OTP',
            nickname: mine.customer.email,
            createdAt: expect.any(String),
            updatedAt: expect.any(String),
          },
        ],
      },
    ])
  })

  test("an account that is another platform's or unknown has none; one misspelt is a 400", async () => {
    for (const id of [service().theirs.wallet.id, `InternalAccount:${randomUUID()}`]) {
      const { status, body } = await call('GET', `/auth/credentials?accountId=${id}`)
      expect([status, body]).toEqual([200, { data: [] }])
    }
    for (const id of ['', 'x', randomUUID(), service().mine.customer.id, 'x'.repeat(65)]) {
      const answer = await call('GET', `/auth/credentials?accountId=${id}`)
      expect(fieldsOf(answer)).toHaveProperty('accountId')
    }
    expect(fieldsOf(await call('GET', '/auth/credentials'))).toEqual({ accountId: 'required' })
  })
})

describeOperation('challengeAuthCredential', () => {
  test('sends one mail and returns the bundle; concurrent requests share it', async () => {
    const { stack } = service()
    const fiveAtOnce = async () => {
      const { credential, customer } = await aFundedWallet(stack, { minor: 0n })
      const path = `/auth/credentials/${credential.id}/challenge`
      const answers = await Promise.all(Array.from({ length: 5 }, () => call('POST', path)))
      const bundles = answers.map(({ body }) => body.otpEncryptionTargetBundle)
      return { credential, customer, answers, bundles }
    }
    let { credential, customer, answers, bundles } = await fiveAtOnce()
    // On a busy machine one may come only after another was answered, and begins anew.
    for (let again = 0; again < 3 && new Set(bundles).size > 1; again += 1) {
      ;({ credential, customer, answers, bundles } = await fiveAtOnce())
    }
    expect(new Set(bundles).size).toBe(1)
    const bundle = JSON.parse(String(bundles[0]))
    const control = aSandboxControl(stack)
    expect(bundle).toEqual({
      version: 'v1.0.0',
      data: expect.stringMatching(/^([0-9a-f]{2})+$/),
      dataSignature: expect.stringMatching(/^30([0-9a-f]{2})+$/),
      enclaveQuorumPublic: (await control.signers()).otp,
    })
    const data = JSON.parse(Buffer.from(bundle.data, 'hex').toString())
    expect(data.targetPublic).toMatch(/^04[0-9a-f]{128}$/)
    expect(answers[0]?.body).toMatchObject({ id: credential.id, type: 'EMAIL_OTP' })
    expect((await control.mails(String(customer.email))).length).toBe(1)
  })

  sampled('after five, 429 with the true time to wait', async () => {
    const { stack, database } = service()
    const { credential, customer } = await aFundedWallet(stack, { minor: 0n })
    const challenge = () => call('POST', `/auth/credentials/${credential.id}/challenge`)
    const bundles = []
    const beganAtMs = performance.now()
    for (let turn = 0; turn < 5; turn += 1) {
      const { status, body } = await challenge()
      expect(status).toBe(200)
      bundles.push(body.otpEncryptionTargetBundle)
    }
    expect(new Set(bundles).size).toBe(5)
    let waitSeconds = 0
    await leavesNothing(async () => {
      const refused = await challenge()
      expectRefusal(refused, 429, 'RATE_LIMITED')
      waitSeconds = Number(refused.headers.get('Retry-After'))
    })
    // Thirty seconds a code, less what has really passed since the first.
    const passedSeconds = (performance.now() - beganAtMs) / 1_000
    expect(waitSeconds).toBeGreaterThanOrEqual(Math.floor(30 - passedSeconds))
    expect(waitSeconds).toBeLessThanOrEqual(30)
    const sleepFor = (seconds: number): Promise<unknown> =>
      database.query({
        text: `update credentials set otp_arrival_at = otp_arrival_at - make_interval(secs => $2)
          where id = $1`,
        values: [credential.id.split(':')[1], seconds],
      })
    // Some seconds really pass, too.
    const firstHalf = Math.floor(waitSeconds / 2)
    await sleepFor(firstHalf)
    expectRefusal(await challenge(), 429, 'RATE_LIMITED')
    await sleepFor(waitSeconds - firstHalf)
    expect((await challenge()).status).toBe(200)
    expectRefusal(await challenge(), 429, 'RATE_LIMITED')
    expect((await aSandboxControl(stack).mails(String(customer.email))).length).toBe(6)
  })

  test('a credential that does not exist, or of another platform, is a 404', async () => {
    const { theirs, mine } = service()
    const ids = [theirs.credential.id, `AuthMethod:${randomUUID()}`, mine.wallet.id, 'x']
    await leavesNothing(async () => {
      for (const id of ids) {
        const answer = await call('POST', `/auth/credentials/${id}/challenge`)
        expectRefusal(answer, 404, 'AUTH_METHOD_NOT_FOUND')
      }
    })
  })
})
