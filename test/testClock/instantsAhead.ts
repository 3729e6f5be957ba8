/** The instants of one kind that are still to come. */
import { fetch } from 'undici'
import { rowsOf } from '../durability/payments.ts'
import type { SharedStack } from '../support/stack.ts'

/**
 * @param instant `table.column` of the service, or a step of a party, of which the next one is known
 * @returns ISO 8601, the earliest first, each once
 */
export async function instantsAhead(
  stack: Pick<SharedStack, 'databaseUrl' | 'env'>,
  instant: string,
): Promise<string[]> {
  const [table, column] = instant.split('.')
  if (column === undefined) {
    const answer = await fetch(`${stack.env.SANDBOX_CONTROL_URL}/clock`)
    const { next } = (await answer.json()) as { next: Readonly<Record<string, string>> }
    return next[instant] === undefined ? [] : [next[instant]]
  }
  const rows = await rowsOf<{ at: Date }>(
    stack,
    `select distinct ${column} as at from ${table}
      where isfinite(${column}) and ${column} > service_now() order by 1`,
  )
  return rows.map(({ at }) => at.toISOString())
}
