/** The sandbox as a real process on a database of its own, to be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import pg from 'pg'
import pino from 'pino'
import type { Clock } from '../../contract/time.ts'
import { createRail, type Rail } from '../../providers/payoutRail/index.ts'
import {
  createVerificationVendor,
  type VerificationVendor,
} from '../../providers/verificationVendor/index.ts'
import { createWalletProvider, type WalletProvider } from '../../providers/walletProvider/index.ts'
import { type SandboxPorts, startSandbox } from '../../sandbox/sandbox.ts'
import { argumentsOf } from '../support/programs.ts'

export const PARENT_ORGANIZATION_ID = 'org-parent'

type Ports = SandboxPorts

export const VENDOR = {
  appToken: 'sbx:token',
  secretKey: 'secret-of-requests',
  noticeSecret: 'secret-of-notices',
  levels: { individual: 'individual', company: 'company', liveness: 'liveness' },
} as const

/** What a service has of its program at the sandbox's card issuer. */
export const CARD_PROGRAM = {
  apiKey: '0f5c3c2e-8f0b-4f3a-9d55-7d1f5b0e4c11',
  decisionSecret: `whsec_${Buffer.from('secret of live decisions').toString('base64')}`,
  eventSecret: `whsec_${Buffer.from('secret of card events...').toString('base64')}`,
} as const

/** What a service has at the sandbox's bank. */
export const BANK = {
  apiKey: 'sandbox-bank-key',
  accountId: 'account_of_the_service',
  accountNumberId: 'account_number_of_the_service',
} as const

export type SandboxProcess = {
  readonly ports: Ports
  readonly apiPrivateKey: string
  readonly apiPublicKey: string
  readonly databaseUrl: string
  readonly provider: WalletProvider
  readonly rail: Rail
  readonly vendor: VerificationVendor
  readonly vendorUrl: string
  readonly cardIssuerUrl: string
  readonly stablecoinProviderUrl: string
  readonly ratesUrl: string
  readonly bankUrl: string
  readonly providerUrl: string
  readonly railUrl: string
  /** Calls the control port; answers the parsed body. */
  control(method: string, path: string, body?: object): Promise<Record<string, unknown>>
  /** kill -9 and start again on the same ports and database. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/** What builders need of a sandbox. */
export type SandboxCalls = Pick<SandboxProcess, 'provider' | 'control'>

/** A sandbox in this very process, on a clock of the test's, with all that it logs. */
export async function startSandboxOnClock(
  clock: Clock,
): Promise<SandboxCalls & { databaseUrl: string; log: string[]; stop(): Promise<void> }> {
  const databaseUrl = await createDatabase()
  const { apiPrivateKey, apiPublicKey } = aParentKey()
  const log: string[] = []
  const sandbox = await startSandbox(
    {
      databaseUrl,
      connectionsMax: 4,
      storeKey: randomBytes(32).toString('hex'),
      parent: { organizationId: PARENT_ORGANIZATION_ID, publicKeys: [apiPublicKey] },
      verification: { ...VENDOR, noticeUrl: undefined },
      bank: BANK,
      cards: { ...CARD_PROGRAM, decisionUrl: undefined, eventUrl: undefined },
      ports: {
        provider: 0,
        rail: 0,
        verification: 0,
        messages: 0,
        cards: 0,
        coins: 0,
        staffIssuer: 0,
        rates: 0,
        bank: 0,
        smtp: 0,
        control: 0,
      },
      clock,
    },
    pino({ level: 'trace' }, { write: (line: string) => log.push(line) }),
  )
  const provider = createWalletProvider({
    baseUrl: `http://127.0.0.1:${sandbox.ports.provider}`,
    organizationId: PARENT_ORGANIZATION_ID,
    apiPrivateKey,
    timeoutMs: 5_000,
  })
  return {
    provider,
    databaseUrl,
    log,
    control: controlOf(sandbox.ports),
    async stop() {
      await provider.close()
      await sandbox.close()
      await dropDatabase(databaseUrl)
    },
  }
}

function aParentKey(): { apiPrivateKey: string; apiPublicKey: string } {
  const key = createECDH('prime256v1')
  key.generateKeys()
  return {
    apiPrivateKey: key.getPrivateKey('hex').padStart(64, '0'),
    apiPublicKey: key.getPublicKey('hex', 'compressed'),
  }
}

function controlOf(ports: Ports): SandboxProcess['control'] {
  return async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${ports.control}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`control ${method} ${path}: ${answer.status}`)
    return answer.status === 204 ? {} : ((await answer.json()) as Record<string, unknown>)
  }
}

