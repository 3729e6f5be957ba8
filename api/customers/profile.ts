/** What a customer's record keeps of a request. */
import type { FromSchema } from 'json-schema-to-ts'
import { businessInfoFields, individualFields } from '../../contract/components/customerFields.ts'
import type {
  CustomerCreateRequestOneOf,
  CustomerUpdateRequestOneOf,
} from '../../contract/components/customers.ts'

export type CustomerBody =
  | FromSchema<typeof CustomerCreateRequestOneOf>
  | FromSchema<typeof CustomerUpdateRequestOneOf>

/** Members of the profile that were sent; others of a business's information stay. */
export function profileOf(body: CustomerBody): Readonly<Record<string, unknown>> {
  if (body.customerType === 'BUSINESS') {
    const { address, businessInfo } = body
    return { address, businessInfo: businessInfo && namedIn(businessInfoFields, businessInfo) }
  }
  return { ...namedIn(individualFields, body), countryOfIssuance: countryOfIssuanceOf(body) }
}

/** The write-only identifier: of an individual, or the tax id of a business. */
export function identifierOf(body: CustomerBody): string | undefined {
  return body.customerType === 'BUSINESS' ? body.businessInfo?.taxId : body.identifier
}

function namedIn(fields: object, sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => Object.hasOwn(fields, name)))
}

/** The country that issued an identifier: the one given, or the US for an American kind of identifier without one. */
function countryOfIssuanceOf(body: {
  readonly idType?: string | undefined
  readonly countryOfIssuance?: string | undefined
}): string | undefined {
  const { idType, countryOfIssuance } = body
  return countryOfIssuance ?? (idType && idType !== 'NON_US_TAX_ID' ? 'US' : undefined)
}
