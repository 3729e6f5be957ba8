/**
 * What AJV needs to read our schemas, and its failures as field errors: for requests, and for rows of
 * files.
 */
import { createRequire } from 'node:module'
import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js'
import type { FormatsPlugin } from 'ajv-formats'
import { components } from '../contract/components/index.ts'
import { countries } from '../contract/countries.ts'
import { isEmailAddress } from '../contract/emailAddress.ts'
import type { FieldError } from '../contract/errors.ts'
import { idProblem, kindOfPattern } from '../contract/ids.ts'
import { AMOUNT_MAX, COIN_CODE, currencies } from '../contract/money.ts'
import { FIRST_INSTANT, LAST_INSTANT } from '../contract/time.ts'
import { isName, isVisibleLines, isVisibleText } from '../contract/visibleText.ts'
import { patternInWords } from './patternWords.ts'

const require = createRequire(import.meta.url)

/** How many failures of one request are listed at most. */
export const FIELD_ERRORS_MAX = 100

/** Our formats and annotations. */
export function addServiceFormats(made: Ajv2020): void {
  // As late as AJV, which it loads.
  const { default: addFormats } = require('ajv-formats') as { default: FormatsPlugin }
  addFormats(made)
  narrowDates(made, addFormats)
  made.addFormat('text', { type: 'string', validate: orEmpty(isVisibleText) })
  made.addFormat('lines', { type: 'string', validate: orEmpty(isVisibleLines) })
  made.addFormat('name', { type: 'string', validate: orEmpty(isName) })
  made.addFormat('email', { type: 'string', validate: isEmailAddress })
  made.addFormat('country', { type: 'string', validate: (code: string) => countries.has(code) })
  made.addFormat('currency', { type: 'string', validate: (code: string) => currencies.has(code) })
  // A platform's own stablecoin too: whether it has such a one is not for a schema to say.
  made.addFormat('accountCurrency', {
    type: 'string',
    validate: (code: string) => currencies.has(code) || COIN_CODE.test(code),
  })
  for (const keyword of ['example', 'externalDocs', 'xml']) made.addKeyword(keyword)
}

/** Whether a text may be empty its `minLength` says. */
function orEmpty(isRight: (text: string) => boolean): (text: string) => boolean {
  return (text) => text === '' || isRight(text)
}

/**
 * What the formats allow but `Date` or PostgreSQL cannot read: second 60, year 0, offsets without
 * minutes, offsets that no place has, other blanks than one, and fractions that go on and on.
 */
const unreadable = {
  date: /^0000/,
  'date-time': /^0000|^.{10}[^Tt ]|\.\d{100}|:60(?!\d)(?=[.Zz+-]|$)|[+-](\d\d|(1[6-9]|2\d):?\d\d)$/,
} as const

function narrowDates(made: Ajv2020, formats: FormatsPlugin): void {
  for (const name of ['date', 'date-time'] as const) {
    const format = formats.get(name)
    if (typeof format !== 'object' || !('validate' in format)) throw new Error(`no format ${name}`)
    const calendar = format.validate as (text: string) => boolean
    made.addFormat(name, {
      type: 'string',
      validate: (text: string) =>
        calendar(text) && !unreadable[name].test(text) && isOfFourDigits(text),
    })
  }
}

/** In UTC too, where an offset may lead out of the years 1 to 9999; PostgreSQL rounds to microseconds. */
function isOfFourDigits(text: string): boolean {
  const at = Date.parse(text)
  return (
    at >= FIRST_INSTANT && (at < LAST_INSTANT || (at === LAST_INSTANT && !/\.\d{7}/.test(text)))
  )
}

/** Keywords that only say that something inside failed. */
const wrappers = new Set(['oneOf', 'anyOf', 'if', 'not', 'propertyNames'])

/** Every failure that a sender can do something about, once. */
export function fieldErrors(all: readonly ErrorObject[]): FieldError[] {
  const choices = all.filter(isChoiceOfFields)
  // Each way that was not taken has failed too: the choice says it in one sentence.
  const problems = all.filter(
    ({ keyword, schemaPath }) =>
      keyword !== 'required' || !choices.some((choice) => isBelow(schemaPath, choice)),
  )
  const causes = problems.filter((problem) => !wrappers.has(problem.keyword))
  const unexplained = problems.filter(
    (problem) =>
      wrappers.has(problem.keyword) && !causes.some((cause) => isBelow(cause.schemaPath, problem)),
  )
  const found = new Map<string, FieldError>()
  for (const problem of [...causes, ...unexplained]) {
    const error = fieldError(problem)
    const key = `${error.field} ${error.constraint}`
    if (!found.has(key)) found.set(key, error)
    if (found.size === FIELD_ERRORS_MAX) break
  }
  return [...found.values()]
}

/** Whether a failure lies inside what a wrapper holds. */
function isBelow(path: string, { keyword, schemaPath }: ErrorObject): boolean {
  return path.startsWith(keyword === 'if' ? schemaPath.replace(/if$/, '') : `${schemaPath}/`)
}

/** `anyOf` or `oneOf` of nothing but lists of required fields. */
function isChoiceOfFields({ keyword, schema }: ErrorObject): boolean {
  return (
    (keyword === 'anyOf' || keyword === 'oneOf') &&
    Array.isArray(schema) &&
    schema.every((way) => Object.keys(way).join() === 'required')
  )
}

