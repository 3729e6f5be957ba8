import type { ErrorCode } from '../contract/errors.ts'
import { type Kind, uuidOf } from '../contract/ids.ts'
import { WrongId } from '../contract/wrongId.ts'

/**
 * The UUID of an id that a call names, without its prefix.
 *
 * @param code another than that of the kind
 * @throws Refusal with the code: an id of another shape names nothing
 */
export function requireId(kind: Kind, id: string, code?: ErrorCode): string {
  const uuid = uuidOf(kind, id)
  if (uuid === undefined) throw new WrongId(id, [kind], code)
  return uuid
}

/**
 * The refusal of an id of another shape with the field that holds it; any other error as it is.
 *
 * @param places parameters and body of the call
 */
export function withField(error: unknown, places: readonly unknown[]): unknown {
  if (!(error instanceof WrongId)) return error
  const field = places.map((place) => fieldOf(place, error.given)).find(Boolean)
  return field === undefined ? error : error.in(field)
}

const DEPTH_MAX = 4

/** The path of the first member that is this text. */
function fieldOf(value: unknown, text: string, depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return undefined
  for (const [name, member] of Object.entries(value)) {
    if (member === text) return name
    const inner = fieldOf(member, text, depth + 1)
    if (inner !== undefined) return `${name}.${inner}`
  }
  return undefined
}
