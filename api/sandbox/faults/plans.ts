import { Refusal } from '../../../contract/errors.ts'
import type { SandboxFaultRow } from '../../../contract/present/sandboxFaults.ts'
import type { Queryable } from '../../../db/database.ts'

/** @throws Refusal REFERENCE_NOT_FOUND */
export async function readPlan(
  database: Pick<Queryable, 'query'>,
  platformId: string,
  id: string,
): Promise<SandboxFaultRow> {
  const [found] = await database.query<{ row: SandboxFaultRow }>({
    name: 'sandbox_fault',
    text: `select sandbox_fault_row(f) as row from sandbox_faults f where id = $1 and platform_id = $2`,
    values: [id, platformId],
  })
  if (found === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
  return found.row
}
