/** Links to the hosted page, and the liveness checks that some of them are for. */
import { randomBytes } from 'node:crypto'
import type { Answer } from '../http.ts'
import { applicantRow, ensureApplicant, hexId, refusal } from './applicants.ts'
import { addNotice } from './notices.ts'
import type { ApplicantRow, ReviewResult, ReviewStatus, Vendor } from './vendor.ts'

export type LinkRow = {
  id: string
  external_user_id: string
  level_name: string
  external_action_id: string | null
  email: string | null
  phone: string | null
  redirect: string | null
}

export type NewLink = {
  readonly levelName: string
  readonly userId: string
  readonly ttlInSecs: number
  readonly externalActionId?: string
  readonly applicantIdentifiers?: { readonly email?: string; readonly phone?: string }
  readonly redirect?: { readonly successUrl?: string }
}

/** @param origin where the hosted page is reached */
export async function createLink(vendor: Vendor, origin: string, wanted: NewLink): Promise<Answer> {
  const { levelName, userId, ttlInSecs, externalActionId, applicantIdentifiers, redirect } = wanted
  if (!Object.values(vendor.account.levels).includes(levelName)) {
    throw refusal(404, `Level '${levelName}' not found`)
  }
  const id = randomBytes(18).toString('base64url')
  await vendor.store.pool.query(
    `insert into vendor_links (id, external_user_id, level_name, external_action_id, email, phone, redirect, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, store_now() + make_interval(secs => $8))`,
    [
      id,
      userId,
      levelName,
      externalActionId,
      applicantIdentifiers?.email,
      applicantIdentifiers?.phone,
      redirect?.successUrl,
      ttlInSecs,
    ],
  )
  return { status: 200, body: { url: `${origin}/websdk/p/${id}` } }
}

/** @throws Refusal 404 for an invalid link, or is over */
export async function openLink(
  vendor: Vendor,
  id: string,
): Promise<{ link: LinkRow; applicant: ApplicantRow }> {
  const { rows } = await vendor.store.pool.query<LinkRow>(
    'select * from vendor_links where id = $1 and expires_at > store_now()',
    [id],
  )
  const [link] = rows
  if (link === undefined) throw refusal(404, 'The link is not valid any more')
  const { levels } = vendor.account
  const applicant = await ensureApplicant(vendor, {
    externalUserId: link.external_user_id,
    type: link.level_name === levels.company ? 'company' : 'individual',
    levelName: link.level_name,
    email: link.email ?? undefined,
    phone: link.phone ?? undefined,
    info: {},
  })
  return { link, applicant }
}

type ActionRow = {
  id: string
  external_action_id: string
  external_user_id: string
  review_status: ReviewStatus
  review_result: ReviewResult | null
}

/** Ends a liveness check; one that has ended stays as it is. */
export async function finishAction(
  vendor: Vendor,
  externalActionId: string,
  externalUserId: string,
  isPassed: boolean,
): Promise<void> {
  const applicant = await applicantRow(vendor, 'external_user_id', externalUserId)
  const result: ReviewResult = isPassed
    ? { reviewAnswer: 'GREEN' }
    : { reviewAnswer: 'RED', rejectLabels: ['BAD_FACE_MATCHING'], reviewRejectType: 'FINAL' }
  await vendor.store.transaction(async (tx) => {
    const { rows } = await tx.query<ActionRow>(
      `insert into vendor_actions (id, external_action_id, external_user_id, review_status, review_result)
       values ($1, $2, $3, 'completed', $4) on conflict (external_action_id) do nothing returning *`,
      [hexId(), externalActionId, externalUserId, JSON.stringify(result)],
    )
    const [action] = rows
    if (action === undefined) return
    await addNotice(
      tx,
      'applicantActionReviewed',
      { ...applicant, ...action, id: applicant.id },
      {
        id: action.id,
        externalId: externalActionId,
      },
    )
  })
}

export async function readAction({ store }: Vendor, externalActionId: string): Promise<Answer> {
  const { rows } = await store.pool.query<ActionRow>(
    'select * from vendor_actions where external_action_id = $1',
    [externalActionId],
  )
  const [row] = rows
  if (row === undefined) throw refusal(404, 'Applicant action not found')
  return {
    status: 200,
    body: {
      id: row.id,
      externalActionId,
      review: { reviewStatus: row.review_status, reviewResult: row.review_result },
    },
  }
}
