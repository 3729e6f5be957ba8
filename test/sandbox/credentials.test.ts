/** Passkeys, OIDC identities, contacts and sessions of a wallet, over the provider's own wire. */
import { createHash } from 'node:crypto'
import { decryptCredentialBundle, decryptExportBundle } from '@turnkey/crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../contract/time.ts'
import {
  authenticatorIdsOf,
  createAuthenticatorsBody,
  createOauthProvidersBody,
  credentialBundleOf,
  deleteApiKeysBody,
  deleteAuthenticatorsBody,
  deleteOauthProvidersBody,
  exportBundleOf,
  exportWalletBody,
  fingerprintOf,
  oauthLoginBody,
  oauthProviderIdsOf,
  type ProviderActivity,
  passkeyChallengeOf,
  sessionBody,
  signRawPayloadBody,
  updateUserEmailBody,
  updateUserPhoneNumberBody,
  webauthnStamp,
} from '../../providers/walletProvider/index.ts'
import { aChallenge, aPasskey, type Passkey } from '../../scripts/serviceDriver/authenticator.ts'
import { anIdToken } from '../support/idToken.ts'
import { type SandboxProcess, startSandboxProcess } from './sandboxProcess.ts'
import {
  aClient,
  anOtp,
  aSession,
  aWallet,
  type Client,
  clientOf,
  envelopeOf,
  logIn,
  submitAs,
  type Wallet,
} from './wallets.ts'

const ISSUER = 'https://accounts.google.com'

let sandbox: SandboxProcess
let wallet: Wallet
let client: Client

beforeAll(async () => {
  sandbox = await startSandboxProcess()
})
beforeEach(async () => {
  wallet = await aWallet(sandbox)
  client = await aSession(sandbox, wallet)
})
afterAll(async () => {
  await sandbox.stop()
})

async function addPasskey(passkey: Passkey): Promise<string> {
  const challenge = aChallenge()
  const body = createAuthenticatorsBody({
    ...envelopeOf(wallet),
    userId: wallet.userId,
    authenticatorName: 'phone',
    challenge,
    attestation: passkey.attest(challenge),
  })
  return authenticatorIdsOf(await submitAs(sandbox, client, body))[0] ?? ''
}

function loginBody(targetPublicKey: string, of: Wallet = wallet): string {
  return sessionBody({ ...envelopeOf(of), targetPublicKey, expirationSeconds: 900 })
}

/** The same on a key that the client holds. */
function ownLoginBody(publicKey: string): string {
  return sessionBody({ ...envelopeOf(wallet), publicKey, expirationSeconds: 900 })
}

/** What the client makes of a sealed session: a stamper, which must open the wallet. */
async function openSession(activity: ProviderActivity, privateKey: string): Promise<Client> {
  const { apiKeyId, credentialBundle } = credentialBundleOf(activity)
  const session = clientOf(decryptCredentialBundle(credentialBundle, privateKey))
  const key = await sandbox.provider.getApiKey(wallet.subOrganizationId, apiKeyId)
  expect(key.publicKey).toBe(session.publicKey)
  expect(await signed(session)).toBe('COMPLETED')
  return session
}

async function signed(by: Client): Promise<string> {
  const body = signRawPayloadBody({
    ...envelopeOf(wallet),
    signWith: wallet.address,
    payload: 'hello',
  })
  return (await submitAs(sandbox, by, body)).status
}

