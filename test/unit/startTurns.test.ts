/** Starts of many platforms: none waits behind another one's, in the API, in the table, at Temporal. */
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createHandOver } from '../../api/handOver.ts'
import type { StartResult } from '../../api/temporal.ts'
import type { PendingStart } from '../../contract/openRow.ts'
import { FIRST_EPOCH } from '../../contract/storeEpoch.ts'
import type { Database } from '../../db/database.ts'
import type { Start } from '../../workflows/defineWorkflow.ts'
import { workflows } from '../../workflows/registry.ts'
import { startOptionsOf } from '../../workflows/starts.ts'
import { useLedgerFixture } from './ledgerFixture.ts'

let database: Database
useLedgerFixture((given) => {
  ;({ database } = given)
})

const MAX = 8
const none = { customer_id: null, account_id: null, transaction_id: null, credential_id: null }
const [storm, calm] = [randomUUID(), randomUUID()]

let ids = 0
function aStart(platform: string): PendingStart {
  ids += 1
  const subject = { kind: 'CARD', id: randomUUID(), number: 1, environment: 'SANDBOX' } as const
  return { id: ids, row: { ...none, ...subject, platform_id: platform } }
}

/** A process whose calls to Temporal are never answered. */
function aProcess() {
  const begun: string[] = []
  const released: number[] = []
  const never = new Promise<never>(() => undefined)
  const platformIn = ({ input }: Start): string => (input as { platformId: string }).platformId
  const handOver = createHandOver({
    config: {
      ...{ ANSWER_WAIT_MS: 20, OUTSIDE_TASK_QUEUE: 'outside' },
      ...{ STARTS_IN_FLIGHT_MAX: MAX, VERIFICATION_POLL_SECONDS: 60 },
    },
    database: {
      ...database,
      async call(name: string, ...args: unknown[]) {
        if (name === 'release_pending_starts') released.push(...(args[0] as number[]))
      },
    } as never,
    log: pino({ level: 'silent' }),
    temporal: {
      start: (start) => {
        begun.push(platformIn(start))
        return never
      },
      startAndWait: <Answer>(): Promise<StartResult<Answer>> => never,
    },
  })
  return { handOver, begun, released }
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200))

test('a platform begins half of the starts in flight at most; what is not begun is a worker’s at once', async () => {
  const { handOver, begun, released } = aProcess()
  const starts = Array.from({ length: MAX }, () => aStart(storm))
  for (const start of starts) handOver.handOver(start)
  handOver.handOver(aStart(calm))
  await settled()
  expect(begun).toEqual([...Array.from({ length: MAX / 2 }, () => storm), calm])
  expect(released).toEqual(starts.slice(MAX / 2).map(({ id }) => id))
})

test('a request that waits for a result delays no start', async () => {
  const { handOver, begun } = aProcess()
  const waits = Array.from({ length: 10 * MAX }, () => handOver.handOverAndWait(aStart(storm)))
  handOver.handOver(aStart(calm))
  await Promise.all(waits)
  await settled()
  expect(begun).toEqual([calm])
})

test('a worker claims in turn by platform, each with its oldest first', async () => {
  const add = async (platform: string, count: number): Promise<string[]> => {
    const rows = await database.query<{ id: bigint }>({
      text: `insert into pending_starts (platform_id, kind, subject_id, due_at)
        select $1, 'CARD', gen_random_uuid(), now() from generate_series(1, $2) returning id`,
      values: [platform, count],
    })
    return rows.map(({ id }) => String(id))
  }
  const [many, few] = [await add(storm, 50), await add(calm, 3)]
  await database.query({ text: `update pending_starts set signal = 'decided'` })
  const claimed = await database.query<{ id: bigint }>({
    text: `select claim_pending_starts(10, 60)`,
  })
  expect(claimed).toHaveLength(1)
  const due = await database.query<{ id: bigint }>({
    text: 'select id from pending_starts where due_at > now() + interval $$30 seconds$$',
  })
  const taken = due.map(({ id }) => String(id))
  const left = await database.query<{ id: bigint }>({ text: 'select id from pending_starts' })
  // Rows of no card of ours are dropped as they are claimed.
  const gone = [...many, ...few].filter((id) => !left.some((row) => String(row.id) === id))
  expect([...taken, ...gone].sort()).toEqual([...few, ...many.slice(0, 7)].sort())
})

test('every run has its platform as its fairness key', () => {
  const start = workflows.cardChange.start(
    {
      ...{ cardId: randomUUID(), since: 1 },
      ...{ outsideTaskQueue: 'outside', environment: 'SANDBOX' },
    },
    { platformId: calm },
  )
  const options = startOptionsOf(start, { taskQueue: 'payments', epoch: FIRST_EPOCH })
  expect(options.priority).toEqual({ fairnessKey: calm })
})
