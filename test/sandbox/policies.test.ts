/** What a user with a policy may do at the wallet provider, over the provider's own wire. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pullText, pullTextStart } from '../../domain/cards/pull.ts'
import {
  allowSigningBody,
  createUserBody,
  deleteApiKeysBody,
  exportWalletBody,
  sessionBody,
  signRawPayloadBody,
  updateUserEmailBody,
  userIdsOf,
} from '../../providers/walletProvider/index.ts'
import { PolicyError, parsePolicy } from '../../sandbox/walletProvider/policies/language.ts'
import { type SandboxProcess, startSandboxProcess } from './sandboxProcess.ts'
import {
  aClient,
  aSession,
  aWallet,
  type Client,
  envelopeOf,
  submitAs,
  type Wallet,
} from './wallets.ts'

const accountId = '0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21'
const otherAccountId = '1b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21'
const pullOf = (of: string) =>
  pullText({ pullId: accountId, accountId: of, currency: 'USDB', amount: 12_500_000n })

let sandbox: SandboxProcess
let wallet: Wallet
let owner: Client
let key: Client
let userId: string

beforeAll(async () => {
  sandbox = await startSandboxProcess()
  wallet = await aWallet(sandbox)
  owner = await aSession(sandbox, wallet)
  key = aClient()
  userId = await aUser(key, 'delegated')
})
afterAll(async () => {
  await sandbox.stop()
})

async function aUser(of: Client, userName: string): Promise<string> {
  const body = createUserBody({ ...envelopeOf(wallet), userName, publicKey: of.publicKey })
  return userIdsOf(await submitAs(sandbox, owner, body))[0] ?? ''
}

function signBody(payload: string, signWith = wallet.address): string {
  return signRawPayloadBody({ ...envelopeOf(wallet), signWith, payload })
}

function policyBody(policyName: string, of = userId): string {
  const textStart = pullTextStart(accountId, 'USDB')
  return allowSigningBody({
    ...envelopeOf(wallet),
    ...{ policyName, userId: of, signWith: wallet.address, textStart },
  })
}

/** The same body with other parameters. */
function changed(body: string, parameters: object): string {
  const given = JSON.parse(body) as { parameters: object }
  return JSON.stringify({ ...given, parameters: { ...given.parameters, ...parameters } })
}

const refused = { kind: 'UNAUTHORIZED', httpStatus: 403 }

test('a new user may do nothing, its policy allows it card pulls of one account', async () => {
  await expect(submitAs(sandbox, key, signBody(pullOf(accountId)))).rejects.toMatchObject(refused)
  expect((await submitAs(sandbox, owner, policyBody('delegated'))).status).toBe('COMPLETED')
  expect((await submitAs(sandbox, key, signBody(pullOf(accountId)))).status).toBe('COMPLETED')
})

