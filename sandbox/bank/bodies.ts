/** Bodies that the bank takes. */
import { createAjv, type Validate } from '../../contract/ajv.ts'
import { invalidParameters } from './bank.ts'
import { inboundReturnReasons, rejectReasons, returnCodes } from './returnCodes.ts'

const ajv = createAjv({ allErrors: true, strict: false })

const text = (maxLength: number, pattern?: string) => ({
  ...{ type: 'string', minLength: 1, maxLength },
  ...(pattern !== undefined && { pattern }),
})
const ASCII = '^[\\x20-\\x7e]*$'
const LATIN = '^[\\x20-\\x7e\\xa0-\\xff]*$'
/** What Fedwire takes. */
const WIRE = '^[A-Za-z0-9 .?!,;:_/@\\\\&\'"+()\\-]*$'
const id = text(200)
const routing = { type: 'string', pattern: '^[0-9]{9}$' } as const
const cents = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum })
const bool = { type: 'boolean' } as const
const time = { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|[+-][0-9:]+)$' }

/** Members that a body may have, and those that it must. */
function body(required: readonly string[], properties: object): Validate<Record<string, unknown>> {
  return ajv.compile({ type: 'object', required, additionalProperties: false, properties })
}

const lines = {
  type: 'object',
  additionalProperties: false,
  required: ['line1'],
  properties: { line1: text(35, WIRE), line2: text(35, WIRE), line3: text(35, WIRE) },
}
const wireParty = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: text(140, WIRE),
    address: { type: 'object', additionalProperties: false, properties: { unstructured: lines } },
  },
}
const place = {
  type: 'object',
  required: ['city', 'state', 'postal_code'],
  additionalProperties: false,
  properties: { city: text(35), state: text(35), postal_code: text(16), line1: text(70) },
}
const ach = {
  company_descriptive_date: text(6, ASCII),
  company_discretionary_data: text(20, ASCII),
  company_entry_description: text(10, ASCII),
  company_name: text(16, ASCII),
  individual_id: text(15, ASCII),
  individual_name: text(22, ASCII),
  standard_entry_class_code: {
    enum: [
      'corporate_credit_or_debit',
      'corporate_trade_exchange',
      'prearranged_payments_and_deposit',
      'internet_initiated',
    ],
  },
}
const ACH_CENTS = 9_999_999_999
const INSTANT_CENTS = 1_000_000_000
const WIRE_CENTS = 999_999_999_999

export const isAchTransfer = body(['account_id', 'amount', 'statement_descriptor'], {
  ...{ account_id: id, external_account_id: id, require_approval: bool, ...ach },
  amount: { ...cents(-ACH_CENTS, ACH_CENTS), not: { const: 0 } },
  statement_descriptor: text(200, ASCII),
  account_number: text(17, ASCII),
  routing_number: routing,
  funding: { enum: ['checking', 'savings', 'loan', 'general_ledger'] },
  destination_account_holder: { enum: ['business', 'individual', 'unknown'] },
  addenda: { type: 'object' },
  preferred_effective_date: {
    type: 'object',
    additionalProperties: false,
    properties: {
      date: { type: 'string' },
      settlement_schedule: { enum: ['same_day', 'future_dated'] },
    },
  },
  transaction_timing: { enum: ['synchronous', 'asynchronous'] },
})

export const isWireTransfer = body(['account_id', 'amount', 'creditor', 'remittance'], {
  ...{ account_id: id, external_account_id: id, require_approval: bool },
  ...{ source_account_number_id: id, inbound_wire_drawdown_request_id: id },
  amount: cents(1, WIRE_CENTS),
  account_number: text(34, WIRE),
  routing_number: routing,
  ...{ creditor: wireParty, debtor: wireParty },
  remittance: {
    type: 'object',
    required: ['category'],
    additionalProperties: false,
    properties: {
      category: { enum: ['unstructured', 'tax'] },
      unstructured: {
        type: 'object',
        required: ['message'],
        properties: { message: text(140, WIRE) },
      },
      tax: { type: 'object' },
    },
  },
})

