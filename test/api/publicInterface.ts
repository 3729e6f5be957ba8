/**
 * Holds what the running service really answers and tells against the published interface: a folder
 * with its operations, schemas and webhooks, which PUBLIC_INTERFACE_DIR names. Without one nothing is
 * checked.
 */
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { ANSWERS, type ShownAnswer } from '../../scripts/serviceDriver/apiClient.ts'

type Schemas = Readonly<Record<string, unknown>>
type PublishedOperation = {
  readonly method: string
  readonly path: string
  readonly responses: Readonly<Record<string, string | null>>
}
type PublishedWebhook = { readonly eventTypes: readonly string[]; readonly payloadSchema: string }

type PublishedInstructions = {
  readonly properties: {
    readonly accountOrWalletInfo: {
      readonly discriminator: { readonly mapping: Readonly<Record<string, string>> }
    }
  }
}

export type PublicInterface = {
  /** What is wrong with the bodies of 2xx answers since it was opened, each problem once. */
  problemsOfAnswers(): readonly string[]
  /** How many 2xx answers were held against a schema. */
  readonly checked: number
  problemsOfEvent(type: string, body: unknown): readonly string[]
  /** Of where to send money, by the variant that its account type names; undefined for one without a variant. */
  problemsOfFunding(info: { readonly accountType: string }): readonly string[] | undefined
}

/** Undefined where PUBLIC_INTERFACE_DIR is not set. */
export function openPublicInterface(): PublicInterface | undefined {
  const folder = process.env.PUBLIC_INTERFACE_DIR
  if (folder === undefined) return undefined
  const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), 'utf8')) as T
  const { operations } = read<{ operations: PublishedOperation[] }>('operations.json')
  const { webhooks } = read<{ webhooks: PublishedWebhook[] }>('webhooks.json')
  const { components } = read<{ components: { schemas: Schemas } }>('schemas.json')
  const check = checkOfBodies(components.schemas)
  const templates = operations.map((operation) => ({
    ...operation,
    match: matcher(operation.path),
  }))
  const problems = new Set<string>()
  let checked = 0
  subscribe(ANSWERS, (message) => {
    const { method, path, status, body } = message as ShownAnswer
    const [plain = ''] = path.split('?')
    const fits = templates.filter((one) => one.method === method && one.match.test(plain))
    // `/agents/me` is more exact than `/agents/{agentId}`.
    const operation = fits.sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0]
    const schema = operation?.responses[String(status)]
    if (operation === undefined || status >= 300 || !schema) return
    checked += 1
    for (const problem of check(schema, body)) {
      problems.add(`${method} ${operation.path} ${status}: ${problem}`)
    }
  })
  return {
    problemsOfAnswers: () => [...problems],
    get checked() {
      return checked
    },
    problemsOfFunding(info) {
      const { properties } = components.schemas.PaymentInstructions as PublishedInstructions
      const variant = properties.accountOrWalletInfo.discriminator.mapping[info.accountType]
      // The list of types that every variant refers to has not all of those that have a variant.
      return variant === undefined
        ? undefined
        : check(variant.split('/').at(-1) ?? '', info).filter(
            (problem) => !problem.startsWith('/accountType must be equal to one of the allowed'),
          )
    },
    problemsOfEvent(type, body) {
      const webhook = webhooks.find(({ eventTypes }) => eventTypes.includes(type))
      if (webhook === undefined) return [`${type} is not published`]
      return check(webhook.payloadSchema, body).map((problem) => `${type}: ${problem}`)
    },
  }
}

function matcher(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

function checkOfBodies(schemas: Schemas): (name: string, body: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, logger: false })
  addFormats.default(ajv)
  ajv.addSchema({ components: { schemas: shownOf(schemas) } }, 'published')
  return (name, body) => {
    const validate = ajv.getSchema(`published#/components/schemas/${name}`)
    if (validate === undefined) return [`${name} has no schema`]
    if (validate(body)) return []
    const errors = validate.errors ?? []
    // Beside a union that no branch fits, what is wrong with each branch says nothing.
    const unions = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')
    return errors
      .filter(({ schemaPath, instancePath, keyword }) =>
        unions.every((union) =>
          union.instancePath === instancePath && union.schemaPath === schemaPath
            ? true
            : !instancePath.startsWith(union.instancePath) || keyword === 'additionalProperties',
        ),
      )
      .map(
        ({ instancePath, message, params }) =>
          `${instancePath.replaceAll(/\/\d+/g, '/n')} ${message} ${JSON.stringify(params)}`,
      )
  }
}

/** A schema as answers have it: what is only written is not required there. */
function shownOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shownOf)
  if (typeof schema !== 'object' || schema === null) return schema
  const { required, properties } = schema as { required?: unknown; properties?: Schemas }
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, shownOf(value)]),
  )
  if (Array.isArray(required) && properties !== undefined) {
    copy.required = required.filter(
      (name: string) =>
        (properties[name] as { writeOnly?: boolean } | undefined)?.writeOnly !== true,
    )
  }
  return copy
}

/** Where answers differ from the published interface: each is a question that is still open. */
const knownDifferences: readonly RegExp[] = [
  // Accounts of a platform itself have no customer.
  /external-accounts.*customerId must be string/,
  // Variants of accounts that the published interface knows otherwise, or not at all.
  /accountInfo must match exactly one/,
  /accountOrWalletInfo must match exactly one/,
  // An identifier is never shown.
  /'identifier'/,
  /\/customers.*: (\/data\/n)? ?must match exactly one/,
  // A repeat meets the running operation.
  /\/export 200:/,
  // A paused outgoing payment is decided too.
  /\/(approve|reject) 200: \/type/,
  /destinationPaymentRail/,
  /(\/sandbox\/send|\/transactions|\/transactions\/\{transactionId\}) 200:.* must match exactly one/,
  /^(EXTERNAL_ACCOUNT\.STATUS_UPDATED|OUTGOING_PAYMENT\.COMPLETED):/,
]

export function isKnownDifference(problem: string): boolean {
  return knownDifferences.some((known) => known.test(problem))
}
