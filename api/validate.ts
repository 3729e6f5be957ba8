/**
 * Requests and responses held against their schemas. A request is checked once, at the edge, and every
 * failure is reported in one answer.
 */
import { setImmediate } from 'node:timers/promises'
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js'
import { newAjv } from '../contract/ajv.ts'
import { components } from '../contract/components/index.ts'
import type { FieldError } from '../contract/errors.ts'
import { addServiceFormats, FIELD_ERRORS_MAX, fieldErrors } from '../runtime/schemaErrors.ts'
import { isCursor } from './cursor.ts'
import { type Dropped, dropNulls } from './dropNulls.ts'
import { cutExcess } from './excess.ts'
import { hoist, hoistInside } from './hoist.ts'
import { once } from './once.ts'
import type { Members, Schema } from './schemaParts.ts'

type Prepare = (schema: object | boolean, value: unknown) => readonly Dropped[]

/** Checks a value. Defaults are filled in (and query strings coerced) in the value itself. */
export type Check = (value: unknown) => readonly FieldError[]

export const IDEMPOTENCY_KEY_MAX = 255

/** A check that can be made ready before its first value. */
export type BodyCheck = Check & {
  /**
   * Compiles a component in each turn of the event loop, so that others are answered meanwhile: the variants of an
   * external account take 0.2 seconds of CPU.
   */
  compileInTurns(): Promise<void>
}

/** Of any value, the same for each schema. A wrong schema throws when a value is checked first. */
export const checkOf = checksBy(() => [])

/** Of what a caller sends: `null` of an optional member is its absence, and is taken out. */
export const bodyCheckOf = checksBy(dropNulls)

/** @param prepare a value that is no longer than its schema allows */
function checksBy(prepare: Prepare): (schema: object | boolean) => BodyCheck {
  const checks = new WeakMap<object, BodyCheck>()
  return (schema) => {
    if (typeof schema === 'boolean') return newCheck(schema, prepare)
    const check = checks.get(schema) ?? newCheck(schema, prepare)
    checks.set(schema, check)
    return check
  }
}

function newCheck(schema: object | boolean, prepare: Prepare): BodyCheck {
  let validate: ValidateFunction | undefined
  const check: Check = (value) => {
    const excess = cutExcess(schema, value)
    const dropped = prepare(schema, value)
    validate ??= compiled(schema)
    const isValid = validate(value)
    const wrong = isValid ? nothingNamed(schema, value) : fieldErrors(validate.errors ?? [])
    if (wrong.length === 0) return excess
    const found = wrong.flatMap((one) => emptied(one, dropped))
    return [...excess, ...found].slice(0, FIELD_ERRORS_MAX)
  }
  const inTurns = async (): Promise<void> => {
    for (const _ of compileComponents(referring(schema))) await setImmediate()
    validate ??= compiled(schema)
  }
  // Requests at one instant wait for the same work.
  return Object.assign(check, { compileInTurns: once(inTurns) })
}

/** A schema that asks for a member asks for one of its own: a change of unknown members alone changes nothing. */
function nothingNamed(schema: object | boolean, value: unknown): readonly FieldError[] {
  const { minProperties = 0, properties = {} } = schema as Schema
  const isNamed = (name: string): boolean => Object.hasOwn(value as Members, name)
  if (minProperties === 0 || Object.keys(properties).some(isNamed)) return []
  return [{ field: '', constraint: 'minProperties', message: 'must name a member to change' }]
}

/** An object that lacks members because they were `null`: those are named, not the object. */
function emptied(problem: FieldError, dropped: readonly Dropped[]): readonly FieldError[] {
  const { field, constraint } = problem
  if (constraint !== 'minProperties') return [problem]
  const nulls = dropped.filter(({ at }) => at === field)
  if (nulls.length === 0) return [problem]
  return nulls.map(({ name }) => ({
    field: field === '' ? name : `${field}.${name}`,
    constraint: 'type',
    message: 'must not be null',
  }))
}

/**
 * Of a query string: an object of parameters. Text becomes the number, boolean or array that the schema
 * asks for, in the object itself; a name given twice is an array, and wrong where none is asked; an array's
 * values may also be one text with commas. (AJV's own coercion reads `1e999` as an integer within any bounds.)
 */
