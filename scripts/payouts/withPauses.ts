/** What `payouts:pause` and `payouts:resume` share. */
import type { Environment } from '../../contract/outsideParties.ts'
import { openDatabase, type Tx } from '../../db/database.ts'
import { addAudit, COMMAND_LINE } from '../../db/operators.ts'
import { listPauses } from '../../db/payoutPauses.ts'
import { need, parseConfig } from '../../runtime/config.ts'
import { environmentOfStack } from '../devstack/connect.ts'

export type Subject = {
  readonly environment: Environment
  readonly platformId: string | null
  /** For people. */
  readonly words: string
}

type Pauses = {
  /** @throws Error for an environment or a platform that there is not */
  subjectOf(given: { environment?: string; platform?: string }): Promise<Subject>
  /** False: they are paused already. */
  pause(subject: Subject, by: string, reason: string): Promise<boolean>
  /** False: they are not paused. */
  resume(subject: Subject, by: string): Promise<boolean>
  list(): Promise<string>
}

/** Opens the database of the running stack for one command. */
export async function withPauses(run: (pauses: Pauses) => Promise<unknown>): Promise<void> {
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  const act = (
    action: string,
    subject: Subject,
    details: object,
    work: (tx: Tx) => Promise<boolean>,
  ): Promise<boolean> =>
    database.transaction(async (tx) => {
      const platformId = subject.platformId ?? undefined
      const entry = {
        action,
        platformId,
        details: { ...details, environment: subject.environment },
      }
      await addAudit(tx, { name: COMMAND_LINE }, entry)
      return work(tx)
    })
  try {
    await run({
      async subjectOf({ environment, platform }) {
        if (environment !== 'SANDBOX' && environment !== 'PRODUCTION') {
          throw new Error('--environment is SANDBOX or PRODUCTION')
        }
        if (platform === undefined) {
          return { environment, platformId: null, words: `All payouts of ${environment}` }
        }
        const where = { name: platform, environment }
        const found = await database.models.Platform.findOne({ where })
        if (found === null) throw new Error(`no ${environment} platform named ${platform}`)
        return { environment, platformId: found.id, words: `Payouts of ${platform}` }
      },
      pause: (subject, by, reason) =>
        act('payouts:pause', subject, { by, reason }, (tx) =>
          tx.call('pause_payouts', subject.environment, subject.platformId, by, reason),
        ),
      resume: (subject, by) =>
        act('payouts:resume', subject, { by }, (tx) =>
          tx.call('resume_payouts', subject.environment, subject.platformId, by),
        ),
      async list() {
        const pauses = await listPauses(database)
        if (pauses.length === 0) return 'No payouts are paused.\n'
        const lines = pauses.map(({ environment, platform, pausedBy, pausedAt, reason, waiting }) =>
          [
            environment,
            platform === null ? 'every platform' : JSON.stringify(platform),
            `${waiting} wait`,
            `since ${pausedAt.toISOString()}`,
            `by ${JSON.stringify(pausedBy)}`,
            JSON.stringify(reason),
          ].join('  '),
        )
        return `${lines.join('\n')}\n`
      },
    })
  } finally {
    await database.close()
  }
}
