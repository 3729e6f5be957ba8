/**
 * `accountInfo` of external accounts: two schemas a variant, as it is sent and
 * as it is answered, made from the table.
 */

import { type Variant, variants } from '../externalAccounts.ts'
import { described } from './described.ts'
import { Address, country } from './shared.ts'

const name = { type: 'string', minLength: 1, maxLength: 250, format: 'name' } as const
const contact = {
  email: {
    type: 'string',
    format: 'email',
    maxLength: 320,
    description: 'Where the beneficiary can be reached.',
  },
  phoneNumber: {
    type: 'string',
    pattern: '^\\+[0-9]{6,14}$',
    example: '+14155550100',
    description: "Of the beneficiary: `+` and digits, with the country's prefix.",
  },
  countryOfResidence: {
    ...country,
    description: 'Where the beneficiary lives or is registered: two letters of ISO 3166-1.',
  },
  address: described(
    Address,
    'Where the beneficiary lives or is registered. Some rails need it whole.',
  ),
} as const

export const BusinessBeneficiary = {
  type: 'object',
  required: ['beneficiaryType', 'legalName'],
  properties: {
    beneficiaryType: {
      type: 'string',
      const: 'BUSINESS',
      description: "The account is a business's.",
    },
    legalName: {
      ...name,
      example: 'Engines Ltd',
      description:
        "The business's name as its bank has it; it is compared where the bank offers that.",
    },
    registrationNumber: {
      type: 'string',
      format: 'text',
      minLength: 1,
      maxLength: 100,
      description: "The business's number in its register.",
    },
    taxId: {
      type: 'string',
      format: 'text',
      minLength: 1,
      maxLength: 100,
      description: "The business's tax number.",
    },
    ...contact,
  },
} as const

export const IndividualBeneficiary = {
  type: 'object',
  required: ['beneficiaryType', 'fullName'],
  properties: {
    beneficiaryType: {
      type: 'string',
      const: 'INDIVIDUAL',
      description: "The account is a person's.",
    },
    fullName: {
      ...name,
      example: 'Ada Lovelace',
      description:
        "The person's name as its bank has it; it is compared where the bank offers that.",
    },
    birthDate: {
      type: 'string',
      format: 'date',
      example: '1990-12-10',
      description: "The person's day of birth: YYYY-MM-DD.",
    },
    nationality: {
      ...country,
      description: "The person's country of citizenship: two letters of ISO 3166-1.",
    },
    ...contact,
  },
} as const

const ACCOUNT_TYPE = 'Says which fields the account has, and over what it is paid.'
const BENEFICIARY = 'Whose account it is. A rail that compares names compares this one.'
const OPTIONAL_BENEFICIARY =
  'Whose wallet it is. Required of a THIRD_PARTY one where the platform has counterparty duties.'

/** `AED_ACCOUNT` is `AedExternalAccount...`, `BASE_WALLET` `BaseWalletExternalAccount...`. */
function stemOf({ accountType }: Variant): string {
  return accountType
    .replace(/_ACCOUNT$/, '')
    .split('_')
    .map((part) => `${part.slice(0, 1)}${part.slice(1).toLowerCase()}`)
    .join('')
}

function individualOf({ individualRequired = [], individualExtras = {} }: Variant): object {
  return {
    ...IndividualBeneficiary,
    required: [...IndividualBeneficiary.required, ...individualRequired],
    properties: { ...IndividualBeneficiary.properties, ...individualExtras },
  }
}

/** What beneficiaries of variants differ in; equal ones are one schema. */
const individuals = new Map<string, readonly [string, object]>()
function individualComponent(variant: Variant): object {
  const { individualRequired, individualExtras } = variant
  if (individualRequired === undefined && individualExtras === undefined) {
    return IndividualBeneficiary
  }
  const key = JSON.stringify([individualRequired, individualExtras])
  const title = variant.beneficiary === 'OPTIONAL' ? 'Wallet' : stemOf(variant)
  const known = individuals.get(key) ?? [`${title}Beneficiary`, individualOf(variant)]
  individuals.set(key, known)
  return known[1]
}

function beneficiaryOf(variant: Variant): object {
  return {
    type: 'object',
    required: ['beneficiaryType'],
    description: variant.beneficiary === 'OPTIONAL' ? OPTIONAL_BENEFICIARY : BENEFICIARY,
    discriminator: { propertyName: 'beneficiaryType' },
    oneOf: [individualComponent(variant), BusinessBeneficiary],
  }
}

const groups = (list: readonly (readonly string[])[]): object[] =>
  list.map((required) => ({ required }))

function schemaOf(variant: Variant, answered: boolean): object {
  const {
    accountType,
    aliases = [],
    properties,
    required,
    anyOf,
    oneOf,
    beneficiary,
    rails,
  } = variant
  const names = answered ? [accountType, ...aliases] : [accountType]
  return {
    type: 'object',
    required: [
      'accountType',
      ...required,
      ...(beneficiary === 'REQUIRED' ? ['beneficiary'] : []),
      ...(answered && rails.length > 0 ? ['paymentRails'] : []),
    ],
    properties: {
      accountType: { type: 'string', enum: names, description: ACCOUNT_TYPE },
      ...properties,
      ...(beneficiary !== 'NONE' && { beneficiary: beneficiaryOf(variant) }),
      ...(answered &&
        rails.length > 0 && {
          paymentRails: {
            type: 'array',
            description:
              'Rails over which this account can be paid, by the fields that it has; a quote may name one ' +
              'of them.',
            items: { type: 'string', enum: rails },
          },
        }),
    },
    // Beside the properties, client generators read such a choice as one of types: "this, or
    // anything".
    ...(anyOf && { allOf: [{ anyOf: groups(anyOf) }] }),
    ...(oneOf && { allOf: [{ oneOf: groups(oneOf) }] }),
  }
}

const created = variants.map((variant) => [stemOf(variant), schemaOf(variant, false)] as const)
const answered = variants.map((variant) => [stemOf(variant), schemaOf(variant, true)] as const)

/** Made from the table, so types know the discriminator only. */
function union(schemas: readonly object[]): object {
  return { discriminator: { propertyName: 'accountType' }, oneOf: schemas }
}
const discriminated = {
  type: 'object',
  required: ['accountType'],
  properties: { accountType: { type: 'string', description: ACCOUNT_TYPE } },
  additionalProperties: true,
} as const

export const ExternalAccountCreateInfoOneOf = {
  ...discriminated,
  ...union(created.map(([, schema]) => schema)),
}
export const ExternalAccountInfoOneOf = {
  ...discriminated,
  ...union(answered.map(([, schema]) => schema)),
}

/** Every variant and every kind of beneficiary by the name that the document gives it. */
export const accountInfoComponents: Readonly<Record<string, object>> = {
  ...Object.fromEntries(individuals.values()),
  ...Object.fromEntries(
    created.map(([stem, schema]) => [`${stem}ExternalAccountCreateInfo`, schema]),
  ),
  ...Object.fromEntries(answered.map(([stem, schema]) => [`${stem}ExternalAccountInfo`, schema])),
}