describe('passkeys', () => {
  test.each([
    ['ES256', 'publicKey'],
    ['RS256', 'uncompressed'],
  ] as const)('%s logs in and gets a sealed key', async (algorithm, spelling) => {
    const passkey = aPasskey({ algorithm })
    const authenticatorId = await addPasskey(passkey)
    const user = await sandbox.provider.getUser(wallet.subOrganizationId, wallet.userId)
    expect(user.authenticators).toContainEqual({
      authenticatorId,
      credentialId: passkey.credentialId,
    })
    const target = aClient()
    const body = loginBody(target[spelling])
    const stamp = webauthnStamp(passkey.assert(passkeyChallengeOf(body)))
    await openSession(await sandbox.provider.submit(body, stamp), target.privateKey)
  })

  test('the same assertion again is the same login, in order or at once; its counter counts once', async () => {
    const passkey = aPasskey()
    await addPasskey(passkey)
    const body = loginBody(aClient().publicKey)
    const stamp = webauthnStamp(passkey.assert(passkeyChallengeOf(body)))
    const logins = await Promise.all(
      Array.from({ length: 10 }, () => sandbox.provider.submit(body, stamp)),
    )
    logins.push(await sandbox.provider.submit(body, stamp))
    expect(new Set(logins.map((one) => JSON.stringify(credentialBundleOf(one)))).size).toBe(1)
    const { acts } = await sandbox.control('GET', `/statistics?reference=${fingerprintOf(body)}`)
    expect(acts).toMatchObject([{ operation: 'CREATE_READ_WRITE_SESSION_V2', count: 1 }])

    const next = loginBody(aClient().publicKey)
    const cloned = webauthnStamp(passkey.assert(passkeyChallengeOf(next), { counter: 2 }))
    await expect(sandbox.provider.submit(next, cloned)).rejects.toMatchObject({
      kind: 'UNAUTHORIZED',
      providerCode: 'COUNTER_INVALID',
    })
  })

  test.each<[string, (passkey: Passkey, body: string) => ReturnType<Passkey['assert']>]>([
    ['over another body', (passkey) => passkey.assert(passkeyChallengeOf('{}'))],
    [
      'over decoded hex',
      (passkey, body) =>
        passkey.assert(createHash('sha256').update(body).digest().toString('latin1')),
    ],
    [
      'for another relying party',
      (passkey, body) => passkey.assert(passkeyChallengeOf(body), { rpId: 'evil.example' }),
    ],
    [
      'from another site',
      (passkey, body) =>
        passkey.assert(passkeyChallengeOf(body), { origin: 'https://evil.example' }),
    ],
    [
      'with the signature of another passkey',
      (passkey, body) => ({
        ...aPasskey().assert(passkeyChallengeOf(body)),
        credentialId: passkey.credentialId,
      }),
    ],
  ])('a stamp %s opens nothing', async (_, assertion) => {
    const passkey = aPasskey()
    await addPasskey(passkey)
    const body = loginBody(aClient().publicKey)
    await expect(
      sandbox.provider.submit(body, webauthnStamp(assertion(passkey, body))),
    ).rejects.toMatchObject({ kind: 'UNAUTHORIZED', httpStatus: 401 })
  })

  test('it opens the wallet it was added to, and no other', async () => {
    const passkey = aPasskey()
    await addPasskey(passkey)
    const body = loginBody(aClient().publicKey, await aWallet(sandbox))
    const stamp = webauthnStamp(passkey.assert(passkeyChallengeOf(body)))
    await expect(sandbox.provider.submit(body, stamp)).rejects.toMatchObject({
      providerCode: 'AUTHENTICATOR_NOT_FOUND',
    })
  })

  test('a false attestation, one given twice, and an eleventh passkey are refused', async () => {
    const passkey = aPasskey()
    const body = createAuthenticatorsBody({
      ...envelopeOf(wallet),
      userId: wallet.userId,
      authenticatorName: 'phone',
      challenge: aChallenge(),
      attestation: passkey.attest(aChallenge()),
    })
    await expect(submitAs(sandbox, client, body)).rejects.toMatchObject({ kind: 'REFUSED' })
    await addPasskey(passkey)
    await expect(addPasskey(passkey)).rejects.toMatchObject({ kind: 'REFUSED' })
    for (let count = 2; count <= 10; count += 1) await addPasskey(aPasskey())
    await expect(addPasskey(aPasskey())).rejects.toMatchObject({ kind: 'LIMIT_REACHED' })
  })

  test('a removed passkey opens nothing, while its session lives on', async () => {
    const passkey = aPasskey()
    const authenticatorId = await addPasskey(passkey)
    const target = aClient()
    const login = loginBody(target.publicKey)
    const session = await openSession(
      await sandbox.provider.submit(
        login,
        webauthnStamp(passkey.assert(passkeyChallengeOf(login))),
      ),
      target.privateKey,
    )
    const body = deleteAuthenticatorsBody({
      ...envelopeOf(wallet),
      userId: wallet.userId,
      authenticatorIds: [authenticatorId],
    })
    expect((await submitAs(sandbox, client, body)).status).toBe('COMPLETED')
    const again = loginBody(target.publicKey)
    await expect(
      sandbox.provider.submit(again, webauthnStamp(passkey.assert(passkeyChallengeOf(again)))),
    ).rejects.toMatchObject({ providerCode: 'AUTHENTICATOR_NOT_FOUND' })
    expect(await signed(session)).toBe('COMPLETED')
    const twice = deleteAuthenticatorsBody({
      ...envelopeOf(wallet),
      userId: wallet.userId,
      authenticatorIds: [authenticatorId],
    })
    await expect(submitAs(sandbox, client, twice)).rejects.toMatchObject({ kind: 'NOT_FOUND' })
  })
})

