/** Verifications and beneficial owners as a platform sees them. */
import type {
  BeneficialOwner,
  Verification,
  VerificationError,
} from '../components/verifications.ts'
import { idOf } from '../ids.ts'
import type { Shown } from '../shown.ts'
import { type BeneficialOwnerRow, present, shownInstant } from './rows.ts'

export type { BeneficialOwnerRow } from './rows.ts'

export type VerificationErrorShown = Shown<typeof VerificationError>

export type VerificationRow = {
  readonly id: string
  readonly customer_id: string
  readonly status: Shown<typeof Verification>['verificationStatus']
  readonly errors: readonly VerificationErrorShown[]
  readonly created_at: string
  readonly updated_at: string
}

export function presentVerification(row: VerificationRow): Shown<typeof Verification> {
  return present({
    id: idOf('Verification', row.id),
    customerId: idOf('Customer', row.customer_id),
    verificationStatus: row.status,
    errors: row.errors,
    createdAt: shownInstant(row.created_at),
    updatedAt: shownInstant(row.updated_at),
  })
}

export function presentBeneficialOwner(row: BeneficialOwnerRow): Shown<typeof BeneficialOwner> {
  return present({
    id: idOf('BeneficialOwner', row.id),
    customerId: idOf('Customer', row.customer_id),
    roles: row.roles,
    ownershipPercentage: row.ownership_percentage,
    personalInfo: row.personal_info,
    kycStatus: row.kyc_status,
    createdAt: shownInstant(row.created_at),
    updatedAt: shownInstant(row.updated_at),
  })
}
