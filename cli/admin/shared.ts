/** What commands at the database have in common: their settings, their connections, and who is in the audit. */
import { userInfo } from 'node:os'
import { type Database, openDatabase, type Queryable } from '../../db/database.ts'
import { type AuditEntry, addAudit, COMMAND_LINE } from '../../db/operators.ts'
import { DatabaseUnreachable, type PoolOptions } from '../../db/pool.ts'
import {
  type Config,
  ConfigError,
  need,
  parseConfig,
  type SettingName,
} from '../../runtime/config.ts'
import { environmentOfStack } from '../../scripts/devstack/connect.ts'
import { SetUpError } from '../../scripts/devstack/setUpError.ts'
import { Failure } from '../failure.ts'
import { lines } from '../output.ts'

/** Ledgers, documents and encrypted columns are read whole: this is a command, not a request. */
export const WHOLE_TABLES = { poolMax: 1, statementTimeoutMs: 600_000 } as const

/** The variables, and for those that are not given the settings of the stack in DATA_DIR. @throws Failure */
export function environment(): Readonly<Record<string, string | undefined>> {
  try {
    return environmentOfStack(process.env, 'MAY_BE_STOPPED')
  } catch (error) {
    if (error instanceof SetUpError) throw new Failure('USAGE', error.message)
    throw error
  }
}

/** @param needed settings without which the command can do nothing @throws Failure that names what is missing */
export function adminConfig(...needed: readonly SettingName[]): Config {
  const given = environment()
  try {
    return parseConfig(given, needed)
  } catch (error) {
    if (error instanceof ConfigError) throw new Failure('USAGE', error.message)
    throw error
  }
}

/** Opens the database for one command. @throws Failure where it does not answer */
export async function withDatabase<Result>(
  config: Config,
  options: PoolOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const url = need(config, 'DATABASE_URL')
  const database = openDatabase(url, options)
  try {
    await database.ping().catch((error: unknown) => {
      throw error instanceof DatabaseUnreachable ? unreachable(url, error) : error
    })
    return await work(database)
  } finally {
    await database.close()
  }
}

/** @param error whose cause says why */
export function unreachable(url: string, { cause }: { readonly cause?: unknown }): Failure {
  const { code, message = '' } = (cause ?? {}) as { readonly code?: string; message?: string }
  const why = code ?? message.split('\n')[0]
  const start = 'Start it; that of a stack of this machine starts with npm start.'
  return new Failure(
    'FAILED',
    `PostgreSQL at ${new URL(url).host} does not answer (${why}). ${start}`,
  )
}

/** Writes what a command does into the operators' audit: in the transaction of what it changes. */
export function auditCommand(
  tx: Queryable,
  by: string | undefined,
  { details, ...entry }: AuditEntry,
): Promise<void> {
  const all = { ...details, by: personOf(by) }
  return addAudit(tx, { name: COMMAND_LINE }, { ...entry, details: all })
}

/** Who acts: the name that was given, or the one at this machine. */
export function personOf(by: string | undefined): string {
  const given = by?.trim()
  if (given) return given
  try {
    return userInfo().username
  } catch {
    // In a container, of a user that its system does not know.
    return `user ${process.getuid?.()}`
  }
}

/** Prints a line, of which others may have chosen parts; JSON stays what it is. */
export function print(line: string): void {
  process.stdout.write(`${lines(line)}\n`)
}
