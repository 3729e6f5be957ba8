/** Every schema that has a name in the served document. */
import type { JSONSchema } from 'json-schema-to-ts'

export const components: Record<string, JSONSchema> = {}
