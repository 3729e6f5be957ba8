/** What decisions write for Temporal, who looks them up, and in which order a worker carries it out. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@temporalio/client'
import { defaultDataConverter } from '@temporalio/common'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { decideOnce } from '../../api/decide.ts'
import { readingOf } from '../../api/fence.ts'
import { createPlaces } from '../../api/places.ts'
import type { Database } from '../../db/database.ts'
import { parseConfig } from '../../runtime/config.ts'
import { startPending } from '../../worker/pendingStarts.ts'
import { type LedgerFixture, type PlannedPayment, useLedgerFixture } from './ledgerFixture.ts'

const log = pino({ level: 'silent' })

let database: Database
let fixture: LedgerFixture
useLedgerFixture((given) => {
  ;({ database, fixture } = given)
})
beforeEach(() => database.query({ text: 'truncate pending_starts' }))

type Written = { readonly start: { readonly id: number; readonly row: object } }

/** A payment whose start is written, and is not due yet. */
async function decided(): Promise<{ readonly planned: PlannedPayment; readonly start: Written }> {
  const planned = fixture.planned('BANK', 1_000)
  const start = (await fixture.place(planned)) as Written
  expect(start).toMatchObject({ outcome: 'COMMITTED', start: { row: { id: planned.id } } })
  return { planned, start }
}

const makeDue = (): Promise<unknown> =>
  database.query({ text: `update pending_starts set due_at = now() - interval '1 second'` })

/** The functions that the API calls where the answer of a decision is lost. */
function lookUps(): string[] {
  const api = join(import.meta.dirname, '../../api')
  const sources = readdirSync(api, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(api, name), 'utf8'))
  const calls = sources.flatMap((source) => [...source.matchAll(/lookups\.call\('(\w+)'/g)])
  return [...new Set(calls.map(([, name]) => name as string))].sort()
}

test('each look-up of a decision writes: its commit waits for a standby like the decision’s', async () => {
  const names = lookUps()
  expect(names.length).toBeGreaterThan(4)
  // Of nothing that is there: a row that is found is locked, which writes too.
  const id = randomUUID()
  const input = {
    ...{ paymentId: id, platformId: fixture.platformId, actionId: id, cardId: id, customerId: id },
    decideBefore: new Date(0).toISOString(),
  }
  const written = await Promise.all(
    names.map((name) =>
      database.transaction(async (tx) => {
        await tx.query({ text: `select ${name}($1::jsonb)`, values: [JSON.stringify(input)] })
        const [row] = await tx.query<{ id: string | null }>({
          text: 'select pg_current_xact_id_if_assigned()::text as id',
        })
        return [name, row?.id !== null] as const
      }),
    ),
  )
  expect(written).toEqual(names.map((name) => [name, true]))
})

test('a payment is started with the same facts by the API, by a worker and by the sweep', async () => {
  const { start } = await decided()
  await makeDue()
  const claimed = await database.call('claim_pending_starts', 10, 60)
  expect(claimed).toEqual([{ id: start.start.id, row: start.start.row }])
  const swept = await database.call('claim_sweep_page', 'PAYMENT', 0, 100)
  expect(swept?.rows).toContainEqual(start.start.row)
})

test('of one subject its start comes first, then its signals in their order, whichever is due first', async () => {
  const { planned } = await decided()
  const signal = (name: string): Promise<unknown> =>
    database.query({
      text: `select signal_later($1, 'PAYMENT', $2, $3)`,
      values: [fixture.platformId, planned.id, name],
    })
  await signal('first')
  await signal('second')
  // The API has the start in hand: it is not due.
  const made: string[] = []
  await startPending({ database, client: aTemporal(made), config: parseConfig({}), log })
  const id = `Quote:${planned.id}`
  expect(made).toEqual([`start ${id}`, `first ${id}`, `start ${id}`, `second ${id}`])
  await makeDue()
  made.length = 0
  await startPending({ database, client: aTemporal(made), config: parseConfig({}), log })
  expect(made).toEqual([`start ${id}`])
  expect(await database.query({ text: 'select 1 from pending_starts' })).toEqual([])
})

/** A client that notes each start and each signal. */
function aTemporal(made: string[]): Client {
  const service = {
    async signalWorkflowExecution(sent: {
      readonly signalName: string
      readonly workflowExecution: { readonly workflowId: string }
    }) {
      made.push(`${sent.signalName} ${sent.workflowExecution.workflowId}`)
    },
  }
  return {
    options: { loadedDataConverter: { ...defaultDataConverter, payloadCodecs: [] } },
    workflowService: service,
    workflow: {
      async start(_type: string, { workflowId }: { readonly workflowId: string }) {
        made.push(`start ${workflowId}`)
      },
    },
    withDeadline: (_deadline: number, call: () => unknown) => call(),
  } as unknown as Client
}

test('a decision that PostgreSQL rolled back is made once more, and no third time', async () => {
  const about = {
    ...{ reading: readingOf(new Date().toISOString()), owner: fixture.platformId },
    ...{ shownId: undefined, trace: {} },
  }
  const decide = (failures: readonly string[]) => {
    const left = [...failures]
    let calls = 0
    const decision = decideOnce({ places: createPlaces(2), log }, fixture.platformId, about, {
      async decide() {
        calls += 1
        const code = left.shift()
        if (code !== undefined) throw Object.assign(new Error('rolled back'), { code })
        return { outcome: 'COMMITTED' }
      },
      lookUp: () => Promise.reject(new Error('nothing is looked up: PostgreSQL has answered')),
    })
    return decision.then(
      ({ outcome }) => ({ outcome, calls }),
      ({ code }: { readonly code: string }) => ({ outcome: code, calls }),
    )
  }
  for (const code of ['40P01', '40001']) {
    expect(await decide([code])).toEqual({ outcome: 'COMMITTED', calls: 2 })
    expect(await decide([code, code])).toEqual({ outcome: code, calls: 2 })
  }
  expect(await decide(['23505'])).toEqual({ outcome: '23505', calls: 1 })
})
