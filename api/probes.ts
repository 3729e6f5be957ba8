/** Liveness and readiness. */
import { Refusal } from '../contract/errors.ts'
import { inTime } from '../contract/inTime.ts'
import type { Dependencies } from './dependencies.ts'
import type { Context } from './middleware/state.ts'
import type { ApiRouter } from './router.ts'

/** A dependency that takes longer to respond counts as unavailable. */
const CHECK_TIMEOUT_MS = 2_000

/** Adds `/healthz` (this process) and `/readyz` (all it needs). */
export function probeRoutes(
  router: ApiRouter,
  { database, records, temporal, outside }: Dependencies,
  draining: () => boolean,
): void {
  router.get('/healthz', (context) => show(context, { status: 'ok' }))
  router.get('/readyz', async (context) => {
    context.state.operation = 'probe'
    const checks = {
      database: await passes(async () => database.ping().then(() => true)),
      migrations: await passes(() => database.migrated()),
      recordKeys: await passes(async () => (await records.missingKeys()).length === 0),
      temporal: await passes(() => temporal.ready()),
      accepting: draining() ? 'failed' : 'ok',
    }
    if (Object.values(checks).includes('failed')) {
      throw new Refusal('SERVICE_UNAVAILABLE', { details: { checks }, retryAfterSeconds: 1 })
    }
    // Which parties this process has. Whether they answer is no matter of its readiness.
    show(context, { status: 'ready', checks, outside: outside.configured })
  })
}

function show(context: Context, body: object): void {
  context.state.operation = 'probe'
  context.type = 'application/json'
  context.body = JSON.stringify(body)
}

/** Whether a dependency answers, in time. */
export async function passes(check: () => Promise<boolean>): Promise<'ok' | 'failed'> {
  try {
    return (await inTime(check(), CHECK_TIMEOUT_MS, () => false)) ? 'ok' : 'failed'
  } catch {
    return 'failed'
  }
}