describe('OIDC identities', () => {
  async function addIdentity(subject: string): Promise<string> {
    const body = createOauthProvidersBody({
      ...envelopeOf(wallet),
      userId: wallet.userId,
      providerName: 'Google',
      oidcClaims: { iss: ISSUER, sub: subject, aud: 'app' },
    })
    return oauthProviderIdsOf(await submitAs(sandbox, client, body))[0] ?? ''
  }

  function login(oidcToken: string, targetPublicKey: string): Promise<ProviderActivity> {
    const body = oauthLoginBody({
      ...envelopeOf(wallet),
      oidcToken,
      targetPublicKey,
      expirationSeconds: 900,
    })
    return sandbox.provider.submit(body, 'parent')
  }

  function ownLogin(oidcToken: string, publicKey: string): Promise<ProviderActivity> {
    const own = { oidcToken, publicKey, expirationSeconds: 900 }
    return sandbox.provider.submit(oauthLoginBody({ ...envelopeOf(wallet), ...own }), 'parent')
  }

  test('log in with a fresh token, until they are removed', async () => {
    const providerId = await addIdentity('person-1')
    const user = await sandbox.provider.getUser(wallet.subOrganizationId, wallet.userId)
    expect(user.oauthProviders).toContainEqual({
      providerId,
      issuer: ISSUER,
      audience: 'app',
      subject: 'person-1',
    })
    const target = aClient()
    const token = anIdToken(target.uncompressed)
    const session = await openSession(await login(token, target.uncompressed), target.privateKey)
    const body = deleteOauthProvidersBody({
      ...envelopeOf(wallet),
      userId: wallet.userId,
      providerIds: [providerId],
    })
    expect((await submitAs(sandbox, client, body)).status).toBe('COMPLETED')
    expect(await login(token, target.uncompressed)).toMatchObject({ status: 'FAILED' })
    expect(await signed(session)).toBe('COMPLETED')
  })

  test.each<[string, object]>([
    ['an old token', { iat: Math.floor(systemClock.now().getTime() / 1000) - 90 }],
    ['a token of the future', { iat: Math.floor(systemClock.now().getTime() / 1000) + 600 }],
    ['an expired token', { exp: 1 }],
    ['a token for another key', { nonce: 'ab'.repeat(32) }],
    ['another application', { aud: 'app-2' }],
    ['another person', { sub: 'person-3' }],
    ['another issuer', { iss: 'https://appleid.apple.com' }],
  ])('%s does not', async (_, changes) => {
    await addIdentity('person-2')
    const { publicKey } = aClient()
    const token = anIdToken(publicKey, { sub: 'person-2', ...changes })
    expect(await login(token, publicKey)).toMatchObject({ status: 'FAILED' })
    expect(await ownLogin(token, publicKey)).toMatchObject({ status: 'FAILED' })
  })

  test('log in on the client’s own key: nothing is sealed', async () => {
    await addIdentity('person-5')
    const own = aClient()
    const token = anIdToken(own.publicKey, { sub: 'person-5' })
    expect(await ownLogin(token, own.publicKey)).toMatchObject({ status: 'COMPLETED' })
    expect(await signed(own)).toBe('COMPLETED')
  })

  test('what is no token, an identity twice, and an eleventh one are refused', async () => {
    await expect(login('no token', aClient().publicKey)).rejects.toMatchObject({ kind: 'REFUSED' })
    await addIdentity('person-4')
    await expect(addIdentity('person-4')).rejects.toMatchObject({ kind: 'REFUSED' })
    for (let count = 1; count < 10; count += 1) await addIdentity(`more-${count}`)
    await expect(addIdentity('one-more')).rejects.toMatchObject({ kind: 'LIMIT_REACHED' })
  })
})

