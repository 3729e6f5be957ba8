/**
 * The device's package against a running service: each way to log in, and the refresh, by a key of its own
 * and by one that comes sealed. What its keys stamp moves money.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Keyring } from '../../client/device/keyring.ts'
import type { SigningKey } from '../../client/device/keys.ts'
import { oauthNonce } from '../../client/device/oauthNonce.ts'
import { sealCode } from '../../client/device/sealCode.ts'
import { type Answer, expectStatus } from '../../scripts/serviceDriver/apiClient.ts'
import { aPasskey } from '../../scripts/serviceDriver/authenticator.ts'
import {
  executeQuote,
  signed,
  signedAgain,
  untilSettled,
} from '../../scripts/serviceDriver/device.ts'
import { anIdToken, passkeyBody } from '../auth/actors.ts'
import { aFundedWallet, aQuote, type FundedWallet, ledgerHolds } from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { engineNames, engines } from './deviceKeys.ts'

let stack: SharedStack
let signers: { readonly otp: string; readonly export: string }

beforeAll(async () => {
  stack = await aSharedStack()
  signers = await aSandboxControl(stack).signers()
})
afterAll(() => stack?.stop())

type Session = { readonly id: string; readonly key: SigningKey }
type Spelling = 'compressed' | 'uncompressed'
/** Sends a login or refresh with a `clientPublicKey`, to its settled answer. */
type Beginning = (clientPublicKey: string) => Promise<Answer>

async function pays(owner: FundedWallet, { key }: Session): Promise<void> {
  const quote = await aQuote(owner)
  expectStatus('execute', await executeQuote(owner.api, key, quote, randomUUID()), 200)
}

/** A session of the device's own key, or of one that is opened. */
async function began(ring: Keyring, spelling: Spelling, begin: Beginning): Promise<Session> {
  if (spelling === 'compressed') {
    const key = await ring.createSigningKey()
    const { body } = await begin(key.publicKey)
    expect(body).not.toHaveProperty('encryptedSessionSigningKey')
    return { id: String(body.id), key }
  }
  const opening = await ring.createSealingKey()
  const { body } = await begin(opening.publicKey)
  const key = await opening.openSession(String(body.encryptedSessionSigningKey))
  expect(key.publicKey).not.toBe(opening.publicKey)
  return { id: String(body.id), key }
}

async function byCode(owner: FundedWallet, ring: Keyring): Promise<Session> {
  const { api, credential } = owner
  const path = `/auth/credentials/${credential.id}`
  const challenge = await untilSettled(() => api.call('POST', `${path}/challenge`))
  const key = await ring.createSigningKey()
  const bundle = String(challenge.body.otpEncryptionTargetBundle)
  const encryptedOtpBundle = sealCode('000000', bundle, {
    publicKey: key.publicKey,
    signer: signers.otp,
  })
  const body = { type: 'EMAIL_OTP', encryptedOtpBundle }
  const first = await untilSettled(() => api.call('POST', `${path}/verify`, body))
  expectStatus('verify', first, 202)
  const session = await signedAgain(api, key, first, ['POST', `${path}/verify`, body])
  return { id: String(expectStatus('signed retry', session, 200).body.id), key }
}

async function aPasskeyLogin(owner: FundedWallet, { key }: Session): Promise<Beginning> {
  const { api, wallet } = owner
  const passkey = aPasskey()
  const body = passkeyBody(wallet.id, passkey)
  const added = expectStatus('add', await signed(api, key, 'POST', '/auth/credentials', body), 201)
  const path = `/auth/credentials/${added.body.id}`
  return async (clientPublicKey) => {
    const started = await api.call('POST', `${path}/challenge`, { clientPublicKey })
    const login = { type: 'PASSKEY', assertion: passkey.assert(String(started.body.challenge)) }
    const headers = { 'Request-Id': String(started.body.requestId) }
    const verify = () => api.call('POST', `${path}/verify`, login, headers)
    return expectStatus('passkey', await untilSettled(verify), 200)
  }
}

async function anIdentityLogin(owner: FundedWallet, { key }: Session): Promise<Beginning> {
  const { api, wallet } = owner
  const sub = `person-${randomUUID()}`
  const body = { type: 'OAUTH', accountId: wallet.id, oidcToken: anIdToken({ sub }) }
  const added = expectStatus('add', await signed(api, key, 'POST', '/auth/credentials', body), 201)
  return async (clientPublicKey) => {
    const oidcToken = anIdToken({ sub, nonce: oauthNonce(clientPublicKey) })
    const path = `/auth/credentials/${added.body.id}/verify`
    const login = { type: 'OAUTH', clientPublicKey, oidcToken }
    return expectStatus('identity', await untilSettled(() => api.call('POST', path, login)), 200)
  }
}

const aRefresh =
  ({ api }: FundedWallet, { id, key }: Session): Beginning =>
  async (clientPublicKey) => {
    const body = { clientPublicKey }
    const answer = await signed(api, key, 'POST', `/auth/sessions/${id}/refresh`, body)
    return expectStatus('refresh', answer, 201)
  }

describe.each(engineNames)('with keys of %s', (engine) => {
  test('code, passkey, identity and refresh begin sessions that pay, by either key', async () => {
    const owner = await aFundedWallet(stack)
    const ring = engines[engine].keyring()
    const first = await byCode(owner, ring)
    await pays(owner, first)
    const logins = [await aPasskeyLogin(owner, first), await anIdentityLogin(owner, first)]
    for (const spelling of ['compressed', 'uncompressed'] as const) {
      for (const login of logins) {
        const session = await began(ring, spelling, login)
        await pays(owner, session)
        await pays(owner, await began(ring, spelling, aRefresh(owner, session)))
      }
    }
    await pays(owner, await began(ring, 'compressed', aRefresh(owner, first)))
    await ledgerHolds(stack)
  })

  test('the words of a wallet are opened here, and nowhere before', async () => {
    const owner = await aFundedWallet(stack, { minor: 0n })
    const ring = engines[engine].keyring()
    const { key } = await byCode(owner, ring)
    const opening = await ring.createSealingKey()
    const path = `/internal-accounts/${owner.wallet.id}/export`
    const body = { clientPublicKey: opening.publicKey }
    const first = expectStatus('export', await owner.api.call('POST', path, body), 202)
    const { organizationId } = JSON.parse(String(first.body.payloadToSign))
    const { body: given } = await signedAgain(owner.api, key, first, ['POST', path, body])
    const bundle = String(given.encryptedWalletCredentials)
    const expected = { organizationId, signer: signers.export }
    expect((await opening.openExport(bundle, expected)).split(' ')).toHaveLength(12)
    const other = opening.openExport(bundle, { ...expected, organizationId: randomUUID() })
    await expect(other).rejects.toMatchObject({ code: 'ORGANIZATION_MISMATCH' })
  })
})
