/** The wallet of a customer at the provider. */
import { ApplicationFailure } from '@temporalio/activity'
import type { Environment } from '../contract/outsideParties.ts'
import type { Database } from '../db/database.ts'
import type { NewCustomer } from '../db/sqlFunctions.ts'
import {
  type CreatedWallet,
  createdWallet,
  createSubOrganizationBody,
} from '../providers/walletProvider/index.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { unknownOutcome } from './retryableFailures.ts'
import { runStatement, storeOnce } from './storedBodies.ts'
import { createSubmitProviderActivity } from './submitProviderActivity.ts'

export type OnboardedCustomer = {
  readonly attempt: number
  readonly platformId: string
  readonly customerId: string
  /** Internal account of the embedded wallet. */
  readonly walletAccountId: string
  /** The customer as it was when the run was started: a restore makes it again by that. */
  readonly facts: NewCustomer
}

/** Database steps. */
export function createCustomerSteps({ database }: ActivityDependencies) {
  return {
    async activateWallet(input: { accountId: string; wallet: CreatedWallet }): Promise<void> {
      const { accountId, wallet } = input
      const { subOrganizationId, userId, walletId, address } = wallet
      await database.call(
        'activate_wallet',
        accountId,
        subOrganizationId,
        userId,
        walletId,
        address,
      )
    },
  }
}

/** Calls to the wallet provider. */
export function createCustomerCalls(dependencies: ActivityDependencies) {
  const { database, outside } = dependencies
  const submitProviderActivity = createSubmitProviderActivity(dependencies)
  return {
    /**
     * Creates the sub-organization of a wallet with its first credential's contact, once.
     *
     * @returns null if the account has it, or is closed: the provider is not called
     */
    async provisionWallet({ accountId }: { accountId: string }): Promise<CreatedWallet | null> {
      const row = await storedWalletBody(database, accountId, (account) =>
        createSubOrganizationBody({
          organizationId: outside.walletProvider(account.environment).organizationId,
          timestampMs: Number(account.timestamp_ms),
          name: `InternalAccount:${accountId}`,
          userName: `Customer:${account.customer_id}`,
          ...(account.type === 'EMAIL_OTP' && { userEmail: account.contact }),
          ...(account.type === 'SMS_OTP' && { userPhoneNumber: account.contact }),
          network: account.environment === 'PRODUCTION' ? 'mainnet' : 'regtest',
        }),
      )
      if (row === undefined) return null
      const end = await submitProviderActivity('wallet', {
        environment: row.environment,
        organizationId: outside.walletProvider(row.environment).organizationId,
        body: row.create_body,
        stamp: 'parent',
        activityId: row.create_activity_id,
        saveActivityId: (id) =>
          runStatement(
            database,
            'update wallets set create_activity_id = $2 where account_id = $1',
            accountId,
            id,
          ),
      })
      // A refused wallet is a mistake of ours or of the provider. Other data cannot repair it, so
      // the activity keeps retrying and the operator sees it.
      if (end.outcome === 'REFUSED') throw unknownOutcome('wallet', new Error(end.reason))
      return createdWallet(end.activity)
    },
  }
}

type WalletSource = {
  environment: Environment
  /** The account is closed, or has its wallet. */
  is_over: boolean
  timestamp_ms: bigint
  customer_id: string
  /** Of the first credential: a wallet that is to be made has one. */
  type: 'EMAIL_OTP' | 'SMS_OTP'
  contact: string
}
type WalletRow = {
  environment: Environment
  create_body: string
  create_activity_id: string | null
}

async function storedWalletBody(
  database: Database,
  accountId: string,
  build: (source: WalletSource) => string,
): Promise<WalletRow | undefined> {
  const row = await database.maybeOne<
    WalletSource & { create_body: string | null; create_activity_id: string | null }
  >({
    name: 'wallet_source',
    text: `select w.create_body, w.create_activity_id, a.customer_id, a.environment,
        a.status = 'CLOSED' or w.provisioned_at is not null as is_over, c.type, c.contact,
        case when w.create_body is null then next_timestamp_ms(w.account_id) end as timestamp_ms
      from wallets w join internal_accounts a on a.id = w.account_id
      left join credentials c on c.account_id = a.id and c.revoked_at is null
        and c.type in ('EMAIL_OTP', 'SMS_OTP')
      where w.account_id = $1 order by c.created_at limit 1`,
    values: [accountId],
  })
  if (row === undefined) {
    // The customer has other accounts than this run was started with, or none: no retry can find this one.
    throw ApplicationFailure.nonRetryable(`no wallet of account ${accountId}`, 'NO_WALLET')
  }
  if (row.is_over) return undefined
  if (row.create_body !== null) return { ...row, create_body: row.create_body }
  const stored = await storeOnce<Pick<WalletRow, 'create_body' | 'create_activity_id'>>(
    database,
    'update wallets set create_body = coalesce(create_body, $2) where account_id = $1 returning create_body, create_activity_id',
    accountId,
    build(row),
  )
  return { ...stored, environment: row.environment }
}
