/** A customer's device: holds the keys, seals codes and stamps payloads as an app does, by `client/device`. */
import { isProcessing } from '../../client/backend/retry.ts'
import {
  type Challenge,
  payloadOf as payloadOfQuote,
  type Stamper,
  signedHeaders,
} from '../../client/backend/signedRetry.ts'
import { heldOf, type SigningKey, sealingKey, signingKey } from '../../client/device/keys.ts'
import { compressedHexOf } from '../../client/device/points.ts'
import { sealCode } from '../../client/device/sealCode.ts'
import { heldInSoftware, newSecret } from '../../client/device/software.ts'
import { adoptedByWebCrypto } from '../../client/device/webCrypto.ts'
import { type Answer, type ApiClient, expectStatus } from './apiClient.ts'

export type Device = {
  /** Compressed, hex. */
  readonly publicKey: string
  readonly publicKeyUncompressed: string
  /** Value of `Service-Wallet-Signature`. */
  stamp(payload: string): Promise<string>
}

/** One whose own key it is: what was sealed to it is opened, too. */
export type NewDevice = Device & {
  /** The device of the session whose key was sealed to this one. */
  openSession(encryptedSessionSigningKey: string): Promise<Device>
  /** The mnemonic that was exported to this key. */
  openExport(bundle: string, organizationId: string, exportSigner: string): Promise<string>
}

/** One key for everything, of which an app has one for each use; at hand at once, and fast when it stamps. */
export function createDevice(): NewDevice {
  const secret = newSecret()
  const adopt = (given: typeof secret) => adoptedByWebCrypto('SIGN', given)
  const held = heldInSoftware('OPEN', secret)
  const opening = sealingKey({ ...held, adopt })
  let stamping: Promise<SigningKey> | undefined
  return {
    publicKey: compressedHexOf(held.publicKey),
    publicKeyUncompressed: opening.publicKey,
    async stamp(payload) {
      stamping ??= adopt(secret.slice()).then(signingKey)
      return (await stamping).stamp(payload)
    },
    async openSession(sealed) {
      const key = await opening.openSession(sealed)
      const publicKeyUncompressed = Buffer.from(heldOf(key).publicKey).toString('hex')
      return { ...key, publicKeyUncompressed }
    },
    openExport: (bundle, organizationId, signer) =>
      opening.openExport(bundle, { organizationId, signer }),
  }
}

/** First call, stamp, second call until it is settled, each answer as it comes. */
export async function signed(
  api: ApiClient,
  device: Pick<Device, 'stamp'>,
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
  device: Pick<Device, 'stamp'>,
  asked: Pick<Answer, 'body'>,
  [method, path, body]: readonly [method: string, path: string, body?: unknown],
): Promise<Answer> {
  const headers = await signedHeaders(asked.body as Challenge, stamperOf(device))
  return untilSettled(() => api.call(method, path, body, headers))
}

function stamperOf(device: Pick<Device, 'stamp'>): Stamper {
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
  const isUncompressed = login.spelling === 'uncompressed'
  const encryptedOtpBundle = sealCode(
    login.code ?? '000000',
    String(challenge.body.otpEncryptionTargetBundle),
    {
      publicKey: isUncompressed ? device.publicKeyUncompressed : device.publicKey,
      signer: login.otpSigner,
    },
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
  device: Pick<Device, 'stamp'>,
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
