/**
 * `npm run replay:open [-- --limit N]`: replays the histories of all open workflows with the
 * workflows of this release. Exit code 1 when one cannot be continued. Run it before a deploy, from
 * the release that is about to be deployed.
 *
 * Settings: TEMPORAL_ADDRESS, CODEC_KEYS.
 */
import { parseArgs } from 'node:util'
import { Connection } from '@temporalio/client'
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker'
import { parseConfig } from '../runtime/config.ts'
import { temporalConnectionOptions } from '../runtime/temporalConnection.ts'
import { bundleForReplay } from '../worker/bundle.ts'
import { replayOpen } from '../worker/replayOpen.ts'
import { createClient } from '../worker/temporalClient.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

await command(async () => {
  const { values } = parseArgs({ options: { limit: { type: 'string' } } })
  if (values.limit !== undefined && !/^[1-9]\d*$/.test(values.limit)) {
    throw new Error('usage: replay:open [-- --limit N]')
  }
  const config = parseConfig(environmentOfStack(process.env), ['TEMPORAL_ADDRESS', 'CODEC_KEYS'])
  Runtime.install({
    // What fails is printed once, below.
    logger: new DefaultLogger('ERROR', () => undefined),
    telemetryOptions: {
      logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) },
    },
    shutdownSignals: [],
  })
  const connection = await Connection.connect(temporalConnectionOptions(config))
  try {
    const { open, replayed, failed } = await replayOpen({
      client: createClient(connection, config),
      config,
      bundle: await bundleForReplay(),
      limit: values.limit === undefined ? undefined : Number(values.limit),
      onFailure: ({ workflowId, runId, message }) => {
        process.stdout.write(`${workflowId} (run ${runId}): ${message}\n`)
      },
    })
    process.stdout.write(`${open} open workflows, ${replayed} replayed, ${failed} failed.\n`)
    if (failed > 0) throw new Error('This release cannot continue them: do not deploy it.')
  } finally {
    await connection.close()
  }
})
