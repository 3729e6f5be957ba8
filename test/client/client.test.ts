/** The client against the service: signed retries with an unmodified stamper, pages, webhooks. */
import { randomUUID } from 'node:crypto'
import { ApiKeyStamper } from '@turnkey/api-key-stamper'
import { encryptOtpCodeToBundle, generateP256KeyPair } from '@turnkey/crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ApiError,
  bodyOf,
  type Client,
  type components,
  createClient,
  executeQuote,
  type IgnoredFieldsWarning,
  isReplayed,
  SIGNATURE_HEADER,
  type Stamper,
  signedRetry,
  verifyWebhook,
  WebhookSignatureError,
} from '../../client/backend/index.ts'
import { webhookSignature } from '../../runtime/webhookSignature.ts'
import { aChallenge, aPasskey } from '../../scripts/serviceDriver/authenticator.ts'
import { aCustomerBody, aFundedWallet, waitUntil } from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { keys } from '../webhooks/platforms.ts'
import { aReceiver } from '../webhooks/receiver.ts'

type Schemas = components['schemas']
type NewCustomer = Schemas['IndividualCustomerCreateRequest']
type KeyPair = ReturnType<typeof generateP256KeyPair>

let stack: SharedStack
let client: Client

beforeAll(async () => {
  stack = await aSharedStack()
  client = createClient({ baseUrl: stack.apiUrls[0] ?? '', ...stack.platform })
})
afterAll(() => stack?.stop())

function stamperOf({ publicKey, privateKey }: KeyPair): Stamper {
  return new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey })
}

/** Challenge, sealed code, signed retry. */
async function logIn(id: string, keyPair: KeyPair): Promise<Schemas['AuthSession']> {
  const path = { id }
  const { otpEncryptionTargetBundle = '' } = (await bodyOf(
    client.api.POST('/auth/credentials/{id}/challenge', { params: { path } }),
  )) as Schemas['AuthMethod']
  const { otp } = await aSandboxControl(stack).signers()
  const body = {
    type: 'EMAIL_OTP' as const,
    encryptedOtpBundle: await encryptOtpCodeToBundle(
      '000000',
      otpEncryptionTargetBundle,
      keyPair.publicKey,
      otp,
    ),
  }
  return signedRetry(
    (header) =>
      client.api.POST('/auth/credentials/{id}/verify', { params: { path, header }, body }),
    stamperOf(keyPair),
  )
}

describe('signed retries', () => {
  test('of all operations, and a payment', async () => {
    const { customer, wallet, credential, account } = await aFundedWallet(stack)
    const keyPair = generateP256KeyPair()
    const device = stamperOf(keyPair)
    const accountId = wallet.id
    const session = await logIn(credential.id, keyPair)
    expect(session.id).toMatch(/^Session:/)

    const challenge = aChallenge()
    const attestation = aPasskey().attest(challenge)
    const passkey = await signedRetry(
      (header) =>
        client.api.POST('/auth/credentials', {
          params: { header },
          body: {
            type: 'PASSKEY',
            accountId,
            challenge,
            nickname: 'laptop',
            attestation: { ...attestation, transports: [...attestation.transports] },
          },
        }),
      device,
    )
    expect(passkey).toMatchObject({ type: 'PASSKEY', nickname: 'laptop' })

    const fresh = generateP256KeyPair()
    const refreshed = await signedRetry(
      (header) =>
        client.api.POST('/auth/sessions/{id}/refresh', {
          params: { path: { id: session.id }, header },
          body: { clientPublicKey: fresh.publicKey },
        }),
      device,
    )
    expect(refreshed.id).not.toBe(session.id)

    const privacy = await signedRetry(
      (header) =>
        client.api.PATCH('/internal-accounts/{id}', {
          params: { path: { id: accountId }, header },
          body: { privateEnabled: true },
        }),
      device,
    )
    expect(privacy.privateEnabled).toBe(true)

    const { publicKeyUncompressed: clientPublicKey } = generateP256KeyPair()
    const exported = await signedRetry(
      (header) =>
        client.api.POST('/internal-accounts/{id}/export', {
          params: { path: { id: accountId }, header },
          body: { clientPublicKey },
        }),
      device,
    )
    expect(exported.encryptedWalletCredentials).toContain('v1.0.0')

    const email = `moved-${randomUUID().slice(0, 8)}@example.com`
    const moved = await signedRetry(
      (header) =>
        client.api.PATCH('/customers/{customerId}', {
          params: { path: { customerId: customer.id }, header },
          body: { customerType: 'INDIVIDUAL', email },
        }),
      device,
    )
    expect(moved.email).toBe(email)

    const quote = await bodyOf(
      client.api.POST('/quotes', {
        body: {
          source: { sourceType: 'ACCOUNT', accountId },
          destination: { destinationType: 'ACCOUNT', accountId: account.id },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 1_000_000,
        },
      }),
    )
    const key = randomUUID()
    const executed = await executeQuote(client.api, quote, device, key)
    expect(executed).toMatchObject({ id: quote.id, status: 'PROCESSING' })
    expect(await executeQuote(client.api, quote, device, key)).toEqual(executed)
    const other = executeQuote(client.api, quote, device)
    await expect(other).rejects.toMatchObject({ name: 'ApiError', status: 409, code: 'CONFLICT' })

    const ended = await signedRetry(
      (header) =>
        client.api.DELETE('/auth/credentials/{id}', {
          params: { path: { id: (passkey as Schemas['AuthMethod']).id }, header },
        }),
      device,
    )
    expect(ended).toBeUndefined()
    const over = await signedRetry(
      (header) =>
        client.api.DELETE('/auth/sessions/{id}', {
          params: { path: { id: session.id }, header },
        }),
      device,
    )
    expect(over).toBeUndefined()
  })

  test('a stamp by an unknown key has an error code of its own', async () => {
    const { credential, wallet } = await aFundedWallet(stack, { minor: 0n })
    const keyPair = generateP256KeyPair()
    const session = await logIn(credential.id, keyPair)
    const refused = signedRetry(
      (header) =>
        client.api.DELETE('/auth/sessions/{id}', { params: { path: { id: session.id }, header } }),
      stamperOf(generateP256KeyPair()),
    )
    await expect(refused).rejects.toMatchObject({ status: 401, code: 'WALLET_SIGNATURE_INVALID' })
    const query = { accountId: wallet.id }
    const { data } = await bodyOf(client.api.GET('/auth/sessions', { params: { query } }))
    expect(data.map(({ id }) => id)).toEqual([session.id])
  })
})

