/**
 * The one list of settings: every environment variable that a process of ours reads, with its
 * default and its meaning. `.env.sample` repeats this list; a test keeps them equal.
 *
 * Any value can also be given as a file: `NAME_FILE=/path` reads NAME from that file.
 */
import { readFileSync } from 'node:fs'
import { partySettingNames, partySettings, type Setting } from './partySettings.ts'

export const settings = {
  ENVIRONMENT: {
    type: 'string',
    enum: ['development', 'production'],
    default: 'development',
    about:
      'production: webhooks to public https addresses only, codec endpoint with a token only, no pages of the sandbox',
  },
  CONSOLE: {
    type: 'boolean',
    about:
      "whether the API serves the platforms' dashboard at /console; unset: unless ENVIRONMENT is production",
  },
  DATA_DIR: { type: 'string', default: '.data', about: 'where npm start keeps its state' },
  HOST: { type: 'string', default: '127.0.0.1', about: 'address that the API listens on' },
  PORT: { type: 'integer', minimum: 0, maximum: 65535, default: '8080', about: 'port of the API' },
  PUBLIC_URL: {
    type: 'string',
    pattern: '^https?://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?/?$',
    about:
      'where clients reach the API, https://api.example.com: links of answers begin with it; unset: with HOST and PORT',
  },
  METRICS_HOST: {
    type: 'string',
    default: '127.0.0.1',
    about: "address that the worker's /metrics listens on; never a public one",
  },
  OPERATOR_HOST: {
    type: 'string',
    default: '127.0.0.1',
    about:
      "address that an API process's listener for operators is on: their pages and API, /metrics and /codec; never a public one",
  },
  OPERATOR_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: '0',
    about: 'port of the listener for operators; 0 takes a free one',
  },
  OPERATOR_NAMES: {
    type: 'string',
    pattern: '^[^\\s,]+(,[^\\s,]+)*$',
    default: 'operators.localhost',
    about:
      'host names, with commas between, of the pages of operators: names that lead to nothing else, because browsers send cookies to every port of a name',
  },
  OPERATOR_SECOND_PERSON_ABOVE_USD: {
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000_000,
    default: '10000',
    about: 'above this amount in US dollars, an operator’s decision waits for a second person',
  },
  OPERATOR_SSO_ISSUER: {
    type: 'string',
    about:
      'issuer (OpenID Connect) by which operators sign in, spelled as in `iss`; unset: by their tokens alone',
  },
  OPERATOR_SSO_CLIENT_ID: { type: 'string', about: 'our client at that issuer' },
  OPERATOR_SSO_CLIENT_SECRET: {
    type: 'string',
    secret: true,
    about: 'secret of that client; unset: a public one, whose code is held by PKCE alone',
  },
  OPERATOR_SSO_SCOPES: {
    type: 'string',
    default: 'openid email profile',
    about: 'scopes that are asked for; some issuers give groups for a scope of their own',
  },
  OPERATOR_SSO_ALGORITHMS: {
    type: 'string',
    pattern: '^(RS|PS|ES)(256|384|512)(,(RS|PS|ES)(256|384|512))*$',
    default: 'RS256,ES256',
    about: 'how the issuer may sign, with commas between',
  },
  OPERATOR_SSO_GROUPS_CLAIM: {
    type: 'string',
    default: 'groups',
    about: 'claim of the id token that lists the groups of who signs in',
  },
  OPERATOR_SSO_ROLES: {
    type: 'string',
    pattern: '^[^=,]+=(VIEW|DECIDE|ADMIN)(,[^=,]+=(VIEW|DECIDE|ADMIN))*$',
    about:
      'roles by group, group=ROLE with commas between; who is in none of them has no access unless an ADMIN has invited the address',
  },
  WORKER_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: '0',
    about: "port of the worker's /healthz, /readyz and /metrics; 0 takes a free one",
  },
  DATABASE_URL: { type: 'string', secret: true, about: 'PostgreSQL >= 15 for records and ledger' },
  DATABASE_POOL_MAX: {
    type: 'integer',
    minimum: 2,
    maximum: 200,
    default: '16',
    about: 'connections a process keeps at most',
  },
  TEMPORAL_ADDRESS: { type: 'string', about: 'host:port of the Temporal frontend' },
  TEMPORAL_NAMESPACE: { type: 'string', default: 'default', about: 'Temporal namespace' },
  TEMPORAL_API_KEY: { type: 'string', secret: true, about: 'Temporal Cloud API key' },
  TEMPORAL_UI_URL: { type: 'string', about: 'base address of the Temporal Web UI, for links' },
  TASK_QUEUE: { type: 'string', default: 'payments', about: 'task queue of workflows' },
  OUTSIDE_TASK_QUEUE: {
    type: 'string',
    default: 'payments-outside',
    about:
      'beginning of the names of the task queues for calls to outside parties, one for each party and environment',
  },
  WORKER_ROLES: {
    type: 'string',
    pattern: '^(workflows|outside|jobs)(,(workflows|outside|jobs))*$',
    default: 'workflows,outside,jobs',
    about:
      'what a worker process does: runs workflows, calls outside parties, runs jobs and sweeps',
  },
  WORKFLOW_BUNDLE_DIR: {
    type: 'string',
    about: 'folder where workers keep the bundled workflows, to start sooner; none: bundled anew',
  },
  OUTSIDE_POLL_MS: {
    type: 'integer',
    minimum: 1,
    maximum: 60_000,
    default: '500',
    about:
      'when an outside party has not finished: delay of the first poll; later ones 2, 4, 10 and 20 times it',
  },
  ...partySettings,
  SANDBOX_CONTROL_URL: {
    type: 'string',
    about: "base address of the sandbox's control port (npm run demo, the test clock and tests)",
  },
  TEST_CLOCK: {
    type: 'boolean',
    default: 'false',
    about:
      'whether the clock of this whole stack may be moved ahead (POST /sandbox/clock); never with a production party; npm start sets it',
  },
  SANDBOX_DATABASE_URL: {
    type: 'string',
    secret: true,
    about: "PostgreSQL database of the sandbox's own store",
  },
  SANDBOX_HOST: {
    type: 'string',
    default: '127.0.0.1',
    about:
      'address that the sandbox listens on; never a public one: its control port asks for nothing',
  },
  SANDBOX_PROVIDER_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: '0',
    about: 'sandbox wallet provider port',
  },
  SANDBOX_RAIL_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: '0',
    about: 'sandbox rail port',
  },
  SANDBOX_VERIFICATION_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: '0',
    about: 'sandbox verification vendor port',
  },
  SANDBOX_VERIFICATION_NOTICE_URL: {
    type: 'string',
    about: 'where the sandbox verification vendor sends its notices; nowhere without it',
  },
  SANDBOX_SMTP_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: '0',
    about: 'sandbox mail server port',
  },
  SANDBOX_STAFF_ISSUER_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: '0',
    about:
      'port of the issuer by which operators of a development stack sign in; 0 takes a free one',
  },
  SANDBOX_STAFF_PASSWORD: {
    type: 'string',
    secret: true,
    about: 'password of all its people; unset: no sign-in there',
  },
  SANDBOX_MESSAGES_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: '0',
    about: 'sandbox text message port',
  },
  SANDBOX_CARD_ISSUER_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: '0',
    about: 'sandbox card issuer port',
  },
  SANDBOX_CARD_DECISION_URL: {
    type: 'string',
    about: 'where the sandbox card issuer asks about authorizations; without it, it approves them',
  },
  SANDBOX_CARD_EVENT_URL: {
    type: 'string',
    about: 'where the sandbox card issuer sends its events; nowhere without it',
  },
  SANDBOX_FAULTS_URL: {
    type: 'string',
    about:
      'where the sandbox asks which fault, of those that platforms have ordered, a call meets; without it they order none',
  },
  SANDBOX_STABLECOIN_PROVIDER_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: '0',
    about: 'sandbox stablecoin provider port',
  },
  SANDBOX_RATE_FEEDS_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: '0',
    about: "port of the sandbox's feeds of exchange rates",
  },
  SANDBOX_BANK_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: '0',
    about: 'sandbox bank port',
  },
  SANDBOX_CONTROL_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: '0',
    about: 'sandbox control port',
  },
  SANDBOX_PARENT_PUBLIC_KEY: {
    type: 'string',
    pattern: '^0[23][0-9a-f]{64}(,0[23][0-9a-f]{64})*$',
    about:
      'compressed public half of SANDBOX_WALLET_API_PRIVATE_KEY, which is all the sandbox knows of it; with commas that of the next one too, while it is rotated',
  },
  SANDBOX_STORE_KEY: {
    type: 'string',
    secret: true,
    pattern: '^[0-9a-f]{64}$',
    about: "AES-256 key (hex) under which the sandbox's store keeps its secrets",
  },
  SANDBOX_PASSKEY_ORIGINS: {
    type: 'string',
    pattern: '^[^\\s,]+(,[^\\s,]+)*$',
    about: "origins besides localhost that the sandbox's passkeys take, with commas between",
  },
  CODEC_KEYS: {
    type: 'string',
    secret: true,
    pattern: '^[0-9a-f]{64}(,[0-9a-f]{64})*$',
    about:
      'AES-256 keys (hex, commas between) of the payloads of workflows: the first encrypts, all decrypt',
  },
  RECORD_KEYS: {
    type: 'string',
    secret: true,
    pattern: '^[0-9a-f]{64}(,[0-9a-f]{64})*$',
    about:
      'AES-256 keys (hex, commas between) of encrypted columns: the first encrypts, all decrypt',
  },
  DOCUMENT_STORE_URL: {
    type: 'string',
    about:
      'where encrypted documents and uploads are stored: file:///folder, or s3://bucket/prefix?region=R&endpoint=https://host; none: a folder below DATA_DIR',
  },
  DOCUMENT_STORE_ACCESS_KEY_ID: {
    type: 'string',
    about: "access key of the bucket; none: the machine's own credentials",
  },
  DOCUMENT_STORE_SECRET_ACCESS_KEY: {
    type: 'string',
    secret: true,
    about: 'secret of that access key',
  },
  UPLOADS_MAX: {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    default: '16',
    about: 'uploads in flight in one API process, of which a document takes 10 MB; above that 503',
  },
  CODEC_OPERATOR_TOKEN: {
    type: 'string',
    secret: true,
    about:
      "bearer token that opens the codec endpoint, beside operators' own; without it, loopback callers in development",
  },
  CODEC_UI_ORIGIN: { type: 'string', about: 'the one origin that may call the codec endpoint' },
  WEBHOOK_MASTER_KEYS: {
    type: 'string',
    secret: true,
    pattern: '^[0-9a-f]{64}(,[0-9a-f]{64})*$',
    about:
      'master keys (32 bytes, hex, commas between) of the keys that sign webhooks: the first one signs, the others are published beside it',
  },
  QUOTE_LIFETIME_SECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 3600,
    default: '300',
    about: 'life of a quote',
  },
  FUNDING_QUOTE_LIFETIME_SECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 86400,
    default: '900',
    about: 'life of a quote that waits for a deposit',
  },
  LOOKUP_LIFETIME_SECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 3600,
    default: '300',
    about: 'life of a receiver lookup',
  },
  REQUEST_LIFETIME_SECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 3600,
    default: '300',
    about: 'life of a signed-retry challenge',
  },
  OTP_ISSUANCES_BURST: {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    default: '5',
    about: 'one-time codes a credential may ask for at once',
  },
  OTP_ISSUANCE_SECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 3600,
    default: '30',
    about: 'after the burst, the seconds between two codes',
  },
  OTP_ATTEMPTS_MAX: {
    type: 'integer',
    minimum: 1,
    maximum: 20,
    default: '5',
    about: 'wrong codes that invalidate an issued code',
  },
  OIDC_ISSUERS: {
    type: 'string',
    pattern:
      '^[^\\s,=]+=https?://[^\\s,;]+(;(RS|PS|ES)(256|384|512)(\\+(RS|PS|ES)(256|384|512))*|;EdDSA)?(,[^\\s,=]+=https?://[^\\s,;]+(;(RS|PS|ES)(256|384|512)(\\+(RS|PS|ES)(256|384|512))*|;EdDSA)?)*$',
    about:
      'issuers of id tokens that are taken beside Google and Apple: issuer=address of its keys, and ;ALG+ALG where it ' +
      'does not sign by RS256; with commas between',
  },
  OIDC_KEYS_URLS: {
    type: 'string',
    pattern: '^[^\\s,=]+=https?://[^\\s,]+(,[^\\s,=]+=https?://[^\\s,]+)*$',
    about:
      "where identity issuers' keys are fetched instead: issuer=address, with commas between (a mirror; tests)",
  },
  OIDC_KEYS_COOLDOWN_SECONDS: {
    type: 'integer',
    minimum: 0,
    maximum: 3600,
    default: '30',
    about: "how soon after fetching an issuer's keys an unknown key causes the next fetch",
  },
  DNS_SERVERS: {
    type: 'string',
    pattern: '^[^\\s,]+(,[^\\s,]+)*$',
    about:
      "addresses (with :port, commas between) asked for the TXT records of UMA domains; none: the system's",
  },
  ANSWER_WAIT_MS: {
    type: 'integer',
    minimum: 1,
    maximum: 20000,
    default: '2000',
    about: 'how long an answer waits for its workflow before it says PROCESSING',
  },
  REQUEST_DEADLINE_MS: {
    type: 'integer',
    minimum: 2000,
    maximum: 600000,
    default: '8000',
    about:
      'how long a request may wait, in all, for PostgreSQL and Temporal until it is answered 503; without the time in which its body is sent',
  },
  STARTS_IN_FLIGHT_MAX: {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    default: '32',
    about:
      'workflow starts in flight in one API process whose result is waited for, half of them for one platform at most; others wait for their turn',
  },
  REQUESTS_MAX: {
    type: 'integer',
    minimum: 1,
    maximum: 100000,
    default: '512',
    about: 'requests in flight in one API process; above that 503',
  },
  CARD_DECISIONS_MAX: {
    type: 'integer',
    minimum: 1,
    maximum: 10000,
    default: '128',
    about:
      'live card authorizations in flight in one API process, beside REQUESTS_MAX; above that 503',
  },
  CARD_DECISION_TIMEOUT_MS: {
    type: 'integer',
    minimum: 300,
    maximum: 6000,
    default: '1500',
    about:
      'how long a live card authorization may take until it is declined: below the 6 s of the issuer, and a merchant’s patience; its statement may take a third',
  },
  CARD_DECISIONS_POOL_MAX: {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: '8',
    about: 'connections of an API process for live card authorizations, beside DATABASE_POOL_MAX',
  },
  CARD_DECISION_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: '0',
    about: 'port of an API process for live card authorizations alone, on HOST; 0 takes a free one',
  },
  CARD_DECISION_CONNECTIONS_MAX: {
    type: 'integer',
    minimum: 1,
    maximum: 100000,
    default: '1024',
    about:
      'connections that one API process keeps at a time for live card authorizations, beside CONNECTIONS_MAX',
  },
  CONNECTIONS_MAX: {
    type: 'integer',
    minimum: 1,
    maximum: 100000,
    default: '2048',
    about:
      'connections one API process keeps at a time; above that idle ones of the client with most are closed',
  },
  TRUSTED_PROXY_HOPS: {
    type: 'integer',
    minimum: 0,
    maximum: 10,
    default: '0',
    about:
      'proxies of ours in front of the API, whose X-Forwarded-For names the caller, -Proto and -Host what was called',
  },
  VERIFICATION_POLL_SECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 86400,
    default: '900',
    about: 'how often a verification under review is read at the vendor, beside its notices',
  },
  STABLECOIN_POLL_SECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 86400,
    default: '10',
    about: 'how often a mint or burn is read at the provider in its first two minutes',
  },
  STABLECOIN_COMPARE_SECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 604800,
    default: '86400',
    about: 'how often what the stablecoin provider says is compared with what has ended here',
  },
  RATE_FIAT_SECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 3600,
    default: '600',
    about: 'how often the feed of currencies is read; its plan limits the calls a month',
  },
  RATE_TICKER_SECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 30,
    default: '15',
    about: 'how often the ticker of coins is read: its rates are used for 60 seconds',
  },
  RATE_DAILY_SECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 86400,
    default: '3600',
    about: 'how often the daily file is read that the feed of currencies is compared with',
  },
  KYC_LINK_LIFETIME_SECONDS: {
    type: 'integer',
    minimum: 60,
    maximum: 2592000,
    default: '86400',
    about: 'life of a link to the verification vendor’s hosted page',
  },
  SWEEP_SECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 3600,
    default: '60',
    about: 'how often open rows without a workflow are looked for',
  },
  CUSTOMER_ERASURE_DAYS: {
    type: 'integer',
    minimum: 31,
    maximum: 36500,
    default: '1825',
    about:
      'days after the deletion of a customer until its personal data is blanked; more than webhooks are kept',
  },
  MAINTENANCE: { type: 'boolean', default: 'false', about: 'answer every write with 503' },
  MCP_ORIGINS: {
    type: 'string',
    pattern: '^[^\\s,]+(,[^\\s,]+)*$',
    default: 'localhost,127.0.0.1,[::1]',
    about: 'hostnames of the pages whose scripts may call /mcp; programs send no Origin',
  },
  CHECK_RESPONSES: {
    type: 'boolean',
    default: 'false',
    about: 'tests: an answer that its operation does not declare becomes a 500',
  },
  LOG_LEVEL: {
    type: 'string',
    enum: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
    about: 'how much is logged',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings

/** Every name that is read. */
export const settingNames: readonly string[] = Object.keys(settings)

type Parsed<S> = S extends { type: 'integer' }
  ? number
  : S extends { type: 'boolean' }
    ? boolean
    : S extends { enum: readonly (infer E)[] }
      ? E
      : string
type Optional<S> = S extends { default: string } ? never : undefined

/**
 * All settings of a process, parsed: integers are numbers, absent ones without default undefined.
 */
export type Config = {
  readonly [K in SettingName]: Parsed<(typeof settings)[K]> | Optional<(typeof settings)[K]>
}

/** Thrown at start-up: one line that names every setting that is wrong. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Parses an environment into a Config.
 *
 * @param env usually that of the process
 * @param required settings without which this process cannot run
 * @throws ConfigError naming every missing or malformed setting in one line
 */
export function parseConfig(env: Environment, required: readonly SettingName[] = []): Config {
  const raw: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, setting] of Object.entries(settings) as [SettingName, Setting][]) {
    const text = textOf(env, name, problems) ?? setting.default
    if (text === undefined) continue
    raw[name] = coerce(rewritten[name]?.(text) ?? text, setting.type)
  }
  for (const name of required) if (raw[name] === undefined) problems.push(`${name} is missing`)
  for (const [name, value] of Object.entries(raw) as [SettingName, unknown][]) {
    if (!fits(value, settings[name])) problems.push(`${name} ${problemOf(settings[name])}`)
  }
  // A pattern lets a port of 99999 pass.
  if (problems.length === 0 && raw.PUBLIC_URL && !URL.canParse(String(raw.PUBLIC_URL))) {
    problems.push(`PUBLIC_URL must be a web address (${settings.PUBLIC_URL.about})`)
  }
  if (raw.TEST_CLOCK === true) problems.push(...problemsOfTestClock(raw as Config))
  if (problems.length > 0) throw new ConfigError(`Configuration: ${problems.join('; ')}`)
  return raw as Config
}

