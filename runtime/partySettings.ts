/**
 * The settings of outside parties, once for both environments: `RAIL_URL` is `SANDBOX_RAIL_URL` of sandbox platforms
 * and `PRODUCTION_RAIL_URL` of production platforms.
 */
import { type Environment, environments } from '../contract/outsideParties.ts'
import { RAIL_ROUTES_PATTERN } from '../contract/railRoutes.ts'

export type Setting = {
  readonly type: 'string' | 'integer' | 'boolean'
  readonly default?: string
  readonly secret?: true
  readonly pattern?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly about: string
}

/** `{environment}` in a meaning is the environment's name. */
const ofEachEnvironment = {
  WALLET_PROVIDER_URL: {
    type: 'string',
    about: 'base address of the wallet provider of {environment} platforms',
  },
  WALLET_PARENT_ORGANIZATION_ID: {
    type: 'string',
    about: 'our organization at the wallet provider of {environment} platforms',
  },
  WALLET_API_PRIVATE_KEY: {
    type: 'string',
    secret: true,
    pattern: '^[0-9a-f]{64}$',
    about:
      'P-256 private key (hex) of our API key at the wallet provider of {environment} platforms',
  },
  RAIL_URL: {
    type: 'string',
    about: 'base address of the payout rail of {environment} platforms',
  },
  RAIL_VOIDS_UNKNOWN_REFERENCES: {
    type: 'boolean',
    about:
      'whether the rail of {environment} platforms voids a reference that is cancelled before it comes',
  },
  RAILS: {
    type: 'string',
    pattern: RAIL_ROUTES_PATTERN,
    about:
      'who carries which payments of {environment} platforms, the first that fits: USD:bank,*:rail; with a direction, a network and a largest amount USD/PAYOUT/WIRE<=500000:bank; none: no provider. Without it: the rail, all',
  },
  VERIFICATION_URL: {
    type: 'string',
    about: 'base address of the verification vendor of {environment} platforms',
  },
  VERIFICATION_APP_TOKEN: {
    type: 'string',
    secret: true,
    about: 'our token at the verification vendor of {environment} platforms',
  },
  VERIFICATION_SECRET_KEY: {
    type: 'string',
    secret: true,
    about: 'key that signs our requests to the verification vendor of {environment} platforms',
  },
  VERIFICATION_NOTICE_SECRET: {
    type: 'string',
    secret: true,
    about: "secret of that vendor's notices to /notices/verification/{environment}",
  },
  VERIFICATION_LEVELS: {
    type: 'string',
    pattern: '^[^\\s,]+,[^\\s,]+,[^\\s,]+$',
    default: 'individual,company,liveness',
    about:
      "that vendor's names of its levels for people, companies and liveness checks, with commas between",
  },
  SMTP_URL: {
    type: 'string',
    secret: true,
    about: 'mail server of {environment} platforms: smtp://user:password@host:port, or smtps:',
  },
  MAIL_FROM: {
    type: 'string',
    about: 'address that mails of {environment} platforms come from',
  },
  SMS_URL: {
    type: 'string',
    about: 'address that takes text messages of {environment} platforms: POST {id, to, from, text}',
  },
  SMS_TOKEN: {
    type: 'string',
    secret: true,
    about: 'bearer token of those requests',
  },
  CARD_ISSUER_URL: {
    type: 'string',
    about: 'base address of the card issuer of {environment} platforms',
  },
  CARD_API_KEY: {
    type: 'string',
    secret: true,
    about:
      'our API key at the card issuer of {environment} platforms; it also signs links that reveal cards',
  },
  CARD_DECISION_SECRETS: {
    type: 'string',
    secret: true,
    pattern: '^whsec_[A-Za-z0-9+/=]+(,whsec_[A-Za-z0-9+/=]+)?$',
    about:
      "secret of that issuer's live authorizations to /card-decisions/{environment}; after a rotation the former one behind a comma",
  },
  CARD_EVENT_SECRETS: {
    type: 'string',
    secret: true,
    pattern: '^whsec_[A-Za-z0-9+/=]+(,whsec_[A-Za-z0-9+/=]+)?$',
    about:
      "secret of that issuer's events to /card-events/{environment}; after a rotation the former one behind a comma",
  },
  CARD_BRAND: {
    type: 'string',
    enum: ['VISA', 'MASTERCARD'],
    default: 'VISA',
    about: 'network of the cards that this issuer makes for {environment} platforms',
  },
  CARD_ENROLS_HOLDERS: {
    type: 'boolean',
    about: 'whether the issuer of {environment} platforms is given its cardholders',
  },
  STABLECOIN_PROVIDER_URL: {
    type: 'string',
    about:
      "base address of the stablecoin provider of {environment} platforms; its logins are the platforms' own",
  },
  STABLECOIN_TOKEN_URL: {
    type: 'string',
    about: 'where tokens of that provider are asked for; none: /oauth2/token at its base address',
  },
  RATES_URL: {
    type: 'string',
    about:
      'base address of Open Exchange Rates, the feed of currencies of {environment} platforms: https, but on loopback or in the sandbox',
  },
  RATES_APP_ID: {
    type: 'string',
    secret: true,
    pattern: '^[\\x21-\\x7e]+$',
    about: 'our key at the feed of currencies of {environment} platforms',
  },
  RATES_TICKER_URL: {
    type: 'string',
    about:
      'base address of the exchange whose ticker prices the coins of {environment} platforms, as Coinbase Exchange speaks',
  },
  RATES_TICKER_PRODUCTS: {
    type: 'string',
    pattern: '^[A-Z]+=[A-Z0-9-]+(,[A-Z]+=[A-Z0-9-]+)*$',
    default: 'BTC=BTC-USD,USDC=USDC-USD,USDT=USDT-USD',
    about: "that exchange's products, with commas between: coin=what it costs in US dollars",
  },
  RATES_DAILY_URL: {
    type: 'string',
    about:
      'address of the ECB’s daily file, which the feed of currencies of {environment} platforms is compared with; none: it is not',
  },
  BANK_URL: {
    type: 'string',
    about: 'base address of the bank of {environment} platforms; none: no bank of its own wire',
  },
  BANK_API_KEY: {
    type: 'string',
    secret: true,
    about: 'our API key at the bank of {environment} platforms',
  },
  BANK_ACCOUNT_ID: {
    type: 'string',
    about: "the bank's id of the account that holds the money of {environment} platforms",
  },
  BANK_ACCOUNT_NUMBER_ID: {
    type: 'string',
    about: "the bank's id of the account number that instant transfers are sent from",
  },
  BANK_COMPANY_NAME: {
    type: 'string',
    pattern: '^[\\x20-\\x7e]{1,16}$',
    default: 'Payments',
    about: 'name of the payer on transfers of that bank whose payment names none',
  },
} as const satisfies Record<string, Setting>

