/**
 * One PostgreSQL and one Temporal for a whole run of the tests, in a temporary DATA_DIR, and one
 * migrated database that every test file clones. `test/support/stack.ts` is how tests use them.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../db/migrate.ts'
import { writeSchemaFile } from '../../scripts/clientTypes/schemaFile.ts'
import { createDatabases, withClient } from '../../scripts/devstack/postgres.ts'
import { startStack } from '../../scripts/devstack/stack.ts'
import { Supervisor } from '../../scripts/devstack/supervise.ts'
import { copyCluster } from './clusterCopy.ts'
import { compileForTests } from './programs.ts'
import { checkRecorded } from './published/checkRecorded.ts'
import { recordEventsOfAll } from './published/recording.ts'
import { seed } from './seed.ts'
import {
  aRunningStack,
  bareEnvironment,
  bundlesFolder,
  databaseUrl,
  removeDataDir,
  sharedStackOptions,
  TEMPLATE_DATABASE,
  type TestStack,
} from './stack.ts'
import { isWholeRun } from './wholeRun.ts'

/** Starts the servers; returns how to stop them. */
export default async function setup(): Promise<() => Promise<void>> {
  await writeSchemaFile()
  const dataDir = mkdtempSync(join(tmpdir(), 'payments-test-'))
  // Root's PostgreSQL runs as another user, who must pass through.
  chmodSync(dataDir, 0o711)
  process.env.TEST_DATA_DIR = dataDir
  const programs = join(dataDir, 'programs')
  const starting = startStack({
    env: bareEnvironment(),
    dataDir,
    roles: ['postgres', 'temporal'],
    progress: (line) => console.log(`test servers: ${line}`),
  })
  const [servers] = await Promise.all([
    starting,
    compileForTests(programs),
    // Two workers start with the shared stack: each would bundle the workflows.
    isWholeRun() ? bundleOnce() : undefined,
  ])
  process.env.TEST_PROGRAMS_DIR = programs
  const address = servers.env.DATABASE_URL ?? ''
  await createDatabases(address, [TEMPLATE_DATABASE])
  await migrate(databaseUrl(address, TEMPLATE_DATABASE))
  const { postgresDirectory: dataDirectory = '' } = servers
  // Elsewhere it lies where PostgreSQL's user cannot enter the run's folder.
  if (dataDirectory.startsWith(dataDir)) {
    await copyCluster(dataDir, { address, dataDirectory }, TEMPLATE_DATABASE)
  }
  await forgoDurability(address)
  process.env.TEST_POSTGRES_URL = databaseUrl(address, 'postgres')
  process.env.TEST_TEMPORAL_ADDRESS = servers.env.TEMPORAL_ADDRESS ?? ''
  console.log(`TEST_SEED=${seed}`)
  // Named files start what they need; a whole run starts it once.
  const shared = isWholeRun() ? await startShared() : undefined
  return async () => {
    await shared?.stop()
    await stopForgotten(join(dataDir, 'stacks'))
    await recordEventsOfAll(process.env.TEST_POSTGRES_URL ?? '')
    await servers.stop()
    await checkRecorded(dataDir).finally(() => removeDataDir(dataDir, servers.postgresDirectory))
  }
}

/** Nothing kills the run's PostgreSQL, and its files are removed with the run. Those of stacks of their own sync. */
async function forgoDurability(address: string): Promise<void> {
  await withClient(databaseUrl(address, 'postgres'), async (client) => {
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      await client.query(`alter system set ${setting} = off`)
    }
    await client.query('select pg_reload_conf()')
  })
}

/** Loaded here: runs of named files do without. */
async function bundleOnce(): Promise<void> {
  const { bundleWorkflows } = await import('../../worker/bundle.ts')
  await bundleWorkflows(bundlesFolder())
}

async function startShared(): Promise<TestStack> {
  const stack = await aRunningStack(sharedStackOptions)
  const { env, apiUrls, decisionOrigins, dataDir, databaseUrl: url, sandboxDatabaseUrl } = stack
  process.env.TEST_SHARED_STACK = JSON.stringify({
    env,
    apiUrls,
    decisionOrigins,
    dataDir,
    databaseUrl: url,
    sandboxDatabaseUrl,
  })
  console.log('test servers: the shared stack runs')
  return stack
}

/**
 * What test processes have kept to their end, and what a file that was cut short could not stop.
 */
async function stopForgotten(stacks: string): Promise<void> {
  if (!existsSync(stacks)) return
  const stopping = readdirSync(stacks).map(async (name) => {
    await new Supervisor(join(stacks, name)).stopLeftovers(() => undefined)
    rmSync(join(stacks, name), { recursive: true, force: true })
  })
  await Promise.all(stopping)
}