describe('lists', () => {
  test('every item, page after page, as far as one looks', async () => {
    const made: string[] = []
    const region = 'NZ'
    for (let count = 0; count < 5; count += 1) {
      const body = aCustomerBody({ region }) as NewCustomer
      made.push((await bodyOf(client.api.POST('/customers', { body }))).id)
    }
    const seen: string[] = []
    for await (const { id } of client.each('/customers', { region, limit: 2 })) seen.push(id)
    expect(seen).toEqual([...made].reverse())
    for await (const { id } of client.each('/customers', { region, limit: 2 })) {
      expect(id).toBe(seen[0])
      break
    }
    const wallets = client.each('/internal-accounts', { type: 'EMBEDDED_WALLET', limit: 3 })
    let count = 0
    for await (const { type } of wallets) {
      expect(type).toBe('EMBEDDED_WALLET')
      count += 1
    }
    expect(count).toBeGreaterThanOrEqual(5)
  })

  test('a refusal names every invalid field', async () => {
    const query = { limit: 0, startDate: 'yesterday' }
    const error = await client.api.GET('/transactions', { params: { query } }).catch((e) => e)
    expect(error).toBeInstanceOf(ApiError)
    const { status, code, fields, requestId } = error as ApiError
    expect({ status, code }).toEqual({ status: 400, code: 'INVALID_INPUT' })
    expect(fields.map(({ field }) => field).sort()).toEqual(['limit', 'startDate'])
    expect(requestId).toBeTruthy()
  })
})

describe('webhooks', () => {
  const body = JSON.stringify({ id: 'Webhook:1', type: 'TEST', timestamp: 't', data: {} })
  const header = webhookSignature(Buffer.from(body), keys.privateKey)

  test('are believed when one of the keys has signed these bytes', () => {
    const stranger = { kty: 'EC', crv: 'P-256', ...otherPoint() }
    for (const known of [
      keys.publicKeyPem,
      { ...keys.publicJwk },
      { keys: [stranger, { ...keys.publicJwk }] },
    ]) {
      expect(verifyWebhook(body, header, known)).toMatchObject({ id: 'Webhook:1', type: 'TEST' })
      expect(verifyWebhook(Buffer.from(body), JSON.parse(header).s, known).type).toBe('TEST')
      // A proxy has repeated it: Node joins such headers, others make a list of them.
      for (const repeated of [`${header}, ${header}`, [header, header], ['x', header]]) {
        expect(verifyWebhook(body, repeated, known).type).toBe('TEST')
      }
    }
    const wrong: [string, string | undefined, typeof stranger | string][] = [
      [`${body} `, header, keys.publicKeyPem],
      [body, header, stranger],
      [body, undefined, keys.publicKeyPem],
      [body, '', keys.publicKeyPem],
      [body, '{', keys.publicKeyPem],
      [body, '{"v":"2","s":"x"}', keys.publicKeyPem],
      [body, 'x', keys.publicKeyPem],
    ]
    for (const [text, given, known] of wrong) {
      expect(() => verifyWebhook(text, given, known)).toThrow(WebhookSignatureError)
    }
  })

  test('of the service are', async () => {
    const receiver = await aReceiver()
    await client.api.PATCH('/config', { body: { webhookEndpoint: receiver.url } })
    const received = await waitUntil('the webhook', () => receiver.received[0])
    const { data: config } = await client.api.GET('/config')
    const keySet = new URL(config?.webhookKeysPath ?? '', stack.apiUrls[0])
    const published = await (await fetch(keySet)).json()
    const signature = String(received.headers[SIGNATURE_HEADER.toLowerCase()])
    const event = verifyWebhook(received.raw, signature, published as { keys: object[] })
    expect(event).toMatchObject({ type: 'TEST', id: expect.stringMatching(/^Webhook:/) })
    await receiver.stop()
  })
})

