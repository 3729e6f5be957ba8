/** Payments whose activities are stand-ins: they wait where a test has them wait. */
import { randomUUID } from 'node:crypto'
import { Connection } from '@temporalio/client'
import { type NativeConnection, Worker, type WorkflowBundle } from '@temporalio/worker'
import { outsideTaskQueueOf } from '../../contract/outsideParties.ts'
import { FIRST_EPOCH } from '../../contract/storeEpoch.ts'
import { type Config, parseConfig } from '../../runtime/config.ts'
import { dataConverterOf } from '../../runtime/converter.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { connectWorker, workflowWorkerOptions } from '../../worker/workers.ts'
import { workflows } from '../../workflows/registry.ts'
import { startOptionsOf } from '../../workflows/starts.ts'

type Activities = Readonly<Record<string, () => Promise<unknown>>>

export type Stage = {
  readonly config: Config
  readonly client: ReturnType<typeof createClient>
  /** Starts a payment; `outsideTaskQueue` decides which of its calls are answered. */
  pay(options?: { readonly flow?: number; readonly steps?: readonly string[] }): Promise<string>
  /** Workers of a release on this stage's queue, until `stop`. @param others stand-ins for other database steps */
  workers(bundle: WorkflowBundle, others?: Activities): Promise<{ stop(): Promise<void> }>
  /** From now on the calls to outside parties are answered. @param others stand-ins for other calls */
  answerCalls(others?: Activities): Promise<void>
  stop(): Promise<void>
}

const CODEC_KEYS = 'ab'.repeat(32)

/** A pair of task queues of its own on the Temporal server of the run, without workers yet. */
export async function aStage(): Promise<Stage> {
  const id = randomUUID()
  const env = {
    CODEC_KEYS,
    TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS ?? '',
    TASK_QUEUE: `stage-${id}`,
    OUTSIDE_TASK_QUEUE: `stage-outside-${id}`,
  }
  const config = parseConfig(env)
  const connection = await Connection.connect({ address: env.TEMPORAL_ADDRESS })
  const client = createClient(connection, config)
  const stops: (() => Promise<void>)[] = []
  const natives: NativeConnection[] = []
  /** Steps of each payment, as its row would have them. */
  const steps = new Map<string, readonly string[]>()

  const run = async (create: (native: NativeConnection) => Promise<Worker>) => {
    const native = await connectWorker(config)
    natives.push(native)
    const worker = await create(native)
    const running = worker.run()
    let stopped = false
    const stop = async (): Promise<void> => {
      if (stopped) return
      stopped = true
      worker.shutdown()
      await running
    }
    stops.push(stop)
    return { stop }
  }
  const shared = { namespace: 'default', dataConverter: dataConverterOf(config) }
  return {
    config,
    client,
    async pay({ flow, steps: given = ['SIGN', 'PAY_OUT'] } = {}) {
      const paymentId = randomUUID()
      steps.set(paymentId, given)
      const start = workflows.quoteExecution.start(
        {
          platformId: randomUUID(),
          paymentId,
          outsideTaskQueue: config.OUTSIDE_TASK_QUEUE,
          environment: 'SANDBOX',
        },
        {},
      )
      const options = startOptionsOf(start, { taskQueue: config.TASK_QUEUE, epoch: FIRST_EPOCH })
      const args = flow === undefined ? options.args : [{ ...start.input, flow }]
      await client.workflow.start(start.workflow, { ...options, args })
      return start.workflowId
    },
    workers: (workflowBundle, others = {}) =>
      run((connected) =>
        Worker.create({
          ...shared,
          ...workflowWorkerOptions,
          connection: connected,
          taskQueue: config.TASK_QUEUE,
          workflowBundle,
          activities: {
            stepsOfPayment: async ({ paymentId }: { paymentId: string }) => steps.get(paymentId),
            settlePayment: async () => 'COMPLETED',
            bookCollection: async () => undefined,
            ...others,
          },
        }),
      ),
    async answerCalls(others = {}) {
      const activities = {
        collect: async () => ({ state: 'SETTLED' }),
        signTransfer: async () => ({ outcome: 'SIGNED' }),
        payOut: async () => ({ state: 'SETTLED', status: 'COMPLETED' }),
        ...others,
      }
      for (const party of ['WALLET_PROVIDER', 'PAYOUT_RAIL', 'CARD_ISSUER'] as const) {
        const taskQueue = outsideTaskQueueOf(config.OUTSIDE_TASK_QUEUE, party, 'SANDBOX')
        await run((connected) =>
          Worker.create({ ...shared, connection: connected, taskQueue, activities }),
        )
      }
    },
    async stop() {
      const open = client.workflow.list({
        query: `ExecutionStatus = 'Running' AND TaskQueue = '${config.TASK_QUEUE}'`,
      })
      for await (const { workflowId } of open) {
        await client.workflow
          .getHandle(workflowId)
          .terminate()
          .catch(() => undefined)
      }
      await Promise.all(stops.map((stop) => stop()))
      await Promise.all(natives.map((native) => native.close()))
      await connection.close()
    },
  }
}
