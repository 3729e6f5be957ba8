import { randomUUID } from 'node:crypto'
import { encryptOtpCodeToBundle } from '@turnkey/crypto'
import { expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import {
  createDevice,
  type Device,
  logIn,
  untilSettled,
} from '../../../../scripts/serviceDriver/device.ts'
import { aFundedWallet, type FundedWallet } from '../../../support/builders.ts'
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

const pathOf = ({ credential }: Pick<FundedWallet, 'credential'>, what: string): string =>
  `/auth/credentials/${credential.id}/${what}`

async function challenge(wallet: FundedWallet): Promise<string> {
  const answer = await untilSettled(() => call('POST', pathOf(wallet, 'challenge')))
  expect(answer.status).toBe(200)
  return String(answer.body.otpEncryptionTargetBundle)
}

async function sealed(target: string, code = '000000', device = createDevice()): Promise<object> {
  const { otp } = await aSandboxControl(service().stack).signers()
  const encryptedOtpBundle = await encryptOtpCodeToBundle(code, target, device.publicKey, otp)
  return { type: 'EMAIL_OTP', encryptedOtpBundle }
}

/** A bundle that only another wallet's code opens. */
async function sealedForAnother(): Promise<object> {
  return sealed(await challenge(await aFundedWallet(service().stack, { minor: 0n })))
}

function verify(
  wallet: Pick<FundedWallet, 'credential'>,
  body: object,
  headers: Record<string, string | undefined> = {},
): Promise<Answer> {
  return untilSettled(() => call('POST', pathOf(wallet, 'verify'), body, headers))
}

type Login = {
  readonly wallet: FundedWallet
  readonly device: Device
  readonly body: object
  readonly requestId: string
  readonly payload: string
}

/** A right code: all that is missing is the signed retry. */
async function aLogin(): Promise<Login> {
  const wallet = await aFundedWallet(service().stack, { minor: 0n })
  const device = createDevice()
  const body = await sealed(await challenge(wallet), '000000', device)
  const answer = await verify(wallet, body)
  expect(answer.status).toBe(202)
  const { requestId, payloadToSign } = answer.body
  return { wallet, device, body, requestId: String(requestId), payload: String(payloadToSign) }
}

async function retry(login: Login, changes: Partial<Login> = {}): Promise<Answer> {
  const { wallet, device, body, requestId, payload } = { ...login, ...changes }
  return verify(wallet, body, {
    'Service-Wallet-Signature': await device.stamp(payload),
    'Request-Id': requestId,
  })
}

describeOperation('verifyAuthCredential', () => {
  test.each(['compressed', 'uncompressed'] as const)(
    'a %s key becomes a session',
    async (spelling) => {
      const { stack } = service()
      const { api, credential } = await aFundedWallet(stack, { minor: 0n })
      const { otp } = await aSandboxControl(stack).signers()
      const login = await logIn(api, { credentialId: credential.id, otpSigner: otp, spelling })
      expect(login.sessionId).toMatch(/^Session:/)
    },
  )

  test('the session says whose it is, and has no key in it', async () => {
    const login = await aLogin()
    const { status, body } = await retry(login)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'accountId',
      'createdAt',
      'expiresAt',
      'id',
      'nickname',
      'type',
      'updatedAt',
    ])
    expect(body).toMatchObject({ accountId: login.wallet.wallet.id, type: 'EMAIL_OTP' })
  })

  sampled(
    'a wrong code is a 401; the same one again is not counted; the right one still works',
    async () => {
      const wallet = await aFundedWallet(service().stack, { minor: 0n })
      const target = await challenge(wallet)
      const wrong = await sealed(target, '123456')
      expectRefusal(await verify(wallet, wrong), 401, 'UNAUTHORIZED')
      await leavesNothing(async () => {
        for (let turn = 0; turn < 8; turn += 1) {
          expectRefusal(await verify(wallet, wrong), 401, 'UNAUTHORIZED')
        }
      })
      expect((await verify(wallet, await sealed(target))).status).toBe(202)
    },
  )

  sampled('five wrong codes burn it, for the right one too', async () => {
    const wallet = await aFundedWallet(service().stack, { minor: 0n })
    const target = await challenge(wallet)
    for (let turn = 0; turn < 5; turn += 1) {
      const wrong = await sealed(target, `12345${turn}`)
      expectRefusal(await verify(wallet, wrong), 401, 'UNAUTHORIZED')
    }
    const right = await sealed(target)
    await leavesNothing(async () => {
      expectRefusal(await verify(wallet, right), 401, 'UNAUTHORIZED')
    })
    const fresh = await sealed(await challenge(wallet))
    expect((await verify(wallet, fresh)).status).toBe(202)
  })

  sampled('wrong codes at one instant do not get more than five tries', async () => {
    const wallet = await aFundedWallet(service().stack, { minor: 0n })
    const target = await challenge(wallet)
    const guesses = await Promise.all(
      Array.from({ length: 9 }, (_, turn) => sealed(target, `65432${turn}`)),
    )
    const answers = await Promise.all(guesses.map((body) => verify(wallet, body)))
    for (const answer of answers) expectRefusal(answer, 401, 'UNAUTHORIZED')
    const [row] = await service().database.query<{ attempts: number; checks: bigint }>({
      text: `select i.attempts, (select count(*) from otp_verifications v
          where v.credential_id = i.credential_id) as checks
        from otp_issuances i where i.credential_id = $1`,
      values: [wallet.credential.id.split(':')[1]],
    })
    expect(row).toEqual({ attempts: 5, checks: 5n })
  })

  sampled('a bundle for an older challenge is a 401; a used or expired code, too', async () => {
    const { database, stack } = service()
    const wallet = await aFundedWallet(stack, { minor: 0n })
    const stale = await challenge(wallet)
    const target = await challenge(wallet)
    expectRefusal(await verify(wallet, await sealed(stale)), 401, 'UNAUTHORIZED')
    const body = await sealed(target)
    const first = await verify(wallet, body)
    expect(first.status).toBe(202)
    // The very same call is the same attempt.
    expect((await verify(wallet, body)).body).toEqual(first.body)
    const again = await sealed(target)
    await leavesNothing(async () => {
      expectRefusal(await verify(wallet, again), 401, 'UNAUTHORIZED')
    })
    const late = await sealed(await challenge(wallet))
    await database.query({
      text: "update otp_issuances set expires_at = service_now() - interval '1 second' where credential_id = $1",
      values: [wallet.credential.id.split(':')[1]],
    })
    await leavesNothing(async () => {
      expectRefusal(await verify(wallet, late), 401, 'UNAUTHORIZED')
    })
  })

  sampled('before any challenge there is no code to be right', async () => {
    const wallet = await aFundedWallet(service().stack, { minor: 0n })
    const body = await sealedForAnother()
    await leavesNothing(async () => {
      expectRefusal(await verify(wallet, body), 401, 'UNAUTHORIZED')
    })
  })

  test('an invalid bundle is a 400, and no attempt', async () => {
    const { mine } = service()
    const point = createDevice().publicKeyUncompressed
    const bundle = (value: unknown): string =>
      typeof value === 'string' ? value : JSON.stringify(value)
    const garbage = [
      'x',
      '{}',
      'null',
      '[]',
      { encappedPublic: point },
      { encappedPublic: point, ciphertext: '' },
      { encappedPublic: point, ciphertext: 'ab' },
      { encappedPublic: point, ciphertext: `${'ab'.repeat(40)}a` },
      { encappedPublic: point, ciphertext: 'zz'.repeat(40) },
      { encappedPublic: point.slice(2), ciphertext: 'ab'.repeat(40) },
      { encappedPublic: `04${'ff'.repeat(64)}`, ciphertext: 'ab'.repeat(40) },
      { encappedPublic: createDevice().publicKey, ciphertext: 'ab'.repeat(40) },
      { encappedPublic: 4, ciphertext: ['ab'] },
    ]
    await leavesNothing(async () => {
      for (const value of garbage) {
        const body = { type: 'EMAIL_OTP', encryptedOtpBundle: bundle(value) }
        expect(fieldsOf(await verify(mine, body))).toEqual({ encryptedOtpBundle: 'format' })
      }
      const typed = (type: unknown, encryptedOtpBundle: unknown): Promise<Answer> =>
        verify(mine, { type, encryptedOtpBundle })
      expect(fieldsOf(await typed('PASSKEY', ''))).toEqual({ assertion: 'required' })
      expect(fieldsOf(await typed('PASSWORD', ''))).toEqual({ type: 'enum' })
      expect(fieldsOf(await typed('SMS_OTP', bundle(garbage[1])))).toEqual({ type: 'const' })
      expect(fieldsOf(await typed('EMAIL_OTP', ''))).toEqual({ encryptedOtpBundle: 'minLength' })
      expect(fieldsOf(await typed('EMAIL_OTP', { a: 1 }))).toEqual({ encryptedOtpBundle: 'type' })
      expect(fieldsOf(await typed('EMAIL_OTP', 'x'.repeat(4_097)))).toEqual({
        encryptedOtpBundle: 'maxLength',
      })
      expect(fieldsOf(await verify(mine, {}))).toEqual({ type: 'required' })
      const bare = await verify(mine, { type: 'EMAIL_OTP' })
      expect(fieldsOf(bare)).toEqual({ encryptedOtpBundle: 'required' })
    })
  })

  sampled('a well-formed bundle that only another key opens is a 401', async () => {
    const wallet = await aFundedWallet(service().stack, { minor: 0n })
    await challenge(wallet)
    const forOther = await sealedForAnother()
    expectRefusal(await verify(wallet, forOther), 401, 'UNAUTHORIZED')
  })

  test('a credential that does not exist, or of another platform, is a 404', async () => {
    const { theirs } = service()
    const body = { type: 'EMAIL_OTP', encryptedOtpBundle: '{}' }
    await leavesNothing(async () => {
      for (const id of [theirs.credential.id, `AuthMethod:${randomUUID()}`, 'x']) {
        const credential = { id }
        expectRefusal(await verify({ credential }, body), 404, 'AUTH_METHOD_NOT_FOUND')
      }
    })
  })
})

