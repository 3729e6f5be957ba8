/** An unmodified official client is a judge of the sandbox: it must see no difference. */
import { ApiKeyStamper } from '@turnkey/api-key-stamper'
import { createActivityPoller, TurnkeyClient } from '@turnkey/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseStamp, toClientSignature } from '../../domain/wallet/stamp/index.ts'
import { loginUsageText, readVerificationToken } from '../../providers/walletProvider/index.ts'
import {
  PARENT_ORGANIZATION_ID,
  type SandboxProcess,
  startSandboxProcess,
} from './sandboxProcess.ts'
import { aClient, nextTimestampMs, seal } from './wallets.ts'

let sandbox: SandboxProcess
let official: TurnkeyClient

beforeAll(async () => {
  sandbox = await startSandboxProcess()
  const { apiPrivateKey, apiPublicKey } = sandbox
  official = new TurnkeyClient(
    { baseUrl: sandbox.providerUrl },
    new ApiKeyStamper({ apiPrivateKey, apiPublicKey }),
  )
})
afterAll(async () => {
  await sandbox.stop()
})

test.each(['immediate', 'pending'] as const)('the subset, %s', async (pace) => {
  const orderPending = async (operation: string): Promise<void> => {
    if (pace === 'immediate') return
    await sandbox.control('POST', '/faults', {
      party: 'provider',
      operation,
      kind: 'outOfOrder',
      delayMs: 200,
    })
  }
  const email = `${pace}@example.com`
  const name = `InternalAccount:${pace}`

  await orderPending('CREATE_SUB_ORGANIZATION_V8')
  const createWallet = createActivityPoller({
    client: official,
    requestFn: official.createSubOrganization,
    refreshIntervalMs: 50,
  })
  const wallet = (
    await createWallet({
      type: 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8',
      ...envelope(PARENT_ORGANIZATION_ID),
      parameters: {
        subOrganizationName: name,
        rootQuorumThreshold: 1,
        rootUsers: [
          {
            userName: 'customer',
            userEmail: email,
            apiKeys: [],
            authenticators: [],
            oauthProviders: [],
          },
        ],
        wallet: {
          walletName: name,
          accounts: [
            {
              curve: 'CURVE_SECP256K1',
              pathFormat: 'PATH_FORMAT_BIP32',
              path: "m/86'/1'/0'/0/0",
              addressFormat: 'ADDRESS_FORMAT_SPARK_REGTEST',
            },
          ],
        },
      },
    })
  ).result.createSubOrganizationResultV8
  const subOrganizationId = wallet?.subOrganizationId ?? ''
  const userId = wallet?.rootUserIds?.[0] ?? ''

  await orderPending('INIT_OTP_V3')
  const otp = (
    await createActivityPoller({
      client: official,
      requestFn: official.initOtp,
      refreshIntervalMs: 50,
    })({
      type: 'ACTIVITY_TYPE_INIT_OTP_V3',
      ...envelope(PARENT_ORGANIZATION_ID),
      parameters: {
        otpType: 'OTP_TYPE_EMAIL',
        contact: email,
        appName: 'tests',
        otpLength: 6,
        alphanumeric: false,
      },
    })
  ).result.initOtpResultV2
  const client = aClient()
  const verificationToken =
    (
      await official.verifyOtp({
        type: 'ACTIVITY_TYPE_VERIFY_OTP_V2',
        ...envelope(PARENT_ORGANIZATION_ID),
        parameters: {
          otpId: otp?.otpId ?? '',
          encryptedOtpBundle: await seal(
            sandbox,
            otp?.otpEncryptionTargetBundle ?? '',
            client.publicKey,
          ),
        },
      })
    ).activity.result.verifyOtpResult?.verificationToken ?? ''

  const { id: tokenId, publicKey } = readVerificationToken(verificationToken)
  const payload = loginUsageText({ publicKey, tokenId })
  const login = await official.otpLogin({
    type: 'ACTIVITY_TYPE_OTP_LOGIN_V2',
    ...envelope(subOrganizationId),
    parameters: {
      verificationToken,
      publicKey,
      clientSignature: toClientSignature(parseStamp((await client.stamp(payload)).value), payload),
      expirationSeconds: '900',
    },
  })
  expect(login.activity.result.otpLoginResult?.session).toMatch(/^eyJ/)

  const asClient = new TurnkeyClient(
    { baseUrl: sandbox.providerUrl },
    {
      stamp: async (body) => ({
        stampHeaderName: 'X-Stamp',
        stampHeaderValue: (await client.stamp(body)).value,
      }),
    },
  )
  await orderPending('SIGN_RAW_PAYLOAD_V2')
  const signed = await createActivityPoller({
    client: asClient,
    requestFn: asClient.signRawPayload,
    refreshIntervalMs: 50,
  })({
    type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
    ...envelope(subOrganizationId),
    parameters: {
      signWith: wallet?.wallet?.addresses[0] ?? '',
      payload: 'hello',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    },
  })
  expect(signed.result.signRawPayloadResult).toMatchObject({
    r: expect.stringMatching(/^[0-9a-f]{64}$/),
    s: expect.stringMatching(/^[0-9a-f]{64}$/),
    v: expect.stringMatching(/^0[01]$/),
  })

  const { apiKeys } = await official.getApiKeys({ organizationId: subOrganizationId, userId })
  expect(apiKeys).toMatchObject([
    { credential: { publicKey: client.publicKey }, expirationSeconds: '900' },
  ])
  const apiKeyId = apiKeys[0]?.apiKeyId ?? ''
  const { apiKey } = await official.getApiKey({ organizationId: subOrganizationId, apiKeyId })
  expect(apiKey).toEqual(apiKeys[0])
  const { user } = await official.getUser({ organizationId: subOrganizationId, userId })
  expect(user).toMatchObject({ userId, userEmail: email, apiKeys })
  const { organizationIds } = await official.getSubOrgIds({
    organizationId: PARENT_ORGANIZATION_ID,
    filterType: 'NAME',
    filterValue: name,
  })
  expect(organizationIds).toEqual([subOrganizationId])
  const { activities } = await official.getActivities({
    organizationId: subOrganizationId,
    filterByStatus: ['ACTIVITY_STATUS_COMPLETED'],
  })
  expect(activities.map(({ type }) => type)).toEqual([
    'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
    'ACTIVITY_TYPE_OTP_LOGIN_V2',
  ])
  expect(activities[0]?.intent.signRawPayloadIntentV2?.payload).toBe('hello')
  // What its client asks besides our own calls.
  const organizationId = subOrganizationId
  expect((await official.getUsers({ organizationId })).users).toEqual([user])
  expect((await official.getWallets({ organizationId })).wallets).toMatchObject([
    { walletId: wallet?.wallet?.walletId, walletName: name },
  ])
  expect(await official.getAuthenticators({ organizationId, userId })).toEqual({
    authenticators: [],
  })
  expect(await official.getOauthProviders({ organizationId, userId })).toEqual({
    oauthProviders: [],
  })
  const found = { filterType: 'EMAIL', filterValue: email }
  expect(await official.getSubOrgIds({ organizationId: PARENT_ORGANIZATION_ID, ...found })).toEqual(
    { organizationIds: [subOrganizationId] },
  )
  const [second, third] = [aClient(), aClient()]
  const key = {
    apiKeyName: 'second',
    curveType: 'API_KEY_CURVE_P256',
    expirationSeconds: '300',
  } as const
  const created = await asClient.createApiKeys({
    type: 'ACTIVITY_TYPE_CREATE_API_KEYS_V2',
    ...envelope(subOrganizationId),
    parameters: { userId, apiKeys: [{ ...key, publicKey: second.publicKey }] },
  })
  const again = await asClient.stampLogin({
    type: 'ACTIVITY_TYPE_STAMP_LOGIN',
    ...envelope(subOrganizationId),
    parameters: { publicKey: third.publicKey, expirationSeconds: '900' },
  })
  expect(again.activity.result.stampLoginResult?.session).toMatch(/^eyJ/)
  const keys = await official.getApiKeys({ organizationId, userId })
  expect(keys.apiKeys).toMatchObject([
    { credential: { publicKey: client.publicKey } },
    {
      apiKeyId: created.activity.result.createApiKeysResult?.apiKeyIds[0],
      credential: { publicKey: second.publicKey },
    },
    { credential: { publicKey: third.publicKey } },
  ])
  const whoami = await asClient.getWhoami({ organizationId: subOrganizationId })
  expect(whoami).toMatchObject({ organizationId: subOrganizationId, userId })
})

test('its errors carry the words of the provider', async () => {
  const stranger = aClient()
  const client = new TurnkeyClient(
    { baseUrl: sandbox.providerUrl },
    {
      stamp: async (body) => ({
        stampHeaderName: 'X-Stamp',
        stampHeaderValue: (await stranger.stamp(body)).value,
      }),
    },
  )
  await expect(client.getWhoami({ organizationId: PARENT_ORGANIZATION_ID })).rejects.toMatchObject({
    code: 16,
  })
})

function envelope(organizationId: string): { organizationId: string; timestampMs: string } {
  return { organizationId, timestampMs: String(nextTimestampMs()) }
}
