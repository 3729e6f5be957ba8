/** Codes, logins, links and requests: who may do something until an instant. */
import { encryptOtpCodeToBundle } from '@turnkey/crypto'
import {
  createDevice,
  logIn as logInToWallet,
  signedAgain,
  untilSettled,
} from '../../../scripts/serviceDriver/device.ts'
import { anOwnStage, type Stage } from '../../reference/stage.ts'
import { aCreatedAgent } from '../../support/agents.ts'
import { aFundedWallet, aLoggedInWallet, listed, shown } from '../../support/builders.ts'
import { aSandboxControl } from '../../support/sandboxControl.ts'
import { aScaCustomer, CODE, logIn, type ScaCustomer, WRONG_CODE } from '../../support/sca.ts'
import { type Driver, inTurn, shownWith, type Waiting } from './driver.ts'

/** A code that was sent to a wallet's owner. @returns whether it is not taken any more */
async function aSentCode({ stack, platform }: Stage): Promise<() => Promise<boolean>> {
  const { api, credential } = await aFundedWallet(stack, { platform, minor: 0n })
  const path = `/auth/credentials/${credential.id}`
  const challenge = await untilSettled(() => api.call('POST', `${path}/challenge`))
  const target = String(shown('challenge', challenge, 200).otpEncryptionTargetBundle)
  const { otp } = await aSandboxControl(stack).signers()
  const key = createDevice().publicKey
  const encryptedOtpBundle = await encryptOtpCodeToBundle('000000', target, key, otp)
  const body = { type: 'EMAIL_OTP', encryptedOtpBundle }
  return async () =>
    (await untilSettled(() => api.call('POST', `${path}/verify`, body))).status !== 202
}

/** A request that waits for its stamp. @returns whether it is not carried out any more */
async function aRequest({ stack, platform }: Stage): Promise<() => Promise<boolean>> {
  const { api, wallet, device } = await aLoggedInWallet(stack, { platform, minor: 0n })
  const body = { clientPublicKey: createDevice().publicKeyUncompressed }
  const call = ['POST', `/internal-accounts/${wallet.id}/export`, body] as const
  const asked = await api.call(...call)
  shown('export', asked, 202)
  return async () => (await signedAgain(api, device, asked, call)).status !== 200
}

/** The start of a login by a code: over when it cannot be completed any more. */
async function aStartedLogin({ api }: Stage): Promise<Waiting> {
  const { sca } = await aScaCustomer(api)
  const start = await sca('POST', '/login/start', { factor: 'SMS_OTP' })
  const { challengeId, expiresAt } = shown('login', start, 200)
  const body = { factor: 'SMS_OTP', code: CODE, endUserIpAddress: '203.0.113.7', challengeId }
  const isOver = async () => (await sca('POST', '/login/complete', body)).status !== 200
  // The codes that have verified the contacts are worth longer.
  return { isOver, until: String(expiresAt) }
}

/** A factor that is to be confirmed. @returns whether it cannot be any more */
async function anUnconfirmedFactor({ api }: Stage): Promise<() => Promise<boolean>> {
  const customer = await aScaCustomer(api)
  shown('login', await logIn(customer), 200)
  const start = await customer.sca('POST', '/factors', { type: 'TOTP' })
  const { secret } = shown('TOTP', start, 200)
  const body = { type: 'TOTP', secret, code: CODE }
  return async () => (await customer.sca('POST', '/factors/confirm', body)).status !== 200
}

async function aDeviceCode(stage: Stage): Promise<() => Promise<boolean>> {
  const { code } = await aCreatedAgent(stage.api, await stage.text('customer'))
  const path = `/agents/device-codes/${code}/redeem`
  return async () => (await stage.api.call('POST', path)).status !== 200
}

const loginOf = async ({ sca }: Pick<ScaCustomer, 'sca'>): Promise<Record<string, unknown>> =>
  shown('factors', await sca('GET', '/factors'), 200).login as Record<string, unknown>

const WRONG_PROOFS = 5