/** Real time and a clock that is moved do not go together. */
function problemsOfTestClock(config: Config): string[] {
  const parties = partySettingNames('PRODUCTION').filter(
    (name) => config[name] !== undefined && !('default' in settings[name]),
  )
  return [
    ...(config.ENVIRONMENT === 'production' ? ['TEST_CLOCK is not for production'] : []),
    ...(parties.length > 0
      ? [`TEST_CLOCK is not for a stack with production parties (${parties.join(', ')})`]
      : []),
  ]
}

/** Without AJV: loading it, and compiling all settings, would cost every process and command 0.1 s of CPU. */
function fits(value: unknown, setting: Setting): boolean {
  const { type, enum: allowed, minimum = -Infinity, maximum = Infinity, pattern } = setting
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'integer') {
    return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum
  }
  const text = String(value)
  const isAllowed = allowed === undefined || allowed.includes(text)
  return isAllowed && (pattern === undefined || new RegExp(pattern, 'u').test(text))
}

/** What a setting must be, never what it is: it may be a secret. */
function problemOf({ type, enum: allowed, minimum, maximum, pattern, about }: Setting): string {
  if (allowed !== undefined) return `must be one of ${allowed.join(', ')}`
  if (type === 'boolean') return 'must be one of true, false, 1, 0'
  if (type === 'integer') return `must be a whole number from ${minimum} to ${maximum}`
  return `must match ${pattern} (${about})`
}