const instant = {
  ...{ source_account_number_id: id, external_account_id: id, require_approval: bool },
  amount: cents(1, INSTANT_CENTS),
  creditor_name: text(140, LATIN),
  debtor_name: text(140, LATIN),
  routing_number: routing,
  unstructured_remittance_information: text(140, LATIN),
}
const ofInstant = [
  ...['source_account_number_id', 'amount', 'creditor_name'],
  'unstructured_remittance_information',
]

export const isRealTimePaymentsTransfer = body(ofInstant, {
  ...instant,
  account_number: text(34, ASCII),
  ...{ ultimate_creditor_name: text(140, LATIN), ultimate_debtor_name: text(140, LATIN) },
})

export const isFednowTransfer = body([...ofInstant, 'debtor_name'], {
  ...instant,
  account_number: text(17, '^[0-9]+$'),
  ...{ creditor_address: place, debtor_address: place },
})

export const isAccount = body(['name'], {
  ...{ name: text(200), entity_id: id, informational_entity_id: id, program_id: id },
  funding: { enum: ['loan', 'deposits'] },
})
export const isAccountChange = body([], { name: text(200) })

const debits = {
  type: 'object',
  additionalProperties: false,
  properties: { debit_status: { enum: ['allowed', 'blocked'] } },
}
const checks = {
  type: 'object',
  additionalProperties: false,
  properties: { status: { enum: ['allowed', 'check_transfers_only'] } },
}
export const isAccountNumber = body(['account_id', 'name'], {
  ...{ account_id: id, name: text(200), inbound_ach: debits, inbound_checks: checks },
})
export const isAccountNumberChange = body([], {
  ...{ name: text(200), inbound_ach: debits, inbound_checks: checks },
  status: { enum: ['active', 'disabled', 'canceled'] },
})

const externalTerms = {
  description: text(200),
  funding: { enum: ['checking', 'savings', 'general_ledger', 'other'] },
  account_holder: { enum: ['business', 'individual', 'unknown'] },
}
export const isExternalAccount = body(['account_number', 'routing_number', 'description'], {
  ...externalTerms,
  ...{ account_number: text(17, ASCII), routing_number: routing },
})
export const isExternalAccountChange = body([], {
  ...externalTerms,
  status: { enum: ['active', 'archived'] },
})

export const isAccountTransfer = body(
  ['account_id', 'amount', 'description', 'destination_account_id'],
  {
    ...{ account_id: id, destination_account_id: id, require_approval: bool },
    ...{ amount: cents(1, WIRE_CENTS), description: text(200) },
  },
)

export const isPendingTransaction = body(['account_id', 'amount'], {
  ...{ account_id: id, amount: cents(-WIRE_CENTS, -1), description: text(200) },
})

export const isPrenotification = body(['account_id', 'account_number', 'routing_number'], {
  ...{ account_id: id, account_number: text(17, ASCII), routing_number: routing, ...ach },
  ...{ addendum: text(80, ASCII), effective_date: { type: 'string' } },
  credit_debit_indicator: { enum: ['credit', 'debit'] },
})

export const isSubscription = body(['url'], {
  ...{ url: text(2_000), shared_secret: text(100), oauth_connection_id: id },
  status: { enum: ['active', 'disabled'] },
  selected_event_categories: {
    type: 'array',
    items: { type: 'object', required: ['event_category'], properties: { event_category: id } },
  },
})
export const isSubscriptionChange = body([], {
  status: { enum: ['active', 'disabled', 'deleted'] },
})

const drawdownAddress = { type: 'object', required: ['city', 'country', 'line1'] }
export const isDrawdown = body(
  [
    ...['account_number_id', 'amount', 'creditor_address', 'creditor_name', 'debtor_address'],
    ...['debtor_name', 'unstructured_remittance_information'],
  ],
  {
    ...{ account_number_id: id, amount: cents(1, WIRE_CENTS) },
    ...{ creditor_address: drawdownAddress, creditor_name: text(140, WIRE) },
    ...{ debtor_address: drawdownAddress, debtor_name: text(140, WIRE) },
    ...{ unstructured_remittance_information: text(140, WIRE), end_to_end_identification: id },
    ...{ debtor_account_number: text(34), debtor_external_account_id: id },
    ...{ debtor_routing_number: routing, charge_bearer: id },
  },
)

