/** Rules of a beneficial owner's personal information, beyond the schemas. */
import type { FieldError } from '../../contract/errors.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import { phoneNumberErrors } from '../../contract/phoneNumber.ts'
import { birthDateProblem } from '../../domain/verification/birthDate.ts'
import { identifierProblem } from '../../domain/verification/identifiers.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * @param body as it was sent, of any shape
 * @param stored what a change leaves in place
 * @param today `YYYY-MM-DD`
 */
export function ownerProblems(
  body: unknown,
  stored: Fields,
  { today, environment }: { readonly today: string; readonly environment: Environment },
): FieldError[] {
  const sent = isFields(body) && isFields(body.personalInfo) ? body.personalInfo : {}
  const { identifier, birthDate, phoneNumber } = sent
  const idType = sent.idType ?? stored.idType
  const countryOfIssuance = sent.countryOfIssuance ?? stored.countryOfIssuance
  const wrong = identifierProblem(idType, identifier)
  const born = typeof birthDate === 'string' ? birthDateProblem(birthDate, today) : undefined
  const isAmerican = idType === 'SSN' || idType === 'ITIN'
  return [
    ...(born === undefined ? [] : [problem('birthDate', 'maximum', born)]),
    ...phoneNumberErrors('personalInfo.phoneNumber', phoneNumber, environment),
    ...(sent.idType === 'EIN' ? [problem('idType', 'enum', 'people have an SSN or an ITIN')] : []),
    ...(wrong === undefined ? [] : [problem('identifier', 'pattern', wrong)]),
    ...(sent.idType !== undefined &&
    stored.idType !== undefined &&
    sent.idType !== stored.idType &&
    identifier === undefined
      ? [problem('identifier', 'required', 'must be sent with another idType')]
      : []),
    ...(isAmerican && (countryOfIssuance ?? 'US') !== 'US'
      ? [problem('countryOfIssuance', 'const', 'must be US')]
      : []),
  ]
}

function problem(field: string, constraint: string, message: string): FieldError {
  return { field: `personalInfo.${field}`, constraint, message }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
