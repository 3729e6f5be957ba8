/** An app, its backend and the service: the device's package stamps, the relay passes on, the backend's client calls. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import {
  bodyOf,
  type Client,
  type components,
  createClient,
  payloadOf,
} from '../../client/backend/index.ts'
import { memoryKeyring } from '../../client/device/memoryKeyring.ts'
import { sealCode } from '../../client/device/sealCode.ts'
import {
  begin,
  executeHeaders,
  RelayInputError,
  relay,
  type Step,
  type ToSign,
} from '../../client/relay/index.ts'
import { aPasskey } from '../../scripts/serviceDriver/authenticator.ts'
import { passkeyBody } from '../auth/actors.ts'
import { aFundedWallet } from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'

type Schemas = components['schemas']
const ring = memoryKeyring()
let stack: SharedStack
let client: Client

beforeAll(async () => {
  stack = await aSharedStack()
  // What is still processing is answered to the app, which comes back.
  client = createClient({ baseUrl: stack.apiUrls[0] ?? '', ...stack.platform, processingMax: 0 })
})
afterAll(() => stack?.stop())

function toSignOf<Body>(step: Step<Body>): ToSign {
  if (step.state !== 'TO_SIGN') throw new Error(`nothing to sign: ${step.state}`)
  return step.toSign
}

/** The app, which comes back while it is processing. @returns the body, and how often it came */
async function untilDone<Body>(next: () => Promise<Step<Body>>): Promise<readonly [Body, number]> {
  for (let calls = 1; ; calls += 1) {
    const step = await next()
    if (step.state === 'DONE') return [step.body, calls]
    if (step.state !== 'PROCESSING') throw new Error(`not the end: ${step.state}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

test('login, passkey, refresh, payment and sign-out of an app', async () => {
  const { wallet, credential, account } = await aFundedWallet(stack)
  const { otp } = await aSandboxControl(stack).signers()
  const at = { path: { id: credential.id } }
  const challenge = async () =>
    begin(() => client.api.POST('/auth/credentials/{id}/challenge', { params: at }))
  const [sent] = await untilDone(challenge)
  const bundle = (sent as Schemas['AuthMethod']).otpEncryptionTargetBundle ?? ''
  const key = await ring.createSigningKey()
  const { publicKey } = key
  const encryptedOtpBundle = sealCode('000000', bundle, { publicKey, signer: otp })
  const verify = (header: object) =>
    client.api.POST('/auth/credentials/{id}/verify', {
      params: { ...at, header },
      body: { type: 'EMAIL_OTP', encryptedOtpBundle },
    })
  let first = await begin(verify)
  while (first.state === 'PROCESSING') first = await begin(verify)
  const { payloadToSign, requestId } = toSignOf(first)
  const stamp = await key.stamp(payloadToSign)
  const [session] = await untilDone(() => relay(verify, { requestId, stamp }))
  expectTypeOf(session).toEqualTypeOf<Schemas['AuthSession']>()
  expect(session.id).toMatch(/^Session:/)
  const passkey = aPasskey()
  const body = passkeyBody(wallet.id, passkey) as Schemas['AuthCredentialCreateRequest']
  const add = (header: object) => client.api.POST('/auth/credentials', { params: { header }, body })
  const adding = toSignOf(await begin(add))
  const control = aSandboxControl(stack)
  const release = await control.order({
    ...{ party: 'provider', operation: 'CREATE_AUTHENTICATORS_V2', kind: 'stuckPending' },
    ...{ count: 1, match: passkey.credentialId },
  })
  const addition = { requestId: adding.requestId, stamp: await key.stamp(adding.payloadToSign) }
  const held = await relay(add, addition)
  await release()
  const [added] = await untilDone(() => relay(add, addition))
  expect([held.state, (added as Schemas['AuthMethod']).type]).toEqual(['PROCESSING', 'PASSKEY'])

  const its = { path: { id: (added as Schemas['AuthMethod']).id } }
  const login = await ring.createSigningKey()
  const started = (await bodyOf(
    client.api.POST('/auth/credentials/{id}/challenge', {
      params: its,
      body: { clientPublicKey: login.publicKey },
    }),
  )) as Schemas['PasskeyAuthChallenge']
  const assertion = passkey.assert(started.challenge)
  const prove = (header: object) =>
    client.api.POST('/auth/credentials/{id}/verify', {
      params: { ...its, header },
      body: { type: 'PASSKEY', assertion },
    })
  const [byPasskey] = await untilDone(() => relay(prove, { requestId: started.requestId }))
  expect(byPasskey.id).toMatch(/^Session:/)

  const next = await ring.createSigningKey()
  const refresh = (header: object) =>
    client.api.POST('/auth/sessions/{id}/refresh', {
      params: { path: { id: byPasskey.id }, header },
      body: { clientPublicKey: next.publicKey },
    })
  const refreshing = toSignOf(await begin(refresh))
  const refreshed = {
    requestId: refreshing.requestId,
    stamp: await login.stamp(refreshing.payloadToSign),
  }
  const [newer] = await untilDone(() => relay(refresh, refreshed))

  const quote = await bodyOf(
    client.api.POST('/quotes', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: wallet.id },
        destination: { destinationType: 'ACCOUNT', accountId: account.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000_000,
      },
    }),
  )
  const header = executeHeaders(await next.stamp(payloadOf(quote)), randomUUID())
  const path = { quoteId: quote.id }
  const executed = await bodyOf(
    client.api.POST('/quotes/{quoteId}/execute', { params: { path, header } }),
  )
  expect(executed).toMatchObject({ id: quote.id, status: 'PROCESSING' })

  const end = (given: object) =>
    client.api.DELETE('/auth/sessions/{id}', { params: { path: { id: newer.id }, header: given } })
  const ending = toSignOf(await begin(end))
  const last = { requestId: ending.requestId, stamp: await next.stamp(ending.payloadToSign) }
  const [over] = await untilDone(() => relay(end, last))
  expect(over).toBeUndefined()
})

describe('a step', () => {
  const answered = (status: number, data?: unknown) => async () => ({
    data,
    response: new Response(null, { status }),
  })
  const id = `Request:${randomUUID()}`
  const asked = { payloadToSign: 'text', requestId: id, expiresAt: '2026-01-01T00:00:00Z' }

  test('says what is next', async () => {
    const toSign = { state: 'TO_SIGN', toSign: asked }
    expect(await begin(answered(202, { ...asked, more: 1 }))).toEqual(toSign)
    // An operation of two stamps.
    expect(await relay(answered(202, asked), { requestId: id, stamp: 'x' })).toEqual(toSign)
    const processing = { status: 'PROCESSING' }
    expect(await begin(answered(200, processing))).toEqual({ state: 'PROCESSING' })
    const quote = { ...processing, id: 'Quote:1' }
    expect(await begin(answered(200, quote))).toEqual({ state: 'DONE', body: quote })
    expect(await begin(answered(204))).toEqual({ state: 'DONE', body: undefined })
  })

  test('is not begun with what is no stamp', async () => {
    let calls = 0
    const call = async () => {
      calls += 1
      return { data: {}, response: new Response(null) }
    }
    const stamp = 'eyJ9'
    for (const signed of [
      { requestId: 'Request:1', stamp },
      { requestId: `${id}\nX: y`, stamp },
      { requestId: id, stamp: '' },
      { requestId: id, stamp: 'a b' },
      { requestId: id, stamp: 'x'.repeat(2_049) },
      { requestId: id, stamp: 'a\r\nX-Y: z' },
    ]) {
      await expect(relay(call, signed)).rejects.toThrow(RelayInputError)
    }
    expect(() => executeHeaders('a=', 'order')).toThrow(RelayInputError)
    expect(calls).toBe(0)
  })
})
