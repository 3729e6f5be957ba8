/** What the client for Python knows of the service's own document. */
import { VERSION } from '../../api/app.ts'
import { openapiDocument } from '../../api/openapi.ts'
import { keyedOperations, operations } from '../../api/operations.ts'

type Schema = {
  readonly $ref?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
}
type Content = Readonly<Record<string, { readonly schema?: Schema }>>
type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}
type Document = {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const HEAD = `"""Types of the service's document, and its operations."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Dict, List, Literal, Optional, Required, TypeAlias, TypedDict, Union

from .answers import Answer
`

/**
 * The text of \`schema.py\`: a type for each schema, one method for each operation, and which operations take an
 * \`Idempotency-Key\`. Uploads and downloads are left out: their bodies are no JSON.
 */
export function pythonText(): string {
  const document: Document = JSON.parse(JSON.stringify(openapiDocument(operations, `/${VERSION}`)))
  const { text, typeOf } = typesOf(document.components.schemas)
  const methods = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.operationId !== undefined && isJson(operation))
      .map(([method, operation]) => methodOf(method, path, operation, typeOf)),
  )
  const events = Object.keys(document.components.schemas).filter((name) => name.endsWith('Webhook'))
  return [
    HEAD,
    `KEYED_OPERATIONS = frozenset(${JSON.stringify(keyedOperations)})`,
    CLASS + methods.join('\n'),
    text(),
    `ReceivedEvent: TypeAlias = Union[${events.map((name) => JSON.stringify(name)).join(', ')}]\n`,
  ].join('\n')
}

const CLASS = `

class Operations:
    """A method for each operation, by its id. \`headers\` are added to the request."""

    def __init__(self, call: Callable[..., Answer[Any]]) -> None:
        self._call = call

`

type TypeOf = (schema: Schema, name: string) => string

/** An object inside a schema gets a type of its own, named by its place. */
function typesOf(schemas: Document['components']['schemas']): {
  typeOf: TypeOf
  text: () => string
} {
  const written = new Map<string, string>()
  const typeOf: TypeOf = (schema, name) => {
    if (schema.$ref !== undefined) return JSON.stringify(schema.$ref.split('/').at(-1))
    if (schema.const !== undefined) return literal([schema.const])
    if (schema.enum !== undefined) return literal(schema.enum)
    const any = schema.oneOf ?? schema.anyOf
    if (any !== undefined) {
      return `Union[${any.map((one, index) => typeOf(one, `${name}${index + 1}`)).join(', ')}]`
    }
    if (typeof schema.type === 'object') {
      const types = schema.type.filter((type) => type !== 'null')
      return `Optional[${typeOf({ ...schema, type: types[0] ?? '' }, name)}]`
    }
    if (schema.type === 'array') return `List[${typeOf(schema.items ?? {}, `${name}Item`)}]`
    if (schema.type === 'object') return objectType(schema, name)
    return scalars[schema.type ?? ''] ?? 'Any'
  }
  function objectType({ properties, required = [] }: Schema, name: string): string {
    if (properties === undefined) return 'Dict[str, Any]'
    if (written.has(name)) throw new Error(`two types are called ${name}`)
    written.set(name, '')
    const members = Object.entries(properties).map(([member, schema]) => {
      const type = typeOf(schema, name + member.charAt(0).toUpperCase() + member.slice(1))
      return `    ${JSON.stringify(member)}: ${required.includes(member) ? `Required[${type}]` : type},`
    })
    written.set(name, `${name} = TypedDict("${name}", {\n${members.join('\n')}\n}, total=False)`)
    return JSON.stringify(name)
  }
  for (const [name, schema] of Object.entries(schemas)) {
    const type = typeOf(schema, name)
    if (!written.has(name)) written.set(name, `${name}: TypeAlias = ${type}`)
  }
  return { typeOf, text: () => `\n\n${[...written.values()].join('\n')}` }
}

const scalars: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
}

function literal(values: readonly unknown[]): string {
  const texts = values.map((value) =>
    typeof value === 'boolean' || value === null
      ? String({ true: 'True', false: 'False', null: 'None' }[String(value)])
      : JSON.stringify(value),
  )
  return `Literal[${texts.join(', ')}]`
}

function isJson({ requestBody, responses }: Operation): boolean {
  const contents = [requestBody, ...Object.values(responses)].map((one) => one?.content ?? {})
  return contents.every((content) => Object.keys(content).every((type) => type.includes('json')))
}

function methodOf(method: string, path: string, operation: Operation, typeOf: TypeOf): string {
  const { operationId, summary, parameters = [], requestBody, responses } = operation
  const places = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
  const hasQuery = parameters.some((one) => one.in === 'query')
  const title = operationId.charAt(0).toUpperCase() + operationId.slice(1)
  const body = requestBody && jsonIn(requestBody.content)
  const bodyType = body && typeOf(body, `${title}Body`)
  const results = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, { content }]) => {
      const schema = content && jsonIn(content)
      return schema === undefined ? 'None' : typeOf(schema, `${title}${status}`)
    })
  const given = [
    'self',
    ...places.map((name) => `${snake(name)}: str`),
    ...(bodyType === undefined
      ? []
      : [requestBody?.required ? `body: ${bodyType}` : `body: Optional[${bodyType}] = None`]),
    '*',
    ...(hasQuery ? ['query: Optional[Mapping[str, Any]] = None'] : []),
    'headers: Optional[Mapping[str, str]] = None',
  ]
  const filled = places.map((name) => `${JSON.stringify(name)}: ${snake(name)}`).join(', ')
  const sent = [
    JSON.stringify(method.toUpperCase()),
    JSON.stringify(path),
    `{${filled}}`,
    bodyType === undefined ? 'None' : 'body',
    hasQuery ? 'query' : 'None',
    'headers',
  ]
  return `    def ${snake(operationId)}(${given.join(', ')}) -> Answer[Union[${[...new Set(results)].join(', ')}]]:
        ${JSON.stringify(`${summary}.`)}
        return self._call(${sent.join(', ')})
`
}

function jsonIn(content: Content): Schema | undefined {
  return Object.entries(content).find(([type]) => type.includes('json'))?.[1].schema
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`)
}