export function queryCheckOf(schema: QuerySchema): Check {
  const check = checkOf(schema)
  const parameters = Object.entries(schema.properties ?? {})
  return (value) => {
    const query = value as Record<string, unknown>
    for (const [name, parameter] of parameters) {
      if (query[name] !== undefined) query[name] = coerced(query[name], parameter)
    }
    return check(query).map((problem) => withPlusHint(problem, query[problem.field]))
  }
}

/** In a query a plus is a blank: `+49 30 ...`, `...+02:00` and `ada+x@example.com` arrive without it. */
function withPlusHint(problem: FieldError, value: unknown): FieldError {
  if (typeof value !== 'string' || !value.includes(' ')) return problem
  const message = `${problem.message ?? 'is not valid'}; it arrived with a blank: a + in a query is written %2B`
  return { ...problem, message }
}

export type QuerySchema = { readonly properties?: Readonly<Record<string, unknown>> }

function coerced(value: unknown, schema: unknown): unknown {
  const { type, items } = schema as { type?: unknown; items?: unknown }
  if (type === 'array') {
    return listed(value).map((item) => coerced(item, items ?? {}))
  }
  if (typeof value !== 'string') return value
  if (type === 'integer') return /^-?\d{1,15}$/.test(value) ? Number(value) : value
  if (type === 'number') return /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

/** Clients repeat a parameter, or send its values with commas between them: no value of ours has one. */
function listed(value: unknown): readonly unknown[] {
  return [value].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : [one]))
}

/** The failures of an `Idempotency-Key` header; absent is fine unless it is required. */
export function checkIdempotencyKey(key: string | undefined, required: boolean): FieldError[] {
  const field = 'Idempotency-Key'
  if (key === undefined) {
    return required ? [{ field, constraint: 'required', message: 'is required' }] : []
  }
  if (key.trim() === '') return [{ field, constraint: 'minLength', message: 'must not be empty' }]
  if (key.length <= IDEMPOTENCY_KEY_MAX) return []
  const message = `must not have more than ${IDEMPOTENCY_KEY_MAX} characters`
  return [{ field, constraint: 'maxLength', message }]
}

let made: Ajv2020 | undefined
function instance(): Ajv2020 {
  made ??= withFormats()
  return made
}

/** Loads the library and its formats, so that no request waits for them. */
export function loadValidator(): void {
  instance()
}

function withFormats(): Ajv2020 {
  const ajv = newAjv({
    allErrors: true,
    // Failures carry their schema: what a choice of fields offers is read there.
    verbose: true,
    strict: true,
    // Variants of a union list what they require of properties that their parent declares.
    strictRequired: false,
    allowUnionTypes: true,
    discriminator: true,
    // json-schema-to-ts types a property with a default as present.
    useDefaults: true,
    inlineRefs: false,
  })
  addServiceFormats(ajv)
  ajv.addKeyword({ keyword: 'reserved', schemaType: 'array' })
  ajv.addFormat('cursor', { type: 'string', validate: isCursor })
  return ajv
}

function compiled(schema: object | boolean): ValidateFunction {
  const made = referring(schema)
  Array.from(compileComponents(made))
  return instance().compile(made)
}

const referringSchemas = new WeakMap<object, object>()
function referring(schema: object | boolean): object | boolean {
  if (typeof schema === 'boolean') return schema
  const made = referringSchemas.get(schema) ?? (hoist(schema, '') as object)
  referringSchemas.set(schema, made)
  return made
}

const compiledComponents = new Set<string>()

/**
 * Compiles the components that a schema refers to, after those that they refer to themselves; pauses after each. A
 * component is compiled once, however many schemas refer to it.
 */
function* compileComponents(part: unknown): Generator<string> {
  if (typeof part !== 'object' || part === null) return
  const { $ref: name } = part as { readonly $ref?: unknown }
  if (typeof name === 'string' && !compiledComponents.has(name)) {
    const schema = hoistInside(components[name], '') as object
    yield* compileComponents(schema)
    // Another request may have done it in the meantime.
    if (!compiledComponents.has(name)) {
      instance().addSchema(schema, name).getSchema(name)
      compiledComponents.add(name)
      yield name
    }
  }
  for (const value of Object.values(part)) yield* compileComponents(value)
}
