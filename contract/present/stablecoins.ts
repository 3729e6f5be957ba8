/** Stablecoins of a platform, as it sees them. */

import type {
  StablecoinEstimatedDelivery,
  StablecoinFundingInstructions,
  StablecoinOperation,
} from '../components/stablecoinOperations.ts'
import type { Stablecoin, StablecoinProviderAccount } from '../components/stablecoins.ts'
import { idOf } from '../ids.ts'
import type { Environment } from '../outsideParties.ts'
import type { Shown } from '../shown.ts'
import { present, shownInstant } from './rows.ts'

export type StablecoinLinkRow = {
  readonly id: string
  readonly environment: Environment
  readonly provider: Shown<typeof Stablecoin>['provider']
  readonly provider_account_id: string
  readonly status: 'ACTIVE' | 'INVALID' | 'REVOKED'
  readonly last_verified_at: string
  readonly created_at: string
  readonly updated_at: string
}

export function presentStablecoinLink(
  row: StablecoinLinkRow,
): Shown<typeof StablecoinProviderAccount> {
  return present({
    id: idOf('StablecoinProviderAccount', row.id),
    provider: row.provider,
    providerAccountId: row.provider_account_id,
    providerEnvironment: row.environment,
    status: row.status,
    lastVerifiedAt: shownInstant(row.last_verified_at),
    createdAt: shownInstant(row.created_at),
    updatedAt: shownInstant(row.updated_at),
  })
}

export type StablecoinRow = {
  readonly id: string
  readonly environment: Environment
  readonly link_id: string
  readonly provider: Shown<typeof Stablecoin>['provider']
  readonly provider_token: string
  readonly network_token: string
  readonly network: Shown<typeof Stablecoin>['network']
  readonly name: string
  readonly symbol: string
  readonly base_currency: string
  readonly decimals: number
  readonly issuance_status: Shown<typeof Stablecoin>['issuanceStatus']
  readonly service_status: Shown<typeof Stablecoin>['serviceOperationsStatus']
  readonly currency: string | null
  readonly created_at: string
  readonly updated_at: string
}

export function presentStablecoin(row: StablecoinRow): Shown<typeof Stablecoin> {
  return present({
    id: idOf('Stablecoin', row.id),
    name: row.name,
    symbol: row.symbol,
    baseCurrency: row.base_currency,
    network: row.network,
    decimals: row.decimals,
    issuanceStatus: row.issuance_status,
    serviceOperationsStatus: row.service_status,
    networkTokenIdentifier: row.network_token,
    currency: row.currency,
    provider: row.provider,
    stablecoinProviderAccountId: idOf('StablecoinProviderAccount', row.link_id),
    providerEnvironment: row.environment,
    providerTokenIdentifier: row.provider_token,
    createdAt: shownInstant(row.created_at),
    updatedAt: shownInstant(row.updated_at),
  })
}

export type StablecoinOperationRow = {
  readonly id: string
  readonly stablecoin_id: string
  readonly link_id: string
  readonly environment: Environment
  readonly operation_type: 'MINT' | 'BURN'
  readonly status: Shown<typeof StablecoinOperation>['status']
  /** Digits, smallest unit of the coin. */
  readonly amount: string
  readonly source_type: NonNullable<Shown<typeof StablecoinOperation>['source']>['type']
  readonly source_account_id: string | null
  readonly destination_account_id: string
  readonly rail: NonNullable<Shown<typeof StablecoinOperation>['destination']>['rail'] | null
  readonly description: string | null
  readonly provider_status: string | null
  readonly failure_reason: string | null
  readonly funding_instructions: Shown<typeof StablecoinFundingInstructions> | null
  readonly estimated_delivery: Shown<typeof StablecoinEstimatedDelivery> | null
  readonly expires_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export function presentStablecoinOperation(
  row: StablecoinOperationRow,
): Shown<typeof StablecoinOperation> {
  return present({
    id: idOf('StablecoinOperation', row.id),
    stablecoinId: idOf('Stablecoin', row.stablecoin_id),
    operationType: row.operation_type,
    status: row.status,
    amount: row.amount,
    provider: 'BRALE',
    providerEnvironment: row.environment,
    stablecoinProviderAccountId: idOf('StablecoinProviderAccount', row.link_id),
    source: present({
      type: row.source_type,
      externalAccountId: row.source_account_id && idOf('ExternalAccount', row.source_account_id),
    }),
    fundingInstructions: row.funding_instructions,
    destination: present({
      accountId: idOf('ExternalAccount', row.destination_account_id),
      rail: row.rail,
    }),
    estimatedDelivery: row.estimated_delivery,
    expiresAt: row.expires_at && shownInstant(row.expires_at),
    providerStatus: row.provider_status,
    failureReason: row.failure_reason,
    description: row.description,
    createdAt: shownInstant(row.created_at),
    updatedAt: shownInstant(row.updated_at),
  })
}