/** Starts a sandbox on a fresh database of the server at TEST_POSTGRES_URL. */
export async function startSandboxProcess(
  env: Readonly<Record<string, string>> = {},
): Promise<SandboxProcess> {
  const databaseUrl = await createDatabase()
  const { apiPrivateKey, apiPublicKey } = aParentKey()
  const environment = {
    SANDBOX_DATABASE_URL: databaseUrl,
    SANDBOX_STORE_KEY: randomBytes(32).toString('hex'),
    SANDBOX_PARENT_PUBLIC_KEY: apiPublicKey,
    SANDBOX_WALLET_PARENT_ORGANIZATION_ID: PARENT_ORGANIZATION_ID,
    SANDBOX_VERIFICATION_APP_TOKEN: VENDOR.appToken,
    SANDBOX_VERIFICATION_SECRET_KEY: VENDOR.secretKey,
    SANDBOX_VERIFICATION_NOTICE_SECRET: VENDOR.noticeSecret,
    SANDBOX_CARD_API_KEY: CARD_PROGRAM.apiKey,
    SANDBOX_CARD_DECISION_SECRETS: CARD_PROGRAM.decisionSecret,
    SANDBOX_CARD_EVENT_SECRETS: CARD_PROGRAM.eventSecret,
    SANDBOX_BANK_API_KEY: BANK.apiKey,
    SANDBOX_BANK_ACCOUNT_ID: BANK.accountId,
    SANDBOX_BANK_ACCOUNT_NUMBER_ID: BANK.accountNumberId,
    ...env,
  }
  let running = await launch(environment)
  const { ports } = running
  const providerUrl = `http://127.0.0.1:${ports.provider}`
  const railUrl = `http://127.0.0.1:${ports.rail}`
  const provider = createWalletProvider({
    baseUrl: providerUrl,
    organizationId: PARENT_ORGANIZATION_ID,
    apiPrivateKey,
    timeoutMs: 5_000,
  })
  const rail = createRail({ baseUrl: railUrl, timeoutMs: 30_000 })
  const vendorUrl = `http://127.0.0.1:${ports.verification}`
  const vendor = createVerificationVendor({ baseUrl: vendorUrl, ...VENDOR, timeoutMs: 5_000 })

  return {
    ports,
    apiPrivateKey,
    apiPublicKey,
    databaseUrl,
    provider,
    rail,
    vendor,
    vendorUrl,
    cardIssuerUrl: `http://127.0.0.1:${ports.cards}`,
    stablecoinProviderUrl: `http://127.0.0.1:${ports.coins}`,
    ratesUrl: `http://127.0.0.1:${ports.rates}`,
    bankUrl: `http://127.0.0.1:${ports.bank}`,
    providerUrl,
    railUrl,
    control: controlOf(ports),
    async crash() {
      await end(running.child, 'SIGKILL')
      running = await launch({
        ...environment,
        SANDBOX_PROVIDER_PORT: String(ports.provider),
        SANDBOX_RAIL_PORT: String(ports.rail),
        SANDBOX_VERIFICATION_PORT: String(ports.verification),
        SANDBOX_CARD_ISSUER_PORT: String(ports.cards),
        SANDBOX_STABLECOIN_PROVIDER_PORT: String(ports.coins),
        SANDBOX_RATE_FEEDS_PORT: String(ports.rates),
        SANDBOX_BANK_PORT: String(ports.bank),
        SANDBOX_CONTROL_PORT: String(ports.control),
      })
    },
    async stop() {
      await provider.close()
      await rail.close()
      await vendor.close()
      await end(running.child, 'SIGTERM')
      await dropDatabase(databaseUrl)
    },
  }
}

async function launch(
  environment: Record<string, string>,
): Promise<{ child: ChildProcess; ports: Ports }> {
  const child = spawn(process.execPath, argumentsOf('sandbox/main'), {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const entry = JSON.parse(line) as { msg?: string; ports?: Ports }
    if (entry.msg === 'ready' && entry.ports !== undefined) {
      child.stdout.resume()
      return { child, ports: entry.ports }
    }
  }
  throw new Error('the sandbox ended before it was ready')
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

async function createDatabase(): Promise<string> {
  const url = new URL(process.env.TEST_POSTGRES_URL ?? '')
  const name = `sandbox_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name}`)
  url.pathname = `/${name}`
  return url.href
}

async function dropDatabase(databaseUrl: string): Promise<void> {
  await onServer(`drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`)
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Every column of every table, as PostgreSQL prints it. */
export async function dumpOf(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'sandbox'`,
  )
  const dumps: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ line: string }>(
      `select "${name}"::text as line from sandbox."${name}"`,
    )
    dumps.push(...rows.map((row) => row.line))
  }
  await client.end()
  return dumps.join('\n')
}
