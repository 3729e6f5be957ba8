/** A stack whose stores are set back to an earlier point, and the operator's commands about it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { payments } from '../support/paymentsCommand.ts'
import { argumentsOf } from '../support/programs.ts'
import { bareEnvironment, type TestStack } from '../support/stack.ts'

type Held = 'api' | 'worker' | 'temporal'

export const SERVICE = ['api', 'worker'] as const

/** Kills these processes, which stay away until `resume`. */
export async function halt(stack: TestStack, roles: readonly Held[]): Promise<void> {
  for (const role of roles) {
    stack.hold(role)
    await stack.kill(role)
  }
}

export async function resume(stack: TestStack, roles: readonly Held[]): Promise<void> {
  for (const role of roles) stack.release(role)
  for (const role of roles) await stack.waitReady(role)
}

/** Runs `payments admin` as an operator does; what it has printed. @throws Error with its lines when it refuses */
export async function operator(
  { dataDir }: TestStack,
  ...given: readonly string[]
): Promise<string> {
  const { code, stdout, stderr } = await payments({ DATA_DIR: dataDir }, 'admin', ...given)
  if (code !== 0) throw new Error(`exit code ${code}: ${stderr}${stdout}`)
  return stdout
}

/** The same, not awaited: for a command that is to be killed. */
export function startOperator({ dataDir }: TestStack, ...given: readonly string[]): ChildProcess {
  return spawn(process.execPath, [...argumentsOf('cli/main'), 'admin', ...given], {
    env: { ...bareEnvironment(), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** What `reconcile` leaves to a person: the subjects of what it has printed. */
export function undecidedIn(printed: string): string[] {
  return printed.split('\n').flatMap((line) => {
    const [, subject = '', ...rest] = line.split('  ')
    return rest.some((part) => part.includes('a person must decide:')) ? [subject] : []
  })
}

export type Snapshot = {
  restorePostgres(): Promise<void>
  restoreTemporal(): Promise<void>
  loseTemporal(): Promise<void>
}

/** Of a stack of its own (`own`), while no process of the service runs. */
export async function takeSnapshot(stack: TestStack): Promise<Snapshot> {
  const { databaseUrl, dataDir } = stack
  const [folder, copy] = [join(dataDir, 'temporal'), join(dataDir, 'temporal-snapshot')]
  const name = new URL(databaseUrl).pathname.slice(1)
  const replaceTemporal = async (by?: string): Promise<void> => {
    await halt(stack, ['temporal'])
    rmSync(folder, { recursive: true })
    if (by === undefined) mkdirSync(folder, { mode: 0o700 })
    else cpSync(by, folder, { recursive: true, preserveTimestamps: true })
    await resume(stack, ['temporal'])
  }
  await halt(stack, ['temporal'])
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true })
  await resume(stack, ['temporal'])
  await copyDatabase(databaseUrl, 'snapshot', name)
  return {
    restorePostgres: () => copyDatabase(databaseUrl, name, 'snapshot'),
    restoreTemporal: () => replaceTemporal(copy),
    loseTemporal: () => replaceTemporal(),
  }
}

/** Makes a database of that name, in place of one that there is, from another one. */
async function copyDatabase(url: string, name: string, from: string): Promise<void> {
  const server = new URL(url)
  server.pathname = '/postgres'
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  try {
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname in ($1, $2)',
      [name, from],
    )
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template ${from}`)
  } finally {
    await client.end()
  }
}
