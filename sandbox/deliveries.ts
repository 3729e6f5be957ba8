/** Messages of the parties to those who take them: each under the faults of its party, repeated on its schedule. */
import type { Logger } from 'pino'
import type { WorkOf } from '../contract/sandboxFaults.ts'
import type { Fault, FaultKind, Faults, Party } from './faults.ts'
import type { Store } from './store/store.ts'

type Sender = { readonly store: Store; readonly faults: Faults; readonly log: Logger }

export type Message = {
  readonly party: Party
  /** Operation of the message that faults name. */
  readonly operation: 'notice' | 'event'
  /** Has `attempts`, `next_at`, `delivered_at` and `last_status`. */
  readonly table: 'vendor_notices' | 'issuer_deliveries' | 'coin_deliveries' | 'bank_deliveries'
  /** The columns that name its row. */
  readonly key: Readonly<Record<string, string>>
  /** How often it has been tried. */
  readonly attempts: number
  readonly url: string
  readonly body: string
  /** Pauses between the attempts; after the last one it is given up. */
  readonly delaysMs: readonly number[]
  /** Whose work it reports. */
  readonly workOf: WorkOf
  /** @param signed what the signature is made over; undefined: there is none */
  headers(signed: string | undefined): Promise<Record<string, string>>
}

const TIMEOUT_MS = 5_000
const OUT_OF_ORDER_MS = 2_000

/** How many are sent at the same time. */
export const AT_ONCE = 50

const faultsOfMessages: readonly FaultKind[] = [
  ...(['errorBefore', 'lostAnswer', 'twice', 'outOfOrder'] as const),
  ...(['unsigned', 'wronglySigned'] as const),
]

/** Sends one message that is due, and writes down when it is to come again, if ever. */
export async function deliver(sender: Sender, message: Message): Promise<void> {
  const { party, operation, body } = message
  const fault = await sender.faults.claim(party, operation, body, faultsOfMessages, message.workOf)
  if (fault?.kind === 'outOfOrder') {
    await holdBack(sender, message, fault.delayMs ?? OUT_OF_ORDER_MS)
    return
  }
  // A lost message counts as taken, so that it never comes again by itself.
  if (fault?.kind === 'errorBefore') {
    await writeDown(sender, message, { isTaken: true, status: undefined })
    return
  }
  const status = await post(sender, message, signedBy(fault, body))
  if (fault?.kind === 'twice') await post(sender, message, body)
  const isTaken = status !== undefined && status >= 200 && status < 300
  await writeDown(sender, message, { isTaken: isTaken && fault?.kind !== 'lostAnswer', status })
}

/** What the signature of a message is made over; undefined: it has none. */
export function signedBy(fault: Fault | undefined, body: string): string | undefined {
  if (fault?.kind === 'unsigned') return undefined
  return fault?.kind === 'wronglySigned' ? `${body} ` : body
}

async function holdBack({ store }: Sender, { table, key }: Message, delayMs: number) {
  await store.pool.query(
    `update ${table} set next_at = store_now() + make_interval(secs => $1) where ${rowOf(key, 2)}`,
    [delayMs / 1_000, ...Object.values(key)],
  )
}

async function writeDown(
  { store }: Sender,
  { table, key, attempts, delaysMs }: Message,
  { isTaken, status }: { readonly isTaken: boolean; readonly status: number | undefined },
): Promise<void> {
  const delayMs = delaysMs[attempts]
  await store.pool.query(
    `update ${table} set attempts = attempts + 1, last_status = $1,
       delivered_at = case when $2 then store_now() end,
       next_at = case when not $2 then store_now() + make_interval(secs => $3) end
     where ${rowOf(key, 4)}`,
    [
      ...[status ?? null, isTaken, delayMs === undefined ? null : delayMs / 1_000],
      ...Object.values(key),
    ],
  )
}

function rowOf(key: Message['key'], first: number): string {
  return Object.keys(key)
    .map((column, index) => `${column} = $${first + index}`)
    .join(' and ')
}

/** @returns the status of the answer; undefined without one */
async function post(
  { log }: Sender,
  { url, body, headers, operation }: Message,
  signed: string | undefined,
): Promise<number | undefined> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...(await headers(signed)) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await answer.body?.cancel()
    return answer.status
  } catch (error) {
    log.debug({ reason: (error as Error).message, operation }, 'a message was not taken')
    return undefined
  }
}
