/** Customers whose name, or whose last word of it, begins with a text. */
import { composedText } from '../../contract/composedText.ts'
import type { Database } from '../../db/database.ts'
import type { Bind } from '../keyset.ts'
import { startingWith } from '../startingWith.ts'

const fullName = `lower(coalesce(t.profile ->> 'fullName', t.profile #>> '{businessInfo,legalName}'))`
const lastWord = `substring(${fullName} from '\\s(\\S+)\\s*$')`

/** So many are looked up and sorted; more are met soon by walking the list. */
export const NAMED_APART_MAX = 1_000

/** The condition; an index each answers both sides. */
export function named(bind: Bind, name: string): string {
  const pattern = patternOf(bind(startingWith(composedText(name).trim())))
  return `(${fullName} like ${pattern} or ${lastWord} like ${pattern})`
}

/**
 * UUIDs of all customers of that name, if they are few. How many have a name is different on each platform, and the
 * planner knows only how many have it on all of them: left to it, a name that is common elsewhere is looked for in the
 * whole list.
 *
 * @returns undefined if they are many
 */
export async function fewNamed(
  database: Database,
  platformId: string,
  name: string,
): Promise<readonly string[] | undefined> {
  // In the index's own order, so that it is the index that is read, and no more than so many rows of it.
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