describe('contacts', () => {
  test('a changed address logs in, the old one does not, a removed one neither', async () => {
    const update = (userEmail: string): Promise<ProviderActivity> =>
      submitAs(
        sandbox,
        client,
        updateUserEmailBody({ ...envelopeOf(wallet), userId: wallet.userId, userEmail }),
      )
    const email = `new-${wallet.email}`
    expect((await update(email)).status).toBe('COMPLETED')
    const newcomer = aClient()
    await logIn(sandbox, wallet, newcomer, newcomer.publicKey, email)
    const { mails } = await sandbox.control('GET', `/mails?contact=${email}`)
    expect(mails).toMatchObject([{ channel: 'EMAIL', contact: email, code: '000000' }])
    await expect(logIn(sandbox, wallet, newcomer, newcomer.publicKey)).rejects.toThrow('contact')
    await update('')
    await expect(logIn(sandbox, wallet, newcomer, newcomer.publicKey, email)).rejects.toThrow(
      'contact',
    )
    const user = await sandbox.provider.getUser(wallet.subOrganizationId, wallet.userId)
    expect(user).not.toHaveProperty('userEmail')
    expect(user.apiKeys.map((key) => key.publicKey)).toContain(client.publicKey)
    await expect(update('no address')).rejects.toMatchObject({ kind: 'REFUSED' })
  })

  test('a phone number logs in by a message that people can read', async () => {
    const userPhoneNumber = '+14155550123'
    const body = updateUserPhoneNumberBody({
      ...envelopeOf(wallet),
      userId: wallet.userId,
      userPhoneNumber,
    })
    expect((await submitAs(sandbox, client, body)).status).toBe('COMPLETED')
    const newcomer = aClient()
    await logIn(sandbox, wallet, newcomer, newcomer.publicKey, userPhoneNumber)
    expect(await signed(newcomer)).toBe('COMPLETED')
    const { otpId } = await anOtp(sandbox, userPhoneNumber, 'OTP_TYPE_SMS')
    const { mails } = await sandbox.control(
      'GET',
      `/mails?contact=${encodeURIComponent(userPhoneNumber)}`,
    )
    expect(mails).toMatchObject([
      { otpId, channel: 'SMS', contact: userPhoneNumber, code: '000000' },
      { channel: 'SMS' },
    ])
    const removal = updateUserPhoneNumberBody({
      ...envelopeOf(wallet),
      userId: wallet.userId,
      userPhoneNumber: '',
    })
    await submitAs(sandbox, client, removal)
    await expect(
      logIn(sandbox, wallet, newcomer, newcomer.publicKey, userPhoneNumber),
    ).rejects.toThrow('contact')
  })
})

