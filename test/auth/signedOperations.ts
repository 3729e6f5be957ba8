/**
 * Every operation of the signed-retry protocol as a test can send it: what a platform asks for,
 * which of an owner's keys may stamp it, and where its effect shows without its answer.
 */
import { randomInt, randomUUID } from 'node:crypto'
import type { WalletOperationKind } from '../../contract/stampRules.ts'
import { type Answer, type ApiClient, expectStatus } from '../../scripts/serviceDriver/apiClient.ts'
import { aPasskey, type Passkey } from '../../scripts/serviceDriver/authenticator.ts'
import { createDevice, type Device, logIn, signed } from '../../scripts/serviceDriver/device.ts'
import { anOpenLogin } from '../durability/logins.ts'
import { aFundedWallet, type FundedWallet, listed, type Resource } from '../support/builders.ts'
import { aKeyToActivate, anOpenKey, keysOf } from '../support/delegatedKeys.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import type { SharedStack } from '../support/stack.ts'
import { addPasskey, anIdToken, logInWithPasskey, nonceOf, passkeyBody } from './actors.ts'

/** The owner of a wallet with an email code and a passkey, and a session of each. */
export type Owner = FundedWallet & {
  readonly device: Device
  readonly sessionId: string
  readonly passkey: Passkey
  readonly passkeyCredential: Resource
  readonly passkeyDevice: Device
  readonly passkeySessionId: string
}

export async function anOwner(stack: SharedStack): Promise<Owner> {
  const funded = await aFundedWallet(stack, { minor: 0n })
  const { otp } = await aSandboxControl(stack).signers()
  const device = await logIn(funded.api, { credentialId: funded.credential.id, otpSigner: otp })
  const owner = { ...funded, device, sessionId: device.sessionId }
  const { passkey, credential } = await addPasskey(owner)
  const login = await logInWithPasskey(owner, credential.id, passkey)
  return {
    ...owner,
    passkey,
    passkeyCredential: credential,
    passkeyDevice: login.device,
    passkeySessionId: login.sessionId,
  }
}

export type SignedCall = { readonly method: string; readonly path: string; readonly body?: object }

/** Those that are one signed retry of a request that needs nothing before it. */
export type SignedKind = Exclude<
  WalletOperationKind,
  'OTP_LOGIN' | 'PASSKEY_LOGIN' | 'OAUTH_LOGIN' | 'CREATE_DELEGATED_KEY' | 'ACTIVATE_DELEGATED_KEY'
>

type SignedOperation = {
  /** The provider's activity type; undefined without a provider call. */
  readonly activity: string | undefined
  /** Status of the terminal answer. */
  readonly status: number
  request(owner: Owner): SignedCall
  /** Whether the effect is in the lists. An export shows nowhere. */
  isVisible(owner: Owner, request: SignedCall): Promise<boolean>
}

