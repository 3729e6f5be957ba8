/**
 * `npm run tool -- histories`: plays every workflow, the ways it succeeds, is refused and goes wrong, on a
 * stack of its own, and saves the histories to test/histories. The replay test holds later code to
 * them. One that is saved stays as it is: it is what released code has left on servers. They are
 * encrypted with the key of the tests, which protects nothing.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Connection } from '@temporalio/client'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { need, parseConfig } from '../../runtime/config.ts'
import { command } from '../../scripts/command.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { onOwnStack } from '../support/ownStack.ts'
import { recordHistories } from './recordHistories.ts'
import { CODEC_KEYS, historiesDirectory } from './savedHistories.ts'

await command(async () => {
  parseArgs()
  await onOwnStack({ CODEC_KEYS }, async (stack) => {
    const config = parseConfig(stack.env)
    const connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
    const client = createClient(connection, config)
    const played = await recordHistories({ stack, client, config })
    for (const { name, workflowId, runId } of played) {
      if (existsSync(join(historiesDirectory, `${name}.json`))) continue
      const history = await client.workflow.getHandle(workflowId, runId).fetchHistory()
      const file = join(historiesDirectory, `${name}.json`)
      // The worker's identity is removed: it would differ each time a history is saved.
      writeFileSync(file, `${historyToJSON(history).replaceAll(`@${hostname()}`, '@host')}\n`)
      process.stdout.write(`${file}\n`)
    }
    await connection.close()
  })
})
