/** A card that is given to a digital wallet: one shape for each wallet. */
const text = (maxLength: number, description: string) =>
  ({ type: 'string', format: 'text', minLength: 1, maxLength, description }) as const
const base64 = (maxLength: number, description: string) =>
  ({
    type: 'string',
    minLength: 1,
    maxLength,
    pattern: '^[A-Za-z0-9+/_=-]+$',
    description,
  }) as const
const walletOf = <Name extends string>(name: Name, description: string) =>
  ({ type: 'string', enum: [name], description }) as const

const APPLE = "Apple's wallet, by PassKit on the device."
const GOOGLE = "Google's wallet, by its push provisioning on the device."
const SAMSUNG = "Samsung's wallet, by its SDK on the device."

const walletAccountId = text(500, "The wallet's name of the account that it is signed in with.")
const deviceId = text(500, "The wallet's name of the device.")

export const ApplePayTokenizeRequest = {
  type: 'object',
  required: ['wallet', 'certificate', 'nonce', 'nonceSignature'],
  additionalProperties: false,
  properties: {
    wallet: walletOf('APPLE_PAY', APPLE),
    certificate: base64(20_000, 'The leaf certificate that PassKit gave, base64 of its PEM.'),
    nonce: base64(500, 'The nonce that PassKit gave, base64.'),
    nonceSignature: base64(2_000, 'The signature of the nonce that PassKit gave, base64.'),
  },
} as const

export const GooglePayTokenizeRequest = {
  type: 'object',
  required: ['wallet', 'walletAccountId', 'serverSessionId'],
  additionalProperties: false,
  properties: {
    wallet: walletOf('GOOGLE_PAY', GOOGLE),
    walletAccountId,
    serverSessionId: {
      type: 'string',
      pattern: '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
      description: "Google's name of the session between its server and yours.",
    },
    deviceId,
    opaquePaymentCardRequested: {
      type: 'boolean',
      default: false,
      description:
        'Whether the answer is to have `googleAccountPayload` too, where the issuer has one.',
    },
  },
} as const

export const SamsungPayTokenizeRequest = {
  type: 'object',
  required: ['wallet', 'walletAccountId', 'deviceId'],
  additionalProperties: false,
  properties: {
    wallet: walletOf('SAMSUNG_PAY', SAMSUNG),
    walletAccountId,
    deviceId,
  },
} as const

export const CardTokenizeRequest = {
  type: 'object',
  required: ['wallet'],
  discriminator: { propertyName: 'wallet' },
  oneOf: [ApplePayTokenizeRequest, GooglePayTokenizeRequest, SamsungPayTokenizeRequest],
} as const

const forSdk = (description: string) => ({ type: 'string', description }) as const

export const CardTokenizeResponse = {
  type: 'object',
  required: ['wallet'],
  properties: {
    wallet: {
      type: 'string',
      enum: ['APPLE_PAY', 'GOOGLE_PAY', 'SAMSUNG_PAY'],
      description: 'The wallet that the card was asked for.',
    },
    applePay: {
      type: 'object',
      description: 'What PassKit takes. Of APPLE_PAY only.',
      required: ['activationData', 'encryptedPassData', 'ephemeralPublicKey'],
      properties: {
        activationData: forSdk('Base64: `activationData` of the request to add the pass.'),
        encryptedPassData: forSdk('Base64: `encryptedPassData` of that request.'),
        ephemeralPublicKey: forSdk('Base64: `ephemeralPublicKey` of that request.'),
      },
    },
    provisioningPayload: forSdk(
      "The opaque payment card that the wallet's SDK takes, base64. Not of APPLE_PAY. One of the sandbox is " +
        'marked as such, and no wallet takes it.',
    ),
    googleAccountPayload: forSdk(
      "For Google's account flow, where it was requested and the issuer has one.",
    ),
  },
} as const