describe('members that the service does not know', () => {
  const withUnknown = (more: object) => ({ ...aCustomerBody(), ...more }) as NewCustomer
  const body = withUnknown({ fullname: 'Ada', 'color (1)': 'blue' })
  const ours = (): { baseUrl: string; clientId: string; clientSecret: string } => ({
    baseUrl: stack.apiUrls[0] ?? '',
    ...stack.platform,
  })

  test('are named to the program, with the one that is meant', async () => {
    const warnings: IgnoredFieldsWarning[] = []
    const { api } = createClient({ ...ours(), onIgnoredFields: (one) => warnings.push(one) })
    await api.POST('/customers', { body })
    await api.GET('/config')
    expect(warnings).toHaveLength(1)
    const [warning] = warnings
    expect(warning).toMatchObject({
      operation: 'POST /customers',
      fields: [
        { field: 'fullname', meant: 'fullName' },
        { field: 'color (1)', meant: undefined },
      ],
      requestId: expect.any(String),
    })
    expect(warning?.message).toContain('fullname (fullName is meant?), color (1)')
  })

  test('are a warning of the process, once', async () => {
    const seen: unknown[] = []
    const listen = (warning: Error): unknown =>
      warning.name === 'IgnoredFieldsWarning' && seen.push(warning)
    process.on('warning', listen)
    try {
      const { api } = createClient(ours())
      for (const _ of [1, 2]) await api.POST('/customers', { body: withUnknown({ fullname: 'x' }) })
      await new Promise((resolve) => setImmediate(resolve))
      expect(seen).toHaveLength(1)
    } finally {
      process.off('warning', listen)
    }
  })

  test('are refused where the program asks for that', async () => {
    const { api } = createClient({ ...ours(), isStrict: true })
    const refused = await api.POST('/customers', { body }).catch((error: ApiError) => error)
    expect(refused).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    expect((refused as ApiError).fields.map(({ field }) => field).sort()).toEqual([
      ...['color (1)', 'fullname'],
    ])
  })
})

test('an answer that was given before says so', async () => {
  const header = { 'Idempotency-Key': randomUUID() }
  const body = aCustomerBody() as NewCustomer
  const create = () => client.api.POST('/customers', { params: { header }, body })
  expect([await create(), await create()].map(isReplayed)).toEqual([false, true])
})

/** A point of the curve that is nobody's key here: x and y of its own pair. */
function otherPoint(): { x: string; y: string } {
  const hex = generateP256KeyPair().publicKeyUncompressed
  const part = (from: number): string =>
    Buffer.from(hex.slice(from, from + 64), 'hex').toString('base64url')
  return { x: part(2), y: part(66) }
}

test('an agent has a client of its own', async () => {
  const customer = await bodyOf(
    client.api.POST('/customers', {
      body: aCustomerBody() as NewCustomer,
    }),
  )
  const { agent, deviceCode } = await bodyOf(
    client.api.POST('/agents', {
      body: {
        name: 'Invoices',
        customerId: customer.id,
        policy: {
          permissions: ['CREATE_QUOTES'],
          defaultExecutionMode: 'APPROVAL_REQUIRED',
          spendingLimits: { currency: 'USDB', perTransactionLimit: 5_000_000 },
        },
      },
    }),
  )
  const path = { code: deviceCode.code }
  const { accessToken } = await bodyOf(
    client.api.POST('/agents/device-codes/{code}/redeem', { params: { path } }),
  )
  const its = createClient({ baseUrl: stack.apiUrls[0] ?? '', accessToken })
  const me = await bodyOf(its.api.GET('/agents/me'))
  expect(me).toEqual({ ...agent, isConnected: true, updatedAt: me.updatedAt })
  await expect(its.api.GET('/agents')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(client.api.GET('/agents/me')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const ids: string[] = []
  for await (const { id } of client.each('/agents', { customerId: customer.id })) ids.push(id)
  expect(ids).toEqual([agent.id])
})
