import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { notFound } from '../../contract/notFound.ts'
import type { Queryable, Tx } from '../../db/database.ts'
import { listPauses } from '../../db/payoutPauses.ts'
import { environment, platformById } from './platformById.ts'
import { operatorRoute } from './route.ts'

const subject = {
  environment,
  // None: of every platform.
  platform: { type: 'string', maxLength: 64 },
} as const

/** Pauses that have not ended, with the ids that the operators' API takes. */
export async function presentPauses(database: Queryable) {
  const pauses = await listPauses(database)
  return pauses.map(({ platformId, ...pause }) => ({
    ...pause,
    platformId: platformId === null ? null : idOf('PlatformConfig', platformId),
  }))
}

export const pausePayouts = operatorRoute({
  id: 'pausePayouts',
  method: 'post',
  path: '/payouts/pause',
  role: 'DECIDE',
  summary:
    'Hold back payouts that have not left for the rail of an environment, all or a platform’s',
  body: {
    type: 'object',
    required: ['environment', 'reason'],
    properties: {
      ...subject,
      reason: { type: 'string', minLength: 1, maxLength: 1_000, pattern: '\\S' },
    },
  },
  async handle({ body: { environment: side, platform, reason }, tx, operator }) {
    const platformId = await platformOf(tx, side, platform)
    const isNew = await tx.call('pause_payouts', side, platformId, operator.name, reason)
    if (!isNew) throw new Refusal('CONFLICT', { reason: 'They are paused already.' })
    const details = { environment: side, reason }
    return {
      body: { pauses: await presentPauses(tx) },
      platformId: platformId ?? undefined,
      details,
    }
  },
})

export const resumePayouts = operatorRoute({
  id: 'resumePayouts',
  method: 'post',
  path: '/payouts/resume',
  role: 'DECIDE',
  summary:
    'End such a pause; what waits goes on. With `pausedAt` only the pause that began then: who ends one may not have seen a newer one',
  body: {
    type: 'object',
    required: ['environment'],
    properties: { ...subject, pausedAt: { type: 'string', format: 'date-time' } },
  },
  async handle({ body: { environment: side, platform, pausedAt }, tx, operator }) {
    const platformId = await platformOf(tx, side, platform)
    if (
      pausedAt !== undefined &&
      !(await isPausedSince(tx, { environment: side, platformId, pausedAt }))
    ) {
      throw new Refusal('CONFLICT', { reason: 'That pause has ended. Read the pauses again.' })
    }
    const isEnded = await tx.call('resume_payouts', side, platformId, operator.name)
    if (!isEnded) throw new Refusal('CONFLICT', { reason: 'They are not paused.' })
    const details = { environment: side }
    return {
      body: { pauses: await presentPauses(tx) },
      platformId: platformId ?? undefined,
      details,
    }
  },
})

type SeenPause = {
  readonly environment: string
  readonly platformId: string | null
  readonly pausedAt: string
}

/** Whether the pause that has not ended is the one that was seen; it does not end before the transaction does. */
async function isPausedSince(
  tx: Tx,
  { environment, platformId, pausedAt }: SeenPause,
): Promise<boolean> {
  const found = await tx.query({
    name: 'operator_pause_since',
    // Answers have milliseconds.
    text: `select 1 from payout_pauses where environment = $1 and platform_id is not distinct from $2::uuid
      and resumed_at is null and date_trunc('milliseconds', paused_at) = date_trunc('milliseconds', $3::timestamptz)
      for update`,
    values: [environment, platformId, pausedAt],
  })
  return found.length > 0
}

/** @throws Refusal PLATFORM_NOT_FOUND for a platform that is not of the environment */
async function platformOf(
  tx: Tx,
  side: string,
  platform: string | undefined,
): Promise<string | null> {
  if (platform === undefined) return null
  const found = await platformById(tx, platform)
  if (found.environment !== side) throw notFound('PlatformConfig')
  return found.id
}
