/** Bodies that the issuer takes. A member that it does not know is ignored. */
import { createAjv } from '../../contract/ajv.ts'
import { cardDispositions } from '../../contract/cardDisputes.ts'
import type { CardChange, NewCard } from './cards.ts'
import type { Closing, NewDispute } from './disputes.ts'
import type { NewSubscription } from './enrolment.ts'
import type { NewHolder } from './holders.ts'
import { AMOUNT_MAX, refusal } from './issuer.ts'
import type { Provision } from './provisioning.ts'
import type { Purchase, Tokenization } from './simulations.ts'

const ajv = createAjv({ allErrors: true })
const text = { type: 'string', minLength: 1, maxLength: 500 } as const
const amount = { type: 'integer', minimum: 0, maximum: AMOUNT_MAX } as const
const limit = { type: 'integer', minimum: 0 } as const
const pan = { type: 'string', pattern: '^[0-9]{16}$' } as const
const token = { type: 'string', pattern: '^[0-9a-f-]{36}$' } as const
const duration = { enum: ['TRANSACTION', 'MONTHLY', 'ANNUALLY', 'FOREVER'] } as const

function object(required: readonly string[], properties: Record<string, object>): object {
  return { type: 'object', required, properties }
}

const address = object(['address1', 'city', 'state', 'postal_code', 'country'], {
  ...{ address1: text, city: text, postal_code: text },
  state: { type: 'string', pattern: '^[A-Z]{2}$' },
  country: { const: 'USA' },
})
const phone = { type: 'string', pattern: '^\\+[1-9]\\d{1,14}$' } as const
const personal = ['first_name', 'last_name', 'dob', 'email', 'government_id', 'address'] as const
const personMembers = {
  ...{ first_name: text, last_name: text, email: text, government_id: text, address },
  ...{ dob: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}' }, phone_number: phone },
}

const business = object(['address', 'government_id', 'legal_business_name', 'phone_numbers'], {
  ...{ address, government_id: text, legal_business_name: text, dba_business_name: text },
  phone_numbers: { type: 'array', minItems: 1, items: phone },
})

