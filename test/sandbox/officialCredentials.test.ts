/** Credentials, sessions and export, driven by the unmodified official clients alone. */
import { createHash } from 'node:crypto'
import { ApiKeyStamper } from '@turnkey/api-key-stamper'
import {
  decryptCredentialBundle,
  decryptExportBundle,
  generateP256KeyPair,
  getPublicKey,
} from '@turnkey/crypto'
import { createActivityPoller, TurnkeyClient } from '@turnkey/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChallenge, aPasskey, type Passkey } from '../../scripts/serviceDriver/authenticator.ts'
import { anIdToken } from '../support/idToken.ts'
import { type SandboxProcess, startSandboxProcess } from './sandboxProcess.ts'
import { aClient, aWallet, logIn, nextTimestampMs, type Wallet } from './wallets.ts'

let sandbox: SandboxProcess
let wallet: Wallet
let parent: TurnkeyClient

beforeAll(async () => {
  sandbox = await startSandboxProcess()
  const { apiPrivateKey, apiPublicKey } = sandbox
  parent = keyClient(apiPrivateKey, apiPublicKey)
})
afterAll(async () => {
  await sandbox.stop()
})

function keyClient(apiPrivateKey: string, apiPublicKey: string): TurnkeyClient {
  const stamper = new ApiKeyStamper({ apiPrivateKey, apiPublicKey })
  return new TurnkeyClient({ baseUrl: sandbox.providerUrl }, stamper)
}

/** The client as a browser has it: every call is stamped by the passkey. */
function passkeyClient(passkey: Passkey): TurnkeyClient {
  return new TurnkeyClient(
    { baseUrl: sandbox.providerUrl },
    {
      stamp: async (body) => ({
        stampHeaderName: 'X-Stamp-Webauthn',
        stampHeaderValue: JSON.stringify(
          passkey.assert(createHash('sha256').update(body).digest('hex')),
        ),
      }),
    },
  )
}

function sessionClient(credentialBundle: string, privateKey: string): TurnkeyClient {
  const secret = decryptCredentialBundle(credentialBundle, privateKey)
  return keyClient(secret, Buffer.from(getPublicKey(secret, true)).toString('hex'))
}

function envelope(): { organizationId: string; timestampMs: string } {
  return { organizationId: wallet.subOrganizationId, timestampMs: String(nextTimestampMs()) }
}

