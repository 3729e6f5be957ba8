import { createHash, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Hold } from '../faults.ts'
import { type Answer, parseObject } from '../http.ts'
import type { Transaction } from '../store/store.ts'
import type { ActivityKind } from './activityKind.ts'
import { advanceCounter, authenticate, type Stamper } from './authenticate.ts'
import { finish } from './finish.ts'
import { requirePermission } from './policies/engine.ts'
import { type ActivityRow, activityColumns, presentActivity } from './present.ts'
import type { Provider } from './provider.ts'
import { forbidden, invalid } from './refusals.ts'

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
  if (stamper.role === 'client') {
    const { parameters } = body
    await requirePermission(store, { kind, organizationId, userId: stamper.userId, parameters })
  }

  const row = await store.transaction(async (tx) => {
    const created = await insertActivity(tx, provider, kind, stamper, body, request.raw, hold)
    if (created === undefined) return findByBody(tx, organizationId, request.raw)
    requireFresh(provider, body.timestampMs)
    await advanceCounter(tx, stamper)
    if (hold !== undefined) return created
    return finish(tx, provider, kind, created, body.parameters)
  })
  return { status: 200, body: { activity: presentActivity(row, vault, clock.now()) } }
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
  if (!clock.isNear(timestampMs, timestampWindowMs)) {
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
           values ($1, $2, $3, $4, $5, $6, store_now() + make_interval(secs => $7), $8, $9)
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

/** Whether this body has come before: nothing of the activity is changed any more. */
export async function isKnown({ store }: Provider, raw: Buffer): Promise<boolean> {
  const { rowCount } = await store.pool.query(
    'select 1 from activities where organization_id = $1 and fingerprint = $2',
    [parseObject(raw)?.organizationId, fingerprintOf(raw)],
  )
  return rowCount === 1
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
