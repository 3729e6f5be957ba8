/** What one platform's credentials say about another's: nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStatus } from '../../scripts/serviceDriver/apiClient.ts'
import { aPasskey } from '../../scripts/serviceDriver/authenticator.ts'
import { createDevice, signed, untilSettled } from '../../scripts/serviceDriver/device.ts'
import { aLoggedInWallet, aPlatform } from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { addPasskey, anIdToken, logInWithPasskey, nonceOf, passkeyBody } from './actors.ts'

let stack: SharedStack

beforeAll(async () => {
  stack = await aSharedStack()
})
afterAll(() => stack?.stop())

test('a passkey of another platform is registered like any other; within the platform it is known', async () => {
  const [owner, neighbour] = [await aLoggedInWallet(stack), await aLoggedInWallet(stack)]
  const stranger = await aLoggedInWallet(stack, { platform: await aPlatform(stack) })
  const passkey = aPasskey()
  await addPasskey(owner, passkey)
  const { credential } = await addPasskey(stranger, passkey)
  const { sessionId } = await logInWithPasskey(stranger, credential.id, passkey)
  expect(sessionId).toMatch(/^Session:/)
  const known = await neighbour.api.call(
    'POST',
    '/auth/credentials',
    passkeyBody(neighbour.wallet.id, passkey),
  )
  expect([known.status, known.body.code]).toEqual([400, 'PASSKEY_CREDENTIAL_ALREADY_EXISTS'])
})

test('two platforms that register one passkey at once both succeed', async () => {
  const other = await aPlatform(stack)
  const owners = [await aLoggedInWallet(stack), await aLoggedInWallet(stack, { platform: other })]
  const passkey = aPasskey()
  const added = await Promise.all(owners.map((owner) => addPasskey(owner, passkey)))
  expect(added.map(({ credential }) => credential.type)).toEqual(['PASSKEY', 'PASSKEY'])
})

test.each([
  ['https://accounts.google.com', 'accounts.google.com'],
  ['accounts.google.com', 'https://accounts.google.com'],
])('Google as %s is Google as %s', async (registered, used) => {
  const owner = await aLoggedInWallet(stack, { minor: 0n })
  const body = (iss: string): object => ({
    type: 'OAUTH',
    accountId: owner.wallet.id,
    oidcToken: anIdToken({ iss }),
  })
  const added = await signed(owner.api, owner.device, 'POST', '/auth/credentials', body(registered))
  expectStatus('add', added, 201)
  const twice = await owner.api.call('POST', '/auth/credentials', body(used))
  expect([twice.status, twice.body.code]).toEqual([409, 'CONFLICT'])
  for (const iss of [registered, used]) {
    const { publicKeyUncompressed: clientPublicKey } = createDevice()
    const oidcToken = anIdToken({ iss, nonce: nonceOf(clientPublicKey) })
    const login = { type: 'OAUTH', clientPublicKey, oidcToken }
    const path = `/auth/credentials/${added.body.id}/verify`
    expectStatus('login', await untilSettled(() => owner.api.call('POST', path, login)), 200)
  }
})
