/** What the client knows of the service's own document. */
import openapiTypes, { astToString } from 'openapi-typescript'
import { VERSION } from '../../api/app.ts'
import { openapiDocument } from '../../api/openapi.ts'
import { keyedOperations, operations } from '../../api/operations.ts'

/** The text of `client/backend/schema.ts`: the types, and which operations take an `Idempotency-Key`. */
export async function schemaText(): Promise<string> {
  const document = JSON.parse(JSON.stringify(openapiDocument(operations, `/${VERSION}`)))
  // The service fills in defaults: a request may leave such a member out.
  const nodes = await openapiTypes(document, { defaultNonNullable: false })
  const keyed = `export const keyedOperations: ReadonlySet<string> = new Set(${JSON.stringify(keyedOperations)})\n`
  return `${astToString(nodes)}\n${keyed}`
}
