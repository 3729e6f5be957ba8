/** A notice of the vendor: about whom, of what type, and its own names for it. */
import { createAjv } from '../../contract/ajv.ts'
import { isBrokenText } from '../../contract/storable.ts'

export type Notice = {
  readonly type: string
  readonly applicantId: string
  readonly correlationId: string
  readonly createdAtMs: string
  readonly externalUserId?: string
  readonly externalApplicantActionId?: string
}

const text = { type: 'string', minLength: 1, maxLength: 200 }
const isNotice = createAjv().compile<Notice>({
  type: 'object',
  required: ['type', 'applicantId', 'correlationId', 'createdAtMs'],
  properties: {
    type: text,
    applicantId: text,
    correlationId: text,
    createdAtMs: text,
    externalUserId: text,
    externalApplicantActionId: text,
  },
})

/** undefined for a body of another shape, or with text that no column takes. */
export function noticeIn(body: unknown): Notice | undefined {
  if (!isNotice(body)) return undefined
  const isBroken = Object.values(body).some((one) => typeof one === 'string' && isBrokenText(one))
  return isBroken ? undefined : body
}

const openingTypes: ReadonlySet<string> = new Set([
  'applicantPending',
  'applicantPrechecked',
  'applicantOnHold',
  'applicantAwaitingService',
  'applicantReviewed',
  'applicantWorkflowCompleted',
])

/** Whether it is about a review that a person may have begun at the vendor's page, or that was decided anew. */
export function mayOpenReview({ type }: Notice): boolean {
  return openingTypes.has(type)
}

/** Whether the vendor has ended an applicant without our request. */
export function endsApplicant({ type }: Notice): boolean {
  return type === 'applicantDeleted' || type === 'applicantDeactivated'
}
