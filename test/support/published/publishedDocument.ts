/** The published facts put together as an OpenAPI document, which generators of clients read. */
import {
  type PublishedOperation,
  type PublishedWebhook,
  type Response,
  readFacts,
} from './publishedSchemas.ts'

type Parameter = PublishedOperation['parameters'][number]

/** @param folder with `operations.json`, `schemas.json` and `webhooks.json` */
export function publishedDocument(folder: string): object {
  const { operations, webhooks, schemas } = readFacts(folder)
  const paths: Record<string, Record<string, object>> = {}
  for (const { path, method, ...operation } of operations) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(operation) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'The published interface', version: '1' },
    paths,
    webhooks: Object.fromEntries(
      webhooks.map(({ name, ...webhook }) => [name, { post: operationOf(webhook) }]),
    ),
    components: { schemas },
  }
}

function operationOf({
  operationId,
  parameters,
  requestBody,
  responses,
}: Omit<PublishedOperation, 'method' | 'path' | 'parameters'> &
  Partial<Pick<PublishedOperation & PublishedWebhook, 'parameters'>>): object {
  return {
    operationId,
    ...(parameters !== undefined && { parameters: parameters.map(parameterOf) }),
    ...(requestBody !== null && {
      requestBody: { required: true, content: contentOf(requestBody.content) },
    }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, responseOf(response)]),
    ),
  }
}

function parameterOf({ name, in: place, required, explode, style, ...schema }: Parameter): object {
  const { schema: named, ...own } = schema
  return {
    ...{ name, in: place, required },
    ...(explode !== undefined && { explode, style }),
    schema: named === undefined ? own : reference(named),
  }
}

function responseOf(response: Response): object {
  const name = typeof response === 'string' ? response : response?.schema
  return {
    description: name ?? 'nothing',
    ...(name !== undefined && { content: contentOf({ 'application/json': name }) }),
  }
}

function contentOf(content: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    Object.entries(content).map(([type, name]) => [type, { schema: reference(name) }]),
  )
}

function reference(name: string): object {
  return { $ref: `#/components/schemas/${name}` }
}