/** What the environments do not have in common. */
const ofOneEnvironment = {
  SANDBOX_WALLET_PARENT_ORGANIZATION_ID: { default: 'org-parent' },
  SANDBOX_RAIL_VOIDS_UNKNOWN_REFERENCES: { default: 'true' },
  PRODUCTION_RAIL_VOIDS_UNKNOWN_REFERENCES: { default: 'false' },
  SANDBOX_BANK_ACCOUNT_ID: { default: 'account_sandbox' },
  SANDBOX_BANK_ACCOUNT_NUMBER_ID: { default: 'account_number_sandbox' },
  SANDBOX_CARD_ENROLS_HOLDERS: { default: 'false' },
  PRODUCTION_CARD_ENROLS_HOLDERS: { default: 'true' },
} as const

type Shared = typeof ofEachEnvironment

/** Without its environment. */
export type PartySetting = keyof Shared

type Own = typeof ofOneEnvironment

type PartySettings = {
  readonly [Name in keyof Shared as `${Environment}_${Name}`]: Shared[Name]
} & Own

export const partySettings = Object.fromEntries(
  environments.flatMap((environment) =>
    Object.entries<Setting>(ofEachEnvironment).map(([shared, setting]) => {
      const name = `${environment}_${shared}`
      const about = setting.about.replaceAll('{environment}', environment.toLowerCase())
      const own = name in ofOneEnvironment ? ofOneEnvironment[name as keyof Own] : {}
      return [name, { ...setting, ...own, about }]
    }),
  ),
) as PartySettings

/** The names of an environment's settings. */
export function partySettingNames(environment: Environment): readonly (keyof PartySettings)[] {
  const names = Object.keys(partySettings) as (keyof PartySettings)[]
  return names.filter((name) => name.startsWith(`${environment}_`))
}
