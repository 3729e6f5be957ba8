/** Notices to the service: signed, repeated on the vendor's schedule, without order or event id. */
import { createHmac, randomUUID } from 'node:crypto'
import type { Work } from '../../contract/sandboxFaults.ts'
import { AT_ONCE, deliver } from '../deliveries.ts'
import type { Transaction } from '../store/store.ts'
import type { ApplicantRow, ReviewResult, ReviewStatus, Vendor } from './vendor.ts'

export type NoticeType =
  | `applicant${'Created' | 'Pending' | 'Prechecked' | 'Reviewed' | 'OnHold' | 'AwaitingUser' | 'AwaitingService' | 'Reset' | 'Deleted' | 'Deactivated'}`
  | 'applicantActionReviewed'

const MINUTE_MS = 60_000
const APPLICANT_DELAYS_MS = [5, 60, 300, 1_080].map((minutes) => minutes * MINUTE_MS)
const ACTION_DELAYS_MS = [0.5, 0.5, 1, 5].map((minutes) => minutes * MINUTE_MS)

const hashes = {
  HMAC_SHA256_HEX: 'sha256',
  HMAC_SHA512_HEX: 'sha512',
  HMAC_SHA1_HEX: 'sha1',
} as const

/** Written in the transaction that it reports. */
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
       to_char(store_clock() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.MS')))::text)`,
    [JSON.stringify(body)],
  )
}

type NoticeRow = { ordinal: string; body: string; attempts: number }

export const dueNotices = {
  due: 'from vendor_notices where next_at <= store_now()',
  next: 'select min(next_at) from vendor_notices where next_at > store_now()',
}

/** Sends what is due. A notice that is not taken comes again on the schedule, then never. */
export async function sendDueNotices(vendor: Vendor): Promise<void> {
  const { noticeUrl } = vendor.account
  if (noticeUrl === undefined) return
  const { rows } = await vendor.store.pool.query<NoticeRow>({
    name: 'due-notices',
    text: `select ordinal, body, attempts from vendor_notices where next_at <= store_now()
      order by ordinal limit ${AT_ONCE}`,
  })
  for (const notice of rows) await sendOne(vendor, notice, noticeUrl)
}

async function sendOne(
  vendor: Vendor,
  { ordinal, body, attempts }: NoticeRow,
  url: string,
): Promise<void> {
  const usual = body.includes('"applicantActionReviewed"') ? ACTION_DELAYS_MS : APPLICANT_DELAYS_MS
  await deliver(vendor, {
    ...{ party: 'verification', operation: 'notice', attempts, url, body },
    table: 'vendor_notices',
    key: { ordinal },
    delaysMs: vendor.behaviour.noticeDelaysMs ?? usual,
    workOf: () => {
      const { externalUserId } = JSON.parse(body) as { externalUserId?: string }
      return workOfHolder(externalUserId)
    },
    headers: async (signed) => (signed === undefined ? {} : signedHeaders(vendor, signed)),
  })
}

/** The service's own id of the person or business: of a customer or a beneficial owner. */
export function workOfHolder(externalId: unknown): Work {
  if (typeof externalId !== 'string') return []
  const by = externalId.startsWith('BeneficialOwner:') ? 'BENEFICIAL_OWNER' : 'CUSTOMER'
  return [{ by, value: externalId }]
}

function signedHeaders({ account, behaviour }: Vendor, body: string): Record<string, string> {
  const algorithm = behaviour.digestAlgorithm
  return {
    'x-payload-digest': createHmac(hashes[algorithm], account.noticeSecret)
      .update(body)
      .digest('hex'),
    'x-payload-digest-alg': algorithm,
  }
}
