/** Databases and whole running stacks for tests. */
import { randomBytes, randomInt } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { createPlatform } from '../../db/platforms.ts'
import { isFree } from '../../scripts/devstack/ports.ts'
import { createDatabases, databaseUrl, withClient } from '../../scripts/devstack/postgres.ts'
import { signalProcess } from '../../scripts/devstack/processes.ts'
import { bareEnvironment } from '../../scripts/devstack/programs.ts'
import { type Role, readRunFile } from '../../scripts/devstack/runFile.ts'
import { type RunningStack, startStack } from '../../scripts/devstack/stack.ts'
import { beginWithCopy } from './clusterCopy.ts'
import { openRows } from './openRows.ts'
import { recordEvents, recordingEnvironment } from './published/recording.ts'

export { bareEnvironment, databaseUrl }

export const TEMPLATE_DATABASE = 'template_payments'

export type TestDatabase = {
  readonly url: string
  /** Removes it, open connections and all. */
  drop(): Promise<void>
}

export type TestStack = RunningStack & {
  readonly databaseUrl: string
  readonly sandboxDatabaseUrl: string
  /** Of the sandbox process that stands for production's parties; '' without one. */
  readonly productionSandboxUrl: string
  /** A fresh sandbox platform: user and password of the Basic authentication. */
  readonly platform: { readonly clientId: string; readonly clientSecret: string }
}

export type TestStackOptions = {
  readonly apis?: number
  readonly workers?: number
  /** Which of its processes are started; all without it. */
  readonly roles?: readonly Role[]
  /** PostgreSQL and Temporal of its own, which the test may kill. */
  readonly own?: boolean
  /** A second sandbox process stands for the outside parties of production. */
  readonly production?: boolean
  /** Settings of `runtime/config.ts` for all its processes. */
  readonly env?: Readonly<Record<string, string>>
}

/** A migrated database of one's own, cloned from the template in some 50 ms. */
export async function aDatabase(): Promise<TestDatabase> {
  return create(`tables_${randomBytes(6).toString('hex')}`, TEMPLATE_DATABASE)
}

/**
 * A whole stack for one test file: sandbox, worker and API processes with databases and task queues
 * of their own, on the run's PostgreSQL and Temporal, or (`own`) with those of its own too.
 */
export async function aRunningStack(options: TestStackOptions = {}): Promise<TestStack> {
  const id = randomBytes(6).toString('hex')
  const dataDir = aDataDir(id)
  const databases = options.own ? [] : await databasesOf(id)
  const [payments, sandbox] = databases
  const production = options.production ? await create(`production_${id}`) : undefined
  if (production) databases.push(production)
  const shared = {
    DATABASE_URL: payments?.url,
    SANDBOX_DATABASE_URL: sandbox?.url,
    TEMPORAL_ADDRESS: options.own ? undefined : given('TEST_TEMPORAL_ADDRESS'),
    TASK_QUEUE: `payments-${id}`,
    OUTSIDE_TASK_QUEUE: `payments-outside-${id}`,
  }
  const dropAll = async (): Promise<void> => {
    await Promise.all(databases.map((database) => database.drop()))
  }
  const { apis, workers, roles } = options
  const env = {
    ...bareEnvironment(),
    WORKFLOW_BUNDLE_DIR: bundlesFolder(),
    // What was stuck and is released is found at once.
    OUTSIDE_POLL_MS: '50',
    // On a busy machine a request may need much longer without any outage.
    REQUEST_DEADLINE_MS: '60000',
    ...shared,
    ...options.env,
    ...recordingEnvironment(options.env),
  }
  const compiled = given('TEST_PROGRAMS_DIR')
  running.add(dataDir)
  if (options.own) beginWithCopy(given('TEST_DATA_DIR'), dataDir)
  const starting = startStack({
    env,
    dataDir,
    port: 0,
    apis,
    workers,
    roles,
    compiled,
    productionSandboxUrl: production?.url,
  })
  const stack = await starting.catch(async (error) => {
    await dropAll()
    throw error
  })
  const url = stack.env.DATABASE_URL ?? ''
  const platform = await createPlatform(url, { name: `test ${id}`, environment: 'SANDBOX' })
  const stop = async (): Promise<void> => {
    if (options.own) await recordEvents(url)
    await stack.stop()
    running.delete(dataDir)
    await dropAll()
    removeDataDir(dataDir, stack.postgresDirectory)
  }
  return withMembers(stack, {
    databaseUrl: url,
    sandboxDatabaseUrl: stack.env.SANDBOX_DATABASE_URL ?? '',
    productionSandboxUrl: production?.url ?? '',
    platform,
    stop,
  })
}

/** A stack with further members, and `processes` as they are at any time. */
function withMembers<S extends RunningStack, M extends object>(stack: S, members: M): S & M {
  return Object.defineProperty({ ...stack, ...members }, 'processes', {
    get: () => stack.processes,
  })
}

/** The folders of what this process has begun to start and has not stopped. */
const running = new Set<string>()
// Vitest ends its processes by a signal, without notice to what runs in them: no supervisor hears
// of it, and the stacks would run on.
if (process.env.VITEST_WORKER_ID !== undefined) {
  process.once('SIGTERM', () => {
    for (const { pid } of [...running].flatMap(readRunFile)) {
      if (pid !== null) signalProcess(pid, 'SIGTERM')
    }
    process.kill(process.pid, 'SIGKILL')
  })
}

let kept: TestStack | undefined

/**
 * A stack of one process each whose processes a file may kill and whose outside parties it may have
 * fail. Its test process keeps it for the next file, which gets another platform of it: nothing is
 * true of its whole database, but that the ledger holds.
 */
