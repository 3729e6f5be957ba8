/** Which processes of ours a stack gets, and on which ports. */

import { type Config, type SettingName, settings } from '../../runtime/config.ts'
import { partySettingNames } from '../../runtime/partySettings.ts'
import type { StartContext } from './context.ts'
import { freePort, isFree } from './ports.ts'
import type { Environment, Program } from './programs.ts'
import { publicHalf, type Secrets } from './secrets.ts'
import { SetUpError } from './setUpError.ts'

/** The API's ports come first: a busy one must be known before anything is started. */
export async function apiPorts(context: StartContext): Promise<number[]> {
  if (!context.starts('api')) return []
  const { HOST: host } = context.config
  const ports: number[] = []
  for (let index = 0; index < context.apis; index++) {
    const isFixed = index === 0 && context.port !== 0
    if (isFixed && !(await isFree(context.port, host))) {
      throw new SetUpError(
        `Port ${context.port} on ${host} is in use: stop what listens there, or set PORT to another one`,
      )
    }
    const kept = context.supervisor.runFile.find('api', index)?.port
    ports.push(isFixed ? context.port : await freePort(kept, host))
  }
  return ports
}

/** Where a client on this machine reaches that port of the API. */
export function originOf(
  { config }: StartContext,
  port: number,
  host: string = config.HOST,
): string {
  const isAny = host === '0.0.0.0' || host === '::'
  return `http://${isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`
}

/** A port for the operators of each API process; that of the first may be fixed. */
export async function operatorPorts(
  context: StartContext,
  apis: readonly number[],
): Promise<number[]> {
  const { OPERATOR_HOST: host, OPERATOR_PORT: given } = context.config
  const ports: number[] = []
  for (const index of apis.keys()) {
    const kept = context.supervisor.runFile.find('api', index)?.ports?.operators
    const fixed = index === 0 ? given : 0
    ports.push(fixed || (await freePort(kept, host)))
  }
  return ports
}

/** A port for the live card authorizations of each API process; that of the first may be fixed. */
export async function decisionPorts(
  context: StartContext,
  apis: readonly number[],
): Promise<number[]> {
  const { HOST: host, CARD_DECISION_PORT: given } = context.config
  const ports: number[] = []
  for (const index of apis.keys()) {
    const kept = context.supervisor.runFile.find('api', index)?.ports?.decisions
    const fixed = index === 0 ? given : 0
    ports.push(fixed || (await freePort(kept, host)))
  }
  return ports
}

/** The API processes, one for each port. */
export function apiPrograms(
  context: StartContext,
  ports: readonly number[],
  operators: readonly number[],
  decisions: readonly number[],
): Program[] {
  return ports.map((port, index) => {
    const operatorPort = operators[index] ?? 0
    const decisionPort = decisions[index] ?? 0
    return {
      role: 'api',
      index,
      port,
      ports: { operators: operatorPort, decisions: decisionPort },
      own: {
        PORT: String(port),
        OPERATOR_PORT: String(operatorPort),
        CARD_DECISION_PORT: String(decisionPort),
      },
      readyUrl: `${originOf(context, port)}/readyz`,
    }
  })
}

/** The worker processes that are to be started; each keeps the port that it had before. */
export async function workerPrograms(context: StartContext): Promise<Program[]> {
  if (!context.starts('worker')) return []
  const programs: Program[] = []
  for (let index = 0; index < context.workers; index++) {
    const kept = context.supervisor.runFile.find('worker', index)?.port
    const fixed = index === 0 ? context.config.WORKER_PORT : 0
    const port = fixed || (await freePort(kept))
    programs.push({
      role: 'worker',
      index,
      port,
      own: { WORKER_PORT: String(port) },
      readyUrl: `${originOf(context, port, context.config.METRICS_HOST)}/readyz`,
    })
  }
  return programs
}

/** Where the sandbox's parties send their notices and events, by environment; nowhere without one. */
export function noticesTo(
  { origin, decisionOrigin }: { readonly origin?: string; readonly decisionOrigin?: string },
  environment: 'sandbox' | 'production',
): Environment {
  if (origin === undefined || decisionOrigin === undefined) return {}
  return {
    SANDBOX_VERIFICATION_NOTICE_URL: `${origin}/notices/verification/${environment}`,
    SANDBOX_CARD_EVENT_URL: `${origin}/card-events/${environment}`,
    ...(environment === 'sandbox' && { SANDBOX_FAULTS_URL: `${origin}/sandbox-faults/met` }),
    SANDBOX_CARD_DECISION_URL: `${decisionOrigin}/card-decisions/${environment}`,
  }
}

