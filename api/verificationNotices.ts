/**
 * Notices of the verification vendor, at a path for each environment. A notice is only a hint: it is
 * recorded once, and the workflow of its customer reads the vendor anew. Nothing in its body decides.
 */
import { Refusal } from '../contract/errors.ts'
import { challengeOfAction, uuidOf } from '../contract/ids.ts'
import { type Environment, environments } from '../contract/outsideParties.ts'
import { PartyNotConfigured } from '../providers/outsideParties.ts'
import {
  endsApplicant,
  isSignedNotice,
  mayOpenReview,
  type Notice,
  noticeIn,
} from '../providers/verificationVendor/index.ts'
import { outsideSettings } from '../runtime/outsideSettings.ts'
import type { Arrivals } from './arrivals.ts'
import { becomeKnown, whileAtWork } from './connections.ts'
import type { Dependencies } from './dependencies.ts'
import { refuseWrites } from './middleware/maintenance.ts'
import { senderOf } from './middleware/sender.ts'
import type { Context } from './middleware/state.ts'
import { parsedNotice, readNoticeBody } from './noticeBody.ts'
import type { ApiRouter } from './router.ts'

/** The vendor's notices have about a kilobyte. */
const BODY_BYTES_MAX = 65_536

export function noticePath(environment: Environment): string {
  return `/notices/verification/${environment.toLowerCase()}`
}

export function verificationNoticeRoutes(
  dependencies: Dependencies,
  arrivals: Arrivals,
): (router: ApiRouter) => void {
  const settings = outsideSettings(dependencies.config)
  return (router) => {
    for (const environment of environments) {
      router.post(noticePath(environment), async (context) => {
        context.state.operation = 'verificationNotice'
        const vendor = settings[environment].verificationVendor
        if (vendor === undefined) {
          const { message: reason } = new PartyNotConfigured('VERIFICATION_VENDOR', environment)
          throw new Refusal('NOT_IMPLEMENTED', { reason })
        }
        // The vendor sends it again.
        await refuseWrites(dependencies, context.method)
        const sender = senderOf(context, dependencies.config)
        const raw = await arrivals.read(context.req, sender, () =>
          readNoticeBody(context, BODY_BYTES_MAX),
        )
        const algorithm = context.get('x-payload-digest-alg') || undefined
        const digest = context.get('x-payload-digest')
        if (!isSignedNotice(vendor.noticeSecret, raw, digest, algorithm)) {
          throw new Refusal('UNAUTHORIZED', { reason: 'The digest of the notice is not right.' })
        }
        becomeKnown(context.req, `verification vendor ${environment}`)
        const reason = 'This is no notice of the verification vendor.'
        const notice = parsedNotice(raw, noticeIn, reason)
        await whileAtWork(context.req, () => take(context, dependencies, environment, notice))
        context.status = 200
        context.body = { ok: true }
      })
    }
  }
}

async function take(
  context: Context,
  dependencies: Dependencies,
  environment: Environment,
  notice: Notice,
): Promise<void> {
  const { type, applicantId, correlationId, createdAtMs, externalUserId = '' } = notice
  const { log } = context.state
  if (endsApplicant(notice)) {
    log.error({ type, environment }, 'the verification vendor has ended an applicant')
  }
  const challengeId = challengeOfAction(notice.externalApplicantActionId ?? '')
  if (challengeId !== undefined) {
    await lookAtLiveness(dependencies, environment, challengeId)
    return
  }
  await dependencies.database.call('record_verification_notice', {
    ...{ environment, applicantId, type, correlationId, sentAt: createdAtMs },
    customerId: uuidOf('Customer', externalUserId),
    ownerId: uuidOf('BeneficialOwner', externalUserId),
    mayOpen: mayOpenReview(notice),
  })
}

/** Has the result of a liveness check read at once, if its challenge is open and of this environment. */
async function lookAtLiveness(
  { database }: Dependencies,
  environment: Environment,
  challengeId: string,
): Promise<void> {
  await database.query({
    name: 'look_at_liveness',
    text: `select look_at_liveness(c.id, 0) from external_account_challenges c
      join external_accounts a on a.id = c.account_id join platforms p on p.id = a.platform_id
      where c.id = $1 and c.state = 'OPEN' and p.environment = $2`,
    values: [challengeId, environment],
  })
}