test.each<readonly [string, () => string | Promise<string>]>([
  ['signs another account of ours', () => signBody(pullOf(otherAccountId))],
  ['signs a payment', () => signBody('{"transfer":"Quote:1"}')],
  ['signs a pull inside another text', () => signBody(` ${pullOf(accountId)}`)],
  ['signs a text that is shorter', () => signBody('Card pull')],
  [
    'signs with another wallet',
    async () => signBody(pullOf(accountId), (await aWallet(sandbox)).address),
  ],
  [
    'signs bytes',
    () => {
      const payload = Buffer.from(pullOf(accountId)).toString('hex')
      return changed(signBody(payload), { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' })
    },
  ],
  [
    'signs by another hash',
    () => changed(signBody(pullOf(accountId)), { hashFunction: 'HASH_FUNCTION_KECCAK256' }),
  ],
  [
    'exports the mnemonic',
    () =>
      exportWalletBody({
        ...envelopeOf(wallet),
        ...{ walletId: wallet.walletId, targetPublicKey: aClient().publicKey },
      }),
  ],
  ['changes its policy', () => policyBody('wider')],
  [
    'makes a user',
    () => createUserBody({ ...envelopeOf(wallet), userName: 'x', publicKey: aClient().publicKey }),
  ],
  [
    'takes over the owner by mail',
    () =>
      updateUserEmailBody({
        ...envelopeOf(wallet),
        ...{ userId: wallet.userId, userEmail: 'thief@example.com' },
      }),
  ],
  [
    'gets a session of the owner',
    () =>
      changed(
        sessionBody({
          ...envelopeOf(wallet),
          ...{ targetPublicKey: aClient().publicKey, expirationSeconds: 900 },
        }),
        { userId: wallet.userId },
      ),
  ],
  [
    'ends a session of the owner',
    async () => {
      const keys = await sandbox.provider.getApiKeys(wallet.subOrganizationId, wallet.userId)
      return deleteApiKeysBody({
        ...envelopeOf(wallet),
        ...{ userId: wallet.userId, apiKeyIds: keys.map(({ apiKeyId }) => apiKeyId) },
      })
    },
  ],
])('the key never %s', async (_, bodyOf) => {
  await expect(submitAs(sandbox, key, await bodyOf())).rejects.toMatchObject(refused)
})

test("a policy is its user's alone", async () => {
  const other = aClient()
  await aUser(other, 'another')
  await expect(submitAs(sandbox, other, signBody(pullOf(accountId)))).rejects.toMatchObject(refused)
})

test('the key does not run out, and ends itself', async () => {
  const keys = await sandbox.provider.getApiKeys(wallet.subOrganizationId, userId)
  expect(keys).toStrictEqual([{ apiKeyId: expect.any(String), publicKey: key.publicKey }])
  const apiKeyIds = keys.map(({ apiKeyId }) => apiKeyId)
  const body = deleteApiKeysBody({ ...envelopeOf(wallet), userId, apiKeyIds })
  expect((await submitAs(sandbox, key, body)).status).toBe('COMPLETED')
  const again = submitAs(sandbox, key, signBody(pullOf(accountId)))
  await expect(again).rejects.toMatchObject({ httpStatus: 401 })
})

test('a denial outweighs what another policy allows', async () => {
  const both = aClient()
  const id = await aUser(both, 'both')
  await submitAs(sandbox, owner, policyBody('allowed', id))
  expect((await submitAs(sandbox, both, signBody(pullOf(accountId)))).status).toBe('COMPLETED')
  const denied = changed(policyBody('denied', id), { effect: 'EFFECT_DENY' })
  await submitAs(sandbox, owner, denied)
  await expect(submitAs(sandbox, both, signBody(pullOf(accountId)))).rejects.toMatchObject(refused)
})

test('a policy that cannot be read is refused', async () => {
  const body = changed(policyBody('unreadable'), { condition: "activity.type == 'x" })
  await expect(submitAs(sandbox, owner, body)).rejects.toMatchObject({ httpStatus: 400 })
})

describe('the policy language', () => {
  const scope = {
    approvers: [
      { id: 'a', tags: ['x'] },
      { id: 'b', tags: [] },
    ],
    activity: { type: 'SIGN', params: { payload: 'hello', count: 3 } },
  }

  test.each([
    ["activity.type == 'SIGN' && activity.params.payload[0..4] == 'hell'", true],
    ["activity.type == 'OTHER' || activity.params.count >= 3", true],
    ["approvers.any(user, user.id == 'b')", true],
    ["approvers.all(user, user.id == 'b')", false],
    ['approvers.filter(user, user.tags.count() > 0).count() == 1', true],
    ["approvers[0].tags.contains('x')", true],
    ["activity.type in ['SIGN', 'EXPORT']", true],
    ["(activity.type != 'SIGN' || true) && activity.params.count < 3", false],
  ])('%s', (text, expected) => {
    expect(parsePolicy(text)(scope)).toBe(expected)
  })

  test.each([
    "activity.type == 'SIGN' || activity.none == 'x'",
    "activity.params.payload[0..6] == 'hello!'",
    "activity.params.count == '3'",
    'activity.type',
    'activity.type ==',
    "'a' == 'a' 'b'",
    '',
  ])('an error is never true: %s', (text) => {
    expect(() => parsePolicy(text)(scope)).toThrow(PolicyError)
  })
})