export const isCheckDeposit = body(
  ['account_id', 'amount', 'back_image_file_id', 'front_image_file_id'],
  {
    ...{ account_id: id, amount: cents(1, ACH_CENTS), description: text(200) },
    ...{ back_image_file_id: id, front_image_file_id: id },
  },
)

/** Of simulations. */
export const isNothing = body([], {})
export const isSettlement = body([], {
  inbound_funds_hold_behavior: { enum: ['release_immediately', 'release_on_default_schedule'] },
})
export const isReturn = body([], {
  ...{ reason: { enum: Object.keys(returnCodes) }, addenda_information: text(44, ASCII) },
})
export const isCorrection = body([], {
  corrected_account_funding: { enum: ['checking', 'savings', 'loan', 'general_ledger'] },
  corrected_account_number: text(17, ASCII),
  corrected_individual_id: text(15, ASCII),
  corrected_routing_number: routing,
})
export const isCompletion = body([], {
  rejection: {
    type: 'object',
    required: ['reject_reason_code'],
    additionalProperties: false,
    properties: { reject_reason_code: { enum: rejectReasons } },
  },
})
export const isInboundAch = body(['account_number_id', 'amount'], {
  ...{ account_number_id: id, resolve_at: time, addenda: { type: 'object' } },
  amount: { ...cents(-ACH_CENTS, ACH_CENTS), not: { const: 0 } },
  ...{ company_descriptive_date: text(6), company_discretionary_data: text(20) },
  ...{ company_entry_description: text(10), company_id: text(10), company_name: text(16) },
  ...{ receiver_id_number: text(15), receiver_name: text(22), standard_entry_class_code: id },
})
export const isInboundWire = body(['account_number_id', 'amount'], {
  ...{ account_number_id: id, amount: cents(1, WIRE_CENTS), wire_drawdown_request_id: id },
  ...{ creditor_address_line1: text(70), creditor_address_line2: text(70) },
  ...{ creditor_address_line3: text(70), creditor_name: text(140), debtor_name: text(140) },
  ...{ debtor_address_line1: text(70), debtor_address_line2: text(70) },
  ...{ debtor_address_line3: text(70), end_to_end_identification: id, purpose: id },
  ...{ instructing_agent_routing_number: id, instruction_identification: id },
  ...{ unique_end_to_end_transaction_reference: id },
  unstructured_remittance_information: text(140),
})
export const isInboundInstant = body(['account_number_id', 'amount'], {
  ...{ account_number_id: id, amount: cents(1, INSTANT_CENTS), debtor_account_number: text(34) },
  ...{ debtor_name: text(140), debtor_routing_number: routing, request_for_payment_id: id },
  unstructured_remittance_information: text(140),
})
export const isInboundDecline = body([], { reason: { enum: inboundReturnReasons } })
export const isInboundReturn = body(['reason'], { reason: { enum: inboundReturnReasons } })
export const isWireReturn = body(['reason'], {
  reason: { enum: ['duplicate', 'creditor_request', 'transaction_forbidden'] },
})
export const isProgram = body(['name'], {
  ...{ name: text(200), reserve_account_id: id, lending_maximum_extendable_credit: cents(0, 1e15) },
  bank: { enum: ['core_bank', 'first_internet_bank', 'grasshopper_bank', 'increase_bank'] },
})
export const isCheckSubmission = body([], { scan: { type: 'object' } })

/** @throws Problem 400 that names the members that are wrong */
export function valid<Shape>(fits: Validate<Shape>, members: unknown): Shape {
  if (fits(members)) return members
  throw invalidParameters(
    (fits.errors ?? []).map(({ instancePath, params, message = 'is wrong' }) => {
      const named = params.missingProperty ?? params.additionalProperty
      const at = instancePath.slice(1).replaceAll('/', '.')
      return { field: [at, named].filter(Boolean).join('.'), message }
    }),
  )
}
