/** Holds back payouts that have not left for the rail. They go on by the API alone. */
import { idOf, uuidOf } from '../../contract/ids.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import type { Database } from '../../db/database.ts'
import { listPauses } from '../../db/payoutPauses.ts'
import { columns, NOTHING } from '../commands/payouts.ts'
import { Failure, requireReason } from '../failure.ts'
import { table } from '../output.ts'
import { adminConfig, auditCommand, personOf, print, withDatabase } from './shared.ts'

export type PauseOptions = {
  readonly environment: Environment
  readonly platform?: string
  readonly reason: string
  readonly by?: string
}

/** @throws Failure for a platform that there is not */
export async function payoutsPause(options: PauseOptions): Promise<void> {
  const { environment, platform } = options
  const reason = requireReason(options.reason)
  const by = personOf(options.by)
  await withDatabase(adminConfig('DATABASE_URL'), { poolMax: 1 }, async (database) => {
    const platformId = await platformOf(database, environment, platform)
    const isNew = await database.transaction(async (tx) => {
      const isPaused = await tx.call('pause_payouts', environment, platformId, by, reason)
      const details = { environment, reason }
      const entry = { action: 'payouts:pause', platformId: platformId ?? undefined, details }
      if (isPaused) await auditCommand(tx, by, entry)
      return isPaused
    })
    const words =
      platform === undefined
        ? `All payouts of ${environment}`
        : `Payouts of ${platform} in ${environment}`
    print(`${words} are paused${isNew ? '' : ' already'}.`)
  })
}

/** Prints the pauses that have not ended. */
export async function payoutsList({ json }: { readonly json?: boolean }): Promise<void> {
  const pauses = await withDatabase(adminConfig('DATABASE_URL'), { poolMax: 1 }, listPauses)
  const rows = pauses.map(({ platformId, pausedAt, ...pause }) => ({
    ...pause,
    platformId: platformId && idOf('PlatformConfig', platformId),
    pausedAt: pausedAt.toISOString(),
  }))
  if (json) print(JSON.stringify({ data: rows }))
  else process.stdout.write(table(rows, columns, NOTHING))
}

/** By its id or its name: in an emergency the API cannot be asked for ids. */
async function platformOf(
  database: Database,
  environment: Environment,
  given: string | undefined,
): Promise<string | null> {
  if (given === undefined) return null
  const id = uuidOf('PlatformConfig', given)
  const where = { environment, ...(id === undefined ? { name: given } : { id }) }
  const found = await database.models.Platform.findOne({ where })
  if (found === null) throw new Failure('NOT_FOUND', `No ${environment} platform is ${given}.`)
  return found.id
}
