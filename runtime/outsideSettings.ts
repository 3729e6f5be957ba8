/** The outside parties that the settings name, for each environment. */
import { type Environment, environments } from '../contract/outsideParties.ts'
import { type Config, ConfigError, type SettingName } from './config.ts'

export type WalletProviderSettings = {
  readonly baseUrl: string
  /** The parent organization. */
  readonly organizationId: string
  /** P-256, 64 hex digits. */
  readonly apiPrivateKey: string
}

export type RailSettings = {
  readonly baseUrl: string
  readonly voidsUnknownReferences: boolean
}

/** A party without settings is absent: its work is refused, or waits. */
export type OutsideSettings = Readonly<
  Record<
    Environment,
    { readonly walletProvider?: WalletProviderSettings; readonly payoutRail?: RailSettings }
  >
>

/**
 * @throws ConfigError, one line with every problem: a party that is named by halves, an address that
 *   is none, a party that serves both environments
 */
export function outsideSettings(config: Config): OutsideSettings {
  const problems: string[] = []
  const settings = {
    SANDBOX: settingsOf(config, 'SANDBOX', problems),
    PRODUCTION: settingsOf(config, 'PRODUCTION', problems),
  }
  problems.push(...shared(settings))
  if (problems.length > 0) throw new ConfigError(`Configuration: ${problems.join('; ')}`)
  return settings
}

function settingsOf(
  config: Config,
  environment: Environment,
  problems: string[],
): OutsideSettings[Environment] {
  const name = (setting: PartySetting): SettingName => `${environment}_${setting}`
  const url = (setting: 'WALLET_PROVIDER_URL' | 'RAIL_URL'): string | undefined => {
    const value = config[name(setting)] as string | undefined
    if (value !== undefined && !isHttpUrl(value)) {
      problems.push(`${name(setting)} must be an http or https address`)
    }
    return value
  }
  const walletUrl = url('WALLET_PROVIDER_URL')
  const organizationId = config[`${environment}_WALLET_PARENT_ORGANIZATION_ID`]
  const apiPrivateKey = config[`${environment}_WALLET_API_PRIVATE_KEY`]
  const railUrl = url('RAIL_URL')
  if (walletUrl !== undefined) {
    if (organizationId === undefined) {
      problems.push(`${name('WALLET_PARENT_ORGANIZATION_ID')} is missing`)
    }
    if (apiPrivateKey === undefined) problems.push(`${name('WALLET_API_PRIVATE_KEY')} is missing`)
  }
  return {
    ...(walletUrl !== undefined &&
      organizationId !== undefined &&
      apiPrivateKey !== undefined && {
        walletProvider: { baseUrl: walletUrl, organizationId, apiPrivateKey },
      }),
    ...(railUrl !== undefined && {
      payoutRail: {
        baseUrl: railUrl,
        voidsUnknownReferences: config[`${environment}_RAIL_VOIDS_UNKNOWN_REFERENCES`],
      },
    }),
  }
}

type PartySetting =
  | 'WALLET_PROVIDER_URL'
  | 'WALLET_PARENT_ORGANIZATION_ID'
  | 'WALLET_API_PRIVATE_KEY'
  | 'RAIL_URL'

/**
 * What both environments would share. A wallet provider may have one address for both: its
 * environments are then two organizations, each with a key of its own.
 */
function shared(settings: OutsideSettings): string[] {
  const [a, b] = environments.map((environment) => settings[environment])
  const problems: string[] = []
  if (a?.payoutRail && b?.payoutRail && isSameUrl(a.payoutRail.baseUrl, b.payoutRail.baseUrl)) {
    problems.push('SANDBOX_RAIL_URL and PRODUCTION_RAIL_URL must differ')
  }
  const [sandbox, production] = [a?.walletProvider, b?.walletProvider]
  if (sandbox === undefined || production === undefined) return problems
  if (
    isSameUrl(sandbox.baseUrl, production.baseUrl) &&
    sandbox.organizationId === production.organizationId
  ) {
    problems.push(
      'SANDBOX_ and PRODUCTION_WALLET_PROVIDER_URL must differ, or their WALLET_PARENT_ORGANIZATION_IDs',
    )
  }
  if (sandbox.apiPrivateKey === production.apiPrivateKey) {
    problems.push('SANDBOX_ and PRODUCTION_WALLET_API_PRIVATE_KEY must differ')
  }
  return problems
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function isSameUrl(a: string, b: string): boolean {
  return isHttpUrl(a) && isHttpUrl(b) && normalized(a) === normalized(b)
}

function normalized(text: string): string {
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname.replace(/\/+$/, '')}`
}
