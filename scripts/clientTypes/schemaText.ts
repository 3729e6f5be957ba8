/** The client's types, written from the service's own document. */
import openapiTypes, { astToString } from 'openapi-typescript'
import { VERSION } from '../../api/app.ts'
import { openapiDocument } from '../../api/openapi.ts'
import { operations } from '../../api/operations.ts'

/** The text of `client/schema.ts`. */
export async function schemaText(): Promise<string> {
  const document = JSON.parse(JSON.stringify(openapiDocument(operations, `/${VERSION}`)))
  // The service fills in defaults: a request may leave such a member out.
  const nodes = await openapiTypes(document, { defaultNonNullable: false })
  return astToString(nodes)
}

const heading = '// Written by `npm run client:types` from the document; a test keeps it equal.\n'

/** The text of `client/keyed.ts`: which operations take an `Idempotency-Key`. */
export function keyedText(): string {
  const keyed = operations
    .filter(({ headers }) => headers?.idempotencyKey !== undefined)
    .map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    .sort()
  const lines = keyed.map((operation) => `  '${operation}',\n`).join('')
  return `${heading}export const keyedOperations: ReadonlySet<string> = new Set([\n${lines}])\n`
}
