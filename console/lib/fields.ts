/** Values of a form's fields as a request needs them. */
import { digitsOf, minorOf } from './money.ts'
import { ApiProblem } from './problem.ts'

type Unit = { readonly code: string; readonly decimals: number }
type Values = Readonly<Record<string, string>>

/** An amount in smallest units; undefined for an empty field. @throws ApiProblem about the field */
export function minorIn(values: Values, name: string, unit: Unit): number | undefined {
  return read(values, name, (text) => minorOf(text, unit))
}

/** Like `minorIn`, as digits, of which there may be many. @throws ApiProblem about the field */
export function digitsIn(values: Values, name: string, unit: Unit): string | undefined {
  return read(values, name, (text) => digitsOf(text, unit))
}

/** A value that must be there. @throws ApiProblem about the field */
export function needed<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw ApiProblem.ofField(name, 'is needed')
  return value
}

function read<T>(values: Values, name: string, parse: (text: string) => T): T | undefined {
  const text = values[name]
  if (text === undefined) return undefined
  try {
    return parse(text)
  } catch (error) {
    throw ApiProblem.ofField(name, error instanceof Error ? error.message : String(error))
  }
}