test.each(['immediate', 'pending'] as const)('every type, %s', async (pace) => {
  wallet = await aWallet(sandbox)
  const { userId, walletId, subOrganizationId: organizationId } = wallet
  const session = aClient()
  await logIn(sandbox, wallet, session, session.publicKey)
  if (pace === 'pending') {
    await sandbox.control('POST', '/faults', {
      party: 'provider',
      operation: '*',
      kind: 'outOfOrder',
      delayMs: 100,
      // Activities have parameters; queries have none, and are answered at once.
      match: '"parameters"',
      count: 1000,
    })
  }
  const client = keyClient(session.privateKey, session.publicKey)
  const passkey = aPasskey()
  const target = generateP256KeyPair()
  const poll = { client, refreshIntervalMs: 50 }

  const challenge = aChallenge()
  const attestation = {
    ...passkey.attest(challenge),
    transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL' as const],
  }
  const added = await createActivityPoller({ ...poll, requestFn: client.createAuthenticators })({
    type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2',
    ...envelope(),
    parameters: {
      userId,
      authenticators: [{ authenticatorName: 'phone', challenge, attestation }],
    },
  })
  const authenticatorIds = added.result.createAuthenticatorsResult?.authenticatorIds ?? []

  const byPasskey = passkeyClient(passkey)
  const login = await createActivityPoller({
    client: byPasskey,
    requestFn: byPasskey.createReadWriteSession,
    refreshIntervalMs: 50,
  })({
    type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
    ...envelope(),
    parameters: { targetPublicKey: target.publicKeyUncompressed, expirationSeconds: '900' },
  })
  const sealed = login.result.createReadWriteSessionResultV2
  expect(sealed).toMatchObject({ organizationId, userId, username: 'customer' })
  const bySession = sessionClient(sealed?.credentialBundle ?? '', target.privateKey)
  expect(await bySession.getWhoami({ organizationId })).toMatchObject({ userId })

  const identity = { iss: 'https://appleid.apple.com', sub: `person-${pace}`, aud: 'app' }
  const provided = await createActivityPoller({ ...poll, requestFn: client.createOauthProviders })({
    type: 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2',
    ...envelope(),
    parameters: { userId, oauthProviders: [{ providerName: 'Apple', oidcClaims: identity }] },
  })
  const providerIds = provided.result.createOauthProvidersResultV2?.providerIds ?? []
  const oidcToken = anIdToken(target.publicKeyUncompressed, identity)
  const oauth = await createActivityPoller({
    client: parent,
    requestFn: parent.oauth,
    refreshIntervalMs: 50,
  })({
    type: 'ACTIVITY_TYPE_OAUTH',
    ...envelope(),
    parameters: { oidcToken, targetPublicKey: target.publicKeyUncompressed },
  })
  const { apiKeyId = '', credentialBundle = '' } = oauth.result.oauthResult ?? {}
  expect(
    await sessionClient(credentialBundle, target.privateKey).getWhoami({ organizationId }),
  ).toMatchObject({ userId })

  // The same logins on keys that the client holds: nothing is sealed.
  const own = [generateP256KeyPair(), generateP256KeyPair()] as const
  const stamped = await createActivityPoller({
    client: byPasskey,
    requestFn: byPasskey.stampLogin,
    refreshIntervalMs: 50,
  })({
    type: 'ACTIVITY_TYPE_STAMP_LOGIN',
    ...envelope(),
    parameters: { publicKey: own[0].publicKey, expirationSeconds: '900' },
  })
  expect(stamped.result.stampLoginResult?.session).toMatch(/^eyJ/)
  const identified = await createActivityPoller({
    client: parent,
    requestFn: parent.oauthLogin,
    refreshIntervalMs: 50,
  })({
    type: 'ACTIVITY_TYPE_OAUTH_LOGIN',
    ...envelope(),
    parameters: {
      oidcToken: anIdToken(own[1].publicKey, identity),
      publicKey: own[1].publicKey,
      expirationSeconds: '900',
    },
  })
  expect(identified.result.oauthLoginResult?.session).toMatch(/^eyJ/)
  for (const { privateKey, publicKey } of own) {
    expect(await keyClient(privateKey, publicKey).getWhoami({ organizationId })).toMatchObject({
      userId,
    })
  }

  const userEmail = `official-${pace}@example.com`
  await createActivityPoller({ ...poll, requestFn: client.updateUserEmail })({
    type: 'ACTIVITY_TYPE_UPDATE_USER_EMAIL',
    ...envelope(),
    parameters: { userId, userEmail },
  })
  const userPhoneNumber = '+14155550199'
  await createActivityPoller({ ...poll, requestFn: client.updateUserPhoneNumber })({
    type: 'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER',
    ...envelope(),
    parameters: { userId, userPhoneNumber },
  })
  expect((await client.getUser({ organizationId, userId })).user).toMatchObject({
    userEmail,
    userPhoneNumber,
    authenticators: [
      {
        authenticatorId: authenticatorIds[0],
        authenticatorName: 'phone',
        credentialId: passkey.credentialId,
        transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL'],
      },
    ],
    oauthProviders: [
      { providerId: providerIds[0], providerName: 'Apple', subject: identity.sub, audience: 'app' },
    ],
  })

  const exported = await createActivityPoller({ ...poll, requestFn: client.exportWallet })({
    type: 'ACTIVITY_TYPE_EXPORT_WALLET',
    ...envelope(),
    parameters: { walletId, targetPublicKey: target.publicKeyUncompressed },
  })
  const mnemonic = await decryptExportBundle({
    exportBundle: exported.result.exportWalletResult?.exportBundle ?? '',
    embeddedKey: target.privateKey,
    organizationId,
    dangerouslyOverrideSignerPublicKey: String((await sandbox.control('GET', '/signers')).export),
    returnMnemonic: true,
  })
  expect(mnemonic.split(' ')).toHaveLength(12)

  const removals = [
    await createActivityPoller({ ...poll, requestFn: client.deleteAuthenticators })({
      type: 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS',
      ...envelope(),
      parameters: { userId, authenticatorIds },
    }),
    await createActivityPoller({ ...poll, requestFn: client.deleteOauthProviders })({
      type: 'ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS',
      ...envelope(),
      parameters: { userId, providerIds },
    }),
    await createActivityPoller({ ...poll, requestFn: client.deleteApiKeys })({
      type: 'ACTIVITY_TYPE_DELETE_API_KEYS',
      ...envelope(),
      parameters: { userId, apiKeyIds: [apiKeyId] },
    }),
  ]
  expect(Object.assign({}, ...removals.map(({ result }) => result))).toMatchObject({
    deleteAuthenticatorsResult: { authenticatorIds },
    deleteOauthProvidersResult: { providerIds },
    deleteApiKeysResult: { apiKeyIds: [apiKeyId] },
  })
  const { user } = await client.getUser({ organizationId, userId })
  expect(user).toMatchObject({ authenticators: [], oauthProviders: [] })
  expect(user.apiKeys.map((key) => key.apiKeyId)).not.toContain(apiKeyId)
})
