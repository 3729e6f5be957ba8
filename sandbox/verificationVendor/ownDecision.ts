/**
 * What the sandbox's vendor decides by itself, by the last three characters of a name or registration
 * number. The real vendor's sandbox never decides alone; a test platform's customers should not wait.
 */
import type { personOutcomes } from '../../contract/sandboxOutcomes.ts'
import type { Transaction } from '../store/store.ts'
import type { ApplicantRow, Review } from './vendor.ts'

const green: Review = { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } }
const rejected: Review = {
  reviewStatus: 'completed',
  reviewResult: {
    reviewAnswer: 'RED',
    reviewRejectType: 'FINAL',
    rejectLabels: ['REGULATIONS_VIOLATIONS'],
    moderationComment: 'The application was rejected.',
    clientComment: 'Rejected by the sandbox suffix.',
  },
}
const retry: Review = {
  reviewStatus: 'completed',
  reviewResult: {
    reviewAnswer: 'RED',
    reviewRejectType: 'RETRY',
    rejectLabels: ['LOW_QUALITY'],
    moderationComment: 'Please send a sharper picture.',
  },
}

const people: Readonly<Record<string, Review>> = {
  '001': { reviewStatus: 'onHold' },
  '002': rejected,
  '003': retry,
} satisfies Record<keyof typeof personOutcomes, Review>

/** Null if a person decides, on the hosted page or by the control port. */
export async function ownDecision(tx: Transaction, row: ApplicantRow): Promise<Review | null> {
  if (row.type === 'company') {
    const suffix = lastThree(row.info.registrationNumber)
    if (isUndecided(suffix)) return null
    return suffix === '002' ? rejected : green
  }
  const { rows } = await tx.query<{ number: string | null }>(
    `select c.info ->> 'registrationNumber' as number from vendor_beneficiaries b
     join vendor_applicants c on c.id = b.company_id where b.applicant_id = $1`,
    [row.id],
  )
  // The people of a company that is left undecided are left undecided too.
  if (rows.some(({ number }) => isUndecided(lastThree(number)))) return null
  return people[lastThree(row.info.lastName)] ?? green
}

function isUndecided(suffix: string): boolean {
  return suffix === '001' || suffix === '003'
}

function lastThree(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(-3) : ''
}
