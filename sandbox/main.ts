import pino from 'pino'
import { ConfigError, need, parseConfig } from '../runtime/config.ts'
import { answerArguments } from '../runtime/processArguments.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'

const about = 'the outside parties of the sandbox environment, for development and tests.'
const required = [
  'SANDBOX_DATABASE_URL',
  'SANDBOX_PARENT_PUBLIC_KEY',
  'SANDBOX_STORE_KEY',
  'SANDBOX_VERIFICATION_APP_TOKEN',
  'SANDBOX_VERIFICATION_SECRET_KEY',
  'SANDBOX_VERIFICATION_NOTICE_SECRET',
  'SANDBOX_CARD_API_KEY',
  'SANDBOX_CARD_DECISION_SECRETS',
  'SANDBOX_CARD_EVENT_SECRETS',
] as const

async function main(): Promise<void> {
  answerArguments(process.argv.slice(2), { name: 'sandbox', about, required })
  const config = parseConfig(process.env, required)
  const [individual = '', company = '', liveness = ''] =
    config.SANDBOX_VERIFICATION_LEVELS.split(',')
  const log = pino({
    name: 'sandbox',
    level: config.LOG_LEVEL,
    redact: ['*.headers', '*.parameters', 'err.parameters', 'err.detail', 'err.where'],
  })
  const sandbox = await startSandbox(
    {
      databaseUrl: need(config, 'SANDBOX_DATABASE_URL'),
      connectionsMax: config.DATABASE_POOL_MAX,
      storeKey: need(config, 'SANDBOX_STORE_KEY'),
      parent: {
        organizationId: config.SANDBOX_WALLET_PARENT_ORGANIZATION_ID,
        publicKeys: need(config, 'SANDBOX_PARENT_PUBLIC_KEY').split(','),
      },
      verification: {
        appToken: need(config, 'SANDBOX_VERIFICATION_APP_TOKEN'),
        secretKey: need(config, 'SANDBOX_VERIFICATION_SECRET_KEY'),
        noticeSecret: need(config, 'SANDBOX_VERIFICATION_NOTICE_SECRET'),
        noticeUrl: config.SANDBOX_VERIFICATION_NOTICE_URL,
        levels: { individual, company, liveness },
      },
      cards: {
        apiKey: need(config, 'SANDBOX_CARD_API_KEY'),
        decisionSecret: firstOf(need(config, 'SANDBOX_CARD_DECISION_SECRETS')),
        eventSecret: firstOf(need(config, 'SANDBOX_CARD_EVENT_SECRETS')),
        decisionUrl: config.SANDBOX_CARD_DECISION_URL,
        eventUrl: config.SANDBOX_CARD_EVENT_URL,
      },
      staffPassword: config.SANDBOX_STAFF_PASSWORD,
      bank: {
        apiKey: config.SANDBOX_BANK_API_KEY,
        accountId: config.SANDBOX_BANK_ACCOUNT_ID,
        accountNumberId: config.SANDBOX_BANK_ACCOUNT_NUMBER_ID,
      },
      railVoidsUnknownReferences: config.SANDBOX_RAIL_VOIDS_UNKNOWN_REFERENCES,
      passkeyOrigins: config.SANDBOX_PASSKEY_ORIGINS?.split(',') ?? [],
      host: config.SANDBOX_HOST,
      faultsUrl: config.SANDBOX_FAULTS_URL,
      ports: {
        provider: config.SANDBOX_PROVIDER_PORT,
        rail: config.SANDBOX_RAIL_PORT,
        verification: config.SANDBOX_VERIFICATION_PORT,
        messages: config.SANDBOX_MESSAGES_PORT,
        cards: config.SANDBOX_CARD_ISSUER_PORT,
        coins: config.SANDBOX_STABLECOIN_PROVIDER_PORT,
        staffIssuer: config.SANDBOX_STAFF_ISSUER_PORT,
        rates: config.SANDBOX_RATE_FEEDS_PORT,
        bank: config.SANDBOX_BANK_PORT,
        smtp: config.SANDBOX_SMTP_PORT,
        control: config.SANDBOX_CONTROL_PORT,
      },
    },
    log,
  )
  log.info({ ports: sandbox.ports }, 'ready')
  closeOnSignal(sandbox)
}

/** The others of the list are former ones. */
function firstOf(secrets: string): string {
  return secrets.split(',')[0] ?? ''
}

function closeOnSignal(sandbox: Sandbox): void {
  const close = (): void => {
    sandbox.close().catch(fail)
  }
  process.once('SIGTERM', close)
  process.once('SIGINT', close)
}

function fail(error: unknown): void {
  process.stderr.write(`sandbox: ${reasonOf(error)}\n`)
  process.exitCode = 1
}

function reasonOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as Error & { code?: string; port?: number }
  if (code === 'EADDRINUSE') return `port ${port} is in use`
  if (code === 'ECONNREFUSED') return 'SANDBOX_DATABASE_URL: no database answers there'
  return error.message === '' ? (code ?? error.name) : error.message
}

main().catch(fail)