describe('sessions', () => {
  test('refresh themselves, and end when they are deleted, by themselves too', async () => {
    const first = await aSession(sandbox, wallet)
    const target = aClient()
    const second = await openSession(
      await submitAs(sandbox, first, loginBody(target.uncompressed)),
      target.privateKey,
    )
    const { apiKeys } = await sandbox.provider.getUser(wallet.subOrganizationId, wallet.userId)
    const ids = [first, second].map(
      ({ publicKey }) => apiKeys.find((key) => key.publicKey === publicKey)?.apiKeyId ?? '',
    )
    const deletion = (apiKeyIds: string[]): string =>
      deleteApiKeysBody({ ...envelopeOf(wallet), userId: wallet.userId, apiKeyIds })
    expect((await submitAs(sandbox, second, deletion(ids.slice(0, 1)))).status).toBe('COMPLETED')
    await expect(signed(first)).rejects.toMatchObject({ providerCode: 'PUBLIC_KEY_NOT_FOUND' })
    const own = deletion(ids.slice(1))
    expect((await submitAs(sandbox, second, own)).status).toBe('COMPLETED')
    // The retry of a session that ended itself: its stamp is invalid now; the parent finds the
    // activity.
    await expect(submitAs(sandbox, second, own)).rejects.toMatchObject({ kind: 'UNAUTHORIZED' })
    const [newest] = await sandbox.provider.listActivities(
      wallet.subOrganizationId,
      'ACTIVITY_TYPE_DELETE_API_KEYS',
    )
    expect(newest).toMatchObject({ status: 'COMPLETED', fingerprint: fingerprintOf(own) })
  })

  test('ten at a time: a sealed eleventh ends the oldest', async () => {
    for (let count = 0; count < 10; count += 1) {
      const body = loginBody(aClient().publicKey)
      await submitAs(sandbox, client, body)
    }
    const keys = await sandbox.provider.getApiKeys(wallet.subOrganizationId, wallet.userId)
    expect(keys).toHaveLength(10)
    expect(keys.map((key) => key.publicKey)).not.toContain(client.publicKey)
  })

  test('on the client’s own key: stamped by a session or a passkey, nothing is sealed', async () => {
    const own = aClient()
    const login = await submitAs(sandbox, client, ownLoginBody(own.publicKey))
    expect(() => credentialBundleOf(login)).toThrow()
    expect(await signed(own)).toBe('COMPLETED')
    const passkey = aPasskey()
    await addPasskey(passkey)
    const next = aClient()
    const body = ownLoginBody(next.publicKey)
    await sandbox.provider.submit(body, webauthnStamp(passkey.assert(passkeyChallengeOf(body))))
    expect(await signed(next)).toBe('COMPLETED')
    await expect(sandbox.provider.submit(ownLoginBody(own.publicKey), 'parent')).rejects.toThrow()
  })

  test('a key that is no point seals nothing, and is no session', async () => {
    for (const body of [loginBody(`04${'f'.repeat(128)}`), ownLoginBody(`02${'f'.repeat(64)}`)]) {
      await expect(submitAs(sandbox, client, body)).rejects.toMatchObject({ kind: 'REFUSED' })
    }
  })
})

describe('export', () => {
  test.each(['publicKey', 'uncompressed'] as const)('to a %s', async (spelling) => {
    const target = aClient()
    const { subOrganizationId, walletId } = wallet
    const body = exportWalletBody({
      ...envelopeOf(wallet),
      walletId,
      targetPublicKey: target[spelling],
    })
    const { export: signer } = await sandbox.control('GET', '/signers')
    const exportBundle = exportBundleOf(await submitAs(sandbox, client, body))
    const opened = {
      exportBundle,
      embeddedKey: target.privateKey,
      organizationId: subOrganizationId,
      dangerouslyOverrideSignerPublicKey: String(signer),
      returnMnemonic: true,
    }
    expect((await decryptExportBundle(opened)).split(' ')).toHaveLength(12)
    await expect(decryptExportBundle({ ...opened, organizationId: 'another' })).rejects.toThrow(
      'organization id',
    )
    const { dangerouslyOverrideSignerPublicKey: _, ...unpinned } = opened
    await expect(decryptExportBundle(unpinned)).rejects.toThrow()
  })

  test('of a wallet of somebody else is refused', async () => {
    const { walletId } = await aWallet(sandbox)
    const body = exportWalletBody({
      ...envelopeOf(wallet),
      walletId,
      targetPublicKey: aClient().publicKey,
    })
    await expect(submitAs(sandbox, client, body)).rejects.toMatchObject({ kind: 'NOT_FOUND' })
    await expect(sandbox.provider.submit(body, 'parent')).rejects.toMatchObject({ httpStatus: 403 })
  })
})
