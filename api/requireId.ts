import { type ErrorCode, Refusal } from '../contract/errors.ts'
import { type Kind, uuidOf } from '../contract/ids.ts'

/**
 * The bare uuid of an id that a call names.
 *
 * @throws Refusal with the code: an id of another shape names nothing
 */
export function requireId(kind: Kind, id: string, code: ErrorCode): string {
  const uuid = uuidOf(kind, id)
  if (uuid === undefined) throw new Refusal(code)
  return uuid
}
