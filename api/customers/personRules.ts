/** Rules of what a customer says about itself, beyond the schemas. They need no platform. */

import type { FieldError } from '../../contract/errors.ts'
import { birthDateProblem } from '../../domain/verification/birthDate.ts'
import { identifierProblem } from '../../domain/verification/identifiers.ts'
import { consentProblems } from './agreements.ts'

type Fields = Readonly<Record<string, unknown>>

/** What is stored of the customer; null before it exists. */
export type StoredCustomer = {
  readonly customer_type: string
  readonly profile: Fields
  readonly has_identifier: boolean
} | null

/**
 * One error for each field that breaks a rule.
 *
 * @param body may have failed its schema: what has another type is not judged here
 * @param now by the database's clock
 */
export function personProblems(body: Fields, stored: StoredCustomer, now: Date): FieldError[] {
  const today = now.toISOString().slice(0, 10)
  const { customerType, birthDate, businessInfo } = body
  const isBusiness = customerType === 'BUSINESS'
  const isOther = stored !== null && customerType !== stored.customer_type
  // Of another type than the stored customer, the body is judged by itself.
  const profile = isOther ? {} : (stored?.profile ?? {})
  return [
    ...(isOther && typeof customerType === 'string'
      ? [problem('customerType', 'const', `must be ${stored.customer_type}`)]
      : []),
    ...birthProblems(birthDate, today),
    ...consentProblems(body, now),
    ...(isBusiness
      ? businessProblems(isFields(businessInfo) ? businessInfo : {}, profile, today)
      : [...individualProblems(body, profile), ...identifierProblems(body, profile, stored)]),
  ]
}

function individualProblems(body: Fields, profile: Fields): FieldError[] {
  return [
    ...describedProblems(body, profile, 'sourceOfFundsCategories', 'sourceOfFundsOtherDescription'),
    ...describedProblems(
      body,
      profile,
      'sourceOfWealthCategories',
      'sourceOfWealthOtherDescription',
    ),
    ...describedProblems(body, profile, 'purposeOfAccount', 'purposeOfAccountOtherDescription'),
  ]
}

function businessProblems(info: Fields, profile: Fields, today: string): FieldError[] {
  const known = isFields(profile.businessInfo) ? profile.businessInfo : {}
  return [
    ...notAfter(today, 'incorporatedOn', info.incorporatedOn),
    ...describedProblems(info, known, 'sourceOfFundsCategories', 'sourceOfFundsOtherDescription'),
    ...describedProblems(info, known, 'purposeOfAccount', 'purposeOfAccountOtherDescription'),
  ].map((found) => ({ ...found, field: `businessInfo.${found.field}` }))
}

/** `OTHER` among the choices needs its description, sent or stored. */
function describedProblems(
  body: Fields,
  stored: Fields,
  choice: string,
  description: string,
): FieldError[] {
  const isOther = [body[choice]].flat().includes('OTHER')
  if (!isOther || (body[description] ?? stored[description]) !== undefined) return []
  return [problem(description, 'required', `is required: ${choice} has OTHER`)]
}

function identifierProblems(body: Fields, profile: Fields, stored: StoredCustomer): FieldError[] {
  const { identifier, countryOfIssuance } = body
  const idType = body.idType ?? profile.idType
  const problems: FieldError[] = []
  const wrong = identifierProblem(idType, identifier)
  if (wrong !== undefined) problems.push(problem('identifier', 'pattern', wrong))
  const isAnotherType = body.idType !== undefined && body.idType !== profile.idType
  if (stored?.has_identifier && isAnotherType && identifier === undefined) {
    problems.push(problem('identifier', 'required', 'must be sent with another idType'))
  }
  if (body.idType === 'EIN') {
    problems.push(problem('idType', 'enum', 'individuals have an SSN or an ITIN'))
  }
  if ((idType === 'SSN' || idType === 'ITIN') && (countryOfIssuance ?? 'US') !== 'US') {
    problems.push(problem('countryOfIssuance', 'const', 'must be US'))
  }
  return problems
}

function birthProblems(birthDate: unknown, today: string): FieldError[] {
  const found = typeof birthDate === 'string' ? birthDateProblem(birthDate, today) : undefined
  return found === undefined ? [] : [problem('birthDate', 'maximum', found)]
}

function notAfter(today: string, field: string, date: unknown): FieldError[] {
  if (typeof date !== 'string' || date <= today) return []
  return [problem(field, 'maximum', 'must not be in the future')]
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function problem(field: string, constraint: string, message: string): FieldError {
  return { field, constraint, message }
}
