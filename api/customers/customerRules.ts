/** The rules of a customer's fields beyond their schemas: one check for creation and change. */
import {
  CustomerType,
  IndividualCustomerCreateRequest,
} from '../../contract/components/customers.ts'
import { type ErrorCode, type FieldError, Refusal } from '../../contract/errors.ts'
import { uuidOf } from '../../contract/ids.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import { phoneNumberErrors } from '../../contract/phoneNumber.ts'
import { instant } from '../../contract/time.ts'
import { domainOf } from '../../contract/umaAddress.ts'
import type { Dependencies } from '../dependencies.ts'
import { READ_AT } from '../fence.ts'
import type { ValidationInput } from '../operation.ts'
import { checkOf } from '../validate.ts'
import { consentsIn } from './agreements.ts'
import { personProblems, type StoredCustomer } from './personRules.ts'

/** What the rules depend on beside the body. */
export type CustomerFacts = {
  readonly uma_domain: string
  readonly environment: Environment
  /** Codes that the platform supports. */
  readonly currencies: readonly string[]
  /** ISO 8601, by the database's clock. */
  readonly now: string
  /** ISO 8601, by the database's clock; the fence of a decision is measured from it. */
  readonly read_at: string
  /** Another customer has the `platformCustomerId`, or the `umaAddress`. */
  readonly id_taken: boolean
  readonly uma_taken: boolean
  /** The error of a first contact that another customer logs in by. */
  readonly contact_error: ErrorCode | null
  /** A version that the customer is said to have accepted, and that there is not; null where there is none. */
  readonly unknown_agreement: { readonly type: string; readonly termsVersion: string } | null
  readonly stored: StoredCustomer
}

/** @param customerId UUID of a customer that may not exist yet */
export async function readCustomerFacts(
  { database }: Dependencies,
  platformId: string,
  customerId: string | null,
  body: Readonly<Record<string, unknown>>,
): Promise<CustomerFacts> {
  const consents = consentsIn(body).map(({ consent }) => consent)
  return database.one<CustomerFacts>({
    name: 'customer_facts',
    text: `select p.uma_domain, p.environment, to_jsonb(t.now) #>> '{}' as now,
        ${READ_AT},
        (select array_agg(c ->> 'currencyCode') from jsonb_array_elements(p.supported_currencies) c) as currencies,
        exists (select 1 from customers where platform_id = p.id and platform_customer_id = $2
          and not is_deleted and id is distinct from $4) as id_taken,
        exists (select 1 from customers where lower(uma_address) = lower($3) and platform_id = p.id
          and id is distinct from $4) as uma_taken,
        case when o.id is null and p.supported_currencies @> '[{"currencyCode": "USDB"}]'
          and is_contact_taken(p.id, $4, first_contact($5, $6) ->> 'type', first_contact($5, $6) ->> 'contact')
          then contact_error(first_contact($5, $6) ->> 'type') end as contact_error,
        (select jsonb_build_object('type', s.type, 'termsVersion', s.version)
          from unnest($7::text[], $8::text[]) with ordinality s(type, version, place)
          where not exists (select 1 from agreements a where a.type = s.type and a.version = s.version)
          order by s.place limit 1) as unknown_agreement,
        case when o.id is not null then jsonb_build_object('customer_type', o.customer_type, 'profile', o.profile,
          'has_identifier', o.identity_number is not null) end as stored
      from platforms p cross join (select service_now() as now) t
        left join customers o on o.id = $4 and o.platform_id = p.id where p.id = $1`,
    values: [
      platformId,
      textOrNull(body.platformCustomerId),
      textOrNull(body.umaAddress),
      customerId,
      textOrNull(body.email),
      textOrNull(body.phoneNumber),
      consents.map(({ type }) => textOrNull(type)),
      consents.map(({ termsVersion }) => textOrNull(termsVersion)),
    ],
  })
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/**
 * One error for each field that breaks a rule.
 *
 * @param body may have failed its schema: what has another type is not judged here
 */
export function customerProblems(
  body: Readonly<Record<string, unknown>>,
  facts: CustomerFacts,
): FieldError[] {
  return [
    ...personProblems(body, facts.stored, instant(facts.now)),
    ...phoneNumberErrors('phoneNumber', body.phoneNumber, facts.environment),
    ...platformProblems(body, facts),
  ]
}

const checkIndividual = checkOf(IndividualCustomerCreateRequest)

/** The schemas choose by the type: without one that they know, the fields are an individual's. */
function fieldsOfUnknownType(body: Readonly<Record<string, unknown>>): readonly FieldError[] {
  const isKnown = (CustomerType.enum as readonly unknown[]).includes(body.customerType)
  return isKnown ? [] : checkIndividual(body)
}

/**
 * Adds errors of the rules to schema errors. If the schema is satisfied, the handler checks the rules, once.
 *
 * @param given its path names the customer that is changed; without one the customer is new
 */
export async function validateCustomer(given: ValidationInput): Promise<FieldError[]> {
  if (!given.isSchemaInvalid) return []
  const { dependencies, platform, params } = given
  const body = given.body as Record<string, unknown>
  const customerId = uuidOf('Customer', params.customerId ?? '') ?? null
  const facts = await readCustomerFacts(dependencies, platform.id, customerId, body)
  const found = fieldsOfUnknownType(body)
  const more = customerProblems(body, facts)
  return [...found, ...more.filter(({ field }) => !found.some((one) => one.field === field))]
}

/** What the platform does not allow. */
function platformProblems(
  { currencies, umaAddress }: Readonly<Record<string, unknown>>,
  facts: CustomerFacts,
): FieldError[] {
  const problems: FieldError[] = []
  for (const [index, code] of (Array.isArray(currencies) ? currencies : []).entries()) {
    // What is no text is named by the schema.
    if (typeof code === 'string' && !facts.currencies.includes(code)) {
      const message = 'is not supported by the platform'
      problems.push({ field: `currencies.${index}`, constraint: 'enum', message })
    }
  }
  if (typeof umaAddress === 'string' && domainOf(umaAddress) !== facts.uma_domain.toLowerCase()) {
    const message = `must be of the platform's domain ${facts.uma_domain}`
    problems.push({ field: 'umaAddress', constraint: 'const', message })
  }
  return problems
}

/**
 * The deciding transaction checks again: this avoids its cost for all but the losers of a race.
 *
 * @throws Refusal END_USER_TERMS_VERSION_NOT_FOUND, CONFLICT, UMA_ADDRESS_EXISTS, and for a new customer
 *   the error of its contact
 */
export function refuseTaken(facts: CustomerFacts): void {
  if (facts.unknown_agreement !== null) {
    throw new Refusal('END_USER_TERMS_VERSION_NOT_FOUND', { details: facts.unknown_agreement })
  }
  if (facts.id_taken) throw new Refusal('CONFLICT')
  if (facts.uma_taken) throw new Refusal('UMA_ADDRESS_EXISTS')
  if (facts.contact_error !== null) throw new Refusal(facts.contact_error)
}
