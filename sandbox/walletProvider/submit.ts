import { createHash, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Clock, instant } from '../../contract/time.ts'
import type { Hold } from '../faults.ts'
import { type Answer, parseObject, Refusal } from '../http.ts'
import type { Transaction } from '../store/store.ts'
import type { Vault } from '../store/vault.ts'
import { type ActivityKind, failed, type Outcome } from './activities/activityKind.ts'
import { kindOfType } from './activities/index.ts'
import { type Authority, advanceCounter, authenticate, type Stamper } from './authenticate.ts'
import { type ActivityRow, activityColumns, presentActivity } from './present.ts'
import { forbidden, invalid } from './refusals.ts'
import type { Signers } from './signers.ts'

export type Provider = Authority & {
  readonly vault: Vault
  readonly signers: Signers
  readonly clock: Clock
  /** How far a body's timestampMs may be from now. */
  readonly timestampWindowMs: number
}

/** How long a sealed session key or mnemonic may be read. */
const PASSING_MS = 600_000

type Body = {
  readonly organizationId: string
  readonly timestampMs: number
  readonly parameters: unknown
}

/**
 * Submits an activity: once per organization and exact body, whatever the stamp's bytes and however
 * many come at once. It has committed when this resolves.
 *
 * @param hold keeps it PENDING; `completePending` finishes it later
 */
export async function submit(
  provider: Provider,
  kind: ActivityKind,
  request: { headers: IncomingHttpHeaders; raw: Buffer },
  hold: Hold | undefined,
): Promise<Answer> {
  const { store, parent, vault, clock } = provider
  const body = readBody(kind, request.raw)
  const { organizationId } = body
  const stamper = await authenticate(provider, { ...request, organizationId })
  requireAllowed(kind, stamper, organizationId === parent.organizationId)

  const row = await store.transaction(async (tx) => {
    const created = await insertActivity(tx, provider, kind, stamper, body, request.raw, hold)
    if (created === undefined) return findByBody(tx, organizationId, request.raw)
    requireFresh(provider, body.timestampMs)
    await advanceCounter(tx, stamper)
    if (hold !== undefined) return created
    return finish(tx, provider, kind, created, () =>
      perform(tx, provider, kind, created, body.parameters),
    )
  })
  return { status: 200, body: { activity: presentActivity(row, vault, clock.now()) } }
}

/** Performs what pends and is held by nothing any more. True if there may be more. */
export async function completePending(provider: Provider): Promise<boolean> {
  return provider.store.transaction(async (tx) => {
    const { rows } = await tx.query<ActivityRow>({
      name: 'find-due-activity',
      text: `select ${activityColumns} from activities
             where status = 'PENDING' and held_by is null
               and (held_until is null or held_until <= now())
             order by ordinal limit 1 for update skip locked`,
    })
    const [row] = rows
    if (row === undefined) return false
    const kind = kindOfType(row.type)
    if (kind === undefined) throw new Error(`a pending activity has no kind: ${row.type}`)
    const body = parseObject(provider.vault.open(`activity.body:${row.id}`, row.sealed_body))
    await finish(tx, provider, kind, row, () =>
      refusedAsFailed(tx, () => perform(tx, provider, kind, row, body?.parameters)),
    )
    return true
  })
}

function readBody(kind: ActivityKind, raw: Buffer): Body {
  const { type, organizationId, timestampMs, parameters } = parseObject(raw) ?? {}
  if (type !== `ACTIVITY_TYPE_${kind.type}`) throw invalid('type does not match the path')
  if (typeof organizationId !== 'string') throw invalid('organizationId is missing')
  if (typeof timestampMs !== 'string' || !/^\d{1,15}$/.test(timestampMs)) {
    throw invalid('timestampMs is not a decimal string')
  }
  const problem = kind.problemWith(parameters)
  if (problem !== undefined) throw invalid(problem)
  return { organizationId, timestampMs: Number(timestampMs), parameters }
}

function requireAllowed(kind: ActivityKind, stamper: Stamper, isParent: boolean): void {
  if (isParent !== (kind.organization === 'parent')) throw invalid('organization mismatch')
  if (stamper.role !== kind.stampedBy) throw forbidden('not authorized to perform this activity')
}

