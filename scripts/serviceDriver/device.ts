/** A customer's device: holds the keys, seals codes and stamps payloads with the real clients. */
import { ApiKeyStamper } from '@turnkey/api-key-stamper'
import {
  decryptCredentialBundle,
  decryptExportBundle,
  encryptOtpCodeToBundle,
  generateP256KeyPair,
  getPublicKey,
} from '@turnkey/crypto'
import { isProcessing } from '../../client/backend/retry.ts'
import {
  type Challenge,
  payloadOf as payloadOfQuote,
  type Stamper,
  signedHeaders,
} from '../../client/backend/signedRetry.ts'
import { type Answer, type ApiClient, expectStatus } from './apiClient.ts'

export type Device = {
  /** Compressed, hex. */
  readonly publicKey: string
  readonly publicKeyUncompressed: string
  /** Value of `Service-Wallet-Signature`. */
  stamp(payload: string): Promise<string>
  /** The device of the session whose key was sealed to this one. */
  openSession(encryptedSessionSigningKey: string): Device
  /** The mnemonic that was exported to this key. */
  openExport(bundle: string, organizationId: string, exportSigner: string): Promise<string>
}

export function createDevice(): Device {
  return deviceOf(generateP256KeyPair())
}

type KeyPair = ReturnType<typeof generateP256KeyPair>

function deviceOf({ privateKey, publicKey, publicKeyUncompressed }: KeyPair): Device {
  const stamper = new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey })
  return {
    publicKey,
    publicKeyUncompressed,
    async stamp(payload) {
      return (await stamper.stamp(payload)).stampHeaderValue
    },
    openSession(sealed) {
      const session = decryptCredentialBundle(sealed, privateKey)
      const bytes = Buffer.from(session, 'hex')
      const hex = (isCompressed: boolean): string =>
        Buffer.from(getPublicKey(bytes, isCompressed)).toString('hex')
      return deviceOf({
        privateKey: session,
        publicKey: hex(true),
        publicKeyUncompressed: hex(false),
      })
    },
    openExport(exportBundle, organizationId, exportSigner) {
      return decryptExportBundle({
        exportBundle,
        embeddedKey: privateKey,
        organizationId,
        returnMnemonic: true,
        dangerouslyOverrideSignerPublicKey: exportSigner,
      })
    },
  }
}

/** First call, stamp, second call until it is settled, each answer as it comes. */
export async function signed(
  api: ApiClient,
  device: Device,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const first = expectStatus(`${method} ${path}`, await api.call(method, path, body), 202)
  return signedAgain(api, device, first, [method, path, body])
}

/**
 * Repeats a call with the stamp that its last answer asked for, until it is settled.
 *
 * @param asked the answer `202` with what is to be stamped
 */
export async function signedAgain(
  api: ApiClient,
  device: Device,
  asked: Pick<Answer, 'body'>,
  [method, path, body]: readonly [method: string, path: string, body?: unknown],
): Promise<Answer> {
  const headers = await signedHeaders(asked.body as Challenge, stamperOf(device))
  return untilSettled(() => api.call(method, path, body, headers))
}

function stamperOf(device: Device): Stamper {
  return { stamp: async (payload) => ({ stampHeaderValue: await device.stamp(payload) }) }
}

const REPEAT_MS = 100
const REPEATS_MAX = 300

/** Repeats a call as long as it answers `200 PROCESSING`: the same call finds its result. */
export async function untilSettled<T extends { body: Record<string, unknown> }>(
  call: () => Promise<T>,
): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    const answer = await call()
    if (!isProcessing(answer.body) || turn >= REPEATS_MAX) return answer
    await new Promise((resolve) => setTimeout(resolve, REPEAT_MS))
  }
}

export type Login = {
  readonly credentialId: string
  /** Public key of the provider's OTP signer: what the client trusts a bundle by. */
  readonly otpSigner: string
  readonly code?: string
  readonly device?: Device
  readonly type?: 'EMAIL_OTP' | 'SMS_OTP'
  /** Spelling of the key inside the bundle. */
  readonly spelling?: 'compressed' | 'uncompressed'
}

/** Challenge, sealed code, signed retry. @returns the device, whose key is now a session key */
export async function logIn(api: ApiClient, login: Login): Promise<Device & { sessionId: string }> {
  const device = login.device ?? createDevice()
  const path = `/auth/credentials/${login.credentialId}`
  const challenge = await untilSettled(() => api.call('POST', `${path}/challenge`))
  expectStatus('challenge', challenge, 200)
  const encryptedOtpBundle = await encryptOtpCodeToBundle(
    login.code ?? '000000',
    String(challenge.body.otpEncryptionTargetBundle),
    login.spelling === 'uncompressed' ? device.publicKeyUncompressed : device.publicKey,
    login.otpSigner,
  )
  const body = { type: login.type ?? 'EMAIL_OTP', encryptedOtpBundle }
  const first = await untilSettled(() => api.call('POST', `${path}/verify`, body))
  expectStatus('verify', first, 202)
  const headers = await signedHeaders(first.body as Challenge, stamperOf(device))
  const session = await untilSettled(() => api.call('POST', `${path}/verify`, body, headers))
  expectStatus('signed retry', session, 200)
  return { ...device, sessionId: String(session.body.id) }
}

/** Stamps what a quote shows and executes it. */
export async function executeQuote(
  api: ApiClient,
  device: Device,
  quote: Record<string, unknown>,
  key: string | undefined,
): ReturnType<ApiClient['call']> {
  return api.call('POST', `/quotes/${quote.id}/execute`, undefined, {
    'Service-Wallet-Signature': await device.stamp(payloadOf(quote)),
    'Idempotency-Key': key,
  })
}

/** `payloadToSign` of a quote from an embedded wallet, as an answer shows it. */
export function payloadOf(quote: Record<string, unknown>): string {
  return payloadOfQuote(quote as Parameters<typeof payloadOfQuote>[0])
}