/** All of them may be stamped by the device of the email code's session. */
export const signedOperations: Readonly<Record<SignedKind, SignedOperation>> = {
  ADD_CREDENTIAL: {
    activity: 'CREATE_AUTHENTICATORS_V2',
    status: 201,
    request: ({ wallet }) => ({
      method: 'POST',
      path: '/auth/credentials',
      body: passkeyBody(wallet.id, aPasskey()),
    }),
    isVisible: async (owner) => (await credentialIdsOf(owner)).length === 3,
  },
  REVOKE_CREDENTIAL: {
    activity: 'DELETE_AUTHENTICATORS',
    status: 204,
    request: ({ passkeyCredential }) => ({
      method: 'DELETE',
      path: `/auth/credentials/${passkeyCredential.id}`,
    }),
    isVisible: async (owner) =>
      !(await credentialIdsOf(owner)).includes(owner.passkeyCredential.id) &&
      !(await sessionIdsOf(owner)).includes(owner.passkeySessionId),
  },
  REFRESH_SESSION: {
    activity: 'STAMP_LOGIN',
    status: 201,
    request: ({ sessionId }) => ({
      method: 'POST',
      path: `/auth/sessions/${sessionId}/refresh`,
      body: { clientPublicKey: createDevice().publicKeyUncompressed },
    }),
    isVisible: async (owner) => (await sessionIdsOf(owner)).length === 3,
  },
  // One's own session: what stamped it is gone when the answer comes.
  REVOKE_SESSION: {
    activity: 'DELETE_API_KEYS',
    status: 204,
    request: ({ sessionId }) => ({ method: 'DELETE', path: `/auth/sessions/${sessionId}` }),
    isVisible: async (owner) => !(await sessionIdsOf(owner)).includes(owner.sessionId),
  },
  EXPORT: {
    activity: 'EXPORT_WALLET',
    status: 200,
    request: ({ wallet }) => ({
      method: 'POST',
      path: `/internal-accounts/${wallet.id}/export`,
      body: { clientPublicKey: createDevice().publicKeyUncompressed },
    }),
    isVisible: async () => true,
  },
  PRIVACY: {
    activity: undefined,
    status: 200,
    request: ({ wallet }) => ({
      method: 'PATCH',
      path: `/internal-accounts/${wallet.id}`,
      body: { privateEnabled: true },
    }),
    isVisible: async ({ api, customer, wallet }) => {
      const all = listed(await api.call('GET', `/internal-accounts?customerId=${customer.id}`))
      return all.find(({ id }) => id === wallet.id)?.privateEnabled === true
    },
  },
  CONTACT_CHANGE: {
    activity: 'UPDATE_USER_EMAIL',
    status: 200,
    request: ({ customer }) => ({
      method: 'PATCH',
      path: `/customers/${customer.id}`,
      body: { customerType: 'INDIVIDUAL', email: `moved-${randomUUID()}@example.com` },
    }),
    isVisible: async ({ api, customer }, { body }) => {
      const { email } = (await api.call('GET', `/customers/${customer.id}`)).body
      return email === (body as { email: string }).email
    },
  },
}

export async function credentialIdsOf({ api, wallet }: Owner): Promise<string[]> {
  return listed(await api.call('GET', `/auth/credentials?accountId=${wallet.id}`)).map(
    ({ id }) => id,
  )
}

export async function sessionIdsOf({ api, wallet }: Owner): Promise<string[]> {
  return listed(await api.call('GET', `/auth/sessions?accountId=${wallet.id}`)).map(({ id }) => id)
}

export type Opened = { readonly payload: string; readonly requestId: string }

/** The first call of a signed retry. */
export async function open(api: ApiClient, { method, path, body }: SignedCall): Promise<Opened> {
  const first = expectStatus(`${method} ${path}`, await api.call(method, path, body), 202)
  return { payload: String(first.body.payloadToSign), requestId: String(first.body.requestId) }
}

/** The second call of a signed retry. */
export async function send(
  api: ApiClient,
  { method, path, body }: SignedCall,
  { payload, requestId }: Opened,
  device: Pick<Device, 'stamp'>,
): Promise<Answer> {
  return api.call(method, path, body, {
    'Service-Wallet-Signature': await device.stamp(payload),
    'Request-Id': requestId,
  })
}

/** An operation up to the call that makes it happen, which can be sent any number of times. */
export type Prepared = {
  readonly activity: string | undefined
  readonly status: number
  call(api?: ApiClient): Promise<Answer>
  isVisible(): Promise<boolean>
}

/** Beside the kinds themselves: a one-time code is added at the provider, then sent. */
export type PreparedKind = WalletOperationKind | 'ADD_CODE' | 'ADD_CODE_SENDING'

/** Every operation, logins among them. */
export const preparations: Readonly<
  Record<PreparedKind, (stack: SharedStack, owner: Owner) => Promise<Prepared>>
