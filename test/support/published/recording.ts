/**
 * What a run's processes answer and the events they send, kept for `checkRecorded` where PUBLIC_INTERFACE_DIR names the
 * published interface; without it nothing is recorded.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type WebhookEvent, webhookBody } from '../../../contract/webhooks.ts'
import { databaseUrl as urlOf, withClient } from '../../../scripts/devstack/postgres.ts'

/** Below the run's data folder. */
export function recordedFolder(dataDir = process.env.TEST_DATA_DIR ?? ''): string {
  return join(dataDir, 'bodies')
}

const isRecorded = (): boolean => process.env.PUBLIC_INTERFACE_DIR !== undefined

/** Settings with which a stack's API keeps its answers. */
export function recordingEnvironment(
  env: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  if (!isRecorded()) return {}
  const folder = recordedFolder()
  mkdirSync(folder, { recursive: true })
  const load = `--import ${join(import.meta.dirname, 'recordAnswers.mjs')}`
  return {
    RECORDED_BODIES_DIR: folder,
    NODE_OPTIONS: [env.NODE_OPTIONS, load].filter(Boolean).join(' '),
  }
}

/** Keeps an error code that a test has read itself: from a bare socket, or of an API in the test's own process. */
export function recordCode(name: string, status: number, code: string): void {
  if (!isRecorded()) return
  mkdirSync(recordedFolder(), { recursive: true })
  const file = join(recordedFolder(), `codes-${process.pid}.jsonl`)
  appendFileSync(file, `${JSON.stringify({ name, status, code })}\n`)
}

/** Keeps the body of every event of a database, before the database is dropped. */
export async function recordEvents(databaseUrl: string): Promise<void> {
  if (!isRecorded()) return
  const lines = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ event: WebhookEvent }>(
      `select jsonb_build_object('id', id, 'type', type, 'snapshot', snapshot, 'createdAt',
        created_at) as event from events`,
    )
    return rows.map(({ event }) => JSON.stringify({ type: event.type, body: webhookBody(event) }))
  }).catch((error: Error) => [JSON.stringify({ unread: error.message })])
  mkdirSync(recordedFolder(), { recursive: true })
  const file = join(recordedFolder(), `events-${process.pid}.jsonl`)
  for (const line of lines) appendFileSync(file, `${line}\n`)
}

/** The same of every database that its stack has not dropped: those that were kept to the end. */
export async function recordEventsOfAll(serverUrl: string): Promise<void> {
  if (!isRecorded()) return
  const names = await withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where datname like 'payments\\_%'",
    )
    return rows.map(({ datname }) => datname)
  })
  for (const name of names) await recordEvents(urlOf(serverUrl, name))
}
