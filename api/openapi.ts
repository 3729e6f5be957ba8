/** The OpenAPI 3.1 document, written from the same arrays that make the routes. */
import { type ErrorCode, errors } from '../contract/errors.ts'
import { documentComponents, referring } from './documentSchemas.ts'
import { exampleOf } from './examples.ts'
import {
  WEBHOOK_TAG,
  webhookBodies,
  webhookPathItems,
  webhookPaths,
  webhookSecurityScheme,
} from './openapiWebhooks.ts'
import { commonErrors, type Operation } from './operation.ts'
import { pathParameterDescription } from './pathParameters.ts'
import { answers } from './reference/answers.ts'
import { aboutGroup, guides } from './reference/guides.ts'
import { samplesOf } from './reference/samples.ts'
import { useCases } from './reference/useCases/index.ts'
import type { UseCase } from './reference/useCases/useCase.ts'
import { IDEMPOTENCY_KEY_MAX } from './validate.ts'

type Json = { readonly [key: string]: unknown }

export type Document = {
  readonly openapi: '3.1.0'
  readonly info: Json
  readonly servers: readonly Json[]
  readonly tags: readonly Json[]
  readonly security: readonly Json[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly webhooks: Readonly<Record<string, Json>>
  readonly components: Json
}

/**
 * Writes the document.
 *
 * @param basePath prefix of every path, for example `/2025-10-13`
 */
export function openapiDocument(operations: readonly Operation[], basePath: string): Document {
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method]: describe(operation) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Embedded-wallet payments', version: basePath.slice(1), description: about },
    servers: [{ url: basePath }],
    tags: [...new Set([...operations.map(({ group }) => group), WEBHOOK_TAG])].map((name) => {
      const description = aboutGroup(name)
      return { name, ...(description !== undefined && { description }) }
    }),
    security: [{ BasicAuth: [] }],
    paths,
    webhooks: webhookPaths(),
    components: {
      securitySchemes: {
        BasicAuth: {
          type: 'http',
          scheme: 'basic',
          description: 'User: client id of an API token. Password: its client secret.',
        },
        AgentAuth: {
          type: 'http',
          scheme: 'bearer',
          description: 'The access token of an agent, which a device code is redeemed for.',
        },
        WebhookSignature: webhookSecurityScheme,
      },
      schemas: { ...documentComponents(), ...webhookBodies(), Error: errorSchema },
      pathItems: webhookPathItems(),
      responses: sharedRefusals(paths),
      headers: sharedHeaders,
    },
  }
}

const about = `Customers, embedded wallets, quotes and payments over JSON. Amounts are integers in the smallest unit of their
currency, instants ISO 8601 in UTC, ids \`<Type>:<uuid>\`. Every answer has an \`X-Request-Id\`. Unknown members of a body
are ignored, and named in \`Ignored-Fields\`, or refused on request (\`Prefer: handling=strict\`); unknown query parameters
are refused.

Begin with [a first payment](/docs/guides/first-payment). What every operation has in common is on pages of its own:
${guides
  .filter(({ part }) => part === 'Basics')
  .slice(1)
  .map(({ slug, title }) => `[${title.toLowerCase()}](/docs/guides/${slug})`)
  .join(
    ', ',
  )}; [errors](/docs/errors) has a cause and a cure for every code. [All guides](/docs/guides).

Samples use \`API_URL\` (with the version), \`CLIENT_ID\` and \`CLIENT_SECRET\`, which \`npm run status -- --env\` prints for
the demo platform; \`client\` and \`agent\` are made by \`createClient\` of the [typed client](/docs/guides/lists-and-clients).
Ids in examples come from earlier answers. For programs: [llms.txt](/llms.txt), [everything as text](/docs.md),
[OpenAPI](/openapi.json).`

