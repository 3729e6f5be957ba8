/** Logins of customers and wallets, and what only a wallet's device can do. */
import { processing } from '../../outcomes.ts'
import { wallet } from '../resources/accounts.ts'
import { activity } from '../resources/quotes.ts'
import {
  aDayLater,
  at,
  begun,
  fifteenMinutesLater,
  fiveMinutesLater,
  made,
} from '../resources/shared.ts'
import { given } from '../useCases/given.ts'
import type { Answers } from './answer.ts'
import { challenge, userChallenge } from './challenges.ts'

const DEVICE_KEY = '033921b905f14b64fd2075a265bf2e7ce4c4cf7371ac038ba82bf66f124b039f4c'

/** What something is sealed in: JSON text. */
function sealed(data: string): string {
  return JSON.stringify({
    version: 'v1.0.0',
    data: `${data}...`,
    dataSignature: '3045022067be...',
    enclaveQuorumPublic: '042d0230753a...',
  })
}

const ofWallet = { accountId: given.wallet } as const
const byMail = { type: 'EMAIL_OTP', nickname: given.email } as const
const credential = { id: given.credential, ...ofWallet, ...byMail, ...made } as const
const withCode = {
  ...credential,
  otpEncryptionTargetBundle: sealed('7b2274617267657450756266'),
} as const
const passkey = {
  id: given.passkeyCredential,
  ...ofWallet,
  type: 'PASSKEY',
  nickname: 'laptop',
  ...begun,
  credentialId: given.passkeyId,
} as const

const session = {
  id: given.session,
  ...ofWallet,
  ...byMail,
  ...begun,
  expiresAt: fifteenMinutesLater,
} as const

const delegatedKey = {
  id: given.delegatedKey,
  cardId: given.card,
  fundingSourceId: given.wallet,
  accountId: given.wallet,
  publicKey: '0368d316f87488fd94fb08c6ae4c767ead6145290027713b26ae8f842c77807d00',
  nickname: 'Card pulls',
  status: 'ACTIVE',
  ...begun,
} as const

const unlocked = { failedAttempts: 0, suspended: false, lockedUntil: null } as const

export const authentication: Answers = {
  listScaFactors: {
    200: {
      factors: [{ factor: 'SMS_OTP' }, { factor: 'PASSKEY', credentialId: given.scaPasskey }],
      login: unlocked,
    },
  },
  startScaFactorEnrollment: {
    200: {
      type: 'TOTP',
      secret: given.totpSecret,
      secretBase32Encoded: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      totpUri:
        'otpauth://totp/Acme%20Pay:ada%40example.com?issuer=Acme%20Pay' +
        '&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
    },
  },
  confirmScaFactorEnrollment: {
    200: { type: 'TOTP', recoveryCodes: ['e6dn-83ps-fvgb-2tcb', '88bh-hpb8-ygr5-crbs'] },
  },
  startScaLogin: {
    200: { factor: 'SMS_OTP', challengeId: given.challenge, expiresAt: fiveMinutesLater },
  },
  completeScaLogin: { 200: { status: 'SUCCESS', sessionExpiresAt: '2026-07-14T09:30:00.000Z' } },
  recordSecurityEvent: {
    200: { eventType: 'FAILED_LOGIN_ATTEMPT', ...unlocked, failedAttempts: 1 },
  },
  startTwoFactorReset: {
    201: {
      resetId: given.reset,
      verificationLink: 'https://verify.example.com/websdk/p/2natwRWQTjRaaUPbo65plbyK',
      expiresAt: aDayLater,
    },
  },
  getTwoFactorResetStatus: {
    200: {
      status: 'PENDING_REVIEW',
      factor: 'SMS_OTP',
      enrollmentStatus: null,
      expiresAt: aDayLater,
    },
  },
  listAuthCredentials: { 200: { data: [credential, passkey] } },
  createAuthCredential: {
    200: processing({ party: 'WALLET_PROVIDER' }),
    201: passkey,
    202: userChallenge('PASSKEY', 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', {
      authenticators: [
        { authenticatorName: 'laptop', attestation: { credentialId: given.passkeyId } },
      ],
    }),
  },
  revokeAuthCredential: {
    200: processing({ party: 'WALLET_PROVIDER' }),
    202: userChallenge('PASSKEY', 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS', {
      authenticatorIds: ['86b552ca-5c08-4a47-a822-3fddebf20b95'],
    }),
  },
  challengeAuthCredential: { 200: withCode },
  verifyAuthCredential: {
    200: session,
    202: challenge(
      JSON.stringify({
        login: { publicKey: DEVICE_KEY },
        tokenId: '86c7cf43-acfa-4566-a92e-8c98b4bdae84',
        type: 'USAGE_TYPE_LOGIN',
      }),
      'EMAIL_OTP',
    ),
  },
  unlockAuthCredential: { 200: credential },
  listAuthSessions: { 200: { data: [session] } },
  refreshAuthSession: {
    200: processing({ party: 'WALLET_PROVIDER' }),
    201: session,
    202: userChallenge('EMAIL_OTP', 'ACTIVITY_TYPE_STAMP_LOGIN', {
      publicKey: given.clientPublicKey,
      expirationSeconds: '900',
    }),
  },
  revokeAuthSession: {
    200: processing({ party: 'WALLET_PROVIDER' }),
    202: userChallenge('EMAIL_OTP', 'ACTIVITY_TYPE_DELETE_API_KEYS', {
      apiKeyIds: ['5a9b6d0e-642b-4219-a113-dfa4054e3656'],
    }),
  },
  createDelegatedKey: {
    200: processing({ party: 'WALLET_PROVIDER' }),
    201: { ...delegatedKey, updatedAt: at },
    202: challenge(
      activity('ACTIVITY_TYPE_CREATE_USERS_V4', {
        users: [
          {
            userName: given.delegatedKey,
            apiKeys: [{ apiKeyName: given.delegatedKey, publicKey: delegatedKey.publicKey }],
          },
        ],
      }),
    ),
  },
  listDelegatedKeys: { 200: { data: [{ ...delegatedKey, updatedAt: at }] } },
  getDelegatedKeyById: { 200: { ...delegatedKey, updatedAt: at } },
  updateInternalAccount: {
    200: { ...wallet, privateEnabled: true, updatedAt: at },
    202: challenge(activity('ACCOUNT_PRIVACY', { ...ofWallet, privateEnabled: true })),
  },
  exportInternalAccount: {
    200: { id: given.wallet, encryptedWalletCredentials: sealed('7b22656e6361707065645075') },
    202: challenge(
      activity('ACTIVITY_TYPE_EXPORT_WALLET', {
        targetPublicKey: given.exportPublicKey,
        walletId: 'f2bb4592-5d60-4d84-9207-57439bd0b80a',
      }),
    ),
  },
}
