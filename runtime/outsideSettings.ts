/** The outside parties that the settings name, for each environment. */
import { type Environment, environments } from '../contract/outsideParties.ts'
import { type RailProvider, type RailRoute, railRoutesIn } from '../contract/railRoutes.ts'
import { type Config, ConfigError, type SettingName } from './config.ts'
import type { PartySetting } from './partySettings.ts'

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

export type VerificationVendorSettings = {
  readonly baseUrl: string
  readonly appToken: string
  /** Signs our requests. */
  readonly secretKey: string
  /** Of the vendor's notices to us. */
  readonly noticeSecret: string
  readonly levels: {
    readonly individual: string
    readonly company: string
    readonly liveness: string
  }
}

export type MessagesSettings = {
  readonly smtpUrl: string
  readonly mailFrom: string
  readonly smsUrl: string
  readonly smsToken: string | undefined
}

export type CardIssuerSettings = {
  readonly baseUrl: string
  readonly apiKey: string
  /** Of live authorizations to us, the present one first. */
  readonly decisionSecrets: readonly string[]
  /** Of events to us, the present one first. */
  readonly eventSecrets: readonly string[]
  readonly brand: 'VISA' | 'MASTERCARD'
  readonly enrolsHolders: boolean
}

export type StablecoinProviderSettings = {
  readonly baseUrl: string
  /** Where tokens are asked for. */
  readonly tokenUrl: string
}

export type RateFeedSettings = {
  readonly baseUrl: string
  readonly appId: string
  readonly tickerUrl: string
  readonly products: ReadonlyMap<string, string>
  readonly dailyUrl: string | undefined
}

type BankSettings = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly accountId: string
  readonly accountNumberId: string
  readonly name: string
}

/** A party without settings is absent: its work is refused, or waits. */
export type OutsideSettings = Readonly<
  Record<
    Environment,
    {
      readonly walletProvider?: WalletProviderSettings
      readonly payoutRail?: RailSettings
      readonly verificationVendor?: VerificationVendorSettings
      readonly messages?: MessagesSettings
      readonly cardIssuer?: CardIssuerSettings
      readonly stablecoinProvider?: StablecoinProviderSettings
      readonly rateFeeds?: RateFeedSettings
      readonly bank?: BankSettings
      /** None: the rail carries all. */
      readonly railRoutes?: readonly RailRoute[]
    }
  >
>

/**
 * @throws ConfigError, one line with every problem: an incomplete party, an invalid address, a party that serves both environments
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
  const url = (setting: Extract<PartySetting, `${string}_URL`>): string | undefined => {
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
  const verificationUrl = url('VERIFICATION_URL')
  const verificationVendor =
    verificationUrl === undefined
      ? undefined
      : verificationOf(config, environment, verificationUrl, problems)
  const messages = messagesOf(config, environment, problems)
  const rateFeeds = rateFeedsOf(config, environment, problems)
  const cardUrl = url('CARD_ISSUER_URL')
  const cardIssuer =
    cardUrl === undefined ? undefined : cardIssuerOf(config, environment, cardUrl, problems)
  const bankUrl = url('BANK_URL')
  const bank = bankUrl === undefined ? undefined : bankOf(config, environment, bankUrl, problems)
  const routes = config[`${environment}_RAILS`]
  const present = { RAIL: railUrl !== undefined, BANK: bankUrl !== undefined }
  const stablecoinUrl = url('STABLECOIN_PROVIDER_URL')
  const tokenUrl =
    url('STABLECOIN_TOKEN_URL') ?? `${stablecoinUrl?.replace(/\/+$/, '')}/oauth2/token`
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
    ...(verificationVendor && { verificationVendor }),
    ...(messages && { messages }),
    ...(cardIssuer && { cardIssuer }),
    ...(stablecoinUrl !== undefined && {
      stablecoinProvider: { baseUrl: stablecoinUrl, tokenUrl },
    }),
    ...(rateFeeds && { rateFeeds }),
    ...(bank && { bank }),
    ...(routes !== undefined && { railRoutes: routesOf(environment, routes, present, problems) }),
  }
}

/** A route to a party that is not there would leave its payments waiting. */
function routesOf(
  environment: Environment,
  setting: string,
  present: Readonly<Record<RailProvider, boolean>>,
  problems: string[],
): readonly RailRoute[] {
  const routes = railRoutesIn(setting)
  const named = new Set(routes.flatMap(({ provider }) => provider ?? []))
  for (const provider of named) {
    if (present[provider]) continue
    problems.push(
      `${environment}_RAILS names the ${provider.toLowerCase()}, and ${environment}_${provider}_URL is missing`,
    )
  }
  return routes
}