const errorSchema = {
  type: 'object',
  required: ['code', 'reason', 'status', 'message'],
  properties: {
    code: {
      type: 'string',
      enum: Object.keys(errors),
      description: 'What went wrong, for programs. A code keeps its meaning; new ones may come.',
    },
    reason: {
      type: 'string',
      description: 'What went wrong and what helps, in English. It may be worded anew.',
    },
    details: {
      type: 'object',
      description:
        'On INVALID_INPUT `errors`, an entry for each invalid field; other codes have members of their own.',
      properties: {
        requestId: {
          type: 'string',
          description: '`X-Request-Id` of this request once more: quote it where you ask for help.',
          example: '0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21',
        },
        docUrl: {
          type: 'string',
          description: 'Where the code is explained, with causes and cures.',
          example: 'https://api.example.com/docs/errors#INVALID_INPUT',
        },
        errors: {
          type: 'array',
          description: 'All that is wrong with the request, not only the first of it.',
          items: {
            type: 'object',
            required: ['field', 'constraint', 'message'],
            properties: {
              field: {
                type: 'string',
                description: 'Path in dot notation, or the name of a parameter or header.',
              },
              constraint: {
                type: 'string',
                description:
                  'JSON Schema keyword of the rule that it breaks, for example `required`.',
              },
              message: {
                type: 'string',
                description:
                  'What the value must be, in English, to be read after the name of the field.',
              },
            },
          },
        },
      },
    },
    status: { type: 'integer', description: 'The HTTP status of the answer, once more.' },
    message: { type: 'string', description: 'The same text as `reason`.' },
    precheckErrors: {
      type: 'array',
      items: { type: 'string' },
      description:
        'Of a document that is refused at once: what the verification vendor has found in it, in its own words.',
    },
  },
} as const

const sharedHeaders = {
  'X-Request-Id': {
    description: 'Id of this request, the one sent in `X-Request-Id` if there was one.',
    schema: { type: 'string' },
  },
  'Ignored-Fields': {
    description:
      'Members of the body that the operation does not know, in dot notation, with commas, and the member that may be ' +
      'meant: `fullname;meant=fullName`. Left out where there are none.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is repeated.',
    schema: { type: 'integer', minimum: 1 },
  },
} as const

const headerOf = (name: keyof typeof sharedHeaders): Json => ({
  [name]: { $ref: `#/components/headers/${name}` },
})

function describe(operation: Operation): Json {
  const { id, group, summary, description, deprecated, security, body } = operation
  return {
    operationId: id,
    tags: [group],
    summary,
    description: [
      description,
      access(operation),
      isSignedRetry(operation) && SIGNED_RETRY,
      operation.sandboxOnly && 'Sandbox credentials only.',
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...(operation.permission && { 'x-permission': operation.permission }),
    ...(security && { security: security === 'AGENT' ? [{ AgentAuth: [] }] : [] }),
    ...(deprecated && { deprecated }),
    parameters: parametersOf(operation),
    ...(body && { requestBody: requestBodyOf(operation, body) }),
    responses: { ...successesOf(operation), ...refusalsOf(operation) },
    ...samplesIn(operation),
  }
}

/** What a platform really sends. A few operations of tests have names of ours, and other paths. */
function useCasesOf({ id, path }: Operation): readonly UseCase[] {
  return (useCases[id] ?? []).filter(({ path: values = {} }) =>
    [...path.matchAll(/:(\w+)/g)].every(([, name = '']) => name in values),
  )
}

function samplesIn(operation: Operation): Json {
  const cases = useCasesOf(operation)
  if (cases.length === 0) return {}
  const samples = cases.flatMap((one) => samplesOf(operation, one, cases.length === 1))
  return { 'x-codeSamples': samples }
}

const SIGNED_RETRY =
  'How the two calls go, and who may stamp: [signed retries](/docs/guides/signed-retries).'

/** Whether a second call brings a stamp, and names the challenge of the first. */
function isSignedRetry({ headers }: Operation): boolean {
  return headers?.walletSignature === true && headers.requestId === true
}

function requestBodyOf(operation: Operation, body: object): Json {
  const { bodyOptional, multipart } = operation
  const required = !bodyOptional
  const cases = useCasesOf(operation).filter((one) => one.body !== undefined)
  const examples = Object.fromEntries(
    cases.map(({ name, title, body: value }) => [name, { summary: title, value }]),
  )
  // A form has no example: its file is any bytes.
  return multipart
    ? { required, content: { 'multipart/form-data': { schema: referring(body) } } }
    : { required, content: cases.length > 0 ? shownAs(body, { examples }) : content(body) }
}

function access({ security, permission, agentPermission }: Operation): string {
  if (security === 'OPEN') return 'Open: takes no credentials.'
  if (security !== 'AGENT') return `Needs the permission \`${permission}\`.`
  return agentPermission === undefined
    ? 'For agents.'
    : `For agents whose policy has \`${agentPermission}\`.`
}

function parametersOf(operation: Operation): Json[] {
  const { path, query, headers } = operation
  const cases = useCasesOf(operation)
  const exampleIn = (place: 'path' | 'query', name: string): Json => {
    const example = cases.map((one) => one[place]?.[name]).find((value) => value !== undefined)
    return example === undefined ? {} : { example }
  }
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: pathParameterDescription(path, name ?? ''),
    schema: { type: 'string' },
    ...exampleIn('path', name ?? ''),
  }))
  const required = (query?.required ?? []) as readonly string[]
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, schema]) => {
    // Of the parameter: readers look for it there.
    const { description, deprecated, ...rest } = referring(schema) as Json
    return {
      name,
      in: 'query',
      required: required.includes(name),
      description,
      ...(deprecated === true && { deprecated }),
      schema: rest,
      ...exampleIn('query', name),
    }
  })
  return [...inPath, ...inQuery, ...headerParameters(headers ?? {})]
}

