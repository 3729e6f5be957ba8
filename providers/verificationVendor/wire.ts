/** What goes over the vendor's wire: request bodies and the shapes of answers. */
import { createAjv } from '../../contract/ajv.ts'
import { alpha3Of } from './alpha3.ts'
import {
  type Applicant,
  applicantTypes,
  type CompanyInfo,
  type LivenessResult,
  type NewApplicant,
  type PersonInfo,
  type ReviewResult,
  type ReviewStatus,
  reviewStatuses,
  type VendorAddress,
} from './vendor.ts'

const ajv = createAjv()

const review = {
  type: 'object',
  required: ['reviewStatus'],
  properties: {
    reviewStatus: { enum: reviewStatuses },
    attemptCnt: { type: 'integer' },
    reviewResult: {
      type: 'object',
      required: ['reviewAnswer'],
      properties: {
        reviewAnswer: { enum: ['GREEN', 'RED'] },
        rejectLabels: { type: 'array', items: { type: 'string' } },
        reviewRejectType: { enum: ['FINAL', 'RETRY'] },
        moderationComment: { type: 'string' },
      },
    },
  },
} as const

type WireApplicant = {
  readonly id: string
  readonly externalUserId: string
  readonly type: Applicant['type']
  readonly review: {
    readonly reviewStatus: ReviewStatus
    readonly attemptCnt?: number
    readonly reviewResult?: ReviewResult
  }
}

const isWireApplicant = ajv.compile<WireApplicant>({
  type: 'object',
  required: ['id', 'externalUserId', 'type', 'review'],
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 100 },
    externalUserId: { type: 'string' },
    type: { enum: applicantTypes },
    review,
  },
})

/** undefined for an answer of another shape. */
export function applicantIn(answer: unknown): Applicant | undefined {
  if (!isWireApplicant(answer)) return undefined
  const { reviewStatus, attemptCnt = 0, reviewResult } = answer.review
  return {
    id: answer.id,
    externalUserId: answer.externalUserId,
    type: answer.type,
    reviewStatus,
    attempt: attemptCnt,
    ...(reviewStatus === 'completed' && reviewResult && { reviewResult: resultIn(reviewResult) }),
  }
}

/** The members we use: what must not be shown is left behind here. */
function resultIn(result: ReviewResult): ReviewResult {
  const { reviewAnswer, rejectLabels, reviewRejectType, moderationComment } = result
  return {
    reviewAnswer,
    ...(rejectLabels && { rejectLabels }),
    ...(reviewRejectType && { reviewRejectType }),
    ...(moderationComment !== undefined && { moderationComment }),
  }
}

const isWireAction = ajv.compile<{ review: WireApplicant['review'] }>({
  type: 'object',
  required: ['review'],
  properties: { review },
})

export function livenessIn(answer: unknown): LivenessResult | undefined {
  if (!isWireAction(answer)) return undefined
  const { reviewStatus, reviewResult } = answer.review
  if (reviewStatus !== 'completed' || reviewResult === undefined) return 'PENDING'
  return reviewResult.reviewAnswer === 'GREEN' ? 'PASSED' : 'FAILED'
}

const isWireSteps = ajv.compile<
  Readonly<Record<string, { readonly reviewResult?: Partial<ReviewResult> | null } | null>>
>({
  type: 'object',
  additionalProperties: {
    type: ['object', 'null'],
    properties: { reviewResult: { type: ['object', 'null'] } },
  },
})

/** Steps without a document, and those whose document was refused. */
export function openStepsIn(answer: unknown): readonly string[] | undefined {
  if (!isWireSteps(answer)) return undefined
  return Object.entries(answer)
    .filter(([, step]) => step === null || step.reviewResult?.reviewAnswer === 'RED')
    .map(([name]) => name)
}

export const isLink = ajv.compile<{ url: string }>({
  type: 'object',
  required: ['url'],
  properties: { url: { type: 'string', pattern: '^https?://' } },
})

export const isUploadAnswer = ajv.compile<{ errors?: readonly unknown[] | null }>({
  type: 'object',
  properties: { errors: { type: ['array', 'null'] } },
})

/** A tag of an upload's error: a bare text, or an object that names it. */
export function errorTag(error: unknown): string {
  if (typeof error === 'string') return error
  const { code, errorCode } = (error ?? {}) as { code?: unknown; errorCode?: unknown }
  return String(code ?? errorCode ?? 'unknown')
}

export function applicantBody(applicant: NewApplicant): object {
  const { externalUserId, type, email, phone } = applicant
  return defined({
    externalUserId,
    type,
    email,
    phone,
    fixedInfo:
      applicant.type === 'company'
        ? { companyInfo: companyBody(applicant.info) }
        : personBody(applicant.info),
  })
}

export function personBody(info: PersonInfo): object {
  const { firstName, middleName, lastName, dob, nationality, tin, address } = info
  return defined({
    ...{ firstName, middleName, lastName, dob, tin },
    nationality: country(nationality),
    addresses: address && [addressBody(address)],
  })
}

export function companyBody(info: CompanyInfo): object {
  const { companyName, registrationNumber, incorporatedOn, taxId, address } = info
  return defined({
    ...{ companyName, registrationNumber, incorporatedOn, taxId },
    country: country(info.country),
    address: address && addressBody(address),
  })
}

function addressBody({
  line1,
  line2,
  city,
  state,
  postalCode,
  country: at,
}: VendorAddress): object {
  return defined({
    street: line1,
    subStreet: line2,
    town: city,
    state,
    postCode: postalCode,
    country: country(at),
  })
}

/** Alpha-3; what is no country code goes out as it is, for the vendor to refuse. */
export function country(code: string | undefined): string | undefined {
  return code === undefined ? undefined : (alpha3Of(code) ?? code)
}

function defined(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}