export async function aKeptStack(): Promise<TestStack> {
  const env = {
    CHECK_RESPONSES: 'true',
    OTP_ISSUANCES_BURST: '100',
    CARD_DECISION_TIMEOUT_MS: '5000',
  }
  const stack = kept ?? (await aRunningStack({ env }))
  kept = undefined
  const name = `test ${randomBytes(6).toString('hex')}`
  const platform = await createPlatform(stack.databaseUrl, { name, environment: 'SANDBOX' })
  return withMembers(stack, {
    platform,
    stop: async () => {
      if (await isFitToKeep(stack)) kept = stack
      else await stack.stop()
    },
  })
}

const SETTLING_MS = 5_000

/** All of it runs, nobody has a fault ordered, and nothing of the last file is open any more. */
async function isFitToKeep(stack: TestStack): Promise<boolean> {
  const deadline = performance.now() + SETTLING_MS
  try {
    for (const role of ['sandbox', 'worker', 'api'] as const) stack.release(role)
    await stack.waitReady()
    await fetch(`${stack.env.SANDBOX_CONTROL_URL}/faults`, { method: 'DELETE' })
    for (;;) {
      const open = await withClient(stack.databaseUrl, (client) =>
        client.query(`select 1 from ${openRows()}`),
      )
      if (open.rowCount === 0) return true
      if (performance.now() > deadline) return false
      await sleep(100)
    }
  } catch {
    return false
  }
}

/** What a test needs of a stack whose processes it leaves alone. */
export type SharedStack = Pick<
  TestStack,
  | 'env'
  | 'apiUrls'
  | 'decisionOrigins'
  | 'dataDir'
  | 'databaseUrl'
  | 'sandboxDatabaseUrl'
  | 'platform'
  | 'stop'
>

/** Two of each process, every answer held against its declaration. */
export const sharedStackOptions: TestStackOptions = {
  apis: 2,
  workers: 2,
  // No UI runs beside the tests' Temporal; links to one are made all the same.
  env: {
    CHECK_RESPONSES: 'true',
    OTP_ISSUANCES_BURST: '100',
    // A busy machine must neither decline purchases nor answer before the workflows.
    CARD_DECISION_TIMEOUT_MS: '5000',
    ANSWER_WAIT_MS: '15000',
    // A file that moves it has a stack of its own.
    TEST_CLOCK: 'true',
    TEMPORAL_UI_URL: 'http://127.0.0.1:8233',
  },
}

/**
 * The run's one stack, with a fresh platform; a run of named files starts one of its own. For tests
 * that kill nothing and leave no fault ordered.
 *
 * @param options.alone nobody else uses it until `stop`: for tests that order faults of any call,
 * or
 *   read counts of all; waits for its present users
 */
export async function aSharedStack({ alone = false } = {}): Promise<SharedStack> {
  const described = process.env.TEST_SHARED_STACK
  if (described === undefined) return aRunningStack(sharedStackOptions)
  const stop = await takeShared(alone)
  const stack = JSON.parse(described) as Omit<SharedStack, 'platform' | 'stop'>
  const name = `test ${randomBytes(6).toString('hex')}`
  const platform = await createPlatform(stack.databaseUrl, { name, environment: 'SANDBOX' })
  return { ...stack, platform, stop }
}

/**
 * Any number of files at once, or one alone, in the order of their coming; ends with its process.
 */
async function takeShared(alone: boolean): Promise<() => Promise<void>> {
  const holder = new Client({ connectionString: given('TEST_POSTGRES_URL') })
  await holder.connect()
  await holder.query(`select pg_advisory_lock${alone ? '' : '_shared'}(hashtext('shared stack'))`)
  return () => holder.end()
}

/** A free port for a test that names one; stacks draw theirs from a range above, so none takes it. */
export async function aFixedPort(): Promise<number> {
  for (;;) {
    const port = randomInt(18_000, 20_000)
    if (await isFree(port)) return port
  }
}

/** Where the run keeps the bundle of our workflows, which all its stacks have. */
export function bundlesFolder(): string {
  return join(given('TEST_DATA_DIR'), 'bundles')
}

/** A folder below this run's for one stack; whatever is left in it is stopped after the run. */
export function aDataDir(name = randomBytes(6).toString('hex')): string {
  const stacks = join(given('TEST_DATA_DIR'), 'stacks')
  mkdirSync(stacks, { recursive: true, mode: 0o711 })
  const dataDir = mkdtempSync(join(stacks, `${name}-`))
  chmodSync(dataDir, 0o711)
  return dataDir
}

/** Removes a stack's files; TEST_KEEP_DATA=1 keeps them, logs included, for a look. */
export function removeDataDir(dataDir: string, postgresDirectory?: string): void {
  if (process.env.TEST_KEEP_DATA === '1') return
  rmSync(dataDir, { recursive: true, force: true })
  const isElsewhere = postgresDirectory !== undefined && !postgresDirectory.startsWith(dataDir)
  if (isElsewhere) rmSync(dirname(postgresDirectory), { recursive: true, force: true })
}

async function databasesOf(id: string): Promise<TestDatabase[]> {
  return [await create(`payments_${id}`, TEMPLATE_DATABASE), await create(`sandbox_${id}`)]
}

async function create(name: string, template?: string): Promise<TestDatabase> {
  const server = given('TEST_POSTGRES_URL')
  if (template === undefined) await createDatabases(server, [name])
  else
    await withClient(server, (client) =>
      client.query(`create database ${name} template ${template}`),
    )
  return {
    url: databaseUrl(server, name),
    drop: async () => {
      // Where no process runs, rows are a test's own: what they show is not what the service answers.
      if (name.startsWith('payments_')) await recordEvents(databaseUrl(server, name))
      await withClient(server, (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      )
    },
  }
}

function given(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: test/support/global.ts did not run`)
  return value
}
