/** Schemas with references in the place of components. */
import { originalOf } from '../contract/components/described.ts'
import { components } from '../contract/components/index.ts'

type Json = { readonly [key: string]: unknown }

const names = new Map<unknown, string>(
  Object.entries(components).map(([name, schema]) => [schema, name]),
)

/**
 * A copy of a schema in which every component, wherever it is, is a reference. What a component is
 * described as in one place, and whether it is deprecated there, stands beside the reference.
 *
 * @param prefix of every reference, before the component's name
 */
export function hoist(schema: unknown, prefix: string): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const original = originalOf(schema)
  const name = names.get(original)
  if (name === undefined) return hoistInside(schema, prefix)
  const $ref = `${prefix}${name}`
  if (original === schema) return { $ref }
  const { description, deprecated } = schema as Json
  return { $ref, description, ...(deprecated === true && { deprecated }) }
}

/** Like `hoist`, but the schema itself stays even if it is a component. */
export function hoistInside(schema: unknown, prefix: string): unknown {
  if (Array.isArray(schema)) return schema.map((part) => hoist(part, prefix))
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema as Json).map(([key, part]) => [key, hoist(part, prefix)]),
  )
}
