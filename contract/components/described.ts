/** Named schemas where they are used, with what they mean there. */

const originals = new WeakMap<object, object>()

/**
 * A schema with the description of its place. In the document it stays a reference to the component,
 * with the description beside it.
 */
export function described<const Schema extends object>(
  schema: Schema,
  description: string,
): Schema {
  const copy = { ...schema, description }
  originals.set(copy, originalOf(schema))
  return copy
}

/** The same of a member that is served beside another one which replaces it: the description names that. */
export function deprecated<const Schema extends object>(
  schema: Schema,
  description: string,
): Schema {
  const copy = { ...described(schema, description), deprecated: true }
  originals.set(copy, originalOf(schema))
  return copy
}

/** The schema that was described; one that was not is its own. */
export function originalOf(schema: object): object {
  return originals.get(schema) ?? schema
}

/** A schema where it stands under a name from before September 2026; the member `name` is the same. */
export function renamed<const Schema extends object>(schema: Schema, name: string): Schema {
  const description = `The name of \`${name}\` before September 2026; it is the same.`
  return { ...schema, deprecated: true, description }
}
