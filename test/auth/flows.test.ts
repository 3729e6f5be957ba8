/** Every way to hold a wallet, over HTTP, with the unmodified wallet clients. */
import { encryptOtpCodeToBundle } from '@turnkey/crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, expectStatus } from '../../scripts/serviceDriver/apiClient.ts'
import { aPasskey } from '../../scripts/serviceDriver/authenticator.ts'
import {
  createDevice,
  executeQuote,
  logIn,
  signed,
  untilSettled,
} from '../../scripts/serviceDriver/device.ts'
import { aLoggedInWallet, aQuote, type LoggedInWallet, ledgerHolds } from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { addPasskey, anIdToken, logInWithPasskey, nonceOf, passkeyBody } from './actors.ts'

let stack: SharedStack

beforeAll(async () => {
  stack = await aSharedStack()
})
afterAll(() => stack?.stop())

async function pays(owner: LoggedInWallet, device = owner.device): Promise<void> {
  const quote = await aQuote(owner)
  expectStatus('execute', await executeQuote(owner.api, device, quote, undefined), 200)
}

async function sessionsOf({ api, wallet }: LoggedInWallet): Promise<string[]> {
  const list = await api.call('GET', `/auth/sessions?accountId=${wallet.id}`)
  return (list.body.data as { id: string }[]).map(({ id }) => id)
}

async function credentialsOf({ api, wallet }: LoggedInWallet): Promise<string[]> {
  const list = await api.call('GET', `/auth/credentials?accountId=${wallet.id}`)
  return (list.body.data as { type: string }[]).map(({ type }) => type)
}

describe('passkeys', () => {
  it('one is added, logs in, and its session pays', async () => {
    const owner = await aLoggedInWallet(stack)
    const { passkey, credential } = await addPasskey(owner)
    expect(credential).toMatchObject({
      type: 'PASSKEY',
      credentialId: passkey.credentialId,
      nickname: 'laptop',
      accountId: owner.wallet.id,
    })
    for (const spelling of ['publicKey', 'publicKeyUncompressed'] as const) {
      const { device } = await logInWithPasskey(owner, credential.id, passkey, spelling)
      await pays(owner, device)
    }
    await ledgerHolds(stack)
  })

  it('RS256 and synced ones work too, several an account', async () => {
    const owner = await aLoggedInWallet(stack)
    for (const passkey of [aPasskey({ algorithm: 'RS256' }), aPasskey({ synced: true })]) {
      const { credential } = await addPasskey(owner, passkey)
      await logInWithPasskey(owner, credential.id, passkey)
      await logInWithPasskey(owner, credential.id, passkey)
    }
    expect(await credentialsOf(owner)).toEqual(['EMAIL_OTP', 'PASSKEY', 'PASSKEY'])
  })

  it('the same one is not registered twice', async () => {
    const owner = await aLoggedInWallet(stack)
    const { passkey } = await addPasskey(owner)
    const again = await owner.api.call(
      'POST',
      '/auth/credentials',
      passkeyBody(owner.wallet.id, passkey),
    )
    expect([again.status, again.body.code]).toEqual([400, 'PASSKEY_CREDENTIAL_ALREADY_EXISTS'])
  })

  it('an assertion over another challenge, or a used id, is refused', async () => {
    const owner = await aLoggedInWallet(stack)
    const { passkey, credential } = await addPasskey(owner)
    const path = `/auth/credentials/${credential.id}`
    const { publicKey: clientPublicKey } = createDevice()
    const started = await owner.api.call('POST', `${path}/challenge`, { clientPublicKey })
    const headers = { 'Request-Id': String(started.body.requestId) }
    const verify = (challenge: string, more = headers): Promise<Answer> =>
      owner.api.call(
        'POST',
        `${path}/verify`,
        { type: 'PASSKEY', assertion: passkey.assert(challenge) },
        more,
      )
    const wrong = await verify('0'.repeat(64))
    expect([wrong.status, wrong.body.code]).toEqual([401, 'UNAUTHORIZED'])
    const right = await verify(String(started.body.challenge))
    expect(right.status).toBe(200)
    const used = await verify(String(started.body.challenge))
    expect([used.status, used.body.code]).toEqual([401, 'UNAUTHORIZED'])
    const without = await owner.api.call('POST', `${path}/verify`, {
      type: 'PASSKEY',
      assertion: passkey.assert(String(started.body.challenge)),
    })
    expect([without.status, without.body.code]).toEqual([401, 'REQUEST_ID_MISSING'])
  })
})