sampled('a signed retry that is refused says why, and uses nothing up', async () => {
  const login = await aLogin()
  const sibling = await aLogin()
  const stranger = createDevice()
  const stamp = await login.device.stamp(login.payload)
  const other = await sealedForAnother()
  const send = (signature: string | undefined, requestId?: string): Promise<Answer> =>
    verify(login.wallet, login.body, {
      'Service-Wallet-Signature': signature,
      'Request-Id': requestId,
    })
  const refused = async (answer: Promise<Answer>, code: string): Promise<void> =>
    expectRefusal(await answer, 401, code)
  await leavesNothing(async () => {
    await refused(send(undefined, login.requestId), 'WALLET_SIGNATURE_MISSING')
    await refused(send('', login.requestId), 'WALLET_SIGNATURE_MISSING')
    await refused(send(stamp), 'REQUEST_ID_MISSING')
    await refused(send('no stamp'), 'REQUEST_ID_MISSING')
    await refused(send('no stamp', login.requestId), 'WALLET_SIGNATURE_MALFORMED')
    await refused(send('no stamp', 'Request:x'), 'WALLET_SIGNATURE_MALFORMED')
    for (const id of [`Request:${randomUUID()}`, 'x', login.requestId.slice(8)]) {
      await refused(send(stamp, id), 'UNAUTHORIZED')
    }
    // The id of another credential's request is as good as none, whoever stamps.
    await refused(send(stamp, sibling.requestId), 'UNAUTHORIZED')
    await refused(retry(sibling, { wallet: login.wallet }), 'UNAUTHORIZED')
    await refused(retry(login, { body: other }), 'WALLET_SIGNATURE_BODY_MISMATCH')
    const extra = { ...login.body, extra: 1 }
    await refused(retry(login, { body: extra }), 'WALLET_SIGNATURE_BODY_MISMATCH')
    const overBody = await login.device.stamp(JSON.stringify(login.body))
    await refused(send(overBody, login.requestId), 'WALLET_SIGNATURE_BODY_MISMATCH')
    await refused(retry(login, { device: stranger }), 'WALLET_SIGNATURE_INVALID')
    await refused(retry(login, { payload: `${login.payload} ` }), 'WALLET_SIGNATURE_INVALID')
    await refused(retry(login, { payload: sibling.payload }), 'WALLET_SIGNATURE_INVALID')
  })
  // The same meaning in another spelling is the same body, and a fresh stamp is as good.
  const reordered = Object.fromEntries(Object.entries(login.body).reverse())
  const answer = await retry(login, { body: reordered })
  expect([answer.status, answer.body.accountId]).toEqual([200, login.wallet.wallet.id])
  await leavesNothing(async () => {
    await refused(retry(login), 'UNAUTHORIZED')
    await refused(send(stamp, login.requestId), 'UNAUTHORIZED')
  })
})

sampled('a signed retry after its time is a 401', async () => {
  const login = await aLogin()
  await service().database.query({
    text: "update requests set expires_at = service_now() - interval '1 second' where id = $1",
    values: [login.requestId.split(':')[1]],
  })
  await leavesNothing(async () => {
    expectRefusal(await retry(login), 401, 'UNAUTHORIZED')
    expectRefusal(await verify(login.wallet, login.body), 401, 'UNAUTHORIZED')
  })
})
