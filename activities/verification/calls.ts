/** Calls to the verification vendor. */

import { idOf } from '../../contract/ids.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import type { VerificationErrorShown } from '../../contract/present/verifications.ts'
import type { HolderKind, ReviewOutcome, ReviewReading } from '../../contract/verification.ts'
import { uploadErrors, WANTS_DOCUMENT } from '../../domain/verification/rejectLabels.ts'
import { type OwnerReading, reviewOutcome } from '../../domain/verification/review.ts'
import {
  type Applicant,
  beneficiaryTypes,
  VendorError,
  type VerificationVendor,
} from '../../providers/verificationVendor/index.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { unknownOutcome } from '../retryableFailures.ts'
import { createDocumentForwarding, documentsToForward } from './documents.ts'
import { externalIdOf, readHolder } from './holders.ts'

export type HolderInput = {
  readonly kind: HolderKind
  /** UUID without prefix. */
  readonly id: string
}

export type CheckInput = HolderInput & {
  /** Distinguishes this submission from the others of the holder. */
  readonly submission: string
}

/** REFUSED: what was sent is not right, and the vendor will not take it as it is. */
export type VendorAnswer =
  | { readonly outcome: 'DONE' }
  | {
      readonly outcome: 'REFUSED'
      readonly reason: string
      /** What each of several things lacks; without them it is the holder's. */
      readonly errors?: readonly VerificationErrorShown[]
    }

const DONE = { outcome: 'DONE' } as const

export function createVerificationCalls(dependencies: ActivityDependencies) {
  const { database, outside, log } = dependencies
  const { forwardDocument } = createDocumentForwarding(dependencies)

  /** A call that takes too long is made again, and goes on with those that are left. */
  async function submitDocuments(holderId: string): Promise<VendorAnswer> {
    const errors: VerificationErrorShown[] = []
    for (const document of await documentsToForward(dependencies, holderId)) {
      const answer = await forwardDocument(document)
      if (answer.outcome === 'REFUSED') {
        errors.push(...uploadErrors(idOf('Document', document.id), answer.tags))
      }
    }
    if (errors.length === 0) return DONE
    return { outcome: 'REFUSED', reason: 'The vendor has refused documents.', errors }
  }

  return {
    /** The vendor has the holder as it is now, with the documents. */
    async submitApplicant({ kind, id }: HolderInput): Promise<VendorAnswer> {
      const found = await readHolder(dependencies, kind, id)
      if (found === undefined) return DONE
      const { holder, applicant } = found
      const vendor = outside.verificationVendor(holder.environment)
      const answer = await answerOf('the applicant', async () => {
        const known = holder.applicantId ?? undefined
        const made = known === undefined ? await vendor.createApplicant(applicant) : undefined
        const applicantId = known ?? made?.id ?? ''
        if (made?.isNew !== true) await vendor.updateApplicant(applicantId, applicant)
        await database.query({
          name: 'note_applicant',
          text: `insert into verification_applicants (holder_id, holder_kind, customer_id, environment, applicant_id)
            values ($1, $2, $3, $4, $5) on conflict (holder_id) do nothing`,
          values: [id, kind, holder.customerId, holder.environment, applicantId],
        })
      })
      return answer.outcome === 'DONE' ? submitDocuments(id) : answer
    },

    /** The vendor knows whose owner this is, with which roles and share. */
    async linkOwner({ id }: { readonly id: string }): Promise<VendorAnswer> {
      const row = await database.maybeOne<{
        environment: Environment
        company_id: string
        applicant_id: string
        roles: readonly string[]
        ownership_percentage: number
      }>({
        name: 'owner_to_link',
        text: `select a.environment, company.applicant_id as company_id, a.applicant_id, o.roles, o.ownership_percentage
          from beneficial_owners o join verification_applicants a on a.holder_id = o.id
          join verification_applicants company on company.holder_id = o.customer_id where o.id = $1`,
        values: [id],
      })
      if (row === undefined) return DONE
      const { company_id: companyId, applicant_id: applicantId } = row
      return answerOf('the beneficiary', () =>
        outside.verificationVendor(row.environment).linkBeneficiary(companyId, {
          applicantId,
          types: beneficiaryTypes(row.roles),
          shareSize: row.ownership_percentage,
        }),
      )
    },

    /** The vendor has been asked, once for each submission, to review the holder. */
    async requestCheck({ id, submission }: CheckInput): Promise<VendorAnswer> {
      const row = await database.maybeOne<{ environment: Environment; applicant_id: string }>({
        name: 'applicant_to_check',
        text: 'select environment, applicant_id from verification_applicants where holder_id = $1',
        values: [id],
      })
      if (row === undefined) return DONE
      const vendor = outside.verificationVendor(row.environment)
      return answerOf('the check', async () => {
        const now = await vendor.applicantOf(row.applicant_id)
        const before = now && (await stateBefore(dependencies, id, submission, now))
        if (now && before && hasBegun(before, now)) return
        await vendor.requestCheck(row.applicant_id)
      })
    },

    /** What the vendor says now about a customer and its owners: the customer first. */
    async readReview(input: ReadReviewInput): Promise<ReviewOutcome> {
      const facts = await database.maybeOne<ReadingFacts>({
        name: 'facts_of_reading',
        text: factsOfReading,
        values: [input.customerId],
      })
      if (facts === undefined) {
        return { status: null, customerStatus: 'UNVERIFIED', errors: [], owners: [] }
      }
      const vendor = outside.verificationVendor(facts.environment)
      const review = await read(vendor, 'CUSTOMER', input.customerId, facts.applicant_id)
      if (review === undefined && facts.applicant_id !== null) {
        log.error({ customerId: input.customerId }, 'the vendor has lost an applicant')
      }
      const owners: OwnerReading[] = []
      for (const { id, mustBeVerified, kycStatus, isChanged, applicantId } of facts.owners) {
        const known = isChanged ? null : applicantId
        const own = await read(vendor, 'BENEFICIAL_OWNER', id, known)
        owners.push({ ...{ id, mustBeVerified, kycStatus, review: own } })
      }
      const { customerId, isBegun } = input
      return reviewOutcome({
        ...{ customerId, review, owners, isBegun },
        skipsChecks: facts.skips_checks,
      })
    },
  }
}