export const access: readonly Driver[] = [
  {
    ...{ name: 'a code of a wallet', instant: 'otp_issuances.expires_at' },
    arrange: (stage) => inTurn(() => aSentCode(stage)),
  },
  {
    ...{ name: 'a session', instant: 'sessions.expires_at' },
    async arrange(stage) {
      const { api, wallet, credential } = await stage.owner()
      // Another one: the example's may be minutes old.
      const { otp } = await aSandboxControl(stage.stack).signers()
      await logInToWallet(api, { credentialId: credential.id, otpSigner: otp })
      const path = `/auth/sessions?accountId=${wallet.id}`
      return { isOver: async () => listed(await api.call('GET', path)).length === 0 }
    },
  },
  {
    ...{ name: 'a request to be stamped', instant: 'requests.expires_at' },
    arrange: (stage) => inTurn(() => aRequest(stage)),
  },
  {
    ...{ name: 'a code of a login', instant: 'sca_challenges.expires_at' },
    arrange: (stage) => inTurn(() => aStartedLogin(stage)),
  },
  {
    ...{ name: 'a login', instant: 'sca_sessions.expires_at' },
    async arrange({ api }) {
      const customer = await aScaCustomer(api)
      shown('login', await logIn(customer), 200)
      return { isOver: async () => (await loginOf(customer)).sessionExpiresAt === undefined }
    },
  },
  {
    ...{ name: 'a lock after wrong codes', instant: 'sca_lockouts.locked_until' },
    async arrange({ api }) {
      const customer = await aScaCustomer(api)
      const start = await customer.sca('POST', '/login/start', { factor: 'SMS_OTP' })
      const { challengeId } = shown('login', start, 200)
      const wrong = { factor: 'SMS_OTP', code: WRONG_CODE, endUserIpAddress: '203.0.113.7' }
      for (let guess = 0; guess < WRONG_PROOFS; guess += 1) {
        await customer.sca('POST', '/login/complete', { ...wrong, challengeId })
      }
      return { isOver: async () => (await loginOf(customer)).lockedUntil === null }
    },
  },
  {
    ...{ name: 'a factor to be confirmed', instant: 'sca_factors.expires_at' },
    arrange: (stage) => inTurn(() => anUnconfirmedFactor(stage)),
  },
  {
    ...{ name: 'the reset of a factor', instant: 'sca_resets.expires_at' },
    fired: 'SCA_RESET_EXPIRY',
    async arrange(stage) {
      const { customer } = await stage.scaCustomer()
      const pathOf = (id: string) => `/sca/factors/reset/${id}?customerId=${customer.id}`
      return shownWith(stage, 'passedReset', pathOf, 'EXPIRED')
    },
  },
  {
    ...{ name: 'a device code', instant: 'agent_device_codes.expires_at' },
    arrange: (stage) => inTurn(() => aDeviceCode(stage)),
  },
  {
    ...{ name: 'the page with the number of a card', instant: 'card_reveals.expires_at' },
    async arrange(stage) {
      const path = `/cards/${await stage.text('card')}/reveal`
      const { panEmbedUrl } = shown('shown', await stage.api.call('POST', path), 200)
      return { isOver: async () => (await fetch(String(panEmbedUrl))).status !== 200 }
    },
  },
  {
    ...{ name: 'a link to a verification', instant: 'verification_links.expires_at' },
    async arrange(stage) {
      const path = `/customers/${await stage.text('unknownPerson')}/kyc-link`
      const { kycUrl } = shown('link', await stage.api.call('POST', path), 201)
      return { isOver: async () => (await fetch(String(kycUrl))).status === 410 }
    },
  },
  {
    ...{ name: 'a proof of a wallet', instant: 'external_account_challenges.expires_at' },
    async arrange({ stack }) {
      // Its platform has its customers prove their wallets.
      const proving = await anOwnStage('challengeExternalAccountOwnership', stack)
      const whose = [
        ['/customers/external-accounts', 'ownWallet', 'ownWalletSignature'],
        ['/platform/external-accounts', 'platformWallet', 'platformWalletSignature'],
      ] as const
      const left = whose.values()
      return inTurn(async () => {
        const [place, account, signed] = left.next().value ?? whose[0]
        const path = `${place}/${await proving.text(account)}/verify`
        const signature = await proving.text(signed)
        return async () => (await proving.api.call('POST', path, { signature })).status !== 200
      })
    },
  },
]
