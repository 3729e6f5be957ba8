/** The published interface: which schema a body has, and what is wrong with it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { operations as ours } from '../../../api/operations.ts'

type Json = Readonly<Record<string, unknown>>
type Schemas = Readonly<Record<string, Json>>
/** A name of a schema; null where there is no body. */
export type Response = string | null | { readonly schema: string }
export type PublishedOperation = {
  readonly method: string
  readonly path: string
  readonly operationId: string
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly explode?: boolean
    readonly style?: string
    /** Name of its schema; otherwise the members are its schema. */
    readonly schema?: string
  }[]
  readonly responses: Readonly<Record<string, Response>>
  readonly requestBody: { readonly content: Readonly<Record<string, string>> } | null
}
export type PublishedWebhook = Omit<PublishedOperation, 'method' | 'path' | 'parameters'> & {
  readonly name: string
  readonly eventTypes: readonly string[]
  readonly payloadSchema: string
}
type SchemasOverlay = Schemas & {
  readonly extraEnumValues: Readonly<Record<string, readonly string[]>>
}
export type Facts = {
  readonly operations: readonly PublishedOperation[]
  readonly webhooks: readonly PublishedWebhook[]
  /** With what the overlay adds. */
  readonly schemas: Schemas
}

/** @param folder with `operations.json`, `schemas.json` and `webhooks.json` */
export function readFacts(folder: string): Facts {
  const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), 'utf8')) as T
  const { operations } = read<{ operations: PublishedOperation[] }>('operations.json')
  const { webhooks } = read<{ webhooks: PublishedWebhook[] }>('webhooks.json')
  const { components, seedOverlay } = read<{
    components: { schemas: Schemas }
    seedOverlay: SchemasOverlay
  }>('schemas.json')
  return { operations, webhooks, schemas: withOverlay(components.schemas, seedOverlay) }
}

/** A body by what it is: `GET /quotes/{quoteId} 200`, `OUTGOING_PAYMENT.PENDING`. */
export type Kind = {
  readonly name: string
  readonly schema: string | undefined
  /** What the operation should answer, where the body is of another type. */
  readonly insteadOf?: string
}

export type Published = {
  /** Name of the schema of a JSON body; undefined where the operation takes none. */
  schemaOfRequest(method: string, url: string): string | undefined
  /** Of an answer; a kind without schema is not published. */
  kindOfAnswer(method: string, url: string, status: number, body: unknown): Kind
  kindOfEvent(type: string): Kind
  /** What is wrong with a body, each as `/path message`. */
  problemsOf(schema: string, body: unknown): readonly string[]
}

/** The same list under both of its addresses (semantics 24). */
const aliases: Readonly<Record<string, string>> = {
  '/internal-accounts': '/customers/internal-accounts',
}

/** @param folder with `operations.json`, `schemas.json` and `webhooks.json` */
export function readPublished(folder: string): Published {
  const { operations, webhooks, schemas } = readFacts(folder)
  const templates = operations
    .map((operation) => ({ ...operation, match: matcher(operation.path) }))
    // `/agents/me` is more exact than `/agents/{agentId}`.
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)
  // `/agents/actions` is none of `/agents/{agentId}`.
  const published = new Set(operations.map(({ path }) => path))
  const ownPaths = new Set(
    ours.map(({ path }) => path).filter((path) => !path.includes(':') && !published.has(path)),
  )
  const operationOf = (method: string, path: string): PublishedOperation | undefined =>
    templates.find((one) => one.method === method && one.match.test(path))
  return {
    schemaOfRequest: (method, url) =>
      operationOf(method, url)?.requestBody?.content['application/json'],
    kindOfAnswer(method, url, status, body) {
      const [given = ''] = url.split('?')
      const path = aliases[given] ?? given
      if (ownPaths.has(path)) return { name: `${method} ${path}`, schema: undefined }
      const operation = operationOf(method, path)
      if (operation === undefined) return { name: `${method} ${shapeOf(path)}`, schema: undefined }
      const name = `${method} ${operation.path} ${status}`
      if (isProcessing(status, body)) return { name, schema: 'WalletOperationProcessing' }
      const named = operation.responses[status]
      // A status that an operation does not list has the envelope that all others share.
      const schema = typeof named === 'string' ? named : `Error${status}`
      // Held against its own type, and the other type a difference of its own.
      const isOutgoing = (body as { type?: unknown } | null)?.type === 'OUTGOING'
      return schema === 'IncomingTransaction' && isOutgoing
        ? { name, schema: 'OutgoingTransaction', insteadOf: schema }
        : { name, schema }
    },
    kindOfEvent(type) {
      const webhook = webhooks.find(({ eventTypes }) => eventTypes.includes(type))
      return { name: type, schema: webhook?.payloadSchema }
    },
    problemsOf: checkOfBodies(schemas),
  }
}

