/** Applicants: created once for each external id, changed, and asked to be reviewed. */
import { randomBytes } from 'node:crypto'
import { type Answer, Refusal } from '../http.ts'
import type { Transaction } from '../store/store.ts'
import { addNotice, type NoticeType } from './notices.ts'
import { ownDecision } from './ownDecision.ts'
import type { ApplicantRow, Review, Vendor } from './vendor.ts'

export type NewApplicant = {
  readonly externalUserId: string
  readonly type: 'individual' | 'company'
  readonly levelName: string
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly info: Readonly<Record<string, unknown>>
}

const underReview = ['pending', 'prechecked', 'queued', 'onHold']

/** @throws Refusal 409 where the external id has an applicant */
export async function createApplicant(vendor: Vendor, applicant: NewApplicant): Promise<Answer> {
  const row = await vendor.store.transaction((tx) => insertApplicant(tx, applicant))
  if (row === undefined) {
    throw refusal(
      409,
      `Applicant with external user id '${applicant.externalUserId}' already exists`,
    )
  }
  return { status: 201, body: presentApplicant(row) }
}

/** The applicant of a person who opens a link, created by that. */
export async function ensureApplicant(
  vendor: Vendor,
  applicant: NewApplicant,
): Promise<ApplicantRow> {
  await vendor.store.transaction((tx) => insertApplicant(tx, applicant))
  return found(await readBy(vendor, 'external_user_id', applicant.externalUserId))
}

async function insertApplicant(
  tx: Transaction,
  { externalUserId, type, levelName, email, phone, info }: NewApplicant,
): Promise<ApplicantRow | undefined> {
  const { rows } = await tx.query<ApplicantRow>(
    `insert into vendor_applicants (id, external_user_id, inspection_id, type, level_name, email, phone, info)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (external_user_id) do nothing returning *`,
    [hexId(), externalUserId, hexId(), type, levelName, email, phone, withoutNumbers(info)],
  )
  const [row] = rows
  if (row === undefined) return undefined
  await tx.query(
    "insert into acts (party, operation, reference) values ('verification', 'create', $1)",
    [externalUserId],
  )
  await addNotice(tx, 'applicantCreated', row)
  return row
}

/** What is sent replaces what was there; the rest stays. */
export async function updateApplicant(
  vendor: Vendor,
  id: string,
  info: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const { rows } = await vendor.store.pool.query<ApplicantRow>(
    'update vendor_applicants set info = info || $2 where id = $1 returning *',
    [id, withoutNumbers(info)],
  )
  return { status: 200, body: presentApplicant(found(rows[0])) }
}

export async function readApplicant(
  vendor: Vendor,
  by: 'id' | 'external_user_id',
  value: string,
): Promise<Answer> {
  return { status: 200, body: presentApplicant(found(await readBy(vendor, by, value))) }
}

/** @throws Refusal 404 */
export async function applicantRow(
  vendor: Vendor,
  by: 'id' | 'external_user_id',
  value: string,
): Promise<ApplicantRow> {
  return found(await readBy(vendor, by, value))
}

/**
 * Begins a review.
 *
 * @param by whose decision it will be: on the hosted page that of the person with its buttons
 * @throws Refusal 409 where one is under way
 */
export async function requestCheck(
  vendor: Vendor,
  id: string,
  by: 'SUFFIX' | 'PERSON' = 'SUFFIX',
): Promise<Answer> {
  const { store, behaviour } = vendor
  await store.transaction(async (tx) => {
    const row = found(
      (
        await tx.query<ApplicantRow>('select * from vendor_applicants where id = $1 for update', [
          id,
        ])
      ).rows[0],
    )
    if (underReview.includes(row.review_status)) {
      throw refusal(409, 'Applicant is already being checked')
    }
    const plan = by === 'PERSON' ? null : await ownDecision(tx, row)
    const { rows } = await tx.query<ApplicantRow>(
      `update vendor_applicants set review_status = 'pending', review_result = null,
         attempt = attempt + 1, plan = $2,
         decide_at = case when $2::jsonb is not null then store_now() + make_interval(secs => $3) end
       where id = $1 returning *`,
      [id, plan && JSON.stringify(plan), behaviour.decisionDelayMs / 1_000],
    )
    await tx.query(
      "insert into acts (party, operation, reference) values ('verification', 'check', $1)",
      [row.external_user_id],
    )
    await addNotice(tx, 'applicantPending', found(rows[0]))
  })
  return { status: 200, body: { ok: 1 } }
}

