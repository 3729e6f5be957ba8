/** What the worker keeps of actions that have waited for approval, once they are decided. */
import { connectSubmitters, type Pending, type Submitter, submit } from './agents.ts'
import { residentBytesOf } from './cpu.ts'
import type { LoadRequest } from './load.ts'
import { megabytes } from './memory.ts'
import { median, type Row } from './report.ts'
import type { Stage } from './stage.ts'

const CONCURRENCY = 8
/** How many may wait of one agent's, less some. */
const PENDING_OF_AGENT = 90

/** How many wait at once, and how many otherwise. */
type Size = { readonly atOnce: number; readonly few: number }

/**
 * A new worker decides actions that wait a few at a time, then as many that wait at once, then a
 * few at a time again: memory is given back by collections, which need work. What it then keeps more
 * than before, it keeps of those that have waited at once.
 */
export async function pendingRow(stage: Stage, size: Size): Promise<Row> {
  const { atOnce, few } = size
  const count = Math.max(stage.wallets.length, Math.ceil(atOnce / PENDING_OF_AGENT))
  const submitters = await connectSubmitters(stage, count)
  await stage.stack.restart('worker')
  // The first only warms up.
  await sizeOfFew(stage, submitters, size)
  const before = await sizeOfFew(stage, submitters, size)
  const waiting = await submit(submitters, atOnce)
  const during = residentBytesOf(stage.pidOf('worker'))
  await decideAll(stage, waiting)
  const decided = residentBytesOf(stage.pidOf('worker'))
  const after = await sizeOfFew(stage, submitters, size)
  return {
    name: 'resident size of the worker after pending actions',
    ours: megabytes(after),
    baseline: megabytes(before),
    ratio: after / before,
    goal: { atMost: 1.1 },
    detail:
      `${atOnce} that wait ${few} at a time, after and before as many wait at once; ` +
      `these waiting ${megabytes(during)}, decided ${megabytes(decided)}`,
  }
}

/** @returns the worker's resident bytes while it decides as many, a few at a time: the median */
async function sizeOfFew(
  stage: Stage,
  submitters: readonly Submitter[],
  { atOnce, few }: Size,
): Promise<number> {
  const sizes: number[] = []
  for (let done = 0; done < atOnce; done += few) {
    await decideAll(stage, await submit(submitters, few))
    if (done >= atOnce / 2) sizes.push(residentBytesOf(stage.pidOf('worker')))
  }
  return median(sizes)
}

/** The one half approved, the other rejected. */
async function decideAll(stage: Stage, pending: readonly Pending[]): Promise<void> {
  const base = new URL(stage.api.baseUrl).pathname
  const requests = pending.map(
    ({ agentId, actionId }, index): LoadRequest => ({
      method: 'POST',
      path: `${base}/agents/${agentId}/actions/${actionId}/${index % 2 === 0 ? 'approve' : 'reject'}`,
    }),
  )
  await stage.load({ requests, concurrency: CONCURRENCY })
}
