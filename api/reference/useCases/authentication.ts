/** Contacts, strong customer authentication, and the credentials of wallets. */
import { given } from './given.ts'
import type { UseCases } from './useCase.ts'

const { wallet, credential, session, clientPublicKey } = given
const signed = { 'Service-Wallet-Signature': given.stamp, 'Request-Id': given.request } as const
const ofCustomer = { customerId: given.scaCustomer } as const
const loggedIn = { customerId: given.loggedInCustomer } as const
const code = { code: '123456' } as const
const attestation = {
  credentialId: given.passkeyId,
  clientDataJson: given.passkeyClientData,
  attestationObject: given.passkeyAttestation,
  transports: ['internal'],
} as const
const passkey = {
  type: 'PASSKEY',
  accountId: wallet,
  nickname: 'laptop',
  challenge: given.passkeyChallenge,
  attestation,
} as const

export const authentication: UseCases = {
  sendCustomerEmailVerification: [
    {
      name: 'send',
      title: 'Send a code to the email',
      path: { customerId: given.newCustomer },
      needs: 'MESSAGES',
    },
  ],
  confirmCustomerEmailVerification: [
    {
      name: 'confirm',
      title: 'The code that was mailed',
      path: { customerId: given.mailedCustomer },
      body: code,
    },
  ],
  sendCustomerPhoneVerification: [
    {
      name: 'send',
      title: 'Send a code to the phone',
      path: { customerId: given.newCustomer },
      needs: 'MESSAGES',
    },
  ],
  confirmCustomerPhoneVerification: [
    {
      name: 'confirm',
      title: 'The code that was sent',
      path: { customerId: given.textedCustomer },
      body: code,
    },
  ],
  startScaLogin: [
    {
      name: 'sms',
      title: 'With a code by text message',
      query: ofCustomer,
      body: { factor: 'SMS_OTP' },
      needs: 'MESSAGES',
    },
  ],
  completeScaLogin: [
    {
      name: 'sms',
      title: 'With the code of the text message',
      query: ofCustomer,
      body: {
        factor: 'SMS_OTP',
        challengeId: given.challenge,
        endUserIpAddress: '203.0.113.7',
        ...code,
      },
    },
  ],
  listScaFactors: [{ name: 'factors', title: 'The factors of a customer', query: ofCustomer }],
  startScaFactorEnrollment: [
    {
      name: 'totp',
      title: 'An authenticator app',
      query: loggedIn,
      body: { type: 'TOTP' },
      secrets: ['secret', 'secretBase32Encoded'],
    },
    { name: 'passkey', title: 'A passkey', query: loggedIn, body: { type: 'PASSKEY' } },
  ],
  confirmScaFactorEnrollment: [
    {
      name: 'totp',
      title: 'The code of the app',
      query: loggedIn,
      body: { type: 'TOTP', secret: given.totpSecret, code: given.totpCode },
      secrets: ['recoveryCodes'],
    },
    {
      name: 'passkey',
      title: 'What the browser has made',
      query: loggedIn,
      body: {
        type: 'PASSKEY',
        origin: 'http://localhost',
        credential: {
          id: given.scaPasskeyId,
          rawId: given.scaPasskeyId,
          type: 'public-key',
          clientExtensionResults: {},
          response: {
            clientDataJSON: given.scaPasskeyClientData,
            attestationObject: given.scaPasskeyAttestation,
            transports: ['internal'],
          },
        },
      },
    },
  ],
  deleteScaFactor: [
    {
      name: 'passkey',
      title: 'Delete the passkey',
      path: { credentialId: given.scaPasskey },
      query: loggedIn,
    },
  ],
  startTwoFactorReset: [
    {
      name: 'phone',
      title: 'The phone is lost',
      query: ofCustomer,
      body: { factor: 'SMS_OTP' },
      secrets: ['verificationLink'],
      needs: 'VERIFICATION_VENDOR',
    },
  ],
  getTwoFactorResetStatus: [
    { name: 'status', title: 'How far it is', path: { resetId: given.reset }, query: ofCustomer },
  ],
  completeTwoFactorReset: [
    {
      name: 'phone',
      title: 'With the new number',
      path: { resetId: given.passedReset },
      query: ofCustomer,
      body: { mobile: { countryCode: '+49', number: '1701234567' } },
    },
  ],
  recordSecurityEvent: [
    {
      name: 'failure',
      title: 'A login of yours has failed',
      query: ofCustomer,
      body: { eventType: 'FAILED_LOGIN_ATTEMPT' },
    },
    {
      name: 'password',
      title: 'The password was reset',
      query: ofCustomer,
      body: { eventType: 'RESET_PASSWORD_COMPLETED' },
    },
  ],
  listAuthCredentials: [
    { name: 'ofWallet', title: 'Those of a wallet', query: { accountId: wallet } },
  ],
  createAuthCredential: [
    { name: 'passkey', title: 'A passkey: the first call', body: passkey, status: 202 },
    { name: 'passkeySigned', title: 'A passkey: the signed retry', headers: signed, body: passkey },
    {
      name: 'smsSigned',
      title: 'Codes by text message: the signed retry',
      headers: signed,
      body: { type: 'SMS_OTP', accountId: given.phoneWallet },
    },
    {
      name: 'identitySigned',
      title: 'An identity of Google or Apple: the signed retry',
      headers: signed,
      body: { type: 'OAUTH', accountId: wallet, oidcToken: given.identityToken },
    },
  ],
  challengeAuthCredential: [
    { name: 'code', title: 'Send a one-time code', path: { id: credential } },
    {
      name: 'passkey',
      title: 'What a passkey is to sign',
      path: { id: given.passkeyCredential },
      body: { clientPublicKey },
    },
  ],
  verifyAuthCredential: [
    {
      name: 'code',
      title: 'A one-time code: the first call',
      path: { id: credential },
      body: { type: 'EMAIL_OTP', encryptedOtpBundle: given.sealedCode },
      status: 202,
    },
    {
      name: 'codeSigned',
      title: 'A one-time code: the signed retry',
      path: { id: credential },
      headers: signed,
      body: { type: 'EMAIL_OTP', encryptedOtpBundle: given.sealedCode },
    },
    {
      name: 'passkey',
      title: 'A passkey: one call with the assertion',
      path: { id: given.passkeyCredential },
      headers: { 'Request-Id': given.passkeyRequest },
      body: {
        type: 'PASSKEY',
        assertion: {
          credentialId: given.assertedId,
          clientDataJson: given.assertedClientData,
          authenticatorData: given.assertedAuthenticatorData,
          signature: given.assertedSignature,
        },
      },
    },
    {
      name: 'identity',
      title: 'An identity token: one call',
      path: { id: given.identityCredential },
      body: { type: 'OAUTH', oidcToken: given.loginToken, clientPublicKey },
    },
  ],
  unlockAuthCredential: [
    { name: 'unlock', title: 'Open a locked login', path: { id: credential } },
  ],
  revokeAuthCredential: [
    { name: 'first', title: 'The first call', path: { id: given.passkeyCredential }, status: 202 },
    {
      name: 'signed',
      title: 'The signed retry',
      path: { id: given.passkeyCredential },
      headers: signed,
      status: 204,
    },
  ],
  listAuthSessions: [
    { name: 'ofWallet', title: 'Those of a wallet', query: { accountId: wallet } },
  ],
  refreshAuthSession: [
    {
      name: 'first',
      title: 'The first call',
      path: { id: session },
      body: { clientPublicKey },
      status: 202,
    },
    {
      name: 'signed',
      title: 'The signed retry',
      path: { id: session },
      headers: signed,
      body: { clientPublicKey },
    },
  ],
  revokeAuthSession: [
    { name: 'first', title: 'The first call', path: { id: session }, status: 202 },
    {
      name: 'signed',
      title: 'The signed retry',
      path: { id: session },
      headers: signed,
      status: 204,
    },
  ],
  createDelegatedKey: [
    {
      name: 'first',
      title: 'The first of three calls',
      body: { cardId: given.newCard, internalAccountId: wallet, nickname: 'Card pulls' },
      status: 202,
    },
    {
      name: 'signed',
      title: 'The signed retry; its answer is signed in the same way',
      headers: signed,
      body: { cardId: given.newCard, internalAccountId: wallet, nickname: 'Card pulls' },
      status: 202,
    },
  ],
  listDelegatedKeys: [
    { name: 'ofWallet', title: 'Those of a wallet', query: { accountId: wallet } },
    {
      name: 'ofFundingSource',
      title: 'Those of the cards that draw on it',
      query: { fundingSourceId: wallet },
    },
  ],
  getDelegatedKeyById: [{ name: 'key', title: 'Read a key', path: { id: given.delegatedKey } }],
  revokeDelegatedKey: [{ name: 'key', title: 'Revoke a key', path: { id: given.delegatedKey } }],
  exportInternalAccount: [
    {
      name: 'first',
      title: 'The first call',
      path: { id: wallet },
      body: { clientPublicKey: given.exportPublicKey },
      status: 202,
    },
    {
      name: 'signed',
      title: 'The signed retry',
      path: { id: wallet },
      headers: signed,
      body: { clientPublicKey: given.exportPublicKey },
    },
  ],
  updateInternalAccount: [
    {
      name: 'first',
      title: 'Make it private: the first call',
      path: { id: wallet },
      body: { privateEnabled: true },
      status: 202,
    },
    {
      name: 'signed',
      title: 'Make it private: the signed retry',
      path: { id: wallet },
      headers: signed,
      body: { privateEnabled: true },
    },
  ],
}
