/** The collection for Postman is its format, has every operation, and its requests are what the service takes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../api/operations.ts'
import { postmanCollection } from '../../api/reference/postman.ts'
import { useCases } from '../../api/reference/useCases/index.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'

type Pair = { readonly key: string; readonly value: string }
type Request = {
  readonly method: string
  readonly header: readonly Pair[]
  readonly url: {
    readonly raw: string
    readonly host: readonly string[]
    readonly path: readonly string[]
    readonly query?: readonly Pair[]
  }
  readonly body?: { readonly mode: string; readonly raw?: string }
  readonly auth?: { readonly type: string }
}
type Collection = {
  readonly info: { readonly schema: string }
  readonly variable: readonly Pair[]
  readonly event: readonly {
    readonly listen: string
    readonly script: { readonly exec: readonly string[] }
  }[]
  readonly item: readonly {
    readonly name: string
    readonly item: readonly { readonly name: string; readonly request: Request }[]
  }[]
}

let stack: SharedStack
let collection: Collection

beforeAll(async () => {
  stack = await aSharedStack()
  const made = postmanCollection(operations, stack.apiUrls[0] ?? '')
  collection = JSON.parse(JSON.stringify(made)) as Collection
})
afterAll(() => stack?.stop())

const requests = (): readonly Request[] =>
  collection.item.flatMap(({ item }) => item.map(({ request }) => request))

test('each example is a request, whose ids are variables that the collection has', () => {
  expect(collection.info.schema).toContain('/v2.1.0/')
  const examples = operations.flatMap(({ id }) => useCases[id] ?? [])
  expect(requests()).toHaveLength(examples.length)
  const known = collection.variable.map(({ key }) => key)
  for (const { url, body, header } of requests()) {
    const text = JSON.stringify([url, body, header])
    expect(text).not.toMatch(/[A-Z]\w+:0b6a3c1e-/)
    const named = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)
    expect(named.filter((name) => !known.includes(name ?? ''))).toEqual([])
    const query = url.query?.map(({ key, value }) => `${key}=${value}`).join('&')
    expect(url.raw).toBe(`${url.host[0]}/${url.path.join('/')}${query ? `?${query}` : ''}`)
  }
  const agents = requests().filter(({ auth }) => auth?.type === 'bearer')
  expect(agents.length).toBeGreaterThan(10)
})

/** What Postman does with a request: variables, credentials, and the script after the answer. */
async function send(variables: Map<string, string>, request: Request): Promise<Response> {
  const filled = (text: string): string =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => variables.get(name) ?? '')
  const login = filled('{{CLIENT_ID}}:{{CLIENT_SECRET}}')
  const response = await fetch(filled(request.url.raw), {
    method: request.method,
    headers: {
      ...Object.fromEntries(request.header.map(({ key, value }) => [key, filled(value)])),
      authorization: `Basic ${Buffer.from(login).toString('base64')}`,
    },
    ...(request.body?.raw && { body: filled(request.body.raw) }),
  })
  const text = await response.clone().text()
  const pm = {
    request,
    response: { code: response.status, json: () => JSON.parse(text) as unknown },
    collectionVariables: { set: (name: string, value: string) => variables.set(name, value) },
  }
  const [script] = collection.event
  new Function('pm', script?.script.exec.join('\n') ?? '')(pm)
  return response
}

test('a customer is created, and the next request is about it', async () => {
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]))
  variables
    .set('CLIENT_ID', stack.platform.clientId)
    .set('CLIENT_SECRET', stack.platform.clientSecret)
  const find = (method: string, path: RegExp): Request => {
    const found = requests().find((one) => one.method === method && path.test(one.url.raw))
    if (found === undefined) throw new Error(`no ${method} ${path}`)
    return found
  }
  const created = await send(variables, find('POST', /^\{\{API_URL\}\}\/customers$/))
  expect(created.status).toBe(201)
  const { id } = (await created.json()) as { id: string }
  expect(variables.get('customer')).toBe(id)
  const read = await send(variables, find('GET', /^\{\{API_URL\}\}\/customers\/\{\{customer\}\}$/))
  expect([read.status, await read.json()]).toMatchObject([200, { id }])
})