export type OutsidePrograms = { readonly programs: Program[]; readonly addresses: Environment }

/**
 * The outside parties of the sandbox environment: those that were given, and a process of ours for
 * the others. Production has those that were given.
 */
export async function outsideParties(
  context: StartContext,
  notices: Environment,
): Promise<OutsidePrograms> {
  const { config } = context
  const given: Environment = {
    ...givenOf(config, 'SANDBOX'),
    ...givenOf(config, 'PRODUCTION'),
    SANDBOX_CONTROL_URL: config.SANDBOX_CONTROL_URL,
  }
  // A verification vendor that is not given does not bring up the sandbox: it may well be absent.
  const areGiven =
    config.SANDBOX_WALLET_PROVIDER_URL !== undefined && config.SANDBOX_RAIL_URL !== undefined
  if (areGiven || !context.starts('sandbox')) return { programs: [], addresses: given }
  const { program, urls } = await sandboxProgram(context, 0, notices)
  return {
    programs: [program],
    addresses: {
      SANDBOX_MAIL_FROM: 'codes@sandbox.example',
      ...addressesOf('SANDBOX', urls),
      ...given,
      ...(config.OPERATOR_SSO_ISSUER === undefined && signInAt(urls.staffIssuer)),
      SANDBOX_CONTROL_URL: urls.control,
    },
  }
}

/** Single sign-on of operators by the sandbox's issuer, which knows this client and these groups. */
function signInAt(issuer: string): Environment {
  return {
    OPERATOR_SSO_ISSUER: issuer,
    OPERATOR_SSO_CLIENT_ID: 'payments-operators',
    OPERATOR_SSO_ROLES: 'payments-admin=ADMIN,payments-decide=DECIDE,payments-view=VIEW',
  }
}

/** What is given for the outside parties of an environment; the processes know the defaults. */
function givenOf(config: Config, environment: 'SANDBOX' | 'PRODUCTION'): Environment {
  const given = partySettingNames(environment).flatMap((name) => {
    const { [name]: value } = config
    return value === undefined || 'default' in settings[name] ? [] : [[name, String(value)]]
  })
  return Object.fromEntries(given)
}

/** The addresses of a sandbox process as those of the parties of an environment. */
function addressesOf(environment: 'SANDBOX' | 'PRODUCTION', urls: PartyUrls): Environment {
  return {
    [`${environment}_WALLET_PROVIDER_URL`]: urls.provider,
    [`${environment}_RAIL_URL`]: urls.rail,
    [`${environment}_VERIFICATION_URL`]: urls.verification,
    [`${environment}_SMTP_URL`]: urls.smtp,
    [`${environment}_SMS_URL`]: urls.sms,
    [`${environment}_CARD_ISSUER_URL`]: urls.cards,
    [`${environment}_STABLECOIN_PROVIDER_URL`]: urls.coins,
    [`${environment}_BANK_URL`]: urls.bank,
    [`${environment}_RATES_URL`]: urls.rates,
    [`${environment}_RATES_APP_ID`]: `${environment.toLowerCase()}-feed`,
    [`${environment}_RATES_TICKER_URL`]: urls.rates,
    [`${environment}_RATES_DAILY_URL`]: `${urls.rates}/stats/eurofxref/eurofxref-daily.xml`,
  }
}

