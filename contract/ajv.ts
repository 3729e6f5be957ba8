/** AJV for the schemas of these sources: requests, and what outside parties send. */
import { createRequire } from 'node:module'
import type { Ajv2020, Options, ValidateFunction } from 'ajv/dist/2020.js'

/** A schema as a function; `errors` are those of its last value. */
export type Validate<T = unknown> = ((value: unknown) => value is T) &
  Pick<ValidateFunction<T>, 'errors'>

export type LazyAjv = {
  compile<T = unknown>(schema: object): Validate<T>
  errorsText: Ajv2020['errorsText']
}

/**
 * An instance that is made, and compiles a schema, when a value is held against it first: at the start of a process,
 * compiling all of them would take a third of the time. So a wrong schema throws then, not before.
 *
 * @param extend adds formats and keywords
 */
export function createAjv(options: Options = {}, extend?: (made: Ajv2020) => void): LazyAjv {
  let made: Ajv2020 | undefined
  const instance = (): Ajv2020 => {
    if (made !== undefined) return made
    const ajv = newAjv(options)
    extend?.(ajv)
    made = ajv
    return made
  }
  return {
    compile<T>(schema: object) {
      let compiled: ValidateFunction | undefined
      const validate: Validate<T> = (value): value is T => {
        compiled ??= instance().compile(schema)
        const isValid = compiled(value)
        validate.errors = compiled.errors
        return isValid
      }
      return validate
    },
    errorsText: (...given) => instance().errorsText(...given),
  }
}

/**
 * An instance that compiles at once.
 *
 * Schemas are not held against the meta-schema: compiling that takes longer than all schemas of most modules, once
 * for each instance. Unknown keywords, and values that a keyword cannot have, are refused all the same. What is
 * compiled is not made shorter: that takes a third of the time, and its checks are no faster.
 */
export function newAjv(options: Options = {}): Ajv2020 {
  const { Ajv2020: Ajv } = loadAjv()
  return new Ajv({ validateSchema: false, code: { optimize: false }, ...options })
}

const require = createRequire(import.meta.url)

/** Loads the library, once: it takes 40 ms of CPU, and most processes are ready before they need it. */
function loadAjv(): typeof import('ajv/dist/2020.js') {
  return require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
}
