/** Checks of an external account that its schemas can't express. */
import type { FieldError } from '../../contract/errors.ts'
import { ABSENT } from '../../contract/externalAccounts/variant.ts'
import {
  type AccountInfo,
  findVariant,
  isSelfCustody,
  railsOf,
  type Variant,
} from '../../contract/externalAccounts.ts'
import { currencies as known } from '../../contract/money.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import { phoneNumberErrors } from '../../contract/phoneNumber.ts'
import { checksOf, fieldChecks } from '../../domain/addresses/fieldChecks.ts'
import { FIELD_CHARACTERS_MAX } from '../../domain/addresses/oneForm.ts'
import { birthDateProblem } from '../../domain/verification/birthDate.ts'
import { UNKNOWN_CURRENCY } from '../../runtime/schemaErrors.ts'
import type { ValidationInput } from '../operation.ts'
import { listedNames } from './bankNames.ts'

/** Where stablecoins of platforms are. */
const COIN_ACCOUNT = 'SPARK_WALLET'

function phoneProblems({ beneficiary }: AccountInfo, environment: Environment): FieldError[] {
  const { phoneNumber } = shapeOf(beneficiary)
  return phoneNumberErrors('accountInfo.beneficiary.phoneNumber', phoneNumber, environment)
}

function birthProblems({ beneficiary }: AccountInfo, now: Date): FieldError[] {
  const { birthDate } = shapeOf(beneficiary)
  const today = now.toISOString().slice(0, 10)
  const message = typeof birthDate === 'string' ? birthDateProblem(birthDate, today) : undefined
  const field = 'accountInfo.beneficiary.birthDate'
  return message === undefined ? [] : [{ field, constraint: 'maximum', message }]
}

/** Names of banks that the list of the country does not have. */
async function nameProblems(
  variant: Variant,
  info: AccountInfo,
  { dependencies }: ValidationInput,
): Promise<FieldError[]> {
  const listed = await listedNames(dependencies, variant, info)
  return [...listed].flatMap(([name, found]) =>
    found === undefined
      ? [
          {
            field: `accountInfo.${name}`,
            constraint: 'enum',
            message: 'is no name of the list: GET /discoveries',
          },
        ]
      : [],
  )
}

type Shape = Readonly<Record<string, unknown>>

/** Failures in the parts of a create body that have the shape they should have. */
export async function validateAccount(input: ValidationInput): Promise<FieldError[]> {
  const { body, platform, dependencies } = input
  const { accountInfo, ownershipType, currency } = shapeOf(body)
  const info = shapeOf(accountInfo)
  const variant = findVariant(info.accountType)
  // An alias names a variant in answers only: the schema has refused it.
  if (variant === undefined || variant.accountType !== info.accountType) {
    return unknownCurrency(currency)
  }
  const given = { variant, info, environment: platform.environment, now: dependencies.clock.now() }
  return [
    ...(await currencyProblems(variant, currency, input)),
    ...(await nameProblems(variant, info, input)),
    ...birthProblems(info, given.now),
    ...phoneProblems(info, given.environment),
    ...checksOf(variant).flatMap(([name, check]) => {
      const value = info[name]
      const isText = typeof value === 'string' && value.length <= FIELD_CHARACTERS_MAX
      const message = isText ? fieldChecks[check](value, given) : undefined
      return message === undefined
        ? []
        : [{ field: `accountInfo.${name}`, constraint: 'format', message }]
    }),
    ...railProblems(variant, info),
    ...(platform.hasCounterpartyRequirements
      ? counterpartyProblems(variant, info, ownershipType)
      : []),
  ]
}

function shapeOf(value: unknown): Shape {
  return typeof value === 'object' && value !== null ? (value as Shape) : {}
}

/** The schema lets a code pass that a stablecoin may have. */
function unknownCurrency(currency: unknown): FieldError[] {
  if (typeof currency !== 'string' || known.has(currency)) return []
  return [{ field: 'currency', constraint: 'format', message: UNKNOWN_CURRENCY }]
}

async function currencyProblems(
  { accountType, currencies }: Variant,
  currency: unknown,
  input: ValidationInput,
): Promise<FieldError[]> {
  if (typeof currency !== 'string' || currencies.includes(currency)) return []
  if (!known.has(currency)) {
    const isCoin = accountType === COIN_ACCOUNT && (await isOwnCoin(currency, input))
    return isCoin ? [] : unknownCurrency(currency)
  }
  const message = `must be ${currencies.join(' or ')} for ${accountType}`
  return [{ field: 'currency', constraint: 'enum', message }]
}

/** Whether it is an enabled stablecoin of the platform. */
async function isOwnCoin(
  code: string,
  { platform, dependencies: { database } }: ValidationInput,
): Promise<boolean> {
  const found = await database.maybeOne({
    name: 'own_coin',
    text: `select 1 from stablecoins where currency = $1 and environment = $2 and platform_id = $3
      and service_status = 'ENABLED'`,
    values: [code, platform.environment, platform.id],
  })
  return found !== undefined
}

/** An account must be payable over some rail. The schema has reported the missing fields. */
function railProblems(variant: Variant, info: AccountInfo): FieldError[] {
  const complete = (fields: readonly string[]): boolean =>
    fields.every((field) => info[field] !== undefined)
  const isWhole = complete(variant.required) && (variant.anyOf ?? [[]]).some(complete)
  const { beneficiaryType } = shapeOf(info.beneficiary)
  if (variant.rails.length === 0 || !isWhole || beneficiaryType === undefined) return []
  if (railsOf(variant.accountType, info).length > 0) return []
  const ways = variant.railRules.flatMap(({ when = {} }) => Object.entries(when))
  const [field] = ways[0] ?? ['accountType']
  const values = ways
    .filter(([name]) => name === field)
    .flatMap(([, allowed]) => allowed.filter((value) => value !== ABSENT))
  const message = `must be ${values.join(' or ')} for this beneficiary and these fields`
  return [{ field: `accountInfo.${field}`, constraint: 'enum', message }]
}

/** Travel-rule duties: whose wallet it is, and who the other one is. */
function counterpartyProblems(
  variant: Variant,
  info: AccountInfo,
  ownershipType: unknown,
): FieldError[] {
  if (variant.messageScheme === undefined) return []
  const message = 'is required by the counterparty rules of the platform'
  if (ownershipType === undefined && isSelfCustody(variant.accountType, info)) {
    return [{ field: 'ownershipType', constraint: 'required', message }]
  }
  return ownershipType === 'THIRD_PARTY' && info.beneficiary === undefined
    ? [{ field: 'accountInfo.beneficiary', constraint: 'required', message }]
    : []
}
