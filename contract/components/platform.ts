/** The platform's configuration. */

import { idSchema } from '../ids.ts'
import { platformCardLimits } from './cardLimits.ts'
import { described } from './described.ts'
import { amount, createdAt, currencyCode, dateTime, updatedAt } from './shared.ts'

/** What may be asked of a sender, by the names of UMA providers. */
const customerInfoFields = [
  ...([
    'FULL_NAME',
    'BIRTH_DATE',
    'NATIONALITY',
    'PHONE_NUMBER',
    'EMAIL',
    'POSTAL_ADDRESS',
  ] as const),
  ...(['TAX_ID', 'REGISTRATION_NUMBER', 'USER_TYPE', 'COUNTRY_OF_RESIDENCE'] as const),
  ...(['ACCOUNT_IDENTIFIER', 'FI_LEGAL_ENTITY_NAME', 'FI_ADDRESS', 'PURPOSE_OF_PAYMENT'] as const),
  ...([
    'ULTIMATE_INSTITUTION_COUNTRY',
    'IDENTIFIER',
    'BUSINESS_TYPE',
    'COMPANY_LEGAL_NAME',
  ] as const),
  ...(['ID_TYPE', 'ID_NUMBER'] as const),
] as const

const field = {
  type: 'object',
  required: ['name', 'mandatory'],
  properties: {
    name: {
      type: 'string',
      enum: customerInfoFields,
      description:
        'Name of the member of `senderCustomerInfo` that senders must give, for example `FULL_NAME`.',
    },
    mandatory: {
      type: 'boolean',
      description: 'Whether a payment without it is refused; false asks for nothing.',
    },
  },
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
    currencyCode: {
      ...currencyCode,
      description:
        'New customers get an internal account in it, and the platform has one of its own.',
    },
    minAmount: {
      ...amount,
      description:
        'The least that customers receive at once, in the smallest unit of the currency. A smaller ' +
        'deposit is not credited by itself.',
    },
    maxAmount: {
      ...amount,
      description:
        'The most that customers receive at once under their UMA addresses, in the smallest unit of ' +
        'the currency.',
    },
    requiredCounterpartyFields: {
      type: 'array',
      description:
        'What must be known of a sender before customers receive under their UMA addresses; a lookup ' +
        'goes to the sender.',
      maxItems: 40,
      items: field,
    },
    providerRequiredCustomerFields: {
      type: 'array',
      readOnly: true,
      maxItems: 40,
      items: { type: 'string' },
      description:
        'What must be known of a customer before it pays in this currency. Read-only: operators set ' +
        'it.',
    },
    providerRequiredCounterpartyCustomerFields: {
      type: 'array',
      description: 'What must be known of the other side. Read-only, and empty now.',
      readOnly: true,
      maxItems: 40,
      items: { type: 'string' },
    },
    enabledTransactionTypes: {
      type: 'array',
      maxItems: 3,
      description:
        'INCOMING: accounts in it can be paid to, by quotes, transfers and UMA addresses; what arrives from outside is credited all ' +
        'the same. OUTGOING: accounts in it can pay. What is left out is refused with `INVALID_CURRENCY` when it is asked ' +
        'for; a quote that there is can be executed. CARD is kept and shown, and has no effect of its own.',
      items: { type: 'string', enum: ['INCOMING', 'OUTGOING', 'CARD'] },
    },
  },
} as const

/** In mails: by no other scheme, which might be a program's (`javascript:`, `data:`). */
const picture = { type: 'string', format: 'uri', pattern: '^https://', maxLength: 512 } as const

