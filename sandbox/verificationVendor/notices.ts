/** Notices to the service: signed, repeated on the vendor's schedule, without order or event id. */
import { createHmac, randomUUID } from 'node:crypto'
import type { Transaction } from '../store/store.ts'
import type { ApplicantRow, ReviewResult, ReviewStatus, Vendor } from './vendor.ts'

export type NoticeType =
  | `applicant${'Created' | 'Pending' | 'Prechecked' | 'Reviewed' | 'OnHold' | 'AwaitingUser' | 'AwaitingService' | 'Reset' | 'Deleted' | 'Deactivated'}`
  | 'applicantActionReviewed'

const MINUTE_MS = 60_000
const APPLICANT_DELAYS_MS = [5, 60, 300, 1_080].map((minutes) => minutes * MINUTE_MS)
const ACTION_DELAYS_MS = [0.5, 0.5, 1, 5].map((minutes) => minutes * MINUTE_MS)
const TIMEOUT_MS = 5_000
const OUT_OF_ORDER_MS = 2_000
const AT_ONCE = 50

const hashes = {
  HMAC_SHA256_HEX: 'sha256',
  HMAC_SHA512_HEX: 'sha512',
  HMAC_SHA1_HEX: 'sha1',
} as const

/** Written in the transaction that it tells of. */
export async function addNotice(
  tx: Transaction,
  type: NoticeType,
  row: Pick<ApplicantRow, 'id' | 'external_user_id' | 'inspection_id' | 'type' | 'level_name'> & {
    review_status: ReviewStatus
    review_result: ReviewResult | null
  },
  action: { readonly id: string; readonly externalId: string } | undefined = undefined,
): Promise<void> {
  const body = {
    type,
    applicantId: row.id,
    inspectionId: row.inspection_id,
    correlationId: `req-${randomUUID()}`,
    externalUserId: row.external_user_id,
    levelName: row.level_name,
    applicantType: row.type,
    reviewStatus: row.review_status,
    ...(row.review_result && { reviewResult: row.review_result }),
    ...(action && { applicantActionId: action.id, externalApplicantActionId: action.externalId }),
    clientId: 'sandbox',
    sandboxMode: true,
  }
  await tx.query(
    `insert into vendor_notices (body) values (($1::jsonb || jsonb_build_object('createdAtMs',
       to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.MS')))::text)`,
    [JSON.stringify(body)],
  )
}

type NoticeRow = { ordinal: string; body: string; attempts: number }

export const dueNotices = 'from vendor_notices where next_at <= now()'

/** Sends what is due. A notice that is not taken comes again on the schedule, then never. */
export async function sendDueNotices(vendor: Vendor): Promise<void> {
  if (vendor.account.noticeUrl === undefined) return
  const { rows } = await vendor.store.pool.query<NoticeRow>({
    name: 'due-notices',
    text: `select ordinal, body, attempts from vendor_notices where next_at <= now()
      order by ordinal limit ${AT_ONCE}`,
  })
  for (const notice of rows) await sendOne(vendor, notice)
}

async function sendOne(vendor: Vendor, { ordinal, body, attempts }: NoticeRow): Promise<void> {
  const { store, faults, behaviour } = vendor
  const fault = await faults.claim('verification', 'notice', body, [
    'errorBefore',
    'lostAnswer',
    'twice',
    'outOfOrder',
  ])
  if (fault?.kind === 'outOfOrder') {
    await store.pool.query(
      'update vendor_notices set next_at = now() + make_interval(secs => $2) where ordinal = $1',
      [ordinal, (fault.delayMs ?? OUT_OF_ORDER_MS) / 1_000],
    )
    return
  }
  // A lost notice counts as taken, so that it never comes again.
  let isTaken = fault?.kind === 'errorBefore'
  if (!isTaken) {
    isTaken = await post(vendor, body)
    if (fault?.kind === 'twice') await post(vendor, body)
    if (fault?.kind === 'lostAnswer') isTaken = false
  }
  const usual = body.includes('"applicantActionReviewed"') ? ACTION_DELAYS_MS : APPLICANT_DELAYS_MS
  const delay = (behaviour.noticeDelaysMs ?? usual)[attempts]
  await store.pool.query(
    `update vendor_notices set attempts = attempts + 1,
       delivered_at = case when $2 then now() end,
       next_at = case when not $2 then now() + make_interval(secs => $3) end
     where ordinal = $1`,
    [ordinal, isTaken, delay === undefined ? null : delay / 1_000],
  )
}

async function post({ account, behaviour, log }: Vendor, body: string): Promise<boolean> {
  const algorithm = behaviour.digestAlgorithm
  const digest = createHmac(hashes[algorithm], account.noticeSecret).update(body).digest('hex')
  try {
    const answer = await fetch(account.noticeUrl ?? '', {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-payload-digest': digest,
        'x-payload-digest-alg': algorithm,
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await answer.body?.cancel()
    return answer.ok
  } catch (error) {
    log.debug({ reason: (error as Error).message }, 'a notice was not taken')
    return false
  }
}
