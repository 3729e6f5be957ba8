/** Forms that clients and people use, taken over HTTP as they are written. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { aChallenge, aPasskey } from '../../scripts/serviceDriver/authenticator.ts'
import { createDevice, signed, untilSettled } from '../../scripts/serviceDriver/device.ts'
import {
  aLoggedInWallet,
  aPlatform,
  apiOf,
  createCustomer,
  type LoggedInWallet,
} from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'

let stack: SharedStack
let api: ApiClient
let owner: LoggedInWallet
beforeAll(async () => {
  stack = await aSharedStack()
  api = apiOf(stack)
  owner = await aLoggedInWallet(stack, { minor: 0n })
})
afterAll(() => stack?.stop())

type Passkey = ReturnType<typeof aPasskey>
type Added = Parameters<Passkey['attest']>[1] & {
  readonly nickname?: string
  readonly key?: Passkey
}

function add(
  { wallet, device, ...of }: LoggedInWallet,
  { nickname = 'key', key = aPasskey(), ...how }: Added,
): Promise<Answer> {
  const challenge = aChallenge()
  const attestation = key.attest(challenge, how)
  const body = { type: 'PASSKEY', accountId: wallet.id, challenge, nickname, attestation }
  return signed(of.api, device, 'POST', '/auth/credentials', body)
}

describe('a passkey', () => {
  test.each(['मेरा फ़ोन', 'Ada’s iPhone', '📱'])('may be called %s', async (nickname) => {
    const added = await add(owner, { nickname })
    expect([added.status, added.body.nickname]).toEqual([201, nickname])
  })

  test('needs no verification of its user where the platform asks for none', async () => {
    const platform = await aPlatform(stack)
    const passkey = {
      ...{ rpIds: ['localhost'], origins: ['http://localhost'] },
      requireUserVerification: false,
    }
    const config = { embeddedWalletConfig: { passkey } }
    expect((await apiOf(stack, platform).call('PATCH', '/config', config)).status).toBe(200)
    const wallet = await aLoggedInWallet(stack, { platform, minor: 0n })
    expect((await add(wallet, { userVerified: false })).status).toBe(201)
    await expect(add(owner, { userVerified: false })).rejects.toThrow('user is not verified')
  })

  test('in a frame of an allowed page logs in as it registers', async () => {
    const topOrigin = 'https://shop.example'
    const key = aPasskey()
    const { status, body: credential } = await add(owner, { key, topOrigin })
    expect(status).toBe(201)
    const path = `/auth/credentials/${credential.id}`
    const { publicKeyUncompressed: clientPublicKey } = createDevice()
    const { body: asked } = await owner.api.call('POST', `${path}/challenge`, { clientPublicKey })
    const assertion = key.assert(String(asked.challenge), { topOrigin })
    const headers = { 'Request-Id': String(asked.requestId) }
    const login = { type: 'PASSKEY', assertion }
    const session = await untilSettled(() =>
      owner.api.call('POST', `${path}/verify`, login, headers),
    )
    expect(session.status).toBe(200)
  })
})

test('null of an optional member is its absence', async () => {
  const made = await api.call('POST', '/customers', {
    ...{ customerType: 'INDIVIDUAL', email: 'null@example.com', phoneNumber: null, region: null },
  })
  expect(made.status).toBe(201)
  expect((await api.call('PATCH', '/config', { webhookEndpoint: null })).status).toBe(200)
})

test.each([
  ['AE', { line1: 'Villa 4, Al Wasl Road', city: 'Dubai' }],
  ['HK', { line1: '1 Queen’s Road Central', city: 'Hong Kong' }],
])('an address in %s has no postal code', async (country, address) => {
  const made = await api.call('POST', '/customers', {
    ...{ customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', address: { ...address, country } },
  })
  expect([made.status, made.body.code]).toEqual([201, undefined])
})

test('a bank that discovery does not list is none', async () => {
  const customer = await createCustomer(api)
  const accountInfo = {
    ...{ accountType: 'NGN_ACCOUNT', accountNumber: '0123456789' },
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
  }
  const create = (bankName: string): Promise<Answer> =>
    api.call('POST', '/customers/external-accounts', {
      ...{ customerId: customer.id, currency: 'NGN' },
      accountInfo: { ...accountInfo, bankName },
    })
  const refused = await create('Nonexistent Bank')
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    400,
    expect.stringContaining('bankName'),
  ])
})