/** Ends a review, or moves it on, whatever its state. */
export async function setReview(vendor: Vendor, id: string, review: Review): Promise<Answer> {
  const row = await vendor.store.transaction((tx) => moveReview(tx, id, review))
  return { status: 200, body: presentApplicant(row) }
}

export const dueDecisions = {
  due: 'from vendor_applicants where decide_at <= store_now()',
  next: 'select min(decide_at) from vendor_applicants where decide_at > store_now()',
}

/** Takes the vendor's own decisions that are due. */
export async function takeDueDecisions({ store }: Vendor): Promise<void> {
  await store.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string; plan: Review }>(
      `select id, plan from vendor_applicants where decide_at <= store_now()
       order by decide_at limit 100 for update skip locked`,
    )
    for (const { id, plan } of rows) await moveReview(tx, id, plan)
  })
}

const noticeOf: Readonly<Record<Review['reviewStatus'], NoticeType>> = {
  init: 'applicantReset',
  pending: 'applicantPending',
  prechecked: 'applicantPrechecked',
  queued: 'applicantPending',
  onHold: 'applicantOnHold',
  completed: 'applicantReviewed',
  awaitingUser: 'applicantAwaitingUser',
  awaitingService: 'applicantAwaitingService',
}

async function moveReview(
  tx: Transaction,
  id: string,
  { reviewStatus, reviewResult }: Review,
): Promise<ApplicantRow> {
  const { rows } = await tx.query<ApplicantRow>(
    `update vendor_applicants set review_status = $2, review_result = $3, plan = null, decide_at = null,
       attempt = attempt + case when review_status = 'init' and $2 <> 'init' then 1 else 0 end
     where id = $1 returning *`,
    [id, reviewStatus, reviewResult && JSON.stringify(reviewResult)],
  )
  const row = found(rows[0])
  await addNotice(tx, noticeOf[reviewStatus], row)
  return row
}

async function readBy(
  { store }: Vendor,
  by: 'id' | 'external_user_id',
  value: string,
): Promise<ApplicantRow | undefined> {
  const { rows } = await store.pool.query<ApplicantRow>(
    `select * from vendor_applicants where ${by} = $1`,
    [value],
  )
  return rows[0]
}

export function presentApplicant(row: ApplicantRow): object {
  const { id, external_user_id, inspection_id, type, info, email, phone } = row
  return {
    id,
    inspectionId: inspection_id,
    externalUserId: external_user_id,
    type,
    email,
    phone,
    fixedInfo: type === 'company' ? { companyInfo: info } : info,
    requiredIdDocs: { docSets: [{ idDocSetType: type === 'company' ? 'COMPANY' : 'IDENTITY' }] },
    review: {
      reviewStatus: row.review_status,
      attemptCnt: row.attempt,
      ...(row.review_result && { reviewResult: row.review_result }),
    },
  }
}

function found(row: ApplicantRow | undefined): ApplicantRow {
  if (row === undefined) throw refusal(404, 'Applicant not found')
  return row
}

/** A refusal as the vendor writes it. */
export function refusal(status: number, description: string, members: object = {}): Refusal {
  return new Refusal(status, description, { code: status, description, ...members })
}

export function hexId(): string {
  return randomBytes(12).toString('hex')
}

/** A real vendor needs them; this one must not keep them. */
function withoutNumbers(info: Readonly<Record<string, unknown>>): string {
  const { tin, taxId, ...rest } = info
  return JSON.stringify({ ...rest, ...((tin ?? taxId) !== undefined && { hasTaxNumber: true }) })
}