const rewritten: { readonly [Name in SettingName]?: (text: string) => string } = {
  HOST: withoutBrackets,
  METRICS_HOST: withoutBrackets,
  DATABASE_URL: withoutApplicationName,
}

/** `[::1]`, as addresses in URLs are written, is the host `::1`. */
function withoutBrackets(host: string): string {
  return /^\[(.+)\]$/.exec(host)?.[1] ?? host
}

/** `application_name` would replace the names of our connections, by which `restore begin` finds those that it ends. */
function withoutApplicationName(url: string): string {
  return url.replace(/(?<=[?&])application_name=[^&]*&?/g, '').replace(/[?&]$/, '')
}

function textOf(env: Environment, name: string, problems: string[]): string | undefined {
  const value = env[name]
  if (value !== undefined && value !== '') return value
  const file = env[`${name}_FILE`]
  if (file === undefined || file === '') return undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    problems.push(`${name}_FILE cannot be read`)
    return undefined
  }
}

function coerce(text: string, type: Setting['type']): unknown {
  if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text
  if (type === 'boolean') {
    if (text === 'true' || text === '1') return true
    if (text === 'false' || text === '0') return false
  }
  return text
}

/** The setting, or a ConfigError that names it: for settings that only some processes need. */
export function need<K extends SettingName>(
  config: Config,
  name: K,
): Exclude<Config[K], undefined> {
  const value = config[name]
  if (value === undefined) throw new ConfigError(`Configuration: ${name} is missing`)
  return value as Exclude<Config[K], undefined>
}

/** The rate limit of one-time codes of a credential, as the SQL functions take it. */
export function otpRateOf(config: Pick<Config, 'OTP_ISSUANCES_BURST' | 'OTP_ISSUANCE_SECONDS'>): {
  readonly burst: number
  readonly secondsPerCode: number
} {
  return { burst: config.OTP_ISSUANCES_BURST, secondsPerCode: config.OTP_ISSUANCE_SECONDS }
}