describe('identities', () => {
  it('one is added, logs in with a fresh token, and its session pays', async () => {
    const owner = await aLoggedInWallet(stack)
    const body = { type: 'OAUTH', accountId: owner.wallet.id, oidcToken: anIdToken() }
    const added = expectStatus(
      'add',
      await signed(owner.api, owner.device, 'POST', '/auth/credentials', body),
      201,
    )
    expect(added.body.nickname).toBe('ada@example.com')
    const client = createDevice()
    const clientPublicKey = client.publicKeyUncompressed
    const login = {
      type: 'OAUTH',
      clientPublicKey,
      oidcToken: anIdToken({ nonce: nonceOf(clientPublicKey) }),
    }
    const path = `/auth/credentials/${added.body.id}/verify`
    const session = expectStatus(
      'login',
      await untilSettled(() => owner.api.call('POST', path, login)),
      200,
    )
    await pays(owner, await client.openSession(String(session.body.encryptedSessionSigningKey)))
    const again = await owner.api.call('POST', path, login)
    expect([again.status, again.body.code]).toEqual([401, 'UNAUTHORIZED'])
  })

  it('a token that is stale, of somebody else or made for another key proves nothing', async () => {
    const owner = await aLoggedInWallet(stack)
    const body = { type: 'OAUTH', accountId: owner.wallet.id, oidcToken: anIdToken() }
    const added = await signed(owner.api, owner.device, 'POST', '/auth/credentials', body)
    const { publicKey: clientPublicKey } = createDevice()
    const nonce = nonceOf(clientPublicKey)
    const now = Math.floor(Date.now() / 1000)
    const wrong: [Record<string, unknown>, number, string][] = [
      [{ nonce, iat: now - 61 }, 401, 'UNAUTHORIZED'],
      [{ nonce, sub: 'somebody-else' }, 401, 'UNAUTHORIZED'],
      [{ nonce: nonceOf('other') }, 401, 'UNAUTHORIZED'],
      [{ nonce, iss: 'https://issuer.example' }, 400, 'INVALID_INPUT'],
    ]
    for (const [claims, status, code] of wrong) {
      const answer = await owner.api.call('POST', `/auth/credentials/${added.body.id}/verify`, {
        type: 'OAUTH',
        clientPublicKey,
        oidcToken: anIdToken(claims),
      })
      expect([answer.status, answer.body.code]).toEqual([status, code])
    }
  })
})