export const EmbeddedWalletConfig = {
  type: 'object',
  properties: {
    appName: {
      type: 'string',
      format: 'text',
      minLength: 1,
      maxLength: 255,
      description: "In whose name one-time codes are sent; without it, the platform's name.",
    },
    otpLength: {
      type: 'integer',
      minimum: 6,
      maximum: 9,
      description: "Characters of a wallet's one-time code. Without it 6.",
    },
    alphanumeric: {
      type: 'boolean',
      description: "Whether a wallet's one-time code has letters, too. Without it, digits alone.",
    },
    expirationSeconds: {
      type: 'integer',
      minimum: 1,
      maximum: 600,
      description: "How long a wallet's one-time code can be used, in seconds. Without it 300.",
    },
    sendFromEmailAddress: {
      type: 'string',
      format: 'email',
      maxLength: 255,
      description:
        "Sender of the mails with a wallet's one-time code; without it, the wallet provider's own address. In " +
        'production the provider must know its domain, or it refuses to send codes.',
    },
    sendFromEmailSenderName: {
      type: 'string',
      maxLength: 255,
      pattern: '^[^\\p{Cc}]*$',
      description: 'Name of that sender; without it, `appName`. It needs `sendFromEmailAddress`.',
    },
    replyToEmailAddress: {
      type: 'string',
      format: 'email',
      maxLength: 255,
      description: 'Where answers to those mails go; without it, nowhere.',
    },
    logoUrl: { ...picture, description: 'A picture (PNG) in those mails, by https.' },
    passkey: {
      type: 'object',
      description:
        'Where passkeys may live: relying-party ids and the origins of their pages. Replaced as a ' +
        'whole.',
      required: ['rpIds', 'origins'],
      properties: {
        rpIds: {
          type: 'array',
          description: 'Domains that passkeys may belong to.',
          minItems: 1,
          maxItems: 20,
          items: { type: 'string', maxLength: 253 },
        },
        origins: {
          type: 'array',
          description:
            'Pages at which passkeys may be made and used, as `https://pay.example.com`.',
          minItems: 1,
          maxItems: 50,
          items: { type: 'string', maxLength: 512 },
        },
        topOrigins: {
          type: 'array',
          description:
            'Pages of others that may show yours in a frame while a passkey is made or used, as ' +
            '`https://shop.example`. Without it any page that yours let frame them (`frame-ancestors`).',
          maxItems: 50,
          items: { type: 'string', maxLength: 512 },
        },
        requireUserVerification: {
          type: 'boolean',
          description:
            'Whether a passkey must ask its owner for a PIN or a fingerprint. Without it, it must.',
        },
      },
    },
  },
} as const

/** One line of text: nothing in it begins a new header of a mail. */
const line = { type: 'string', minLength: 1, maxLength: 255, pattern: '^[^\\p{Cc}]*$' } as const

export const CardTokenization2FAConfig = {
  type: 'object',
  description:
    'How a cardholder gets the code with which a device takes a card into its wallet. Texts may name ' +
    '`{{displayName}}`, bodies `{{code}}` too; the code is put before a body that does not name it.',
  properties: {
    displayName: {
      ...line,
      description: "In whose name the code is sent; without it, the wallet's `appName`.",
    },
    logoUrl: { ...picture, description: 'A picture over the text of mails, by https.' },
    email: {
      type: 'object',
      description: 'How a code is sent by mail; members that are left out stay.',
      properties: {
        fromAddress: {
          type: 'string',
          format: 'email',
          maxLength: 255,
          description:
            'Sender of the mails. Its domain must permit mails of the service, or they may be taken for ' +
            'spam.',
        },
        fromName: { ...line, description: 'Name of the sender; without it, `displayName`.' },
        replyToAddress: {
          type: 'string',
          format: 'email',
          maxLength: 255,
          description: 'Where answers go; without it, to the sender.',
        },
        subject: {
          ...line,
          description: 'May name `{{displayName}}`, and not the code: mail servers log subjects.',
        },
        bodyText: {
          type: 'string',
          format: 'lines',
          minLength: 1,
          maxLength: 2000,
          description:
            'May name `{{displayName}}` and `{{code}}`; the code is put before a text that does not name ' +
            'it.',
        },
      },
    },
    sms: {
      type: 'object',
      description: 'How a code is sent by text message; members that are left out stay.',
      properties: {
        templateSid: {
          ...line,
          maxLength: 64,
          description:
            'Goes to the SMS service beside the text, for countries that want registered texts.',
        },
        bodyText: {
          type: 'string',
          format: 'lines',
          minLength: 1,
          maxLength: 480,
          description:
            'May name `{{displayName}}` and `{{code}}`; the code is put before a text that does not name ' +
            'it.',
        },
      },
    },
  },
} as const

