import { describe, expect, test } from 'vitest'
import { exampleOf } from '../../api/examples.ts'
import { type Document, openapiDocument } from '../../api/openapi.ts'
import { operations as served } from '../../api/operations.ts'
import { answers } from '../../api/reference/answers.ts'
import { useCases } from '../../api/reference/useCases/index.ts'
import { checkOf } from '../../api/validate.ts'
import { components } from '../../contract/components/index.ts'
import { errors } from '../../contract/errors.ts'
import { webhookTypes } from '../../contract/webhooks.ts'
import { operations as small } from './framework.ts'

type Response = {
  $ref?: string
  content?: Record<string, { example?: { code?: string }; schema?: unknown }>
}

type Described = {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  responses: Record<string, Response>
  requestBody?: { content: Record<string, { example?: unknown }> }
}

const all = (document: Document): [string, string, Described][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Described] => [
      path,
      method,
      operation as unknown as Described,
    ]),
  )

function resolved({ components }: Document, response: Response): Response {
  const shared = components.responses as Record<string, Response>
  return response.$ref === undefined ? response : (shared[response.$ref.slice(23)] ?? {})
}

/** Every object in a document, with the key that it stands under. */
function* walk(value: unknown, key = ''): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  yield [key, value as Record<string, unknown>]
  for (const [name, part] of Object.entries(value)) yield* walk(part, name)
}

test('every object says what it has: a generated client is typed', () => {
  const untyped = [...walk(openapiDocument(served, '/2025-10-13'))].flatMap(([key, value]) => {
    const says = ['properties', 'oneOf', 'anyOf', 'allOf', 'additionalProperties', 'maxProperties']
    const isUntyped = value.type === 'object' && !says.some((name) => name in value)
    return isUntyped ? [`${key}: ${JSON.stringify(value)}`] : []
  })
  expect(untyped).toEqual([])
})

describe.each([
  ['the operations of the service', openapiDocument(served, '/2025-10-13')],
  ['a few operations', openapiDocument(small, '/2025-10-13')],
])('the document of %s', (_name, document) => {
  test('is JSON, and every reference resolves', () => {
    const parsed = JSON.parse(JSON.stringify(document))
    for (const [, value] of walk(parsed)) {
      if (typeof value.$ref !== 'string') continue
      const found = value.$ref
        .split('/')
        .slice(1)
        .reduce((at, step) => at?.[step], parsed)
      expect(found, value.$ref).toBeDefined()
    }
  })

  test('names every operation once, every path parameter, and some answer', () => {
    const ids = all(document).map(([, , { operationId }]) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [path, method, { parameters, responses }] of all(document)) {
      expect(['get', 'post', 'put', 'patch', 'delete']).toContain(method)
      const declared = parameters.filter((each) => each.in === 'path')
      expect(declared.map(({ name }) => name)).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      )
      expect(declared.every(({ required }) => required)).toBe(true)
      const named = parameters.map((each) => `${each.in} ${each.name}`)
      expect(new Set(named).size).toBe(named.length)
      expect(Object.keys(responses).some((status) => /^2\d\d$/.test(status))).toBe(true)
      expect(Object.keys(responses).every((status) => /^[1-5]\d\d$/.test(status))).toBe(true)
    }
  })

  test('shows each code under its own status', () => {
    for (const [, , { responses }] of all(document)) {
      for (const [status, response] of Object.entries(responses)) {
        const { content } = resolved(document, response)
        const code = content?.['application/json']?.example?.code
        if (Number(status) < 400) continue
        expect(errors[code as keyof typeof errors].status).toBe(Number(status))
      }
    }
  })

  test('references its security scheme', () => {
    const schemes = Object.keys(document.components.securitySchemes as object)
    expect(document.security.flatMap(Object.keys).every((name) => schemes.includes(name))).toBe(
      true,
    )
  })
})

test('the document lists every webhook, each type once, and how it is signed', () => {
  const { webhooks, components: named } = openapiDocument(served, '/2025-10-13')
  const bodies = named.schemas as Record<string, { properties: { type: { enum: string[] } } }>
  const items = named.pathItems as Record<string, { post: unknown }>
  const types = Object.values(webhooks).flatMap((item) => {
    const { post } = items[String(item.$ref).slice('#/components/pathItems/'.length)] ?? {}
    const { security, requestBody } = post as {
      security: object[]
      requestBody: { content: Record<string, { schema: { $ref: string } }> }
    }
    expect(security).toEqual([{ WebhookSignature: [] }])
    const { $ref = '' } = requestBody.content['application/json']?.schema ?? {}
    return bodies[$ref.slice('#/components/schemas/'.length)]?.properties.type.enum ?? []
  })
  expect(types.sort()).toEqual([...webhookTypes].sort())
  expect(named.securitySchemes).toHaveProperty('WebhookSignature')
  expect(JSON.stringify(bodies.OutgoingPaymentWebhook)).toContain(
    '#/components/schemas/OutgoingTransaction',
  )
})

