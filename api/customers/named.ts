/** Customers whose name, or the last word of whose name, begins with a text. */
import { composedText } from '../../contract/composedText.ts'
import type { Database } from '../../db/database.ts'
import type { Bind } from '../keyset.ts'
import { startingWith } from '../startingWith.ts'

const fullName = `lower(coalesce(t.profile ->> 'fullName', t.profile #>> '{businessInfo,legalName}'))`
const lastWord = `substring(${fullName} from '\\s(\\S+)\\s*$')`

/** Up to this number are looked up by their name and sorted; with more, a walk in the list's order meets them soon. */
export const NAMED_APART_MAX = 1_000

/** The SQL condition; each side of it has an index. */
export function named(bind: Bind, name: string): string {
  const pattern = patternOf(bind(startingWith(composedText(name).trim())))
  return `(${fullName} like ${pattern} or ${lastWord} like ${pattern})`
}

/**
 * UUIDs of all customers of a platform with that name, if they are few. PostgreSQL's statistics are of all platforms: a
 * name that is common on another one would make the planner walk this platform's whole list.
 *
 * @returns undefined if they are many
 */
export async function fewNamed(
  database: Database,
  platformId: string,
  name: string,
): Promise<readonly string[] | undefined> {
  // Sorted as the index is, so that the planner reads the index, and stops at the limit.
  const firstBy = (text: string): string => `(select t.id from customers t where t.platform_id = $1
    and ${text} like ${patternOf('$2')} order by ${text} using ~<~ limit $3)`
  const rows = await database.query<{ id: string }>({
    text: `${firstBy(fullName)} union all ${firstBy(lastWord)}`,
    values: [platformId, startingWith(composedText(name).trim()), NAMED_APART_MAX + 1],
  })
  const ids = [...new Set(rows.map(({ id }) => id))]
  return ids.length > NAMED_APART_MAX ? undefined : ids
}

function patternOf(placeholder: string): string {
  return `lower(${placeholder}::text)`
}