function isProcessing(status: number, body: unknown): boolean {
  const shown = body as { status?: unknown; id?: unknown } | null
  return status === 200 && shown?.status === 'PROCESSING' && shown.id === undefined
}

function matcher(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

function shapeOf(path: string): string {
  return path.replaceAll(/\/[^/]*(:|%3A|[0-9a-f]{8}-)[^/]*/gi, '/{id}')
}

function withOverlay(schemas: Schemas, overlay: SchemasOverlay): Schemas {
  const { propertyChanges, extraEnumValues, ...added } = overlay
  const copy = structuredClone({ ...schemas, ...added }) as Record<string, never>
  for (const [place, values] of Object.entries(extraEnumValues)) {
    const [name = '', property] = place.split('.')
    const { [name]: schema } = copy as Record<string, { properties?: Record<string, object> }>
    const target = property === undefined ? schema : schema?.properties?.[property]
    const listed = (target as { enum?: string[] } | undefined)?.enum
    if (listed === undefined) throw new Error(`the overlay adds values to ${place}`)
    listed.push(...values)
  }
  return copy
}

function checkOfBodies(schemas: Schemas): (name: string, body: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, logger: false })
  addFormats.default(ajv)
  const shown = Object.fromEntries(
    Object.entries(strictTypes(schemas)).map(([name, schema]) => [name, shownOf(schema)]),
  )
  ajv.addSchema({ components: { schemas: shown } }, 'published')
  return (name, body) => {
    const validate = ajv.getSchema(`published#/components/schemas/${name}`)
    if (validate === undefined) return [`${name} has no schema`]
    if (validate(body)) return []
    const problems = (validate.errors ?? [])
      // `if` only says that something in its `then` failed.
      .filter(({ keyword }) => keyword !== 'if')
      .map(({ instancePath, keyword, message, params }) => {
        const what = keyword === 'enum' ? valueAt(body, instancePath) : JSON.stringify(params)
        return `${instancePath.replaceAll(/\/\d+/g, '/n')} ${message} ${what}`
      })
    return [...new Set(problems)]
  }
}

function valueAt(body: unknown, pointer: string): string {
  const found = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, step) => (at as Json | undefined)?.[step], body)
  return JSON.stringify(found)
}

/**
 * A client with a closed union reads an incoming transaction as outgoing by members that only that one
 * has: here an incoming one must not have them.
 */
function strictTypes(schemas: Schemas): Schemas {
  const own = (name: string): Json => {
    const parts = (schemas[name]?.allOf ?? []) as readonly { properties?: Json }[]
    return Object.assign({}, ...parts.map(({ properties }) => properties))
  }
  const incoming = own('IncomingTransaction')
  const both = new Set([...Object.keys(incoming), 'status'])
  const others = [...Object.keys(own('OutgoingTransaction')), 'exchangeRate']
  const never = Object.fromEntries(
    others.filter((name) => !both.has(name)).map((name) => [name, false]),
  )
  const whole = schemas.IncomingTransaction as { allOf: readonly object[] }
  return {
    ...schemas,
    IncomingTransaction: { allOf: [...whole.allOf, { properties: never }] },
  }
}

/**
 * A schema as answers have it: what is only written is not required there, and a union is the variant
 * that its tag names, so that what is wrong inside is said.
 */
function shownOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shownOf)
  if (typeof schema !== 'object' || schema === null) return schema
  const { required, properties } = schema as { required?: unknown; properties?: Json }
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, shownOf(value)]),
  )
  if (Array.isArray(required) && properties !== undefined) {
    copy.required = required.filter(
      (name: string) =>
        (properties[name] as { writeOnly?: boolean } | undefined)?.writeOnly !== true,
    )
  }
  return copy.discriminator === undefined ? copy : byTag(copy)
}

function byTag({ discriminator, oneOf, ...rest }: Json): Json {
  const { propertyName, mapping } = discriminator as {
    propertyName: string
    mapping: Readonly<Record<string, string>>
  }
  const variants = Object.entries(mapping).map(([value, $ref]) => ({
    if: { properties: { [propertyName]: { const: value } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { $ref },
  }))
  return {
    ...rest,
    allOf: [
      ...((rest.allOf as readonly object[] | undefined) ?? []),
      {
        required: [propertyName],
        properties: { [propertyName]: { enum: Object.keys(mapping) } },
      },
      ...variants,
    ],
  }
}
