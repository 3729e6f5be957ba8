/** The program `payments`, as operators type it. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase } from '../../db/database.ts'
import type { OperatorRole } from '../../db/operators.ts'
import { readStackFile } from '../../scripts/devstack/stackFile.ts'
import { anOperator } from './operators.ts'
import { argumentsOf } from './programs.ts'
import { bareEnvironment } from './stack.ts'

export type Typed = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** Runs it where nobody can be asked. @param env beside this process's own without settings */
export function payments(
  env: Readonly<Record<string, string | undefined>>,
  ...given: readonly string[]
): Promise<Typed> {
  const config = join(process.env.TMPDIR ?? '/tmp', `payments-config-${process.pid}`)
  return new Promise((resolve) => {
    const options = {
      env: { ...bareEnvironment(), XDG_CONFIG_HOME: config, ...env },
      maxBuffer: 64 * 1024 * 1024,
    }
    const child = execFile(
      process.execPath,
      [...argumentsOf('cli/main'), ...given],
      options,
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
    child.stdin?.end()
  })
}

/** Tokens of operators that tests have made, by database and role. */
const tokens = new Map<string, Promise<string>>()

/** The environment of an operator at a stack. */
export async function operatorAt(
  dataDir: string,
  role: OperatorRole = 'DECIDE',
  name = 'Grace Hopper',
): Promise<{ readonly PAYMENTS_OPERATORS_URL: string; readonly PAYMENTS_OPERATOR_TOKEN: string }> {
  const { DATABASE_URL: url = '', OPERATOR_URL: operators = '' } = readStackFile(dataDir) ?? {}
  const key = `${url} ${role} ${name}`
  const made = tokens.get(key) ?? tokenAt(url, role, name)
  tokens.set(key, made)
  return { PAYMENTS_OPERATORS_URL: operators, PAYMENTS_OPERATOR_TOKEN: await made }
}

async function tokenAt(databaseUrl: string, role: OperatorRole, name: string): Promise<string> {
  const database = openDatabase(databaseUrl, { poolMax: 1 })
  try {
    // A shared stack has operators of other files: names are not given twice.
    const { taken } = await database.one<{ taken: boolean }>({
      text: 'select exists (select 1 from operators where name = $1) as taken',
      values: [name],
    })
    return await anOperator(database, taken ? `${name} ${randomUUID().slice(0, 8)}` : name, role)
  } finally {
    await database.close()
  }
}

/**
 * Runs it at a stack, as an operator who decides.
 *
 * @returns what it printed
 * @throws Error with its line when it refuses
 */
export async function asOperator(
  { dataDir }: { readonly dataDir: string },
  ...given: readonly string[]
): Promise<string> {
  const { code, stdout, stderr } = await payments(await operatorAt(dataDir), ...given)
  if (code !== 0) throw new Error(`exit code ${code}: ${stderr}${stdout}`)
  return stdout
}

/** Options of a decision in a script. */
export const decided = ['--yes', '--reason', 'the bank confirmed by telephone'] as const