> = {
  ADD_CODE: (stack, owner) => addedCodeOf(stack, owner, 'UPDATE_USER_PHONE_NUMBER'),
  ADD_CODE_SENDING: (stack, owner) => addedCodeOf(stack, owner, 'INIT_OTP_V3'),
  ...(Object.fromEntries(
    Object.keys(signedOperations).map((kind) => [
      kind,
      (_: SharedStack, owner: Owner) => preparedOf(kind as SignedKind, owner),
    ]),
  ) as Record<SignedKind, (stack: SharedStack, owner: Owner) => Promise<Prepared>>),
  CREATE_DELEGATED_KEY: async (_, owner) => {
    const { request, opened } = await anOpenKey(owner)
    return {
      activity: 'CREATE_USERS_V4',
      status: 202,
      call: (api = owner.api) => send(api, request, opened, owner.device),
      // That its holder has been made shows in the next challenge alone.
      isVisible: async () => true,
    }
  },
  ACTIVATE_DELEGATED_KEY: async (_, owner) => {
    const { request, opened } = await aKeyToActivate(owner)
    return {
      activity: 'CREATE_POLICY_V3',
      status: 201,
      call: (api = owner.api) => send(api, request, opened, owner.device),
      isVisible: async () => (await keysOf(owner)).some(({ status }) => status === 'ACTIVE'),
    }
  },
  async OTP_LOGIN(stack, owner) {
    const { body, headers } = await anOpenLogin(stack, owner)
    const path = `/auth/credentials/${owner.credential.id}/verify`
    return loginOf(owner, 'OTP_LOGIN_V2', (api) => api.call('POST', path, body, headers))
  },
  async PASSKEY_LOGIN(_, owner) {
    const path = `/auth/credentials/${owner.passkeyCredential.id}`
    // Its key comes sealed.
    const { publicKeyUncompressed: clientPublicKey } = createDevice()
    const started = await owner.api.call('POST', `${path}/challenge`, { clientPublicKey })
    const headers = { 'Request-Id': String(started.body.requestId) }
    const body = {
      type: 'PASSKEY',
      assertion: owner.passkey.assert(String(started.body.challenge)),
    }
    return loginOf(owner, 'CREATE_READ_WRITE_SESSION_V2', (api) =>
      api.call('POST', `${path}/verify`, body, headers),
    )
  },
  async OAUTH_LOGIN(_, owner) {
    const { publicKey: clientPublicKey } = createDevice()
    const subject = { sub: randomUUID() }
    const addition = { type: 'OAUTH', accountId: owner.wallet.id, oidcToken: anIdToken(subject) }
    const added = await signed(owner.api, owner.device, 'POST', '/auth/credentials', addition)
    const path = `/auth/credentials/${expectStatus('add', added, 201).body.id}/verify`
    const oidcToken = anIdToken({ ...subject, nonce: nonceOf(clientPublicKey) })
    const body = { type: 'OAUTH', clientPublicKey, oidcToken }
    return loginOf(owner, 'OAUTH_LOGIN', (api) => api.call('POST', path, body))
  },
}

async function preparedOf(kind: SignedKind, owner: Owner): Promise<Prepared> {
  const { activity, status, isVisible, ...one } = signedOperations[kind]
  const request = one.request(owner)
  const opened = await open(owner.api, request)
  return {
    activity,
    status,
    call: (api = owner.api) => send(api, request, opened, owner.device),
    isVisible: () => isVisible(owner, request),
  }
}

/** @param activity the one of its two that a test is about */
async function addedCodeOf(stack: SharedStack, owner: Owner, activity: string): Promise<Prepared> {
  const phoneNumber = `+1415${randomInt(2_000_000, 9_999_999)}`
  const phone = { customerType: 'INDIVIDUAL', phoneNumber }
  await owner.api.call('PATCH', `/customers/${owner.customer.id}`, phone)
  const body = { type: 'SMS_OTP', accountId: owner.wallet.id }
  const request = { method: 'POST', path: '/auth/credentials', body }
  const opened = await open(owner.api, request)
  return {
    activity,
    status: 201,
    call: (api = owner.api) => send(api, request, opened, owner.device),
    isVisible: async () =>
      (await credentialIdsOf(owner)).length === 3 &&
      (await aSandboxControl(stack).mails(phoneNumber)).length === 1,
  }
}

function loginOf(
  owner: Owner,
  activity: string,
  call: (api: ApiClient) => Promise<Answer>,
): Prepared {
  return {
    activity,
    status: 200,
    call: (api = owner.api) => call(api),
    isVisible: async () => (await sessionIdsOf(owner)).length === 3,
  }
}
