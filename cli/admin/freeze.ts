import { Failure, requireReason } from '../failure.ts'
import { adminConfig, auditCommand, personOf, print, withDatabase } from './shared.ts'

export type FreezeOptions = { readonly reason: string; readonly by?: string }

/** Freezes a customer, an account or a payee, as its id names it. It is released by the API alone. @throws Failure */
export async function freeze(subject: string, { by, ...given }: FreezeOptions): Promise<void> {
  const reason = requireReason(given.reason)
  const frozen = await withDatabase(adminConfig('DATABASE_URL'), { poolMax: 1 }, (database) =>
    database.transaction(async (tx) => {
      const outcome = await tx.call('freeze_subject', subject, personOf(by), reason)
      if (outcome !== 'FROZEN') return outcome
      const { platformId } = await tx.one<{ platformId: string }>({
        text: `select platform_id as "platformId" from freezes where subject = $1 and released_at is null`,
        values: [subject],
      })
      await auditCommand(tx, by, { action: 'freeze', subject, platformId, details: { reason } })
      return outcome
    }),
  )
  if (frozen === 'NOT_FOUND') {
    const kinds = 'Customer:<uuid>, InternalAccount:<uuid> or ExternalAccount:<uuid>'
    throw new Failure('NOT_FOUND', `There is no ${subject}: it takes ${kinds}.`)
  }
  print(`${subject} is frozen${frozen === 'FROZEN' ? '' : ' already'}.`)
}
