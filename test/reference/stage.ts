/** What examples take from earlier answers, made for real: a maker for each text of `given`. */
import { randomInt, randomUUID } from 'node:crypto'
import { encryptOtpCodeToBundle } from '@turnkey/crypto'
import type { Given } from '../../api/reference/useCases/given.ts'
import { createPlatform, type PlatformCredentials } from '../../db/platforms.ts'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { aChallenge, aPasskey, type Passkey } from '../../scripts/serviceDriver/authenticator.ts'
import {
  createDevice,
  type Device,
  signed,
  untilSettled,
} from '../../scripts/serviceDriver/device.ts'
import { addPasskey, anIdToken, nonceOf } from '../auth/actors.ts'
import { platformAccount } from '../payments/customers.ts'
import { type Acting, anActingAgent, anAgentQuote, askingPolicy } from '../support/agentActions.ts'
import { aCreatedAgent, freePolicy } from '../support/agents.ts'
import {
  aCustomerBody,
  aFundedWallet,
  aLoggedInWallet,
  apiOf,
  aWebhookReceiver,
  createCustomer,
  fund,
  type LoggedInWallet,
  listed,
  type Resource,
  shown,
  type WebhookReceiver,
} from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { aPhoneNumber, aScaCustomer, type ScaCustomer } from '../support/sca.ts'
import { aScaPayer, type ScaPayer } from '../support/scaPayers.ts'
import type { SharedStack } from '../support/stack.ts'
import { accountMakers } from './accountMakers.ts'
import { cardMakers } from './cardMakers.ts'
import { moneyMakers } from './moneyMakers.ts'
import { otherMakers } from './otherMakers.ts'
import { scaMakers } from './scaMakers.ts'

export type Maker = (stage: Stage) => string | Promise<string>
export type Makers<Name extends Given> = Readonly<Record<Name, Maker>>

/** Things of one example, each made when it is first asked for. */
export type Stage = {
  readonly stack: SharedStack
  readonly platform: PlatformCredentials
  readonly api: ApiClient
  /** The real text that stands for a text of `given`. */
  text(name: Given): Promise<string>
  /** The names of the real texts so far, and of what was made together with them. */
  made(): Promise<ReadonlyMap<string, Given>>
  /** Made once for a name. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>
  /** A customer with a funded wallet, whose device has a session. */
  owner(): Promise<LoggedInWallet>
  /** One in a region of strong authentication, with a login. */
  payer(): Promise<ScaPayer>
  /** One whose contacts are verified. */
  scaCustomer(): Promise<ScaCustomer>
  /** Its policy has every action approved. */
  acting(): Promise<Acting>
  /** Its webhook endpoint; for platforms of an example alone. */
  receiver(): Promise<WebhookReceiver>
  clientDevice(): Promise<Device>
  stop(): Promise<void>
  passkey(): Promise<{ readonly passkey: Passkey; readonly credential: Resource }>
}

/** What takes seconds to make, and what no example of reading or adding uses up. */
const lasting = new Set(['owner', 'payer', 'acting', 'card with key', 'coin'])

/** What there is as soon as those are. */
const parts: Readonly<Record<string, readonly Given[]>> = {
  owner: ['customer', 'wallet', 'bank', 'credential', 'session', 'umaAddress', 'ownCustomerId'],
  payer: ['loggedInCustomer'],
  acting: ['agent', 'agentCustomer', 'agentDollars', 'agentBank'],
  'card with key': ['card', 'delegatedKey', 'ownCardId'],
  'sca customer': ['scaCustomer'],
}

/** @param kept has the lasting things of other stages of the same platform */
export function aStage(
  stack: SharedStack,
  platform: PlatformCredentials,
  kept = new Map<string, Promise<unknown>>(),
): Stage {
  const api = apiOf(stack, platform)
  const own = new Map<string, Promise<unknown>>()
  const once = <T>(name: string, make: () => Promise<T>): Promise<T> => {
    const made = lasting.has(name) ? kept : own
    const found = made.get(name) as Promise<T> | undefined
    const fresh = found ?? make()
    made.set(name, fresh)
    return fresh
  }
  const stage: Stage = {
    stack,
    platform,
    api,
    once,
    text: (name) => once(`text ${name}`, async () => makers[name](stage)),
    async made() {
      for (const name of [...kept.keys(), ...own.keys()]) {
        for (const part of parts[name] ?? []) await stage.text(part)
      }
      const names = (Object.keys(makers) as Given[]).filter((name) => own.has(`text ${name}`))
      const texts = names.map(async (name) => [await stage.text(name), name] as const)
      return new Map((await Promise.all(texts)).reverse())
    },
    owner: () => once('owner', () => aLoggedInWallet(stack, { platform })),
    payer: () => once('payer', () => aScaPayer(stack, { platform })),
    scaCustomer: () => once('sca customer', () => aScaCustomer(api)),
    acting: () =>
      once('acting', () =>
        anActingAgent(
          stack,
          { ...askingPolicy, permissions: freePolicy.permissions },
          10_000_000n,
          platform,
        ),
      ),
    receiver: () => once('receiver', () => aWebhookReceiver(stack, { platform })),
    clientDevice: () => once('client device', async () => createDevice()),
    async stop() {
      if (own.has('receiver')) await (await stage.receiver()).stop()
    },
    passkey: () => once('passkey', async () => addPasskey(await stage.owner())),
  }
  return stage
}

