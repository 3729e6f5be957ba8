/** Runs the baseline: the same worker options as ours, activities that do nothing, or one thing alone. */
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode, DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { Agent, request } from 'undici'
import { openDatabase } from '../../db/database.ts'
import { need, parseConfig } from '../../runtime/config.ts'
import { dataConverterOf, failureConverterPath } from '../../runtime/converter.ts'
import { recordKeys } from '../../runtime/keyRing.ts'
import {
  connectWorker,
  outsideWorkerOptions,
  workerRoles,
  workflowWorkerOptions,
} from '../../worker/workers.ts'
import type { BaselineActivities } from './baselineWorkflow.ts'
import { serveParent } from './child.ts'

const config = parseConfig(process.env)
Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] })

/** Answers every call; see `baselineParty.ts`. */
const party = process.env.BASELINE_PARTY_URL ?? ''
const dispatcher = new Agent({ connections: 64 })
/** As many bytes as a wallet's signature is asked for with, and a payout. */
const [SIGNATURE_BYTES, PAYOUT_BYTES] = [700, 400]
/** The sandbox rail settles after 150 ms, and is asked after this. */
const FIRST_POLL_MS = 250

const database = openDatabase(need(config, 'DATABASE_URL'), {
  poolMax: config.DATABASE_POOL_MAX,
  applicationName: 'payments-baseline',
})
const { currentId: codeKey } = recordKeys(config)

let performed = 0
const activities: BaselineActivities = {
  async nothing() {
    performed += 1
  },
  async approve(actionId) {
    performed += 1
    return database.call('decide_agent_action', {
      ...{ actionId, decision: 'APPROVE', by: 'bench', codeKey },
    })
  },
  async sign() {
    await call('POST', SIGNATURE_BYTES)
    performed += 1
  },
  async payOut() {
    await call('POST', PAYOUT_BYTES)
    await pause(FIRST_POLL_MS)
    await call('GET')
    performed += 1
  },
}

async function call(method: 'GET' | 'POST', bytes = 0): Promise<void> {
  const sent = bytes > 0 && { body: JSON.stringify({ text: 'x'.repeat(bytes) }) }
  const headers = { 'content-type': 'application/json' }
  const { body } = await request(party, { dispatcher, method, headers, ...sent })
  await body.json()
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
  await database.close()
})