function choiceError(at: (name: unknown) => string, problem: ErrorObject): FieldError {
  const { keyword, params, schema } = problem
  const ways = (schema as { required: string[] }[]).map(({ required }) => required)
  const listed = ways.map((fields) => fields.join(' with ')).join(', or ')
  const second = (params.passingSchemas as number[] | null | undefined)?.[1]
  if (second !== undefined) {
    const message = `cannot be given beside others: ${listed}`
    return { field: at(ways[second]?.[0]), constraint: keyword, message }
  }
  // Of the way that was begun, or else of the first, the field that is missing.
  const isGiven = (field: string): boolean => Object.hasOwn(problem.data as object, field)
  const way = ways.find((fields) => fields.some(isGiven)) ?? ways[0] ?? []
  const field = at(way.find((name) => !isGiven(name)))
  return { field, constraint: keyword, message: `is required: ${listed}` }
}

function fieldError(problem: ErrorObject): FieldError {
  const { keyword, instancePath, params, message } = problem
  const path = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const at = (name: unknown): string => [...path, String(name)].join('.')
  if (isChoiceOfFields(problem)) return choiceError(at, problem)
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return {
        field: at(params.missingProperty),
        constraint: keyword,
        message: requiredMessage(problem, params.missingProperty),
      }
    case 'discriminator':
      return discriminatorError(at(params.tag), problem)
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return {
        field: at(params.additionalProperty ?? params.unevaluatedProperty),
        constraint: keyword,
        message: 'is not allowed here',
      }
    case 'enum':
      return {
        field: path.join('.'),
        constraint: keyword,
        message: `must be one of ${params.allowedValues.join(', ')}`,
      }
    case 'const':
      return {
        field: path.join('.'),
        constraint: keyword,
        message: `must be ${params.allowedValue}`,
      }
    case 'pattern':
      return { field: path.join('.'), constraint: keyword, message: patternMessage(problem) }
    case 'type':
      return { field: path.join('.'), constraint: keyword, message: typeMessage(problem) }
    case 'format':
      return { field: path.join('.'), constraint: keyword, message: formatMessage(params.format) }
    default:
      return { field: path.join('.'), constraint: keyword, message: message ?? 'is not valid' }
  }
}

/** Where an id is expected, what it is instead. */
function patternMessage({ params, data, message }: ErrorObject): string {
  const kind = kindOfPattern(params.pattern)
  if (kind === undefined) {
    const words = patternInWords(params.pattern)
    return words === undefined ? (message ?? 'is not valid') : `must be ${words}`
  }
  return typeof data === 'string' ? idProblem([kind], data) : `must be ${kind}:<uuid>`
}

function discriminatorError(field: string, problem: ErrorObject): FieldError {
  const { tag, tagValue } = problem.params
  return tagValue === undefined
    ? { field, constraint: 'required', message: requiredMessage(problem, tag) }
    : { field, constraint: 'enum', message: `must be ${listedTags(problem, tag)}` }
}

function requiredMessage(problem: ErrorObject, name: unknown): string {
  const { discriminator } = problem.parentSchema as { discriminator?: { propertyName: string } }
  const isTag = discriminator?.propertyName === name
  return isTag ? `is required: ${listedTags(problem, String(name))}` : 'is required'
}

function listedTags({ parentSchema }: ErrorObject, tag: string): string {
  const { oneOf = [] } = parentSchema as { oneOf?: readonly Variant[] }
  return `one of ${oneOf.flatMap((variant) => tagsOf(variant, tag)).join(', ')}`
}

type Variant = {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, { const?: unknown; enum?: readonly unknown[] }>>
}

/** Values of its discriminator by which a variant is chosen. */
function tagsOf(variant: Variant, tag: string): readonly unknown[] {
  const { $ref: name } = variant
  const schema = name === undefined ? variant : (components as Record<string, Variant>)[name]
  const { const: only, enum: some = [] } = schema?.properties?.[tag] ?? {}
  return only === undefined ? some : [only]
}

/** Amounts are the integers with this bound. */
function typeMessage({ params, parentSchema, message }: ErrorObject): string {
  const isAmount = params.type === 'integer' && parentSchema?.maximum === AMOUNT_MAX
  if (isAmount) return 'must be an integer, in the smallest unit of its currency: 25.00 USD is 2500'
  return message ?? 'is not valid'
}

const VISIBLE = 'must be text that can be seen, without control or invisible characters'

export const UNKNOWN_CURRENCY = 'must be the code of a supported currency'

function formatMessage(format: string): string {
  if (format === 'country') return 'must be an ISO 3166-1 alpha-2 country code'
  if (format === 'currency' || format === 'accountCurrency') return UNKNOWN_CURRENCY
  if (format === 'text' || format === 'lines' || format === 'name') return VISIBLE
  if (format === 'email') return 'must be an email address'
  if (format === 'cursor') return 'must be the nextCursor of a page'
  if (format === 'date') return 'must be a date, YYYY-MM-DD'
  if (format === 'date-time') return 'must be an ISO 8601 instant with a time zone'
  return `must be a valid ${format}`
}