/** Operations that use up or change what the examples of others have together. */
const alone = new Set([
  'updateCustomerById',
  'deleteCustomerExternalAccountById',
  'createAuthCredential',
  'confirmScaFactorEnrollment',
  'deleteScaFactor',
  'refreshAuthSession',
  'revokeAuthSession',
  'revokeAuthCredential',
  'revokeDelegatedKey',
  'updateCardById',
  'updateInternalAccount',
  'updateAgent',
  'updateAgentPolicy',
  'deleteAgent',
  'agentDeleteExternalAccount',
])

/** They change their platform, or need one that has an endpoint. */
const withEndpoint = new Set([
  'approvePendingPayment',
  'rejectPendingPayment',
  'sendTestWebhook',
  'listWebhookEvents',
  'getWebhookEvent',
  'listWebhookDeliveries',
  'redeliverWebhookEvent',
  'redeliverWebhooks',
  'listWebhookEndpoints',
  'endWaitingWebhooks',
])
const ownPlatform = new Set(['updatePlatformConfig', ...withEndpoint])

/** Wallets must be proven where counterparty rules bind the platform. */
export const bound = /OwnershipChallenge$|Ownership$/

/** What the examples of an operation need: a platform of its own where they change it. */
export async function aStageFor(
  id: string,
  stack: SharedStack,
  kept: Map<string, Promise<unknown>>,
): Promise<Stage> {
  if (!ownPlatform.has(id) && !bound.test(id)) {
    return aStage(stack, stack.platform, alone.has(id) ? undefined : kept)
  }
  return anOwnStage(id, stack)
}

/** On a platform of its own. */
export async function anOwnStage(id: string, stack: SharedStack): Promise<Stage> {
  const platform = await createPlatform(stack.databaseUrl, {
    name: `Acme ${randomUUID()}`,
    environment: 'SANDBOX',
    ...(bound.test(id) && { counterpartyRequirements: true }),
  })
  const stage = aStage(stack, platform)
  if (withEndpoint.has(id)) await stage.receiver()
  return stage
}

const idIn = async (resource: Promise<Resource> | Resource): Promise<string> => (await resource).id
const unique = (stem: string, domain: string): string =>
  `${stem}-${randomUUID().slice(0, 8)}@${domain}`

/** The challenge of a passkey that is to be added, and its attestation. */
const newPasskey = (stage: Stage) =>
  stage.once('new passkey', async () => {
    const challenge = aChallenge()
    return { challenge, attestation: aPasskey().attest(challenge) }
  })

/** The challenge of a login with a passkey, and the assertion over it. */
const assertion = (stage: Stage) =>
  stage.once('assertion', async () => {
    const { passkey, credential } = await stage.passkey()
    const { publicKey: clientPublicKey } = await stage.clientDevice()
    const path = `/auth/credentials/${credential.id}/challenge`
    const body = { clientPublicKey }
    const { challenge, requestId } = shown(
      'challenge',
      await stage.api.call('POST', path, body),
      200,
    )
    return { requestId: String(requestId), made: passkey.assert(String(challenge)) }
  })