describe('sessions', () => {
  it('are listed without key material, refreshed, and revoked by themselves', async () => {
    const owner = await aLoggedInWallet(stack)
    const [sessionId] = await sessionsOf(owner)
    const client = createDevice()
    const body = { clientPublicKey: client.publicKeyUncompressed }
    const path = `/auth/sessions/${sessionId}/refresh`
    const fresh = expectStatus(
      'refresh',
      await signed(owner.api, owner.device, 'POST', path, body),
      201,
    )
    expect(fresh.body).not.toHaveProperty('encryptedSessionSigningKey')
    expect(await sessionsOf(owner)).toEqual([sessionId, fresh.body.id])
    await pays(owner, client)
    const revoked = await signed(owner.api, client, 'DELETE', `/auth/sessions/${fresh.body.id}`)
    expect(revoked.status).toBe(204)
    expect(await sessionsOf(owner)).toEqual([sessionId])
    const quote = await aQuote(owner)
    const refused = await executeQuote(owner.api, client, quote, undefined)
    expect([refused.status, refused.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID'])
    const gone = await owner.api.call('DELETE', `/auth/sessions/${fresh.body.id}`)
    expect(gone.status).toBe(404)
  })

  it('only the session itself may stamp its refresh', async () => {
    const owner = await aLoggedInWallet(stack)
    const [first] = await sessionsOf(owner)
    const { otp } = await aSandboxControl(stack).signers()
    const other = await logIn(owner.api, { credentialId: owner.credential.id, otpSigner: otp })
    const body = { clientPublicKey: createDevice().publicKey }
    const refused = await signed(owner.api, other, 'POST', `/auth/sessions/${first}/refresh`, body)
    expect([refused.status, refused.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID'])
  })
})

describe('revoking a credential', () => {
  it('the last one stays', async () => {
    const owner = await aLoggedInWallet(stack)
    const refused = await owner.api.call('DELETE', `/auth/credentials/${owner.credential.id}`)
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_INPUT'])
  })

  it('takes a session of another credential, and ends its own sessions', async () => {
    const owner = await aLoggedInWallet(stack)
    const { passkey, credential } = await addPasskey(owner)
    const path = `/auth/credentials/${owner.credential.id}`
    const own = await signed(owner.api, owner.device, 'DELETE', path)
    expect([own.status, own.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID'])
    const { device, sessionId } = await logInWithPasskey(owner, credential.id, passkey)
    expect((await signed(owner.api, device, 'DELETE', path)).status).toBe(204)
    expect(await credentialsOf(owner)).toEqual(['PASSKEY'])
    expect(await sessionsOf(owner)).toEqual([sessionId])
  })
})

describe('contact, export, privacy', () => {
  it('a new email changes customer and credential together', async () => {
    const owner = await aLoggedInWallet(stack, { minor: 0n })
    const path = `/customers/${owner.customer.id}`
    const email = `new-${owner.customer.id.slice(-8)}@example.com`
    const changed = await signed(owner.api, owner.device, 'PATCH', path, {
      customerType: 'INDIVIDUAL',
      email,
    })
    expect(expectStatus('contact change', changed, 200).body.email).toBe(email)
    const list = await owner.api.call('GET', `/auth/credentials?accountId=${owner.wallet.id}`)
    expect((list.body.data as { nickname: string }[])[0]?.nickname).toBe(email)
    await owner.api.call('POST', `/auth/credentials/${owner.credential.id}/challenge`)
    expect(await aSandboxControl(stack).mails(email)).toHaveLength(1)
  })

  it('a code that was sent to an address which is left is of no use, nor a login that it began', async () => {
    const owner = await aLoggedInWallet(stack, { minor: 0n })
    const { otp } = await aSandboxControl(stack).signers()
    const path = `/auth/credentials/${owner.credential.id}`
    const body = async (device = createDevice()): Promise<object> => {
      const started = await untilSettled(() => owner.api.call('POST', `${path}/challenge`))
      const bundle = String(expectStatus('challenge', started, 200).body.otpEncryptionTargetBundle)
      const encryptedOtpBundle = await encryptOtpCodeToBundle(
        '000000',
        bundle,
        device.publicKey,
        otp,
      )
      return { type: 'EMAIL_OTP', encryptedOtpBundle }
    }
    const thief = createDevice()
    const checked = await body(thief)
    const started = await untilSettled(() => owner.api.call('POST', `${path}/verify`, checked))
    const challenge = expectStatus('verify', started, 202).body as {
      readonly payloadToSign: string
      readonly requestId: string
    }
    const unused = await body()
    const email = `left-${owner.customer.id.slice(-8)}@example.com`
    const change = { customerType: 'INDIVIDUAL', email }
    const customer = `/customers/${owner.customer.id}`
    expectStatus('change', await signed(owner.api, owner.device, 'PATCH', customer, change), 200)

    const verify = (what: object, headers = {}): Promise<Answer> =>
      untilSettled(() => owner.api.call('POST', `${path}/verify`, what, headers))
    const late = await verify(checked, {
      'Service-Wallet-Signature': await thief.stamp(challenge.payloadToSign),
      'Request-Id': challenge.requestId,
    })
    expect([late.status, late.body.code]).toEqual([401, 'UNAUTHORIZED'])
    const refused = await verify(unused)
    expect([refused.status, refused.body.code]).toEqual([401, 'UNAUTHORIZED'])
    expect(await sessionsOf(owner)).toHaveLength(1)
    expect(
      await logIn(owner.api, { credentialId: owner.credential.id, otpSigner: otp }),
    ).toBeDefined()
  })

  it('a plain change needs no stamp; a taken email is refused', async () => {
    const [owner, other] = [await aLoggedInWallet(stack), await aLoggedInWallet(stack)]
    const path = `/customers/${owner.customer.id}`
    const plain = await owner.api.call('PATCH', path, {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada King',
    })
    expect([plain.status, plain.body.fullName]).toEqual([200, 'Ada King'])
    const email = other.customer.email
    const taken = await owner.api.call('PATCH', path, { customerType: 'INDIVIDUAL', email })
    expect([taken.status, taken.body.code]).toEqual([409, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS'])
  })

  it('an SMS code logs in once the phone number is a credential', async () => {
    const owner = await aLoggedInWallet(stack, { minor: 0n })
    const phoneNumber = '+14155550123'
    await owner.api.call('PATCH', `/customers/${owner.customer.id}`, {
      customerType: 'INDIVIDUAL',
      phoneNumber,
    })
    const body = { type: 'SMS_OTP', accountId: owner.wallet.id }
    const added = expectStatus(
      'add',
      await signed(owner.api, owner.device, 'POST', '/auth/credentials', body),
      201,
    )
    const { otp } = await aSandboxControl(stack).signers()
    const login = { credentialId: String(added.body.id), otpSigner: otp, type: 'SMS_OTP' } as const
    expect((await logIn(owner.api, login)).sessionId).toMatch(/^Session:/)
    const twice = await owner.api.call('POST', '/auth/credentials', body)
    expect(twice.body.code).toBe('SMS_OTP_CREDENTIAL_ALREADY_EXISTS')
  })

  it('the mnemonic is handed out once, to the key that asked', async () => {
    const owner = await aLoggedInWallet(stack, { minor: 0n })
    const client = createDevice()
    const body = { clientPublicKey: client.publicKeyUncompressed }
    const path = `/internal-accounts/${owner.wallet.id}/export`
    const first = expectStatus('export', await owner.api.call('POST', path, body), 202)
    const { organizationId } = JSON.parse(String(first.body.payloadToSign)) as {
      organizationId: string
    }
    const headers = {
      'Service-Wallet-Signature': await owner.device.stamp(String(first.body.payloadToSign)),
      'Request-Id': String(first.body.requestId),
    }
    const given = await untilSettled(() => owner.api.call('POST', path, body, headers))
    const signers = await aSandboxControl(stack).signers()
    const sealed = String(expectStatus('export', given, 200).body.encryptedWalletCredentials)
    const mnemonic = await client.openExport(sealed, organizationId, signers.export)
    expect(mnemonic.split(' ').length).toBeGreaterThanOrEqual(12)
    const again = await owner.api.call('POST', path, body, headers)
    expect(again.status).toBe(401)
  })

  it('privacy is switched by a stamp alone', async () => {
    const owner = await aLoggedInWallet(stack, { minor: 0n })
    const path = `/internal-accounts/${owner.wallet.id}`
    const on = await signed(owner.api, owner.device, 'PATCH', path, { privateEnabled: true })
    expect([on.status, on.body.privateEnabled]).toEqual([200, true])
  })
})
