/** AJV for the schemas of these sources: settings, requests, and what outside parties send. */
import { Ajv2020, type AnySchema, type Options, type ValidateFunction } from 'ajv/dist/2020.js'

/**
 * An instance that compiles a schema when a value is held against it first: at the start of a process, compiling
 * all of them would take a third of the time. So a wrong schema throws then, not before.
 *
 * Schemas are not held against the meta-schema: compiling that takes longer than all schemas of most modules, once
 * for each instance. Unknown keywords, and values that a keyword cannot have, are refused all the same.
 */
export function createAjv(options: Options = {}): Ajv2020 {
  return new LazyAjv({ validateSchema: false, ...options })
}

class LazyAjv extends Ajv2020 {
  /** `never` fits all of its overloads, which are what callers see. */
  override compile(schema: AnySchema): never {
    let compiled: ValidateFunction | undefined
    const validate: Pick<ValidateFunction, 'errors'> & ((value: unknown) => boolean) = (value) => {
      compiled ??= super.compile(schema) as ValidateFunction
      const isValid = compiled(value)
      validate.errors = compiled.errors
      return isValid
    }
    return validate as never
  }
}