test('examples of the components are valid, their own and put together', () => {
  for (const [name, schema] of Object.entries(components)) {
    for (const [, part] of walk(schema, name)) {
      const { example, type } = part as { example?: unknown; type?: unknown }
      if (example === undefined || typeof type !== 'string') continue
      expect(checkOf(part)(structuredClone(example)), `${name}: ${example}`).toEqual([])
    }
  }
})

test('examples that are put together are valid wholes, of what the reference has none for', () => {
  const named = new Set(served.map(({ id }) => id))
  for (const { id, body, responses } of [...served, ...small.filter((one) => !named.has(one.id))]) {
    const hasUseCase = (useCases[id] ?? []).some((one) => one.body !== undefined)
    const answered = Object.entries(responses).flatMap(([status, schema]) =>
      answers()[id]?.[Number(status)] === undefined ? [schema] : [],
    )
    for (const schema of [hasUseCase ? undefined : body, ...answered]) {
      if (schema === undefined || schema === null) continue
      expect(checkOf(schema)(structuredClone(exampleOf(schema))), id).toEqual([])
    }
  }
})

test('every schema of a request can be compiled: a process compiles it with its first request', () => {
  for (const { id, body, query } of served) {
    for (const schema of [body, query]) {
      if (schema !== undefined) expect(() => checkOf(schema)(undefined), id).not.toThrow()
    }
  }
})

describe('what generators of clients cannot read', () => {
  const choices = Object.entries(components).flatMap(([name, schema]) => {
    const { anyOf, oneOf, allOf } = schema as Record<string, object[] | undefined>
    const parts = [{ anyOf, oneOf }, ...(allOf ?? [])] as Record<string, object[] | undefined>[]
    const ways = parts
      .flatMap((part) => [part.anyOf, part.oneOf])
      .find((list) => list?.every((way) => Object.keys(way).join() === 'required'))
    return ways === undefined ? [] : [{ name, schema, ways: ways as { required: string[] }[] }]
  })

  test('is not in the document: a choice of fields is a sentence, a variant has a name', () => {
    const document = openapiDocument(served, '/2025-10-13')
    const schemas = document.components.schemas as Record<string, { description?: string }>
    for (const [key, value] of walk(document)) {
      for (const keyword of ['anyOf', 'oneOf']) {
        const ways = value[keyword]
        if (!Array.isArray(ways)) continue
        const isChoice = ways.every((way) => Object.keys(way).join() === 'required')
        expect(isChoice, `${key}: ${JSON.stringify(ways)}`).toBe(false)
        if (value.discriminator === undefined) continue
        expect(ways.every((way) => typeof way.$ref === 'string')).toBe(true)
        expect(value.discriminator, key).toHaveProperty('mapping')
      }
    }
    expect(choices.length).toBeGreaterThan(20)
    for (const { name, ways } of choices) {
      for (const field of ways.flatMap(({ required }) => required)) {
        expect(schemas[name]?.description, name).toContain(`\`${field}\``)
      }
    }
  })

  test('is still refused, and the field named that is missing', () => {
    for (const { name, schema, ways } of choices) {
      const body = exampleOf(schema) as Record<string, unknown>
      for (const field of ways.flatMap(({ required }) => required)) delete body[field]
      const missing = checkOf(schema)(body).filter(({ constraint }) => /Of$/.test(constraint))
      expect(missing, name).toEqual([
        expect.objectContaining({ field: ways[0]?.required[0], message: expect.any(String) }),
      ])
      for (const { required } of ways) {
        const given = Object.fromEntries(required.map((field) => [field, 'x']))
        const found = checkOf(schema)({ ...body, ...given })
        expect(
          found.filter(({ constraint }) => /Of$/.test(constraint)),
          name,
        ).toEqual([])
      }
    }
  })
})

test('a body of the document shows an example that its operation accepts', () => {
  const document = openapiDocument(small, '/2025-10-13')
  const described = document.paths['/accounts']?.post as Described | undefined
  expect(described?.requestBody?.content['application/json']?.example).toMatchObject({
    currency: 'USD',
    accountInfo: { accountType: 'USD_ACCOUNT', beneficiary: { fullName: 'Ada Lovelace' } },
  })
})