function bankOf(
  config: Config,
  environment: Environment,
  baseUrl: string,
  problems: string[],
): BankSettings {
  const needed = (setting: 'BANK_API_KEY' | 'BANK_ACCOUNT_ID' | 'BANK_ACCOUNT_NUMBER_ID') => {
    const value = config[`${environment}_${setting}`]
    if (value === undefined) problems.push(`${environment}_${setting} is missing`)
    return value ?? ''
  }
  return {
    baseUrl,
    apiKey: needed('BANK_API_KEY'),
    accountId: needed('BANK_ACCOUNT_ID'),
    accountNumberId: needed('BANK_ACCOUNT_NUMBER_ID'),
    name: config[`${environment}_BANK_COMPANY_NAME`],
  }
}

function cardIssuerOf(
  config: Config,
  environment: Environment,
  baseUrl: string,
  problems: string[],
): CardIssuerSettings {
  const needed = (setting: 'CARD_API_KEY' | 'CARD_DECISION_SECRETS' | 'CARD_EVENT_SECRETS') => {
    const value = config[`${environment}_${setting}`]
    if (value === undefined) problems.push(`${environment}_${setting} is missing`)
    return value ?? ''
  }
  return {
    baseUrl,
    apiKey: needed('CARD_API_KEY'),
    decisionSecrets: needed('CARD_DECISION_SECRETS').split(','),
    eventSecrets: needed('CARD_EVENT_SECRETS').split(','),
    brand: config[`${environment}_CARD_BRAND`],
    enrolsHolders: config[`${environment}_CARD_ENROLS_HOLDERS`],
  }
}

function verificationOf(
  config: Config,
  environment: Environment,
  baseUrl: string,
  problems: string[],
): VerificationVendorSettings | undefined {
  const needed = (
    setting: 'VERIFICATION_APP_TOKEN' | 'VERIFICATION_SECRET_KEY' | 'VERIFICATION_NOTICE_SECRET',
  ): string => {
    const value = config[`${environment}_${setting}`]
    if (value === undefined) problems.push(`${environment}_${setting} is missing`)
    return value ?? ''
  }
  const [individual = '', company = '', liveness = ''] =
    config[`${environment}_VERIFICATION_LEVELS`].split(',')
  return {
    baseUrl,
    appToken: needed('VERIFICATION_APP_TOKEN'),
    secretKey: needed('VERIFICATION_SECRET_KEY'),
    noticeSecret: needed('VERIFICATION_NOTICE_SECRET'),
    levels: { individual, company, liveness },
  }
}

/** Mails and text messages are one party: with one of the three settings, all of them. */
function messagesOf(
  config: Config,
  environment: Environment,
  problems: string[],
): MessagesSettings | undefined {
  const names = ['SMTP_URL', 'MAIL_FROM', 'SMS_URL'] as const
  const [smtpUrl, mailFrom, smsUrl] = names.map((name) => config[`${environment}_${name}`])
  const given = [smtpUrl, mailFrom, smsUrl]
  if (given.every((value) => value === undefined)) return undefined
  for (const [index, name] of names.entries()) {
    if (given[index] === undefined) problems.push(`${environment}_${name} is missing`)
  }
  if (smtpUrl !== undefined && !isUrlOf(/^smtps?:$/, smtpUrl)) {
    problems.push(`${environment}_SMTP_URL must be an smtp or smtps address`)
  }
  if (smsUrl !== undefined && !isHttpUrl(smsUrl)) {
    problems.push(`${environment}_SMS_URL must be an http or https address`)
  }
  if (smtpUrl === undefined || mailFrom === undefined || smsUrl === undefined) return undefined
  return { smtpUrl, mailFrom, smsUrl, smsToken: config[`${environment}_SMS_TOKEN`] }
}