export const CardConfigs = {
  type: 'object',
  description:
    'Limits of every card of the platform, earlier and later ones. Of these and the limits of a card the lower one ' +
    'counts.',
  properties: platformCardLimits,
} as const

export const FixedFee = {
  type: 'object',
  required: ['amount', 'currency'],
  properties: {
    amount: { ...amount, description: 'In the smallest unit of `currency`.' },
    currency: {
      ...currencyCode,
      description: 'The currency that is sent; of a rail’s fee, US dollars.',
    },
  },
} as const

const feeParts = {
  variableFeeBps: {
    type: 'integer',
    minimum: 0,
    maximum: 10000,
    description:
      'Hundredths of a percent of what is left after the fixed fees: 30 is 0.3 %. With both parts ' +
      '0, the fee ends.',
  },
  fixedFee: described(
    FixedFee,
    'Taken once of each payment, before the variable part is computed.',
  ),
} as const

export const CrossCurrencyFeeConfig = {
  type: 'object',
  required: ['feeType', 'sourceCurrency', 'variableFeeBps', 'fixedFee'],
  properties: {
    feeType: {
      type: 'string',
      enum: ['CROSS_CURRENCY_TRANSACTION'],
      description: 'When it is taken: of payments that are converted.',
    },
    sourceCurrency: {
      ...currencyCode,
      description: 'What the payments are sent in; there is one fee for each.',
    },
    ...feeParts,
  },
} as const

export const RailFeeConfig = {
  type: 'object',
  required: ['feeType', 'rail', 'direction', 'originator', 'variableFeeBps', 'fixedFee'],
  properties: {
    feeType: {
      type: 'string',
      enum: ['RAIL'],
      description: 'When it is taken: of payouts over a rail, converted or not.',
    },
    rail: {
      type: 'string',
      maxLength: 32,
      pattern: '^[A-Z][A-Z0-9_]*$',
      description: '`ACH`, `RTP`, `FEDNOW` or `WIRE`; others are `501`.',
    },
    direction: {
      type: 'string',
      enum: ['IN', 'OUT'],
      description: 'Where the money goes, seen from the service. `IN` is `501`.',
    },
    originator: {
      type: 'string',
      enum: ['SERVICE', 'EXTERNAL'],
      description:
        'Who has ordered it. `EXTERNAL`, an ACH pull by somebody else, does not happen here: `501`.',
    },
    ...feeParts,
  },
} as const

export const FeeConfig = {
  type: 'object',
  required: ['feeType'],
  discriminator: { propertyName: 'feeType' },
  oneOf: [CrossCurrencyFeeConfig, RailFeeConfig],
  description: "A fee of the platform's own.",
} as const

const strictHandling = {
  type: 'boolean',
  description:
    'Whether a member of a body that the operation does not know is `400`; else it is ignored, and named in ' +
    '`Ignored-Fields`. A request says otherwise with `Prefer: handling=strict` or `handling=lenient`.',
} as const

const SandboxVerification = {
  type: 'string',
  enum: ['ON_CREATION', 'ON_SUBMISSION'],
  example: 'ON_CREATION',
  description:
    'When the sandbox decides about a customer: as it is created, `APPROVED` but for some ends of names and numbers; or ' +
    'when its verification is submitted, until when it is `UNVERIFIED`.',
} as const

export type SandboxVerification = (typeof SandboxVerification.enum)[number]

