import type {
  FeeConfig,
  PlatformConfig,
  PlatformCurrencyConfig,
  SandboxVerification,
} from '../components/platform.ts'
import { idOf } from '../ids.ts'
import type { Environment } from '../outsideParties.ts'
import type { PlatformFee } from '../parties.ts'
import type { Shown } from '../shown.ts'
import { present, shownInstant } from './rows.ts'

/** `cardTokenization2faConfig`, as far as the platform has set it. */
export type CardCodeBranding = {
  readonly displayName?: string | undefined
  readonly logoUrl?: string | undefined
  readonly email?:
    | {
        readonly fromAddress?: string | undefined
        readonly fromName?: string | undefined
        readonly replyToAddress?: string | undefined
        readonly subject?: string | undefined
        readonly bodyText?: string | undefined
      }
    | undefined
  readonly sms?:
    | { readonly templateSid?: string | undefined; readonly bodyText?: string | undefined }
    | undefined
}

/** What operators keep of a currency is added when it is shown. */
type StoredCurrency = Omit<
  Shown<typeof PlatformCurrencyConfig>,
  'providerRequiredCustomerFields' | 'providerRequiredCounterpartyCustomerFields'
>

/** `cardConfigs`, as far as the platform has set it. */
export type StoredCardConfigs = {
  readonly maxSpendPerTransaction?: number
  readonly maxSpendPerDay?: number
  readonly maxTransactionsPerDay?: number
}

export type PlatformConfigRow = {
  readonly id: string
  readonly environment: Environment
  readonly counterparty_requirements: boolean
  readonly is_regulated: boolean
  readonly sandbox_verification: SandboxVerification
  readonly strict_handling: boolean
  readonly uma_domain: string
  readonly webhook_endpoint: string | null
  readonly supported_currencies: readonly StoredCurrency[]
  readonly embedded_wallet_config: StoredWalletConfig
  /** null until the platform sets it. */
  readonly card_tokenization_config: CardCodeBranding | null
  readonly card_configs: StoredCardConfigs
  readonly created_at: string
  readonly updated_at: string
}

/** What providers ask of a customer who uses a currency. */
export type RequirementRow = {
  readonly currency: string
  /** CustomerInfoFieldName. */
  readonly customer_fields: readonly string[]
}

/** A currency that was added later. */
export type AddedCurrencyRow = {
  readonly currency: string
  readonly accounts_opened: number
  readonly added_at: string
  readonly finished_at: string | null
}

/** `embeddedWalletConfig`, as far as the platform has set it. */
export type StoredWalletConfig = {
  readonly otpLength?: number
  readonly alphanumeric?: boolean
  readonly expirationSeconds?: number
  readonly sendFromEmailAddress?: string
  readonly sendFromEmailSenderName?: string
  readonly replyToEmailAddress?: string
  readonly logoUrl?: string
}

/** What a wallet's one-time codes are like. */
export function codeSettingsOf(stored: StoredWalletConfig): {
  readonly otpLength: number
  readonly alphanumeric: boolean
  readonly expirationSeconds: number
} {
  const { otpLength = 6, alphanumeric = false, expirationSeconds = 300 } = stored
  return { otpLength, alphanumeric, expirationSeconds }
}

/** The keys that sign this platform's webhooks in this environment. */
export type ShownWebhookKeys = {
  /** Of the one that signs. */
  readonly publicKeyPem: string
  /** Where all of them are published. */
  readonly keysPath: string
}

export function presentPlatformConfig(
  row: PlatformConfigRow,
  {
    fees,
    requirements,
    added,
  }: {
    readonly fees: readonly PlatformFee[]
    readonly requirements: readonly RequirementRow[]
    readonly added: readonly AddedCurrencyRow[]
  },
  webhookKeys: ShownWebhookKeys,
): Shown<typeof PlatformConfig> {
  return present({
    id: idOf('PlatformConfig', row.id),
    umaDomain: row.uma_domain,
    webhookEndpoint: row.webhook_endpoint,
    webhookPublicKey: webhookKeys.publicKeyPem,
    webhookKeysPath: webhookKeys.keysPath,
    // Operators keep what providers require: what a platform sent of it does not count.
    supportedCurrencies: row.supported_currencies.map((one) => ({
      ...one,
      providerRequiredCustomerFields:
        requirements.find(({ currency }) => currency === one.currencyCode)?.customer_fields ?? [],
      providerRequiredCounterpartyCustomerFields: [],
    })),
    addedCurrencies: added.map((one) =>
      present({
        currencyCode: one.currency,
        accountsOpened: one.accounts_opened,
        addedAt: shownInstant(one.added_at),
        completedAt: one.finished_at && shownInstant(one.finished_at),
      }),
    ),
    isRegulatedFinancialInstitution: row.is_regulated,
    hasCounterpartyRequirements: row.counterparty_requirements,
    embeddedWalletConfig: {
      ...row.embedded_wallet_config,
      ...codeSettingsOf(row.embedded_wallet_config),
    },
    cardTokenization2faConfig: row.card_tokenization_config,
    cardConfigs: {
      maxSpendPerTransaction: row.card_configs.maxSpendPerTransaction ?? null,
      maxSpendPerDay: row.card_configs.maxSpendPerDay ?? null,
      maxTransactionsPerDay: row.card_configs.maxTransactionsPerDay ?? null,
    },
    feeConfigs: fees.map(presentFee),
    strictHandling: row.strict_handling,
    sandboxVerification: row.environment === 'SANDBOX' ? row.sandbox_verification : undefined,
    createdAt: shownInstant(row.created_at),
    updatedAt: shownInstant(row.updated_at),
  })
}

function presentFee(fee: PlatformFee): Shown<typeof FeeConfig> {
  const { fee_type: feeType, charged_on: on } = fee
  const parts = {
    variableFeeBps: fee.variable_basis_points,
    fixedFee: { amount: fee.fixed_amount, currency: fee.fixed_currency },
  }
  if (feeType === 'CROSS_CURRENCY_TRANSACTION') return { feeType, sourceCurrency: on, ...parts }
  // Others are refused.
  const [rail = ''] = on.split('/')
  return { feeType, rail, direction: 'OUT', originator: 'SERVICE', ...parts }
}