function headerParameters(headers: NonNullable<Operation['headers']>): Json[] {
  const header = (name: string, required: boolean, description: string, schema = {}): Json => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string', ...schema },
  })
  const { idempotencyKey, walletSignature, requestId } = headers
  const key = 'The same key and request get the first answer again for 24 h.'
  const stamp = 'The stamp over `payloadToSign`, made with a session key.'
  const retry = '`requestId` of the challenge that a signed retry answers.'
  const size = { minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX }
  return [
    ...(idempotencyKey
      ? [header('Idempotency-Key', idempotencyKey === 'required', key, size)]
      : []),
    ...(walletSignature ? [header('Service-Wallet-Signature', false, stamp)] : []),
    ...(requestId ? [header('Request-Id', false, retry)] : []),
  ]
}

function successesOf({ id, responses, status: main, body }: Operation): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [
      status,
      {
        description: Number(status) === main ? 'Success.' : 'Not final yet, or another success.',
        headers: { ...headerOf('X-Request-Id'), ...(body && headerOf('Ignored-Fields')) },
        ...(schema && { content: contentOfAnswer(id, Number(status), schema) }),
      },
    ]),
  )
}

function refusalsOf(operation: Operation): Record<string, Json> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set([...operation.errors, ...commonErrors(operation)])) {
    const { status } = errors[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      // Most statuses have one code, the same in every operation: written once.
      codes.length === 1 ? { $ref: `#/components/responses/${codes[0]}` } : refusal(codes),
    ]),
  )
}

function refusal(codes: readonly ErrorCode[]): Json {
  const waits = codes.includes('RATE_LIMITED') || codes.includes('SERVICE_UNAVAILABLE')
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code].message}`).join('\n\n'),
    headers: { ...headerOf('X-Request-Id'), ...(waits && headerOf('Retry-After')) },
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Error' }],
          type: 'object',
          properties: {
            code: {
              type: 'string',
              enum: codes,
              description: 'One of those that this status has here.',
            },
          },
        },
        example: exampleOfRefusal(codes[0] as ErrorCode),
      },
    },
  }
}

/** The refusals of one code that some operation refers to. */
function sharedRefusals(paths: Document['paths']): Record<string, Json> {
  const prefix = '#/components/responses/'
  const described = Object.values(paths).flatMap((methods) => Object.values(methods))
  const used = described.flatMap(({ responses }) =>
    Object.values(responses as Json).map((response) => String((response as Json).$ref ?? '')),
  )
  const names = new Set(used.filter((ref) => ref !== '').map((ref) => ref.slice(prefix.length)))
  return Object.fromEntries([...names].sort().map((name) => [name, refusal([name as ErrorCode])]))
}

function exampleOfRefusal(code: ErrorCode): Json {
  const { status, message } = errors[code]
  return { code, reason: message, status, message }
}

function contentOfAnswer(id: string, status: number, schema: object): Json {
  const example = answers()[id]?.[status]
  return example === undefined ? content(schema) : shownAs(schema, { example })
}

/** With an example that is put together from those of the schema's parts. */
function content(schema: object): Json {
  const example = exampleOf(schema)
  return shownAs(schema, example === undefined ? {} : { example })
}

function shownAs(schema: object, examples: Json): Json {
  return { 'application/json': { schema: referring(schema), ...examples } }
}
