import { Refusal } from '../../contract/errors.ts'
import { uuidOf } from '../../contract/ids.ts'
import type { Tx } from '../../db/database.ts'
import { listPauses } from '../../db/payoutPauses.ts'
import { operatorRoute } from './route.ts'

const subject = {
  environment: { type: 'string', enum: ['SANDBOX', 'PRODUCTION'] },
  // None: of every platform.
  platform: { type: 'string', maxLength: 64 },
} as const

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
  async handle({ body: { environment, platform, reason }, tx, operator }) {
    const platformId = await platformOf(tx, environment, platform)
    const isNew = await tx.call('pause_payouts', environment, platformId, operator.name, reason)
    if (!isNew) throw new Refusal('CONFLICT', { reason: 'They are paused already.' })
    const details = { environment, reason }
    return { body: { pauses: await listPauses(tx) }, platformId: platformId ?? undefined, details }
  },
})

export const resumePayouts = operatorRoute({
  id: 'resumePayouts',
  method: 'post',
  path: '/payouts/resume',
  role: 'DECIDE',
  summary: 'End such a pause; what waits goes on',
  body: { type: 'object', required: ['environment'], properties: subject },
  async handle({ body: { environment, platform }, tx, operator }) {
    const platformId = await platformOf(tx, environment, platform)
    const isEnded = await tx.call('resume_payouts', environment, platformId, operator.name)
    if (!isEnded) throw new Refusal('CONFLICT', { reason: 'They are not paused.' })
    const details = { environment }
    return { body: { pauses: await listPauses(tx) }, platformId: platformId ?? undefined, details }
  },
})

/** @throws Refusal REFERENCE_NOT_FOUND for a platform that is not of the environment */
async function platformOf(
  tx: Tx,
  environment: string,
  platform: string | undefined,
): Promise<string | null> {
  if (platform === undefined) return null
  const uuid = uuidOf('PlatformConfig', platform)
  const found = await tx.query({
    name: 'operator_platform_of',
    text: 'select 1 from platforms where id = $1 and environment = $2',
    values: [uuid ?? null, environment],
  })
  if (uuid === undefined || found.length === 0) throw new Refusal('REFERENCE_NOT_FOUND')
  return uuid
}
