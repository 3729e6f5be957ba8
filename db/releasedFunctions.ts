/** The SQL functions that code calls, as PostgreSQL describes them. */
import type { Queryable } from './database.ts'

export type FunctionSignature = {
  readonly name: string
  /** Types of the arguments, in their order. */
  readonly arguments: string
  /** How many of the last arguments may be left out. */
  readonly defaults: number
  readonly result: string
}

/** All functions of the service's own schema. */
export function readFunctions(database: Queryable): Promise<FunctionSignature[]> {
  return database.query({
    text: `select proname as name, oidvectortypes(proargtypes) as arguments,
        pronargdefaults::integer as defaults, pg_get_function_result(oid) as result
      from pg_proc where pronamespace = 'public'::regnamespace order by 1, 2`,
  })
}

/**
 * Those of them that the sources call: by name, `database.call('name', ...)` or the declaration of
 * `sqlFunctions.ts`, or inside a statement.
 */
export async function calledFunctions(
  database: Queryable,
  sources: readonly string[],
): Promise<FunctionSignature[]> {
  const text = sources.join('\n')
  const functions = await readFunctions(database)
  return functions.filter(({ name }) => isCalledIn(text, name))
}

/** Whether a text of code calls a SQL function, as `calledFunctions`. */
export function isCalledIn(text: string, name: string): boolean {
  return new RegExp(`\\b${name}(\\(|\\b'|"|\`)`).test(text)
}
