/**
 * One PostgreSQL and one Temporal for a whole run of the tests, in a temporary DATA_DIR, and one
 * migrated database that every test file clones. `test/set.ts` is how tests use them.
 */
import { randomInt } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {} from 'vitest'
import type { TestProject } from 'vitest/node'
import { migrate } from '../db/migrate.ts'
import { createDatabases } from '../scripts/set/postgres.ts'
import { startSet } from '../scripts/set/set.ts'
import { Supervisor } from '../scripts/set/supervise.ts'
import {
  aRunningSet,
  bareEnvironment,
  databaseUrl,
  removeDataDir,
  sharedSetOptions,
  TEMPLATE_DATABASE,
  type TestSet,
} from './set.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's address of the database `postgres`. */
    postgresUrl: string
    /** host:port of the Temporal frontend. */
    temporalAddress: string
    /** A folder for this run. */
    dataDir: string
  }
}

/** Starts the servers; returns how to stop them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'payments-test-'))
  // Root's PostgreSQL runs as another user, who must pass through.
  chmodSync(dataDir, 0o711)
  const servers = await startSet({
    env: bareEnvironment(),
    dataDir,
    roles: ['postgres', 'temporal'],
    progress: (line) => console.log(`test servers: ${line}`),
  })
  const address = servers.env.DATABASE_URL ?? ''
  await createDatabases(address, [TEMPLATE_DATABASE])
  await migrate(databaseUrl(address, TEMPLATE_DATABASE))
  const provided = {
    postgresUrl: databaseUrl(address, 'postgres'),
    temporalAddress: servers.env.TEMPORAL_ADDRESS ?? '',
    dataDir,
  }
  project.provide('postgresUrl', provided.postgresUrl)
  project.provide('temporalAddress', provided.temporalAddress)
  project.provide('dataDir', provided.dataDir)
  process.env.TEST_POSTGRES_URL = provided.postgresUrl
  process.env.TEST_TEMPORAL_ADDRESS = provided.temporalAddress
  process.env.TEST_DATA_DIR = provided.dataDir
  process.env.TEST_SEED ??= String(randomInt(2 ** 31))
  console.log(`TEST_SEED=${process.env.TEST_SEED}`)
  const shared = isWholeRun() ? await startShared() : undefined
  return async () => {
    await shared?.stop()
    await stopForgotten(join(dataDir, 'sets'))
    await servers.stop()
    removeDataDir(dataDir, servers.postgresDirectory)
  }
}

/** Named files start what they need; a whole run starts it once. */
function isWholeRun(): boolean {
  return !process.argv.slice(2).some((argument) => argument.includes('test/'))
}

async function startShared(): Promise<TestSet> {
  const set = await aRunningSet(sharedSetOptions)
  const { env, apiUrls, dataDir, databaseUrl: url, sandboxDatabaseUrl } = set
  process.env.TEST_SHARED_SET = JSON.stringify({
    env,
    apiUrls,
    dataDir,
    databaseUrl: url,
    sandboxDatabaseUrl,
  })
  console.log('test servers: the shared set runs')
  return set
}

/** A test file that was cut short could not stop its own set. */
async function stopForgotten(sets: string): Promise<void> {
  if (!existsSync(sets)) return
  for (const name of readdirSync(sets)) {
    await new Supervisor(join(sets, name)).stopLeftovers(console.log)
    rmSync(join(sets, name), { recursive: true, force: true })
  }
}
