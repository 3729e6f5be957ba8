/** Runs the baseline: the same worker options as ours, activities that do nothing. */
import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode, DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { parseConfig } from '../../runtime/config.ts'
import { dataConverterOf, failureConverterPath } from '../../runtime/converter.ts'
import {
  connectWorker,
  outsideWorkerOptions,
  workerRoles,
  workflowWorkerOptions,
} from '../../worker/workers.ts'
import { serveParent } from './child.ts'

const config = parseConfig(process.env)
Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] })

let performed = 0
const activities = {
  async nothing() {
    performed += 1
  },
}
const shared = {
  connection: await connectWorker(config),
  namespace: config.TEMPORAL_NAMESPACE,
  dataConverter: dataConverterOf(config),
  activities,
}
const worker = workerRoles(config).has('outside')
  ? await Worker.create({
      ...shared,
      ...outsideWorkerOptions,
      taskQueue: config.OUTSIDE_TASK_QUEUE,
    })
  : await Worker.create({
      ...shared,
      ...workflowWorkerOptions,
      taskQueue: config.TASK_QUEUE,
      workflowBundle: await bundleWorkflowCode({
        workflowsPath: fileURLToPath(new URL('./baselineWorkflow.ts', import.meta.url)),
        failureConverterPath,
        logger: new DefaultLogger('ERROR'),
      }),
    })
const running = worker.run()

serveParent({ performed: async () => performed }, async () => {
  worker.shutdown()
  await running
})