/** Feeds of currencies and of coins are one party: with one of the settings, all of them but the daily file. */
function rateFeedsOf(
  config: Config,
  environment: Environment,
  problems: string[],
): RateFeedSettings | undefined {
  const names = ['RATES_URL', 'RATES_APP_ID', 'RATES_TICKER_URL'] as const
  const [baseUrl, appId, tickerUrl] = names.map((name) => config[`${environment}_${name}`])
  const dailyUrl = config[`${environment}_RATES_DAILY_URL`]
  const given = [baseUrl, appId, tickerUrl]
  if ([...given, dailyUrl].every((value) => value === undefined)) return undefined
  for (const [index, name] of names.entries()) {
    if (given[index] === undefined) problems.push(`${environment}_${name} is missing`)
  }
  const addresses = { RATES_URL: baseUrl, RATES_TICKER_URL: tickerUrl, RATES_DAILY_URL: dailyUrl }
  for (const [name, value] of Object.entries(addresses)) {
    if (value !== undefined && !isSafeUrl(environment, value)) {
      problems.push(`${environment}_${name} must be an https address`)
    }
  }
  if (baseUrl === undefined || appId === undefined || tickerUrl === undefined) return undefined
  const products = config[`${environment}_RATES_TICKER_PRODUCTS`].split(',').map((pair) => {
    const [currency = '', product = ''] = pair.split('=')
    return [currency, product] as const
  })
  return { baseUrl, appId, tickerUrl, dailyUrl, products: new Map(products) }
}

/** Who is on the way of a rate could change it: in clear text only within the machine, or for the sandbox. */
function isSafeUrl(environment: Environment, text: string): boolean {
  if (!isHttpUrl(text)) return false
  const { protocol, hostname } = new URL(text)
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'https:' || environment === 'SANDBOX' || isLoopback
}

/**
 * What both environments would share. A wallet provider may have one address for both: its
 * environments are then two organizations, each with a key of its own. So may a verification vendor,
 * whose token says which of its environments is meant.
 */
function shared(settings: OutsideSettings): string[] {
  const [a, b] = environments.map((environment) => settings[environment])
  const problems: string[] = []
  if (a?.payoutRail && b?.payoutRail && isSameUrl(a.payoutRail.baseUrl, b.payoutRail.baseUrl)) {
    problems.push('SANDBOX_RAIL_URL and PRODUCTION_RAIL_URL must differ')
  }
  if (a?.messages && b?.messages && isSameUrl(a.messages.smsUrl, b.messages.smsUrl)) {
    problems.push('SANDBOX_SMS_URL and PRODUCTION_SMS_URL must differ')
  }
  const [vendor, other] = [a?.verificationVendor, b?.verificationVendor]
  if (vendor?.appToken && vendor.appToken === other?.appToken) {
    problems.push('SANDBOX_ and PRODUCTION_VERIFICATION_APP_TOKEN must differ')
  }
  if (vendor?.noticeSecret && vendor.noticeSecret === other?.noticeSecret) {
    problems.push('SANDBOX_ and PRODUCTION_VERIFICATION_NOTICE_SECRET must differ')
  }
  problems.push(...sharedCardIssuer(a?.cardIssuer, b?.cardIssuer))
  if (a?.bank?.apiKey && a.bank.apiKey === b?.bank?.apiKey) {
    problems.push('SANDBOX_ and PRODUCTION_BANK_API_KEY must differ')
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

/** An authorization that is signed for one environment must be refused by the other. */
function sharedCardIssuer(
  a: CardIssuerSettings | undefined,
  b: CardIssuerSettings | undefined,
): string[] {
  if (a === undefined || b === undefined) return []
  const pairs = [
    ['CARD_API_KEY', [a.apiKey], [b.apiKey]],
    ['CARD_DECISION_SECRETS', a.decisionSecrets, b.decisionSecrets],
    ['CARD_EVENT_SECRETS', a.eventSecrets, b.eventSecrets],
  ] as const
  return pairs
    .filter(([, ours, theirs]) => ours.some((one) => one !== '' && theirs.includes(one)))
    .map(([name]) => `SANDBOX_ and PRODUCTION_${name} must differ`)
}

function isHttpUrl(text: string): boolean {
  return isUrlOf(/^https?:$/, text)
}

function isUrlOf(protocol: RegExp, text: string): boolean {
  return URL.canParse(text) && protocol.test(new URL(text).protocol)
}

function isSameUrl(a: string, b: string): boolean {
  return isHttpUrl(a) && isHttpUrl(b) && normalized(a) === normalized(b)
}

function normalized(text: string): string {
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname.replace(/\/+$/, '')}`
}
