/** A collection for Postman (format 2.1), made of the same examples as the reference. */
import { isId } from '../../contract/ids.ts'
import type { Operation } from '../operation.ts'
import { pathOf } from './samples.ts'
import { given } from './useCases/given.ts'
import { useCases } from './useCases/index.ts'
import type { UseCase } from './useCases/useCase.ts'

type Json = { readonly [key: string]: unknown }
type Pair = { readonly key: string; readonly value: string }

const ID = /\b[A-Z][A-Za-z]+:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g

/** Ids of examples, each with the variable that stands for it. */
const ids: ReadonlyMap<string, string> = new Map(
  Object.entries(given)
    .filter(([, text]) => isId(text))
    .map(([name, text]) => [text, name]),
)

/** @param baseUrl with the version, of the service that is asked */
export function postmanCollection(operations: readonly Operation[], baseUrl: string): Json {
  const groups = [...new Set(operations.map(({ group }) => group))]
  return {
    info: {
      name: 'Embedded-wallet payments',
      description:
        'Set CLIENT_ID and CLIENT_SECRET. An id of an answer to a POST is kept in the variable of its type, which ' +
        'the next requests name.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'basic',
      basic: [variable('username', '{{CLIENT_ID}}'), variable('password', '{{CLIENT_SECRET}}')],
    },
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: keepingIds() } }],
    variable: [
      { key: 'API_URL', value: baseUrl },
      ...['CLIENT_ID', 'CLIENT_SECRET', 'ACCESS_TOKEN'].map((key) => ({ key, value: '' })),
      ...[...ids].map(([value, key]) => ({ key, value })),
    ],
    item: groups.map((group) => ({
      name: group,
      item: operations.filter((one) => one.group === group).flatMap(itemsOf),
    })),
  }
}

function itemsOf(operation: Operation): readonly Json[] {
  const cases = useCases[operation.id] ?? []
  return cases.map((useCase) => ({
    name: cases.length === 1 ? operation.summary : `${operation.summary}: ${useCase.title}`,
    request: requestOf(operation, useCase),
  }))
}

function requestOf(operation: Operation, useCase: UseCase): Json {
  const { headers = {}, body, file } = useCase
  const auth = authOf(operation)
  const pairs = Object.entries(headers).map(([key, value]): Pair => ({ key, value: named(value) }))
  return {
    method: operation.method.toUpperCase(),
    ...(auth && { auth }),
    header: [
      ...pairs,
      ...(body && file === undefined ? [{ key: 'Content-Type', value: 'application/json' }] : []),
    ],
    url: urlOf(pathOf(operation, useCase)),
    ...bodyOf(useCase),
  }
}

/** Postman reads the parts; `raw` is what a person sees. */
function urlOf(path: string): Json {
  const [steps = '', query = ''] = named(decodeURIComponent(path)).split('?')
  const asked = query === '' ? [] : query.split('&').map(pairIn)
  return {
    raw: `{{API_URL}}${steps}${query && `?${query}`}`,
    host: ['{{API_URL}}'],
    path: steps.split('/').slice(1),
    ...(asked.length > 0 && { query: asked }),
  }
}

function pairIn(text: string): Pair {
  const [key = '', ...rest] = text.split('=')
  return { key, value: rest.join('=') }
}

function bodyOf({ body, file }: UseCase): Json {
  if (file !== undefined) {
    const fields = Object.entries(body ?? {}).map(([key, value]) => ({
      ...{ key, type: 'text', value: named(String(value)) },
    }))
    return {
      body: { mode: 'formdata', formdata: [...fields, { key: 'file', type: 'file', src: file }] },
    }
  }
  if (body === undefined) return {}
  const raw = named(JSON.stringify(body, undefined, 2))
  return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } }
}

function authOf({ security }: Operation): Json | undefined {
  if (security === 'OPEN') return { type: 'noauth' }
  if (security !== 'AGENT') return undefined
  return { type: 'bearer', bearer: [variable('token', '{{ACCESS_TOKEN}}')] }
}

function variable(key: string, value: string): Json {
  return { key, value, type: 'string' }
}

/** A text with variables in the place of the examples' ids. */
function named(text: string): string {
  return text.replaceAll(ID, (id) => (ids.has(id) ? `{{${ids.get(id)}}}` : id))
}

/** Keeps the id of what was made in the variable that stands for the first one of its type. */
function keepingIds(): readonly string[] {
  const first: Record<string, string> = {}
  for (const [id, name] of ids) first[id.slice(0, id.indexOf(':'))] ??= name
  return [
    `const first = ${JSON.stringify(first)}`,
    "if (pm.request.method === 'POST' && pm.response.code < 300) {",
    '  let id',
    '  try { id = pm.response.json().id } catch { id = undefined }',
    "  const name = first[String(id).split(':')[0]]",
    '  if (name) pm.collectionVariables.set(name, id)',
    '}',
  ]
}
