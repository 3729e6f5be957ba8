/**
 * `npm run histories`: plays every workflow, the ways it succeeds, is refused and goes wrong, on a
 * stack of its own, and saves the histories to test/histories. The replay test holds later code to
 * them. One that is saved stays as it is: it is what released code has left on servers. They are
 * encrypted with the key of the tests, which protects nothing.
 */
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { Connection } from '@temporalio/client'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { createPlatform } from '../../db/platforms.ts'
import { need, parseConfig } from '../../runtime/config.ts'
import { command } from '../../scripts/command.ts'
import { startStack } from '../../scripts/devstack/stack.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { bareEnvironment } from '../support/stack.ts'
import { recordHistories } from './recordHistories.ts'
import { CODEC_KEYS, historiesDirectory } from './savedHistories.ts'

await command(async () => {
  parseArgs()
  const dataDir = mkdtempSync(join(tmpdir(), 'payments-histories-'))
  // Root's PostgreSQL runs as another user, who must pass through.
  chmodSync(dataDir, 0o711)
  const stack = await startStack({
    env: { ...bareEnvironment(), CODEC_KEYS },
    dataDir,
    port: 0,
    progress: (line) => process.stdout.write(`${line}\n`),
  })
  try {
    const databaseUrl = stack.env.DATABASE_URL ?? ''
    const platform = await createPlatform(databaseUrl, { name: `histories ${randomUUID()}` })
    const config = parseConfig(stack.env)
    const connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
    const client = createClient(connection, config)
    const played = await recordHistories({
      stack: { ...stack, databaseUrl, platform },
      client,
      config,
    })
    for (const { name, workflowId, runId } of played) {
      if (existsSync(join(historiesDirectory, `${name}.json`))) continue
      const history = await client.workflow.getHandle(workflowId, runId).fetchHistory()
      const file = join(historiesDirectory, `${name}.json`)
      // The worker's identity is removed: it would differ each time a history is saved.
      writeFileSync(file, `${historyToJSON(history).replaceAll(`@${hostname()}`, '@host')}\n`)
      process.stdout.write(`${file}\n`)
    }
    await connection.close()
  } finally {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
    const elsewhere = stack.postgresDirectory
    if (elsewhere !== undefined && !elsewhere.startsWith(dataDir)) {
      rmSync(dirname(elsewhere), { recursive: true, force: true })
    }
  }
})
