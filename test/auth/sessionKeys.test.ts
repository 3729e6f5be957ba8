/** Who holds a session's key: the client's own point, or one that the provider made and sealed. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, expectStatus } from '../../scripts/serviceDriver/apiClient.ts'
import { aPasskey } from '../../scripts/serviceDriver/authenticator.ts'
import {
  createDevice,
  type Device,
  executeQuote,
  type NewDevice,
  signed,
  untilSettled,
} from '../../scripts/serviceDriver/device.ts'
import { aLoggedInWallet, aQuote, type LoggedInWallet, ledgerHolds } from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { addPasskey, anIdToken, logInWithPasskey, nonceOf, sessionIdOf } from './actors.ts'

let stack: SharedStack

beforeAll(async () => {
  stack = await aSharedStack()
})
afterAll(() => stack?.stop())

type Session = { readonly body: Record<string, unknown>; readonly client: NewDevice }
type Spelling = 'publicKey' | 'publicKeyUncompressed'

async function pays(owner: LoggedInWallet, device: Device): Promise<void> {
  const quote = await aQuote(owner)
  expectStatus('execute', await executeQuote(owner.api, device, quote, undefined), 200)
}

/** Nothing is sealed, and what the client's own key stamps is accepted. */
async function isOwnKey(owner: LoggedInWallet, { body, client }: Session): Promise<void> {
  expect(body).not.toHaveProperty('encryptedSessionSigningKey')
  await pays(owner, client)
}

/** The provider's key is sealed to the client's, whose own stamp is of no session. */
async function isSealedKey(owner: LoggedInWallet, { body, client }: Session): Promise<void> {
  const device = await client.openSession(String(body.encryptedSessionSigningKey))
  expect(device.publicKey).not.toBe(client.publicKey)
  await pays(owner, device)
  const refused = await executeQuote(owner.api, client, await aQuote(owner), undefined)
  expect([refused.status, refused.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID'])
}

async function byPasskey(owner: LoggedInWallet, spelling: Spelling): Promise<Session> {
  const { passkey, credential } = await addPasskey(owner, aPasskey())
  const client = createDevice()
  const path = `/auth/credentials/${credential.id}`
  const clientPublicKey = client[spelling]
  const started = await owner.api.call('POST', `${path}/challenge`, { clientPublicKey })
  const body = { type: 'PASSKEY', assertion: passkey.assert(String(started.body.challenge)) }
  const headers = { 'Request-Id': String(started.body.requestId) }
  const verify = (): Promise<Answer> => owner.api.call('POST', `${path}/verify`, body, headers)
  return { client, body: expectStatus('login', await untilSettled(verify), 200).body }
}

async function byIdentity(owner: LoggedInWallet, spelling: Spelling): Promise<Session> {
  const sub = `person-${randomUUID()}`
  const identity = { type: 'OAUTH', accountId: owner.wallet.id, oidcToken: anIdToken({ sub }) }
  const added = await signed(owner.api, owner.device, 'POST', '/auth/credentials', identity)
  const client = createDevice()
  const clientPublicKey = client[spelling]
  const oidcToken = anIdToken({ sub, nonce: nonceOf(clientPublicKey) })
  const body = { type: 'OAUTH', clientPublicKey, oidcToken }
  const path = `/auth/credentials/${expectStatus('add', added, 201).body.id}/verify`
  const answer = await untilSettled(() => owner.api.call('POST', path, body))
  return { client, body: expectStatus('login', answer, 200).body }
}

async function refreshed(
  owner: LoggedInWallet,
  from: { readonly device: Device; readonly sessionId: string },
  spelling: Spelling,
  client = createDevice(),
): Promise<Session> {
  const path = `/auth/sessions/${from.sessionId}/refresh`
  const body = { clientPublicKey: client[spelling] }
  const answer = await signed(owner.api, from.device, 'POST', path, body)
  return { client, body: expectStatus('refresh', answer, 201).body }
}

describe('a compressed clientPublicKey is the session key, and nothing is returned', () => {
  it('of a passkey login', async () => {
    const owner = await aLoggedInWallet(stack)
    await isOwnKey(owner, await byPasskey(owner, 'publicKey'))
    await ledgerHolds(stack)
  })

  it('of an identity login', async () => {
    const owner = await aLoggedInWallet(stack)
    await isOwnKey(owner, await byIdentity(owner, 'publicKey'))
  })

  it.each(['EMAIL_OTP', 'PASSKEY'])('of a refresh of a session of %s', async (type) => {
    const owner = await aLoggedInWallet(stack)
    const from = await aSessionOf(owner, type)
    await isOwnKey(owner, await refreshed(owner, from, 'publicKey'))
  })

  it('which stamps the next refresh, and may be the same key again', async () => {
    const owner = await aLoggedInWallet(stack)
    const first = await refreshed(owner, await aSessionOf(owner, 'EMAIL_OTP'), 'publicKey')
    const from = { device: first.client, sessionId: String(first.body.id) }
    const again = await refreshed(owner, from, 'publicKey', first.client)
    expect(again.body.id).not.toBe(first.body.id)
    await isOwnKey(owner, again)
    // The provider has one session on a key: the newer one.
    const path = `/auth/sessions/${again.body.id}`
    expect((await signed(owner.api, again.client, 'DELETE', path)).status).toBe(204)
    const refused = await executeQuote(owner.api, first.client, await aQuote(owner), undefined)
    expect([refused.status, refused.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID'])
  })
})

describe('an uncompressed clientPublicKey', () => {
  it('gets the key of a passkey login sealed', async () => {
    const owner = await aLoggedInWallet(stack)
    await isSealedKey(owner, await byPasskey(owner, 'publicKeyUncompressed'))
  })

  it('gets the key of an identity login sealed', async () => {
    const owner = await aLoggedInWallet(stack)
    await isSealedKey(owner, await byIdentity(owner, 'publicKeyUncompressed'))
  })

  it('gets the key of a refreshed passkey session sealed', async () => {
    const owner = await aLoggedInWallet(stack)
    const from = await aSessionOf(owner, 'PASSKEY')
    await isSealedKey(owner, await refreshed(owner, from, 'publicKeyUncompressed'))
  })

  it('is the session key of a refreshed EMAIL_OTP session, and nothing is returned', async () => {
    const owner = await aLoggedInWallet(stack)
    const from = await aSessionOf(owner, 'EMAIL_OTP')
    await isOwnKey(owner, await refreshed(owner, from, 'publicKeyUncompressed'))
  })
})

async function aSessionOf(
  owner: LoggedInWallet,
  type: string,
): Promise<{ readonly device: Device; readonly sessionId: string }> {
  if (type === 'EMAIL_OTP') {
    return { device: owner.device, sessionId: await sessionIdOf(owner) }
  }
  const { passkey, credential } = await addPasskey(owner, aPasskey())
  return logInWithPasskey(owner, credential.id, passkey)
}
