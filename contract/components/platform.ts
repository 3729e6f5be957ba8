/** The platform's configuration. */
import { idSchema } from '../ids.ts'
import { amount, currencyCode, dateTime } from './shared.ts'

const field = {
  type: 'object',
  required: ['name', 'mandatory'],
  properties: { name: { type: 'string', maxLength: 64 }, mandatory: { type: 'boolean' } },
} as const

export const PlatformCurrencyConfig = {
  type: 'object',
  required: [
    'currencyCode',
    'minAmount',
    'maxAmount',
    'requiredCounterpartyFields',
    'enabledTransactionTypes',
  ],
  properties: {
    currencyCode,
    minAmount: amount,
    maxAmount: amount,
    requiredCounterpartyFields: { type: 'array', maxItems: 40, items: field },
    providerRequiredCustomerFields: {
      type: 'array',
      readOnly: true,
      items: { type: 'string' },
      description: 'What must be known of a customer before it pays in this currency',
    },
    providerRequiredCounterpartyCustomerFields: {
      type: 'array',
      readOnly: true,
      items: { type: 'string' },
    },
    enabledTransactionTypes: {
      type: 'array',
      items: { type: 'string', enum: ['INCOMING', 'OUTGOING'] },
    },
  },
} as const

export const EmbeddedWalletConfig = {
  type: 'object',
  properties: {
    appName: { type: 'string', minLength: 1, maxLength: 255 },
    otpLength: { type: 'integer', minimum: 4, maximum: 12 },
    alphanumeric: { type: 'boolean' },
    expirationSeconds: { type: 'integer', minimum: 1, maximum: 86400 },
    sendFromEmailAddress: { type: 'string', format: 'email', maxLength: 255 },
    sendFromEmailSenderName: { type: 'string', maxLength: 255 },
    replyToEmailAddress: { type: 'string', format: 'email', maxLength: 255 },
    logoUrl: { type: 'string', format: 'uri', maxLength: 512 },
    passkey: {
      type: 'object',
      description: 'Where passkeys may live: relying-party ids and the origins of their pages',
      required: ['rpIds', 'origins'],
      properties: {
        rpIds: {
          type: 'array',
          minItems: 1,
          maxItems: 20,
          items: { type: 'string', maxLength: 253 },
        },
        origins: {
          type: 'array',
          minItems: 1,
          maxItems: 50,
          items: { type: 'string', maxLength: 512 },
        },
        requireUserVerification: { type: 'boolean' },
      },
    },
  },
} as const

/** One line of text: nothing in it begins a new header of a mail. */
const line = { type: 'string', minLength: 1, maxLength: 255, pattern: '^[^\\p{Cc}]*$' } as const

export const CardTokenization2FAConfig = {
  type: 'object',
  description:
    'How a cardholder is told the code with which a device takes a card into its wallet. Texts may name ' +
    '`{{displayName}}`, bodies `{{code}}` too; the code is put before a body that does not name it.',
  properties: {
    displayName: { ...line, description: "Without it, the wallet's `appName`" },
    logoUrl: { type: 'string', format: 'uri', pattern: '^https://', maxLength: 512 },
    email: {
      type: 'object',
      properties: {
        fromAddress: { type: 'string', format: 'email', maxLength: 255 },
        fromName: line,
        replyToAddress: { type: 'string', format: 'email', maxLength: 255 },
        subject: line,
        bodyText: { type: 'string', minLength: 1, maxLength: 2000 },
      },
    },
    sms: {
      type: 'object',
      properties: {
        templateSid: { ...line, maxLength: 64 },
        bodyText: { type: 'string', minLength: 1, maxLength: 480 },
      },
    },
  },
} as const

export const FixedFee = {
  type: 'object',
  required: ['amount', 'currency'],
  properties: { amount, currency: currencyCode },
} as const

export const FeeConfig = {
  type: 'object',
  required: ['feeType', 'sourceCurrency', 'variableFeeBps', 'fixedFee'],
  properties: {
    feeType: { type: 'string', enum: ['CROSS_CURRENCY_TRANSACTION'] },
    sourceCurrency: currencyCode,
    variableFeeBps: { type: 'integer', minimum: 0, maximum: 10000 },
    fixedFee: FixedFee,
  },
} as const

export const PlatformConfigUpdateRequest = {
  type: 'object',
  minProperties: 1,
  properties: {
    umaDomain: {
      type: 'string',
      maxLength: 190,
      pattern:
        '^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$',
    },
    webhookEndpoint: { type: 'string', format: 'uri', pattern: '^https?://', maxLength: 2048 },
    supportedCurrencies: {
      type: 'array',
      minItems: 1,
      maxItems: 60,
      items: PlatformCurrencyConfig,
    },
    embeddedWalletConfig: EmbeddedWalletConfig,
    cardTokenization2faConfig: CardTokenization2FAConfig,
    feeConfigs: { type: 'array', maxItems: 60, items: FeeConfig },
  },
} as const

export const PlatformConfig = {
  type: 'object',
  required: ['id', 'umaDomain', 'supportedCurrencies', 'createdAt', 'updatedAt'],
  properties: {
    id: idSchema('PlatformConfig'),
    umaDomain: { type: 'string' },
    webhookEndpoint: { type: 'string' },
    webhookPublicKey: {
      type: 'string',
      description:
        'SPKI PEM of the key that signs webhooks to this platform, in this environment alone',
    },
    webhookKeysPath: {
      type: 'string',
      description:
        "Path, at the API's origin, of the JWKS with every key that may sign them: this one, and the next or last one while it is rotated",
    },
    supportedCurrencies: { type: 'array', items: PlatformCurrencyConfig },
    isRegulatedFinancialInstitution: { type: 'boolean' },
    hasCounterpartyRequirements: {
      type: 'boolean',
      readOnly: true,
      description:
        'Whether self-custody wallets must be proven, for example by the EU Travel Rule.',
    },
    embeddedWalletConfig: EmbeddedWalletConfig,
    cardTokenization2faConfig: CardTokenization2FAConfig,
    feeConfigs: { type: 'array', items: FeeConfig },
    createdAt: dateTime,
    updatedAt: dateTime,
  },
} as const