/** What a workflow needs beside the members of all. */
function needed(workflow: string, ...members: readonly string[]): object {
  return {
    if: { properties: { workflow: { const: workflow } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: members },
  }
}

export const isHolder = ajv.compile<NewHolder>({
  ...object(['workflow', 'tos_timestamp'], {
    workflow: { enum: ['KYC_BYO', 'KYB_BYO', 'KYC_EXEMPT', 'KYC_BASIC'] },
    external_id: text,
    tos_timestamp: text,
    kyc_passed_timestamp: text,
    kyb_passed_timestamp: text,
    individual: object([...personal, 'phone_number'], personMembers),
    business_entity: business,
    nature_of_business: text,
    control_person: object(personal, personMembers),
    beneficial_owner_individuals: {
      type: 'array',
      maxItems: 4,
      items: object(personal, personMembers),
    },
  }),
  allOf: [
    needed('KYC_BYO', 'individual', 'kyc_passed_timestamp'),
    needed(
      'KYB_BYO',
      ...['business_entity', 'control_person', 'beneficial_owner_individuals'],
      ...['nature_of_business', 'kyb_passed_timestamp'],
    ),
  ],
})

export const isCard = ajv.compile<NewCard>(
  object(['type'], {
    type: { const: 'VIRTUAL' },
    account_token: token,
    card_program_token: token,
    memo: { type: 'string', maxLength: 200 },
    state: { enum: ['OPEN', 'PAUSED'] },
    spend_limit: limit,
    spend_limit_duration: duration,
    exp_month: { type: 'string', pattern: '^(0[1-9]|1[0-2])$' },
    exp_year: { type: 'string', pattern: '^20\\d{2}$' },
  }),
)

export const isChange = ajv.compile<CardChange>({
  ...object([], {
    state: { enum: ['OPEN', 'PAUSED', 'CLOSED'] },
    memo: { type: 'string', maxLength: 200 },
    spend_limit: limit,
    spend_limit_duration: duration,
  }),
  minProperties: 1,
})

export const isResponder = ajv.compile<{ type: string; url: string }>(
  object(['type', 'url'], {
    type: { enum: ['AUTH_STREAM_ACCESS', 'THREE_DS_DECISIONING', 'TOKENIZATION_DECISIONING'] },
    // The real one takes https alone.
    url: { type: 'string', pattern: '^https?://' },
  }),
)

export const isSubscription = ajv.compile<NewSubscription>(
  object(['url'], {
    url: { type: 'string', pattern: '^https?://' },
    description: { type: 'string', maxLength: 500 },
    disabled: { type: 'boolean' },
    event_types: { type: 'array', items: text },
  }),
)

const purchase = {
  amount,
  descriptor: { type: 'string', minLength: 1, maxLength: 25 },
  pan,
  mcc: { type: 'string', pattern: '^\\d{4}$' },
  merchant_acceptor_id: text,
  merchant_acceptor_city: text,
  merchant_acceptor_state: text,
  merchant_acceptor_country: { type: 'string', pattern: '^[A-Z]{3}$' },
}

export const isPurchase = ajv.compile<Purchase>(
  object(['amount', 'descriptor', 'pan'], {
    ...purchase,
    status: {
      enum: [
        'AUTHORIZATION',
        'BALANCE_INQUIRY',
        'CREDIT_AUTHORIZATION',
        'FINANCIAL_AUTHORIZATION',
        'FINANCIAL_CREDIT_AUTHORIZATION',
      ],
    },
  }),
)

export const isAmountOf = ajv.compile<{ token: string; amount: number }>(
  object(['token', 'amount'], { token, amount }),
)

export const isStepOf = ajv.compile<{
  token: string
  amount?: number
  type?: 'AUTHORIZATION_REVERSAL' | 'AUTHORIZATION_EXPIRY'
}>(
  object(['token'], {
    token,
    amount: { type: 'integer', minimum: -AMOUNT_MAX, maximum: AMOUNT_MAX },
    type: { enum: ['AUTHORIZATION_REVERSAL', 'AUTHORIZATION_EXPIRY'] },
  }),
)

export const isTokenization = ajv.compile<Tokenization>(
  object(['pan', 'cvv', 'expiration_date'], {
    pan,
    cvv: { type: 'string', pattern: '^\\d{3}$' },
    expiration_date: { type: 'string', pattern: '^\\d{2}/\\d{2}$' },
    activation_method: object(['type', 'value'], {
      type: { enum: ['TEXT_TO_CARDHOLDER_NUMBER', 'EMAIL_TO_CARDHOLDER_ADDRESS'] },
      value: text,
    }),
  }),
)

export const isDisputeOf = ajv.compile<NewDispute>(
  object(['token', 'amount'], { token, amount: { ...amount, minimum: 1 }, reason: text }),
)

export const isClosing = ajv.compile<Closing>(
  object(['token', 'amount', 'disposition'], {
    token,
    amount,
    disposition: { enum: cardDispositions },
  }),
)

const walletText = { type: 'string', minLength: 1, maxLength: 20_000 } as const

export const isProvision = ajv.compile<Provision>({
  ...object(['digital_wallet'], {
    digital_wallet: { enum: ['APPLE_PAY', 'GOOGLE_PAY', 'SAMSUNG_PAY'] },
    certificate: walletText,
    nonce: walletText,
    nonce_signature: walletText,
    client_device_id: walletText,
    client_wallet_account_id: walletText,
  }),
  if: { properties: { digital_wallet: { const: 'APPLE_PAY' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['certificate', 'nonce', 'nonce_signature'] },
  else: { required: ['client_wallet_account_id'] },
})

type Validator<Body> = { (body: unknown): body is Body; errors?: unknown }

/** @throws Refusal 400 that names what is wrong */
export function required<Body>(isBody: Validator<Body>, body: unknown): Body {
  if (isBody(body)) return body
  const errors = (isBody.errors ?? []) as { instancePath: string; message?: string }[]
  const problems = errors.map(({ instancePath, message }) => `${instancePath} ${message}`.trim())
  throw refusal(400, problems.join('; ') || 'not a JSON object')
}
