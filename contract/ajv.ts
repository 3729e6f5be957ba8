/** AJV for the schemas of these sources: settings, requests, and what outside parties send. */
import { Ajv2020, type Options } from 'ajv/dist/2020.js'

/**
 * An instance that does not hold schemas against the meta-schema: compiling that takes longer than all
 * schemas of most modules, once for each instance, at every start of a process. Unknown keywords, and
 * values that a keyword cannot have, are refused all the same when a schema is compiled.
 */
export function createAjv(options: Options = {}): Ajv2020 {
  return new Ajv2020({ validateSchema: false, ...options })
}
