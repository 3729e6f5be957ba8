import type { ExternalAccount } from '../components/externalAccounts.ts'
import { railsOf } from '../externalAccounts.ts'
import { idOf } from '../ids.ts'
import type { Shown } from '../shown.ts'
import { present } from './rows.ts'

type Account = Shown<typeof ExternalAccount>

export type ExternalAccountRow = {
  readonly id: string
  readonly customer_id: string | null
  readonly account_type: string
  readonly currency: string
  readonly status: Account['status']
  readonly platform_account_id: string | null
  readonly ownership_type: Account['ownershipType'] | null
  readonly default_uma_deposit_account: boolean
  readonly beneficiary_verification_status: Account['beneficiaryVerificationStatus'] | null
  readonly beneficiary_verified_data: Account['beneficiaryVerifiedData'] | null
  readonly account_info: Account['accountInfo']
  readonly created_at: string
}

/** `customerId` is null, not absent, for an account of the platform itself. */
export function presentExternalAccount(row: ExternalAccountRow): Account {
  const rails = railsOf(row.account_type, row.account_info)
  return {
    ...present<Omit<Account, 'customerId'>>({
      id: idOf('ExternalAccount', row.id),
      status: row.status,
      platformAccountId: row.platform_account_id,
      ownershipType: row.ownership_type,
      currency: row.currency,
      defaultUmaDepositAccount: row.default_uma_deposit_account,
      beneficiaryVerificationStatus: row.beneficiary_verification_status,
      beneficiaryVerifiedData: row.beneficiary_verified_data,
      accountInfo: {
        ...row.account_info,
        ...(rails.length > 0 && { paymentRails: rails }),
      },
    }),
    customerId: row.customer_id && idOf('Customer', row.customer_id),
  }
}