/** A second sandbox process, with a store of its own: tests have it stand for production's parties. */
export async function productionParties(
  context: StartContext,
  databaseUrl: string,
  secrets: Secrets,
  notices: Environment,
): Promise<OutsidePrograms & { readonly controlUrl: string }> {
  const organizationId = 'org-parent-production'
  const { productionWalletApiKey: walletApiPrivateKey, productionVerification: vendor } = secrets
  const { productionCards: cards } = secrets
  const { program, urls } = await sandboxProgram(context, 1, {
    SANDBOX_DATABASE_URL: databaseUrl,
    SANDBOX_PARENT_PUBLIC_KEY: publicHalf(walletApiPrivateKey),
    SANDBOX_WALLET_PARENT_ORGANIZATION_ID: organizationId,
    SANDBOX_VERIFICATION_APP_TOKEN: vendor.appToken,
    SANDBOX_VERIFICATION_SECRET_KEY: vendor.secretKey,
    SANDBOX_VERIFICATION_NOTICE_SECRET: vendor.noticeSecret,
    ...notices,
    SANDBOX_CARD_API_KEY: cards.apiKey,
    SANDBOX_CARD_DECISION_SECRETS: cards.decisionSecret,
    SANDBOX_CARD_EVENT_SECRETS: cards.eventSecret,
    SANDBOX_BANK_API_KEY: secrets.productionBankApiKey,
  })
  return {
    programs: [program],
    addresses: {
      ...addressesOf('PRODUCTION', urls),
      PRODUCTION_WALLET_PARENT_ORGANIZATION_ID: organizationId,
      PRODUCTION_WALLET_API_PRIVATE_KEY: walletApiPrivateKey,
      PRODUCTION_VERIFICATION_APP_TOKEN: vendor.appToken,
      PRODUCTION_VERIFICATION_SECRET_KEY: vendor.secretKey,
      PRODUCTION_VERIFICATION_NOTICE_SECRET: vendor.noticeSecret,
      PRODUCTION_MAIL_FROM: 'codes@production.example',
      PRODUCTION_CARD_API_KEY: cards.apiKey,
      PRODUCTION_CARD_DECISION_SECRETS: cards.decisionSecret,
      PRODUCTION_CARD_EVENT_SECRETS: cards.eventSecret,
      PRODUCTION_BANK_API_KEY: secrets.productionBankApiKey,
      PRODUCTION_BANK_ACCOUNT_ID: 'account_sandbox',
      PRODUCTION_BANK_ACCOUNT_NUMBER_ID: 'account_number_sandbox',
    },
    controlUrl: urls.control,
  }
}

type PartyUrls = Readonly<
  Record<
    | 'provider'
    | 'rail'
    | 'verification'
    | 'smtp'
    | 'sms'
    | 'cards'
    | 'coins'
    | 'rates'
    | 'bank'
    | 'staffIssuer',
    string
  >
>

/** The settings of the sandbox's ports beside its provider's, which is the port of its process. */
const sandboxPorts = {
  rail: 'SANDBOX_RAIL_PORT',
  verification: 'SANDBOX_VERIFICATION_PORT',
  messages: 'SANDBOX_MESSAGES_PORT',
  cards: 'SANDBOX_CARD_ISSUER_PORT',
  coins: 'SANDBOX_STABLECOIN_PROVIDER_PORT',
  staffIssuer: 'SANDBOX_STAFF_ISSUER_PORT',
  rates: 'SANDBOX_RATE_FEEDS_PORT',
  bank: 'SANDBOX_BANK_PORT',
  smtp: 'SANDBOX_SMTP_PORT',
  control: 'SANDBOX_CONTROL_PORT',
} as const satisfies Record<string, SettingName>

async function sandboxProgram(
  { config, supervisor }: StartContext,
  index: number,
  own: Environment,
): Promise<{ program: Program; urls: PartyUrls & { readonly control: string } }> {
  const kept = supervisor.runFile.find('sandbox', index)
  const portOf = async (setting: SettingName, keptPort: number | undefined): Promise<number> =>
    (index === 0 ? Number(config[setting]) : 0) || freePort(keptPort)
  const port = await portOf('SANDBOX_PROVIDER_PORT', kept?.port)
  const ports = {} as Record<keyof typeof sandboxPorts, number>
  const settingsOfPorts: Environment = { SANDBOX_PROVIDER_PORT: String(port) }
  for (const name of Object.keys(sandboxPorts) as (keyof typeof sandboxPorts)[]) {
    const { [name]: setting } = sandboxPorts
    ports[name] = await portOf(setting, kept?.ports?.[name])
    Object.assign(settingsOfPorts, { [setting]: String(ports[name]) })
  }
  const url = (at: number): string => `http://127.0.0.1:${at}`
  return {
    program: {
      role: 'sandbox',
      index,
      port,
      ports,
      own: { ...own, ...settingsOfPorts },
      readyUrl: `${url(ports.control)}/healthz`,
    },
    urls: {
      provider: url(port),
      rail: url(ports.rail),
      verification: url(ports.verification),
      sms: `${url(ports.messages)}/messages`,
      cards: url(ports.cards),
      coins: url(ports.coins),
      staffIssuer: url(ports.staffIssuer),
      rates: url(ports.rates),
      bank: url(ports.bank),
      smtp: `smtp://127.0.0.1:${ports.smtp}`,
      control: url(ports.control),
    },
  }
}