type StateBefore = Pick<Applicant, 'attempt' | 'reviewStatus'>

/** The applicant's state before this submission's check was asked for first. */
function stateBefore(
  { database }: Pick<ActivityDependencies, 'database'>,
  holderId: string,
  submission: string,
  { attempt, reviewStatus }: Applicant,
): Promise<StateBefore> {
  return database.one<StateBefore>({
    name: 'note_check',
    text: `update verification_applicants set last_check = case when last_check ->> 'submission' = $2 then last_check
        else jsonb_build_object('submission', $2::text, 'attempt', $3::integer, 'reviewStatus', $4::text) end
      where holder_id = $1
      returning (last_check ->> 'attempt')::integer as attempt, last_check ->> 'reviewStatus' as "reviewStatus"`,
    values: [holderId, submission, attempt, reviewStatus],
  })
}

/** Whether a check has begun since: the answer to an earlier call was lost. */
function hasBegun(before: StateBefore, now: StateBefore): boolean {
  const isFirst = before.reviewStatus === 'init' && now.reviewStatus === 'completed'
  return isFirst || now.attempt > before.attempt
}

export type ReadReviewInput = {
  /** UUID without prefix. */
  readonly customerId: string
  /** A check was asked for before. */
  readonly isBegun: boolean
}

type ReadingFacts = {
  readonly environment: Environment
  readonly applicant_id: string | null
  readonly skips_checks: boolean
  readonly owners: readonly {
    readonly id: string
    readonly mustBeVerified: boolean
    readonly kycStatus: string
    /** Since it was submitted: the vendor knows another person. */
    readonly isChanged: boolean
    readonly applicantId: string | null
  }[]
}

const factsOfReading = `
  select p.environment, a.applicant_id, exists (select 1 from verifications v where v.customer_id = c.id
      and v.skips_checks and v.status not in ('APPROVED', 'REJECTED')) as skips_checks, (
    select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'mustBeVerified', must_be_verified(o),
      'kycStatus', o.kyc_status, 'isChanged', o.is_changed, 'applicantId', x.applicant_id) order by o.created_at, o.id), '[]')
    from beneficial_owners o left join verification_applicants x on x.holder_id = o.id
    where o.customer_id = c.id) as owners
  from customers c join platforms p on p.id = c.platform_id
  left join verification_applicants a on a.holder_id = c.id
  where c.id = $1`

/** By the vendor's id where it is known: a person who came by a link is found by ours. */
async function read(
  vendor: VerificationVendor,
  kind: HolderKind,
  id: string,
  applicantId: string | null,
): Promise<ReviewReading | undefined> {
  // An owner who has not been submitted is unknown to the vendor.
  if (applicantId === null && kind === 'BENEFICIAL_OWNER') return undefined
  try {
    const applicant =
      applicantId === null
        ? await vendor.findApplicant(externalIdOf(kind, id))
        : await vendor.applicantOf(applicantId)
    return applicant && (await readingOf(vendor, applicant))
  } catch (error) {
    throw unknownOutcome('the review', error)
  }
}

async function readingOf(
  vendor: VerificationVendor,
  { id, reviewStatus, reviewResult }: Applicant,
): Promise<ReviewReading> {
  const wantsDocument = reviewResult?.rejectLabels?.includes(WANTS_DOCUMENT)
  return {
    reviewStatus,
    ...(reviewResult && { reviewResult }),
    ...(wantsDocument && { openSteps: await vendor.openSteps(id) }),
  }
}

async function answerOf(what: string, call: () => Promise<void>): Promise<VendorAnswer> {
  try {
    await call()
    return DONE
  } catch (error) {
    if (error instanceof VendorError && error.kind === 'REFUSED') {
      return { outcome: 'REFUSED', reason: error.message }
    }
    throw unknownOutcome(what, error)
  }
}
