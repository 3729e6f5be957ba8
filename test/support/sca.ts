/** Customers of whom strong authentication is demanded, and what they prove themselves with. */
import { randomInt } from 'node:crypto'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { aPasskey, type Ceremony, type Passkey } from '../../scripts/serviceDriver/authenticator.ts'
import { aCustomerBody, type Resource, shown, waitUntil } from './builders.ts'
import type { SharedStack } from './stack.ts'

/** Every code of the sandbox. */
export const CODE = '123456'
export const WRONG_CODE = '654321'

export type ScaCustomer = {
  readonly api: ApiClient
  readonly customer: Resource & { readonly email: string; readonly phoneNumber: string }
  /** An operation under `/sca`, for this customer. */
  sca(method: string, path: string, body?: object): ReturnType<ApiClient['call']>
}

export function aPhoneNumber(): string {
  return `+4917${randomInt(1e8, 1e9)}`
}

/** In the region, with contacts that are not verified yet. */
export async function anUnverifiedCustomer(
  api: ApiClient,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<ScaCustomer> {
  const body = aCustomerBody({ region: 'DE', phoneNumber: aPhoneNumber(), ...fields })
  const customer = shown('create customer', await api.call('POST', '/customers', body), 201)
  return {
    api,
    customer: customer as ScaCustomer['customer'],
    sca: (method, path, sent) =>
      api.call(
        method,
        `/sca${path}${path.includes('?') ? '&' : '?'}customerId=${customer.id}`,
        sent,
      ),
  }
}

/** With both contacts verified: SMS_OTP is its factor. */
export async function aScaCustomer(
  api: ApiClient,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<ScaCustomer> {
  const created = await anUnverifiedCustomer(api, fields)
  for (const contact of ['email', 'phone']) {
    const path = `/customers/${created.customer.id}/verify-${contact}`
    shown('send code', await api.call('POST', path), 204)
    shown('confirm code', await api.call('POST', `${path}/confirm`, { code: CODE }), 200)
  }
  return created
}

/** Logs in by SMS_OTP; the answer of the completion. */
export async function logIn(
  { sca }: Pick<ScaCustomer, 'sca'>,
  code = CODE,
): Promise<Awaited<ReturnType<ApiClient['call']>>> {
  const start = shown('start login', await sca('POST', '/login/start', { factor: 'SMS_OTP' }), 200)
  return sca('POST', '/login/complete', {
    ...{ factor: 'SMS_OTP', code, endUserIpAddress: '203.0.113.7' },
    challengeId: (start as unknown as { challengeId: string }).challengeId,
  })
}

/** Enrols TOTP in a live session: the secret in base32, and the recovery codes. */
export async function enrolTotp({
  sca,
}: Pick<ScaCustomer, 'sca'>): Promise<{ secret: string; recoveryCodes: readonly string[] }> {
  const start = shown('start TOTP', await sca('POST', '/factors', { type: 'TOTP' }), 200)
  const { secret, secretBase32Encoded } = start as unknown as Record<string, string>
  const confirm = { type: 'TOTP', secret, code: CODE }
  const done = shown('confirm TOTP', await sca('POST', '/factors/confirm', confirm), 200)
  const { recoveryCodes } = done as unknown as { recoveryCodes: string[] }
  return { secret: secretBase32Encoded ?? '', recoveryCodes }
}

type Options = { readonly challenge: string }

/** The registration that a browser makes of creation options. */
export function registrationOf(passkey: Passkey, options: Options, ceremony?: Ceremony): object {
  const made = passkey.attest(options.challenge, ceremony)
  return {
    id: made.credentialId,
    rawId: made.credentialId,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: made.clientDataJson,
      attestationObject: made.attestationObject,
      transports: made.transports,
    },
  }
}

/** The assertion that a browser makes of request options. */
export function assertionOf(passkey: Passkey, options: Options, ceremony?: Ceremony): object {
  const made = passkey.assert(Buffer.from(options.challenge, 'base64url'), ceremony)
  return {
    id: made.credentialId,
    rawId: made.credentialId,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: made.clientDataJson,
      authenticatorData: made.authenticatorData,
      signature: made.signature,
    },
  }
}

/** Enrols a passkey in a live session. */
export async function enrolPasskey({ sca }: ScaCustomer): Promise<Passkey> {
  const start = shown('start passkey', await sca('POST', '/factors', { type: 'PASSKEY' }), 200)
  const { options } = start as unknown as { options: Options }
  const passkey = aPasskey()
  const credential = registrationOf(passkey, options)
  const body = { type: 'PASSKEY', origin: 'http://localhost', credential }
  shown('confirm passkey', await sca('POST', '/factors/confirm', body), 200)
  return passkey
}

export type StartedReset = { readonly resetId: string; readonly verificationLink: string }

export async function aReset({ sca }: ScaCustomer, factor: string): Promise<StartedReset> {
  const answer = await sca('POST', '/factors/reset', { factor })
  return shown('start reset', answer, 201) as unknown as StartedReset
}

export async function resetStatusOf(
  { sca }: ScaCustomer,
  { resetId }: Pick<StartedReset, 'resetId'>,
): Promise<Readonly<Record<string, unknown>>> {
  return (await sca('GET', `/factors/reset/${resetId}`)).body
}

/** The customer opens the page, and is recognized by the vendor, or not. */
export async function showFace(
  stack: Pick<SharedStack, 'env'>,
  { customer }: Pick<ScaCustomer, 'customer'>,
  { resetId, verificationLink }: StartedReset,
  outcome: 'pass' | 'fail' = 'pass',
): Promise<void> {
  const page = await fetch(verificationLink)
  if (!page.ok) throw new Error(`the page answers ${page.status}`)
  const path = `/verification/applicants/${customer.id}/actions/${resetId}/${outcome}`
  const answer = await fetch(`${stack.env.SANDBOX_CONTROL_URL}${path}`, { method: 'POST' })
  if (!answer.ok) throw new Error(`the check could not be finished: ${answer.status}`)
}

/** As `showFace`, until the reset has the vendor's verdict. */
export async function recognize(
  stack: Pick<SharedStack, 'env'>,
  customer: ScaCustomer,
  reset: StartedReset,
  outcome: 'pass' | 'fail' = 'pass',
): Promise<void> {
  await showFace(stack, customer, reset, outcome)
  const wanted = outcome === 'pass' ? 'LIVENESS_PASSED' : 'REJECTED'
  await waitUntil(`the reset is ${wanted}`, async () => {
    return (await resetStatusOf(customer, reset)).status === wanted
  })
}