/** A liveness check of new bodies; a repeat of a known one is answered at any age. */
function requireFresh({ clock, timestampWindowMs }: Provider, timestampMs: number): void {
  if (Math.abs(clock.now().getTime() - timestampMs) > timestampWindowMs) {
    throw invalid('timestampMs is too far from now')
  }
}

function fingerprintOf(raw: Buffer): string {
  return `sha256:${createHash('sha256').update(raw).digest('hex')}`
}

/** The new activity, or undefined if this body is known: then its first submit has committed. */
async function insertActivity(
  tx: Transaction,
  { vault, clock }: Provider,
  kind: ActivityKind,
  stamper: Stamper,
  { organizationId }: Body,
  raw: Buffer,
  hold: Hold | undefined,
): Promise<ActivityRow | undefined> {
  const id = randomUUID()
  const { rows } = await tx.query<ActivityRow>({
    name: 'insert-activity',
    text: `insert into activities
             (id, organization_id, type, fingerprint, sealed_body, held_by, held_until,
              user_id, created_at)
           values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7), $8, $9)
           on conflict (organization_id, fingerprint) do nothing
           returning ${activityColumns}`,
    values: [
      id,
      organizationId,
      kind.type,
      fingerprintOf(raw),
      vault.seal(`activity.body:${id}`, raw),
      hold?.heldBy ?? null,
      hold?.heldMs == null ? null : hold.heldMs / 1000,
      stamper.role === 'client' ? stamper.userId : null,
      clock.now(),
    ],
  })
  return rows[0]
}

async function findByBody(tx: Transaction, organizationId: string, raw: Buffer) {
  const { rows } = await tx.query<ActivityRow>(
    `select ${activityColumns} from activities where organization_id = $1 and fingerprint = $2`,
    [organizationId, fingerprintOf(raw)],
  )
  const [row] = rows
  if (row === undefined) throw new Error('a known activity is gone')
  return row
}

function perform(
  tx: Transaction,
  { vault, signers, clock, passkeyOrigins }: Provider,
  kind: ActivityKind,
  row: ActivityRow,
  parameters: unknown,
): Promise<Outcome> {
  return kind.perform(parameters, {
    tx,
    vault,
    signers,
    passkeyOrigins,
    organizationId: row.organization_id,
    stamperId: row.user_id ?? undefined,
    nowMs: clock.now().getTime(),
    submittedMs: row.created_at.getTime(),
  })
}

/** A refusal of what was held until now: nobody waits for an HTTP error any more. */
async function refusedAsFailed(tx: Transaction, work: () => Promise<Outcome>): Promise<Outcome> {
  await tx.query('savepoint work')
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await tx.query('rollback to savepoint work')
    return failed(error.message)
  }
}

/** Performs an activity and records how it ended, and that it acted, in one transaction. */
async function finish(
  tx: Transaction,
  { vault, clock }: Provider,
  kind: ActivityKind,
  row: ActivityRow,
  work: () => Promise<Outcome>,
): Promise<ActivityRow> {
  const outcome = await work()
  const completed = 'result' in outcome
  const passing = completed ? outcome.passing : undefined
  const { rows } = await tx.query<ActivityRow>({
    name: 'finish-activity',
    text: `with act as (
             insert into acts (party, operation, reference) values ('provider', $5, $6)
           ), overtaken as (
             update activities set held_until = now()
             where status = 'PENDING' and type = $5 and id <> $1 and held_until > now()
           )
           update activities
           set status = $2, sealed_result = $3, failure = $4, updated_at = now(),
             sealed_passing = $7, sealed_until = $8
           where id = $1 returning ${activityColumns}`,
    values: [
      row.id,
      completed ? 'COMPLETED' : 'FAILED',
      completed ? vault.seal(`activity.result:${row.id}`, JSON.stringify(outcome.result)) : null,
      completed ? null : outcome.failure,
      kind.type,
      row.fingerprint,
      passing === undefined
        ? null
        : vault.seal(`activity.passing:${row.id}`, JSON.stringify(passing)),
      passing === undefined ? null : instant(clock.now().getTime() + PASSING_MS),
    ],
  })
  const [finished] = rows
  if (finished === undefined) throw new Error('an activity vanished while it was performed')
  return finished
}

/** Destroys what was to be shown for a while only, and the while is over. */
export async function destroyPassed({ store, clock }: Provider): Promise<void> {
  await store.pool.query(
    `update activities set sealed_passing = null, sealed_until = null where sealed_until <= $1`,
    [clock.now()],
  )
}
