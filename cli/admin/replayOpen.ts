import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker'
import { bundleForReplay } from '../../worker/bundle.ts'
import { replayOpen } from '../../worker/replayOpen.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { Failure } from '../failure.ts'
import { adminConfig, print } from './shared.ts'
import { withTemporal } from './temporal.ts'

/** Replays the histories of all open workflows with this release. @throws Failure when one cannot be continued */
export async function replayOpenRuns({ limit }: { readonly limit?: number }): Promise<void> {
  const config = adminConfig('TEMPORAL_ADDRESS', 'CODEC_KEYS')
  Runtime.install({
    // What fails is printed once, below.
    logger: new DefaultLogger('ERROR', () => undefined),
    telemetryOptions: {
      logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) },
    },
    shutdownSignals: [],
  })
  await withTemporal(config, async (connection) => {
    const { open, replayed, failed } = await replayOpen({
      client: createClient(connection, config),
      config,
      bundle: await bundleForReplay(),
      limit,
      onFailure: ({ workflowId, runId, message }) => {
        print(`${workflowId} (run ${runId}): ${message}`)
      },
    })
    print(`${open} open workflows, ${replayed} replayed, ${failed} failed.`)
    if (failed > 0) {
      throw new Failure('FAILED', 'This release cannot continue them: do not deploy it.')
    }
  })
}
