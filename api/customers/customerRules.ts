/** The rules of a customer's fields beyond their schemas: one check for creation and change. */
import { type ErrorCode, type FieldError, Refusal } from '../../contract/errors.ts'
import { uuidOf } from '../../contract/ids.ts'
import { domainOf } from '../../contract/umaAddress.ts'
import type { Dependencies } from '../dependencies.ts'
import type { ValidationInput } from '../operation.ts'

/** What the rules depend on beside the body. */
export type CustomerFacts = {
  readonly uma_domain: string
  /** Codes that the platform supports. */
  readonly currencies: readonly string[]
  /** Of a creation without a key: ISO 8601, by the database's clock. */
  readonly decide_before: string
  /** Another customer has the `platformCustomerId`, or the `umaAddress`. */
  readonly id_taken: boolean
  readonly uma_taken: boolean
  /** The error of a first contact that another customer logs in by. */
  readonly contact_error: ErrorCode | null
  /** Of the stored customer; null before it exists. */
  readonly id_type: string | null
  readonly has_identifier: boolean | null
}

/** How long a request without a key may be repeated, and its customer be created. */
const DECIDE_WITHIN_SECONDS = 300

/** @param customerId bare uuid; of a customer that may not exist yet */
export async function readCustomerFacts(
  { database }: Dependencies,
  platformId: string,
  customerId: string | null,
  body: Readonly<Record<string, unknown>>,
): Promise<CustomerFacts> {
  return database.one<CustomerFacts>({
    name: 'customer_facts',
    text: `select p.uma_domain, to_jsonb(service_now() + make_interval(secs => $5)) #>> '{}' as decide_before,
        (select array_agg(c ->> 'currencyCode') from jsonb_array_elements(p.supported_currencies) c) as currencies,
        exists (select 1 from customers where platform_id = p.id and platform_customer_id = $2
          and not is_deleted and id is distinct from $4) as id_taken,
        exists (select 1 from customers where lower(uma_address) = lower($3) and platform_id = p.id
          and id is distinct from $4) as uma_taken,
        case when o.id is null and p.supported_currencies @> '[{"currencyCode": "USDB"}]'
          and is_contact_taken(p.id, $4, first_contact($6, $7) ->> 'type', first_contact($6, $7) ->> 'contact')
          then contact_error(first_contact($6, $7) ->> 'type') end as contact_error,
        o.profile ->> 'idType' as id_type, o.identity_number is not null as has_identifier
      from platforms p left join customers o on o.id = $4 and o.platform_id = p.id where p.id = $1`,
    values: [
      platformId,
      textOrNull(body.platformCustomerId),
      textOrNull(body.umaAddress),
      customerId,
      DECIDE_WITHIN_SECONDS,
      textOrNull(body.email),
      textOrNull(body.phoneNumber),
    ],
  })
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/**
 * One error for each field that breaks a rule.
 *
 * @param body may have failed its schema: what has another type is not judged here
 * @param today ISO date
 */
export function customerProblems(
  body: Readonly<Record<string, unknown>>,
  facts: CustomerFacts,
  today: string,
): FieldError[] {
  return [
    ...personProblems(body, today),
    ...identifierProblems(body, facts),
    ...platformProblems(body, facts),
  ]
}

/**
 * Of a body that has failed its schema: what the rules find beside that. A sound body is checked once,
 * by the handler.
 *
 * @param given its path names the customer that is changed; without one the customer is new
 */
export async function validateCustomer(given: ValidationInput): Promise<FieldError[]> {
  if (!given.isSchemaInvalid) return []
  const { dependencies, platform, params } = given
  const body = given.body as Record<string, unknown>
  const customerId = uuidOf('Customer', params.customerId ?? '') ?? null
  const facts = await readCustomerFacts(dependencies, platform.id, customerId, body)
  return customerProblems(body, facts, todayOf(dependencies))
}

function personProblems({ birthDate }: Readonly<Record<string, unknown>>, today: string) {
  if (typeof birthDate !== 'string' || birthDate <= today) return []
  return [{ field: 'birthDate', constraint: 'maximum', message: 'must not be in the future' }]
}

const SSN = /^\d{3}-\d{2}-\d{4}$/

function identifierProblems(
  body: Readonly<Record<string, unknown>>,
  facts: CustomerFacts,
): FieldError[] {
  const { identifier, countryOfIssuance } = body
  const idType = body.idType ?? facts.id_type
  const problems: FieldError[] = []
  if (idType === 'SSN' && typeof identifier === 'string' && !SSN.test(identifier)) {
    problems.push({ field: 'identifier', constraint: 'pattern', message: 'must be ###-##-####' })
  }
  if (facts.has_identifier && idType !== facts.id_type && identifier === undefined) {
    const message = 'must be sent with another idType'
    problems.push({ field: 'identifier', constraint: 'required', message })
  }
  if (body.idType === 'EIN') {
    const message = 'individuals have an SSN or an ITIN'
    problems.push({ field: 'idType', constraint: 'enum', message })
  }
  if ((idType === 'SSN' || idType === 'ITIN') && (countryOfIssuance ?? 'US') !== 'US') {
    problems.push({ field: 'countryOfIssuance', constraint: 'const', message: 'must be US' })
  }
  return problems
}

/** What the platform does not allow. */
function platformProblems(
  { currencies, umaAddress }: Readonly<Record<string, unknown>>,
  facts: CustomerFacts,
): FieldError[] {
  const problems: FieldError[] = []
  for (const [index, code] of (Array.isArray(currencies) ? currencies : []).entries()) {
    if (!facts.currencies.includes(String(code))) {
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
 * @throws Refusal CONFLICT, UMA_ADDRESS_EXISTS, and for a new customer the error of its contact
 */
export function refuseTaken(facts: CustomerFacts): void {
  if (facts.id_taken) throw new Refusal('CONFLICT')
  if (facts.uma_taken) throw new Refusal('UMA_ADDRESS_EXISTS')
  if (facts.contact_error !== null) throw new Refusal(facts.contact_error)
}

/** ISO date, UTC. */
export function todayOf({ clock }: Pick<Dependencies, 'clock'>): string {
  return clock.now().toISOString().slice(0, 10)
}

/** Of an American identifier without a country. */
export function countryOfIssuanceOf(body: {
  readonly idType?: string | undefined
  readonly countryOfIssuance?: string | undefined
}): string | undefined {
  const { idType, countryOfIssuance } = body
  return countryOfIssuance ?? (idType && idType !== 'NON_US_TAX_ID' ? 'US' : undefined)
}
