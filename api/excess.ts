/**
 * What is longer than its schema allows. AJV with `allErrors` reads every item of a list before it says that there are
 * too many, and copies all that it has found at each of them: so it gets lists, maps and texts that are no longer
 * than allowed, and what was cut is reported beside its errors.
 */
import type { FieldError } from '../contract/errors.ts'
import { type Members, membersOf, partsOf, type Schema } from './schemaParts.ts'

/** Of a list that is too long, how many items are read: what is wrong with the first ones is of use to the caller. */
const ITEMS_READ = 10
const ERRORS_MAX = 100

type Limit = 'maxItems' | 'maxProperties' | 'maxLength'
const units: Readonly<Record<Limit, string>> = {
  maxItems: 'items',
  maxProperties: 'properties',
  maxLength: 'characters',
}

/**
 * Cuts what is too long, in the value itself: a request that has an error is refused as a whole.
 *
 * @returns an error for each list, map and text that was cut, a hundred at most
 */
export function cutExcess(schema: unknown, value: unknown): FieldError[] {
  const errors: FieldError[] = []
  cutIn([schema], value, '', errors)
  return errors
}

/** @returns what takes the place of the value */
function cutIn(
  schemas: readonly unknown[],
  value: unknown,
  path: string,
  errors: FieldError[],
): unknown {
  const cut = (constraint: Limit, limit: number): void => {
    if (errors.length >= ERRORS_MAX) return
    const message = `must NOT have more than ${limit} ${units[constraint]}`
    errors.push({ field: path, constraint, message })
  }
  if (typeof value === 'string') {
    const limit = limitOf(
      schemas.flatMap((schema) => partsOf(schema, {})),
      'maxLength',
    )
    // In units of UTF-16, of which a character has two at most.
    if (value.length <= limit) return value
    const characters = value.length > 2 * limit ? undefined : Array.from(value)
    if (characters !== undefined && characters.length <= limit) return value
    cut('maxLength', limit)
    return (characters ?? Array.from(value.slice(0, 2 * limit))).slice(0, limit).join('')
  }
  if (typeof value !== 'object' || value === null) return value
  const parts = schemas.flatMap((schema) => partsOf(schema, value as Members))
  const at = (name: string | number): string => (path === '' ? `${name}` : `${path}.${name}`)
  if (Array.isArray(value)) {
    const limit = limitOf(parts, 'maxItems')
    if (value.length > limit) {
      cut('maxItems', limit)
      value.length = Math.min(limit, ITEMS_READ)
    }
    const items = parts.flatMap((part) => (part.items === undefined ? [] : [part.items]))
    if (items.length === 0) return value
    for (const [index, item] of value.entries()) {
      const shown = cutIn(items, item, at(index), errors)
      if (shown !== item) value[index] = shown
    }
    return value
  }
  const members = value as Record<string, unknown>
  const limit = limitOf(parts, 'maxProperties')
  const names = limit === Infinity ? [] : Object.keys(members)
  if (names.length > limit) {
    cut('maxProperties', limit)
    for (const name of names.slice(limit)) delete members[name]
  }
  // By what is described, not by what was sent: that may be thousands of members.
  for (const [name, described] of membersOf(parts)) {
    if (!Object.hasOwn(members, name)) continue
    const member = members[name]
    const shown = cutIn(described, member, at(name), errors)
    if (shown !== member) members[name] = shown
  }
  return value
}

/** The widest of the limits of those parts that have one: below it another way may be meant. */
function limitOf(parts: readonly Schema[], name: Limit): number {
  const limits = parts.flatMap((part) => part[name] ?? [])
  return limits.length === 0 ? Infinity : Math.max(...limits)
}
