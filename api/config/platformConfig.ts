/** The platform's configuration, read and shaped. */

import { idOf } from '../../contract/ids.ts'
import { present, shownInstant } from '../../contract/present/index.ts'
import { need } from '../../runtime/config.ts'
import { webhookKeys } from '../../runtime/webhookKeys.ts'
import type { Dependencies } from '../dependencies.ts'

type Row = {
  readonly id: string
  readonly environment: string
  readonly counterparty_requirements: boolean
  readonly uma_domain: string
  readonly webhook_endpoint: string | null
  readonly supported_currencies: readonly object[]
  readonly embedded_wallet_config: Readonly<Record<string, unknown>>
  readonly created_at: string
  readonly updated_at: string
}
type FeeRow = {
  readonly fee_type: string
  readonly source_currency: string
  readonly variable_basis_points: number
  readonly fixed_amount: number
}

const walletDefaults = { otpLength: 6, alphanumeric: false, expirationSeconds: 300 }

export async function readPlatformConfig(
  { database, config }: Dependencies,
  platformId: string,
): Promise<object> {
  const [found] = await database.query<{ row: Row; fees: FeeRow[] | null }>({
    name: 'platform_config',
    text: `select to_jsonb(p) as row, (select jsonb_agg(to_jsonb(f)) from fee_configs f
        where f.platform_id = p.id and (f.variable_basis_points > 0 or f.fixed_amount > 0)) as fees
      from platforms p where p.id = $1`,
    values: [platformId],
  })
  if (found === undefined) throw new Error('the platform has no row')
  const { row, fees } = found
  return present({
    id: idOf('PlatformConfig', row.id),
    umaDomain: row.uma_domain,
    webhookEndpoint: row.webhook_endpoint,
    webhookPublicKey: webhookKeys(need(config, 'WEBHOOK_SIGNING_KEY')).publicKeyPem,
    supportedCurrencies: row.supported_currencies,
    isRegulatedFinancialInstitution: true,
    hasCounterpartyRequirements: row.counterparty_requirements,
    embeddedWalletConfig: { ...walletDefaults, ...row.embedded_wallet_config },
    feeConfigs: (fees ?? []).map((fee) => ({
      feeType: fee.fee_type,
      sourceCurrency: fee.source_currency,
      variableFeeBps: fee.variable_basis_points,
      fixedFee: { amount: fee.fixed_amount, currency: fee.source_currency },
    })),
    createdAt: shownInstant(row.created_at),
    updatedAt: shownInstant(row.updated_at),
  })
}
