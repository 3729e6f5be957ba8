/** The port to the verification vendor: it reviews people and companies, and checks that a person is live. */

export const applicantTypes = ['individual', 'company'] as const
export type ApplicantType = (typeof applicantTypes)[number]

/** What the vendor gets about a person. Dates are `YYYY-MM-DD`, countries alpha-2. */
export type PersonInfo = {
  readonly firstName?: string | undefined
  readonly middleName?: string | undefined
  readonly lastName?: string | undefined
  readonly dob?: string | undefined
  readonly nationality?: string | undefined
  /** Tax or national identification number, in clear: it is sent and kept nowhere here. */
  readonly tin?: string | undefined
  readonly address?: VendorAddress | undefined
}

export type VendorAddress = {
  readonly line1?: string | undefined
  readonly line2?: string | undefined
  readonly city?: string | undefined
  readonly state?: string | undefined
  readonly postalCode?: string | undefined
  readonly country?: string | undefined
}

export type CompanyInfo = {
  readonly companyName: string
  readonly country: string
  readonly registrationNumber?: string | undefined
  readonly incorporatedOn?: string | undefined
  readonly taxId?: string | undefined
  readonly address?: VendorAddress | undefined
}

export type NewApplicant = {
  /** Our id of the person or company, `Customer:<uuid>` or `BeneficialOwner:<uuid>`. */
  readonly externalUserId: string
  readonly email?: string | undefined
  readonly phone?: string | undefined
} & (
  | { readonly type: 'individual'; readonly info: PersonInfo }
  | { readonly type: 'company'; readonly info: CompanyInfo }
)

export const reviewStatuses = [
  'init',
  'pending',
  'prechecked',
  'queued',
  'onHold',
  'completed',
  'awaitingService',
  'awaitingUser',
] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/** A finished review; it counts only while the status is `completed`. */
export type ReviewResult = {
  readonly reviewAnswer: 'GREEN' | 'RED'
  readonly rejectLabels?: readonly string[]
  readonly reviewRejectType?: 'FINAL' | 'RETRY'
  /** May be shown to the person. The vendor's `clientComment` may not, and is not read. */
  readonly moderationComment?: string
}

/** The vendor's record of a person or company, as a fresh read shows it. */
export type Applicant = {
  /** The vendor's. */
  readonly id: string
  readonly externalUserId: string
  readonly type: ApplicantType
  readonly reviewStatus: ReviewStatus
  readonly reviewResult?: ReviewResult
  /** How many reviews have begun. */
  readonly attempt: number
}

/** An image of one page or side; `subType` narrows a company's document. */
export type DocumentUpload = {
  readonly idDocType: string
  readonly idDocSubType?: string | undefined
  /** FRONT_SIDE or BACK_SIDE goes here for identity documents. */
  readonly side?: 'FRONT_SIDE' | 'BACK_SIDE' | undefined
  /** Alpha-2. */
  readonly country: string
  readonly number?: string | undefined
  readonly fileName: string
  readonly contentType: string
  readonly content: Uint8Array
}

export type UploadResult = {
  /** The vendor's id of the image. */
  readonly imageId: string
  /** Error tags of its first look; any of them deactivates the image. */
  readonly errors: readonly string[]
}

export type LinkRequest = {
  readonly externalUserId: string
  readonly type: ApplicantType
  readonly lifetimeSeconds: number
  readonly email?: string | undefined
  readonly phone?: string | undefined
  /** Where the person goes at the end. */
  readonly redirectUri?: string | undefined
}

/** PENDING covers an action that has not begun. */
export type LivenessResult = 'PENDING' | 'PASSED' | 'FAILED'

export type Beneficiary = {
  readonly applicantId: string
  /** The vendor's words for roles, see `beneficiaryTypes`. */
  readonly types: readonly string[]
  /** Percent. */
  readonly shareSize: number
}

/** Every method throws VendorError. */
export type VerificationVendor = {
  /** Creates the applicant, or finds the one of that externalUserId: a repeat returns the same. */
  createApplicant(applicant: NewApplicant): Promise<Applicant & { readonly isNew: boolean }>
  /** Changes what is given; a new review needs `requestCheck`. */
  updateApplicant(applicantId: string, applicant: NewApplicant): Promise<void>
  uploadDocument(applicantId: string, upload: DocumentUpload): Promise<UploadResult>
  /** Asks for a review; one under way stays as it is. */
  requestCheck(applicantId: string): Promise<void>
  /** A fresh read; undefined if the vendor has none of that id. */
  applicantOf(applicantId: string): Promise<Applicant | undefined>
  /** Like `applicantOf`, by our id. */
  findApplicant(externalUserId: string): Promise<Applicant | undefined>
  /** Names of the steps of a review that lack a document or whose document was refused. */
  openSteps(applicantId: string): Promise<readonly string[]>
  /** A page for the person, open until its lifetime is over; may be opened more than once. */
  link(request: LinkRequest): Promise<{ readonly url: string }>
  /** A page that checks that a live person is there; the result goes by `externalActionId`. */
  createLivenessLink(
    externalActionId: string,
    customer: Omit<LinkRequest, 'type'>,
  ): Promise<{ readonly url: string }>
  livenessResult(externalActionId: string): Promise<LivenessResult>
  /** Names a person of a company; a repeat names the same person again. */
  linkBeneficiary(companyApplicantId: string, beneficiary: Beneficiary): Promise<void>
  close(): Promise<void>
}

export type VendorErrorKind =
  /** The vendor will never take this request. */
  | 'REFUSED'
  /** There is one already, or the time is not right: the state must be read. */
  | 'CONFLICT'
  /** The outcome is unknown, or the vendor asks to come back later. */
  | 'UNAVAILABLE'

export class VendorError extends Error {
  override readonly name = 'VendorError'
  readonly kind: VendorErrorKind
  readonly httpStatus?: number
  /** The vendor's own number of the error, 1000 and up for uploads. */
  readonly errorCode?: number

  constructor(
    kind: VendorErrorKind,
    message: string,
    details: {
      httpStatus?: number | undefined
      errorCode?: number | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: details.cause })
    this.kind = kind
    if (details.httpStatus !== undefined) this.httpStatus = details.httpStatus
    if (details.errorCode !== undefined) this.errorCode = details.errorCode
  }
}
