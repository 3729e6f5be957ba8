/**
 * Temporal's runtime is one a process, and a process runs many test files: imported, it is there.
 */
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker'

Runtime.install({
  logger: new DefaultLogger('ERROR'),
  telemetryOptions: {
    logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) },
  },
  shutdownSignals: [],
})