export const PlatformConfigUpdateRequest = {
  type: 'object',
  minProperties: 1,
  properties: {
    umaDomain: {
      type: 'string',
      maxLength: 190,
      pattern:
        '^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$',
      description:
        "What stands behind the `@` of customers' UMA addresses. It stays while it has addresses; in " +
        'production it is proven by DNS.',
    },
    webhookEndpoint: {
      type: ['string', 'null'],
      format: 'text',
      minLength: 1,
      maxLength: 2048,
      example: 'https://platform.example.com/webhooks',
      description:
        'Where events go from now on: https. Setting it sends one `TEST` there. Null: nowhere, until another ' +
        'is set. A name of another script is kept as `xn--`.',
    },
    supportedCurrencies: {
      type: 'array',
      description: 'Replaces the list. Accounts in a currency that is left out stay.',
      minItems: 1,
      maxItems: 60,
      items: PlatformCurrencyConfig,
    },
    embeddedWalletConfig: described(
      EmbeddedWalletConfig,
      'How logins of wallets look; members that are left out stay.',
    ),
    cardTokenization2faConfig: described(
      CardTokenization2FAConfig,
      'How cardholders get the code for a wallet on a device; members that are left out stay.',
    ),
    cardConfigs: described(
      CardConfigs,
      'Limits of every card, from now on; members that are left out stay, and null removes a limit.',
    ),
    feeConfigs: {
      type: 'array',
      description: 'Fees to set or change; those that are not named stay.',
      maxItems: 60,
      items: FeeConfig,
    },
    strictHandling: described(
      strictHandling,
      `${strictHandling.description} It counts for requests that come five seconds later.`,
    ),
    sandboxVerification: described(
      SandboxVerification,
      'In the sandbox only: when it decides about customers that are created from now on.',
    ),
  },
} as const

export const PlatformConfig = {
  type: 'object',
  required: ['id', 'umaDomain', 'supportedCurrencies', 'createdAt', 'updatedAt'],
  properties: {
    id: idSchema(
      'PlatformConfig',
      'Names the platform; `customerId=` of it lists its own transactions.',
    ),
    umaDomain: {
      type: 'string',
      description: "What stands behind the `@` of customers' UMA addresses.",
    },
    webhookEndpoint: {
      type: 'string',
      description: 'Where events go. Absent until it is set: events are then kept, and not sent.',
    },
    webhookPublicKey: {
      type: 'string',
      description:
        'SPKI PEM of the key that signs webhooks to this platform, in this environment alone. It ' +
        'changes when keys are rotated.',
    },
    webhookKeysPath: {
      type: 'string',
      description:
        "Path, at the API's origin, of the JWKS with every key that may sign them: this one, and the next or last one while it is rotated",
    },
    supportedCurrencies: {
      type: 'array',
      description: 'Currencies in which customers get accounts, and what is asked for in each.',
      items: PlatformCurrencyConfig,
    },
    addedCurrencies: {
      type: 'array',
      description:
        'Currencies that were added later, and how far the customers of before have their accounts in them.',
      items: {
        type: 'object',
        required: ['currencyCode', 'accountsOpened', 'addedAt'],
        properties: {
          currencyCode: described(currencyCode, 'The currency that was added.'),
          accountsOpened: {
            type: 'integer',
            example: 1200,
            description: 'Accounts of customers that have been opened in it so far.',
          },
          addedAt: { ...dateTime, description: 'When the platform put it on its list, in UTC.' },
          completedAt: {
            ...dateTime,
            description: 'When all customers had one. Absent while accounts are being opened.',
          },
        },
      },
    },
    isRegulatedFinancialInstitution: {
      type: 'boolean',
      description:
        "Whether customers accept the platform's terms only; false: they must accept the service's " +
        'too, before they pay.',
    },
    hasCounterpartyRequirements: {
      type: 'boolean',
      readOnly: true,
      description:
        'Whether self-custody wallets must be proven, for example by the EU Travel Rule.',
    },
    embeddedWalletConfig: described(
      EmbeddedWalletConfig,
      'How logins of wallets look, with the defaults of what is not set.',
    ),
    cardTokenization2faConfig: described(
      CardTokenization2FAConfig,
      'How cardholders get the code for a wallet on a device. Absent until it is set.',
    ),
    cardConfigs: described(
      CardConfigs,
      'Limits of every card of the platform; the lower one of these and of its own counts.',
    ),
    feeConfigs: {
      type: 'array',
      description: "The platform's own fees, one for each source currency and each rail.",
      items: FeeConfig,
    },
    strictHandling,
    sandboxVerification: described(
      SandboxVerification,
      `${SandboxVerification.description} Absent in production.`,
    ),
    createdAt,
    updatedAt,
  },
} as const