const makers: Makers<Given> = {
  ...scaMakers,
  ...accountMakers,
  ...moneyMakers,
  ...cardMakers,
  ...otherMakers,
  customer: async (stage) => idIn((await stage.owner()).customer),
  email: () => unique('ada', 'example.com'),
  otherEmail: () => unique('ada.king', 'example.com'),
  officeEmail: () => unique('office', 'engines.example.com'),
  phoneNumber: () => `+1415555${randomInt(1_000, 9_999)}`,
  germanPhoneNumber: aPhoneNumber,
  platformCustomerId: () => `user-${randomUUID()}`,
  ownCustomerId: async (stage) => String((await stage.owner()).customer.platformCustomerId),
  wallet: async (stage) => idIn((await stage.owner()).wallet),
  dollars: async (stage) => {
    const { api, customer } = await stage.owner()
    const path = `/internal-accounts?customerId=${customer.id}&currency=USD`
    const [account] = listed(await api.call('GET', path))
    if (account === undefined) throw new Error('there is no account in dollars')
    await fund(api, account, 10_000_000n)
    return account.id
  },
  platformDollars: async ({ api }) => idIn(platformAccount(api, 'USD')),
  phoneWallet: async (stage) => {
    const { api, wallet, customer } = await stage.owner()
    const change = { customerType: 'INDIVIDUAL', phoneNumber: `+1415555${randomInt(1_000, 9_999)}` }
    shown('phone', await api.call('PATCH', `/customers/${customer.id}`, change), 200)
    return wallet.id
  },
  bank: async (stage) => idIn((await stage.owner()).account),
  credential: async (stage) => idIn((await stage.owner()).credential),
  passkeyCredential: async (stage) => idIn((await stage.passkey()).credential),
  identityCredential: async (stage) => {
    const { api, wallet, device } = await stage.owner()
    const body = { type: 'OAUTH', accountId: wallet.id, oidcToken: anIdToken({ sub: 'subject-2' }) }
    return idIn(
      shown('identity', await signed(api, device, 'POST', '/auth/credentials', body), 201),
    )
  },
  session: async (stage) => {
    const { api, wallet } = await stage.owner()
    const sessions = listed(await api.call('GET', `/auth/sessions?accountId=${wallet.id}`))
    return idIn(sessions.at(-1) as Resource)
  },
  // The runner takes these from the answer of the first call.
  request: () => {
    throw new Error('the first call answers it')
  },
  stamp: () => {
    throw new Error('the first call answers what to stamp')
  },
  passkeyRequest: async (stage) => (await assertion(stage)).requestId,
  clientPublicKey: async (stage) => (await stage.clientDevice()).publicKey,
  exportPublicKey: async (stage) => (await stage.clientDevice()).publicKeyUncompressed,
  sealedCode: async (stage) => {
    const { api, credential, device } = await stage.owner()
    const path = `/auth/credentials/${credential.id}/challenge`
    const challenge = await untilSettled(() => api.call('POST', path))
    const target = String(shown('challenge', challenge, 200).otpEncryptionTargetBundle)
    const { otp } = await aSandboxControl(stage.stack).signers()
    return encryptOtpCodeToBundle('000000', target, device.publicKey, otp)
  },
  identityToken: () => anIdToken({ sub: randomUUID() }),
  loginToken: async (stage) => {
    const { publicKey } = await stage.clientDevice()
    return anIdToken({ sub: 'subject-2', nonce: nonceOf(publicKey) })
  },
  passkeyChallenge: async (stage) => (await newPasskey(stage)).challenge,
  passkeyId: async (stage) => (await newPasskey(stage)).attestation.credentialId,
  passkeyClientData: async (stage) => (await newPasskey(stage)).attestation.clientDataJson,
  passkeyAttestation: async (stage) => (await newPasskey(stage)).attestation.attestationObject,
  assertedId: async (stage) => (await assertion(stage)).made.credentialId,
  assertedClientData: async (stage) => (await assertion(stage)).made.clientDataJson,
  assertedAuthenticatorData: async (stage) => (await assertion(stage)).made.authenticatorData,
  assertedSignature: async (stage) => (await assertion(stage)).made.signature,
  agent: async (stage) => idIn((await stage.acting()).agent),
  agentCustomer: async (stage) => idIn((await stage.acting()).customer),
  agentDollars: async (stage) => idIn((await stage.acting()).source),
  agentBank: async (stage) => idIn((await stage.acting()).bank),
  agentQuote: async (stage) => idIn(anAgentQuote(await stage.acting())),
  newAccountNumber: () => `000${randomInt(1e8, 1e9)}700`,
  leavingCustomer: async ({ stack, platform }) =>
    idIn((await aFundedWallet(stack, { platform, minor: 0n })).customer),
  newAgent: async (stage) =>
    idIn((await aCreatedAgent(stage.api, (await stage.owner()).customer.id)).agent),
  deviceCode: async (stage) =>
    (await aCreatedAgent(stage.api, (await stage.owner()).customer.id)).code,
  unknownPerson: async ({ api }) => {
    const address = { line1: '1 Main Street', city: 'New York', postalCode: '10001', country: 'US' }
    const who = { fullName: 'Ada Lovelace 003', address, idType: 'SSN', identifier: '123-45-6789' }
    return idIn(shown('person', await api.call('POST', '/customers', aCustomerBody(who)), 201))
  },
  umaAddress: async (stage) => String((await stage.owner()).customer.umaAddress),
  otherUmaAddress: async ({ api }) => String((await createCustomer(api)).umaAddress),
  umaDomain: () => `d${randomUUID().slice(0, 8)}.example.com`,
}
