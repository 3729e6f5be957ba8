import { idOf } from '../ids.ts'
import type { Environment } from '../outsideParties.ts'
import { present, shownInstant } from './rows.ts'

export type PlatformConfigRow = {
  readonly id: string
  readonly environment: Environment
  readonly counterparty_requirements: boolean
  readonly uma_domain: string
  readonly webhook_endpoint: string | null
  readonly supported_currencies: readonly object[]
  readonly embedded_wallet_config: Readonly<Record<string, unknown>>
  readonly created_at: string
  readonly updated_at: string
}

export type FeeRow = {
  readonly fee_type: string
  readonly source_currency: string
  readonly variable_basis_points: number
  readonly fixed_amount: number
}

const walletDefaults = { otpLength: 6, alphanumeric: false, expirationSeconds: 300 }

/** The keys that sign this platform's webhooks in this environment. */
export type ShownWebhookKeys = {
  /** Of the one that signs. */
  readonly publicKeyPem: string
  /** Where all of them are published. */
  readonly keysPath: string
}

export function presentPlatformConfig(
  row: PlatformConfigRow,
  fees: readonly FeeRow[],
  webhookKeys: ShownWebhookKeys,
): object {
  return present({
    id: idOf('PlatformConfig', row.id),
    umaDomain: row.uma_domain,
    webhookEndpoint: row.webhook_endpoint,
    webhookPublicKey: webhookKeys.publicKeyPem,
    webhookKeysPath: webhookKeys.keysPath,
    supportedCurrencies: row.supported_currencies,
    isRegulatedFinancialInstitution: true,
    hasCounterpartyRequirements: row.counterparty_requirements,
    embeddedWalletConfig: { ...walletDefaults, ...row.embedded_wallet_config },
    feeConfigs: fees.map((fee) => ({
      feeType: fee.fee_type,
      sourceCurrency: fee.source_currency,
      variableFeeBps: fee.variable_basis_points,
      fixedFee: { amount: fee.fixed_amount, currency: fee.source_currency },
    })),
    createdAt: shownInstant(row.created_at),
    updatedAt: shownInstant(row.updated_at),
  })
}
