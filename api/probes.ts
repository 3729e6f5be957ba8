/** Liveness and readiness. */
import { Refusal } from '../contract/errors.ts'
import { inTime } from '../contract/inTime.ts'
import type { Dependencies } from './dependencies.ts'
import type { Context } from './middleware/state.ts'
import type { ApiRouter } from './router.ts'
import { sharedFor } from './sharedFor.ts'

/** A dependency that takes longer to respond counts as unavailable. */
const CHECK_TIMEOUT_MS = 2_000

/** Every client may ask: were each question one to the stores, strangers could have a ready process called unready. */
export const READINESS_SHARED_MS = 1_000

/** Adds `/healthz` (this process) and `/readyz` (all it needs). */
export function probeRoutes(
  router: ApiRouter,
  { database, records, temporal, outside }: Dependencies,
  draining: () => boolean,
): void {
  const checked = sharedFor(READINESS_SHARED_MS, async () => {
    const byDatabase = {
      database: await passes(async () => database.ping().then(() => true)),
      migrations: await passes(() => database.migrated()),
      recordKeys: await passes(async () => (await records.missingKeys()).length === 0),
    }
    // Decisions go on without Temporal, and it is away for every process at once: only what it says is missing counts.
    // Side by side, so that the probe is not too slow for its asker while Temporal is silent.
    const [ready, namespace, searchAttributes] = await Promise.all([
      answerOf(() => temporal.ready()),
      answerOf(() => temporal.hasNamespace()),
      answerOf(() => temporal.hasSearchAttributes()),
    ])
    return { ...byDatabase, temporal: ready, namespace, searchAttributes }
  })
  router.get('/healthz', (context) => show(context, { status: 'ok' }))
  router.get('/readyz', async (context) => {
    context.state.operation = 'probe'
    const checks = { ...(await checked()), accepting: draining() ? 'failed' : 'ok' }
    if (Object.values(checks).includes('failed')) {
      throw notReady(checks)
    }
    // Which parties this process has, all of them whole: with an incomplete party the process does not start. Whether they
    // answer is no matter of its readiness (docs/decisions/environments.md).
    const isAway = checks.temporal === 'unknown'
    show(context, {
      status: 'ready',
      checks,
      ...(isAway && {
        reason: `Ready without ${remedied('temporal')}: workflows start once it is back.`,
      }),
      outside: outside.configured,
    })
  })
}

/** What an operator does about a check that fails, if a command or a setting fixes it. */
const remedies: Readonly<Record<string, string>> = {
  database: 'see that DATABASE_URL answers',
  migrations: 'run payments admin migrate of this release',
  recordKeys: 'give RECORD_KEYS the keys that records are encrypted with',
  temporal: 'see that TEMPORAL_ADDRESS answers',
  namespace: 'make the namespace of TEMPORAL_NAMESPACE on that server, or name another',
  searchAttributes: 'run payments admin migrate with TEMPORAL_ADDRESS',
}

function notReady(checks: Readonly<Record<string, string>>): Refusal {
  const failed = Object.keys(checks).filter((name) => checks[name] === 'failed')
  const known = failed.filter(
    (name) => !(partOf[name] ?? []).some((whole) => failed.includes(whole)),
  )
  return new Refusal('SERVICE_UNAVAILABLE', {
    reason: `Not ready: ${known.map(remedied).join(', ')}.`,
    details: { checks },
    retryAfterSeconds: 1,
  })
}

function remedied(name: string): string {
  const remedy = remedies[name]
  return remedy === undefined ? name : `${name} (${remedy})`
}

/** Where one of these fails, nothing is known of the other. */
const partOf: Readonly<Record<string, readonly string[]>> = {
  migrations: ['database'],
  recordKeys: ['database'],
  searchAttributes: ['namespace'],
}

function show(context: Context, body: object): void {
  context.state.operation = 'probe'
  context.type = 'application/json'
  context.body = JSON.stringify(body)
}

/** Whether a dependency answers, in time. */
export async function passes(check: () => Promise<boolean>): Promise<'ok' | 'failed'> {
  return (await answerOf(check)) === 'ok' ? 'ok' : 'failed'
}

/** What a dependency says; `unknown`: it gives no answer in time. */
async function answerOf(check: () => Promise<boolean>): Promise<'ok' | 'failed' | 'unknown'> {
  try {
    const answer = await inTime(check(), CHECK_TIMEOUT_MS, () => undefined)
    return answer === undefined ? 'unknown' : answer ? 'ok' : 'failed'
  } catch {
    return 'unknown'
  }
}
