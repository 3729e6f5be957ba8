/** A whole stack as a library: `npm start` and the tests start it alike. */
import { mkdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseConfig } from '../../runtime/config.ts'
import type { StartContext } from './context.ts'
import { READY_TIMEOUT_MS } from './context.ts'
import { type Controls, controls } from './controls.ts'
import { bringUpDatabases, type Databases } from './databases.ts'
import { lockDataDir } from './lock.ts'
import {
  apiPorts,
  apiPrograms,
  decisionPorts,
  noticesTo,
  operatorPorts,
  originOf,
  outsideParties,
  productionParties,
  workerPrograms,
} from './plan.ts'
import { givePortsBack } from './ports.ts'
import { type Environment, programSpec } from './programs.ts'
import { roles as allRoles, type Role, type RunEntry } from './runFile.ts'
import { publicHalf, secretsOf } from './secrets.ts'
import { oneLine, SetUpError } from './setUpError.ts'
import { writeStackFile } from './stackFile.ts'
import { Supervisor } from './supervise.ts'
import { bringUpTemporal } from './temporalServer.ts'

/** The version that is the first part of every path of the API. */
export const API_VERSION = '2025-10-13'

export type StackOptions = {
  /** Variables as for the processes (`runtime/config.ts`); what they name is not started. */
  readonly env: NodeJS.ProcessEnv
  readonly dataDir?: string
  readonly port?: number
  /** How many API processes; the first one on PORT, the others on free ports. */
  readonly apis?: number
  readonly workers?: number
  /**
   * Address of an empty database: a second sandbox process works on it, and stands for the outside
   * parties of production.
   */
  readonly productionSandboxUrl?: string
  /** What to start; everything without it. */
  readonly roles?: readonly Role[]
  /** Folder of the programs as JavaScript, which start faster; the sources are run without it. */
  readonly compiled?: string
  readonly progress?: (line: string) => void
  /** Ends a start-up that is under way. */
  readonly signal?: AbortSignal
}

export type RunningStack = Controls & {
  /**
   * Variables for a client or an operator command, `API_URL` among them; `OPERATOR_URL` is the first API
   * process's listener for operators, by its address; `PRODUCTION_CONTROL_URL` is
   * the control port of the sandbox process that stands for production's parties.
   */
  readonly env: Record<string, string>
  readonly dataDir: string
  /** Where our own PostgreSQL really keeps its data. */
  readonly postgresDirectory?: string
  /** Base addresses with the version, one for each API process. */
  readonly apiUrls: string[]
  /** Where each API process takes live card authorizations. */
  readonly decisionOrigins: string[]
  /** What runs now; `pid` is null between a death and the restart. */
  readonly processes: readonly RunEntry[]
  stop(): Promise<void>
}

/**
 * Starts what the environment does not name already, and returns when all of it answers.
 *
 * @throws SetUpError or ConfigError, one line; nothing it started is left running then
 */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const config = parseConfig(options.env)
  if (config.ENVIRONMENT === 'production') {
    throw new SetUpError(
      'npm start is for development; in production run npm run api and npm run worker',
    )
  }
  const { env, apis = 1, workers = 1, roles = allRoles, progress = () => undefined } = options
  const dataDir = prepareDataDir(options.dataDir ?? config.DATA_DIR)
  const unlock = lockDataDir(dataDir)
  const supervisor = new Supervisor(dataDir, progress)
  const givenUp = new AbortController()
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => {
    givenUp.abort()
    stopped ??= supervisor.stop().then(() => {
      givePortsBack(supervisor.processes.flatMap(portsOf))
      unlock()
    })
    return stopped
  }
  const onAbort = (): void => void stop()
  options.signal?.addEventListener('abort', onAbort)
  const context: StartContext = {
    config,
    dataDir,
    inherited: env,
    port: options.port ?? config.PORT,
    apis,
    workers,
    supervisor,
    progress,
    signal: givenUp.signal,
    compiled: options.compiled,
    productionSandboxUrl: options.productionSandboxUrl,
    starts: (role) => roles.includes(role),
  }
  try {
    await supervisor.stopLeftovers(progress)
    const result = await bringUp(context, stop)
    return {
      ...result,
      ...controls(supervisor),
      stop,
      get processes() {
        return supervisor.processes
      },
    }
  } catch (error) {
    await stop()
    throw options.signal?.aborted ? new SetUpError('stopped before it was ready') : error
  } finally {
    options.signal?.removeEventListener('abort', onAbort)
  }
}

function prepareDataDir(path: string): string {
  const absolute = resolve(path)
  try {
    // Root's PostgreSQL runs as another user, who must pass through; each secret has its own mode.
    mkdirSync(absolute, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    return realpathSync(absolute)
  } catch (error) {
    throw new SetUpError(`DATA_DIR ${absolute} cannot be used: ${oneLine(error)}`)
  }
}

function portsOf({ port, ports }: RunEntry): number[] {
  return [port, ...Object.values(ports ?? {})]
}

type Result = Omit<RunningStack, keyof Controls | 'stop' | 'processes'>
type Presented = Omit<Result, 'decisionOrigins'>

async function bringUp(context: StartContext, stop: () => Promise<void>): Promise<Result> {
  const { supervisor, dataDir, inherited, progress, compiled } = context
  const ports = await apiPorts(context)
  const secrets = secretsOf(dataDir)
  const firstPort = ports[0]
  const operators = await operatorPorts(context, ports)
  const decisions = await decisionPorts(context, ports)
  const operatorUrl = operators[0] && originOf(context, operators[0], context.config.OPERATOR_HOST)
  const codec = operatorUrl ? `${operatorUrl}/codec` : undefined
  const serversUp = [
    bringUpDatabases(context, secrets.postgresPassword),
    bringUpTemporal(context, codec),
  ] as const
  await allOrStop(serversUp, stop)
  const [databases, temporal] = await Promise.all(serversUp)
  const decisionOrigins = decisions.map((port) => originOf(context, port))
  const own = {
    ...(firstPort !== undefined && { origin: originOf(context, firstPort) }),
    ...(decisionOrigins[0] !== undefined && { decisionOrigin: decisionOrigins[0] }),
  }
  const outside = await outsideParties(context, noticesTo(own, 'sandbox'))
  const production =
    context.productionSandboxUrl === undefined
      ? undefined
      : await productionParties(
          context,
          context.productionSandboxUrl,
          secrets,
          noticesTo(own, 'production'),
        )
  const environment: Environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: databases?.databaseUrl,
    SANDBOX_DATABASE_URL: databases?.sandboxDatabaseUrl,
    ...temporal,
    ...keysOf(context, secrets),
    // Keys of outside parties that were given are among these, and replace our own.
    ...outside.addresses,
    ...production?.addresses,
    WORKFLOW_BUNDLE_DIR: context.config.WORKFLOW_BUNDLE_DIR ?? join(dataDir, 'bundles'),
  }
  const programs = [
    ...outside.programs,
    ...(production?.programs ?? []),
    ...(await workerPrograms(context)),
    ...apiPrograms(context, ports, operators, decisions),
  ]
  if (programs.length > 0) {
    progress(`starting ${[...new Set(programs.map(({ role }) => role))].join(', ')}`)
  }
  const starts = programs.map(async (program) => {
    const spec = programSpec(program, { dataDir, inherited, environment, compiled })
    await supervisor.start(spec).waitReady(READY_TIMEOUT_MS)
  })
  await allOrStop(starts, stop)
  const urls = {
    OPERATOR_URL: operatorUrl || undefined,
    PRODUCTION_CONTROL_URL: production?.controlUrl,
  }
  return { ...present(context, ports, environment, databases, urls), decisionOrigins }
}

function keysOf(context: StartContext, secrets: ReturnType<typeof secretsOf>): Environment {
  const { config } = context
  const walletApiPrivateKey = config.SANDBOX_WALLET_API_PRIVATE_KEY ?? secrets.walletApiPrivateKey
  return {
    SANDBOX_WALLET_API_PRIVATE_KEY: walletApiPrivateKey,
    SANDBOX_PARENT_PUBLIC_KEY: config.SANDBOX_PARENT_PUBLIC_KEY ?? publicHalf(walletApiPrivateKey),
    WEBHOOK_MASTER_KEYS: config.WEBHOOK_MASTER_KEYS ?? secrets.webhookMasterKey,
    SANDBOX_STORE_KEY: config.SANDBOX_STORE_KEY ?? secrets.sandboxStoreKey,
    SANDBOX_STAFF_PASSWORD: config.SANDBOX_STAFF_PASSWORD ?? secrets.staffPassword,
    SANDBOX_VERIFICATION_APP_TOKEN: secrets.verification.appToken,
    SANDBOX_VERIFICATION_SECRET_KEY: secrets.verification.secretKey,
    SANDBOX_VERIFICATION_NOTICE_SECRET: secrets.verification.noticeSecret,
    SANDBOX_CARD_API_KEY: secrets.cards.apiKey,
    SANDBOX_CARD_DECISION_SECRETS: secrets.cards.decisionSecret,
    SANDBOX_CARD_EVENT_SECRETS: secrets.cards.eventSecret,
    SANDBOX_BANK_API_KEY: config.SANDBOX_BANK_API_KEY ?? secrets.bankApiKey,
    CODEC_KEYS: config.CODEC_KEYS ?? secrets.codecKeys,
    RECORD_KEYS: config.RECORD_KEYS ?? secrets.recordKeys,
  }
}

function present(
  context: StartContext,
  ports: readonly number[],
  environment: Environment,
  databases: Databases | undefined,
  urls: Readonly<Record<'OPERATOR_URL' | 'PRODUCTION_CONTROL_URL', string | undefined>>,
): Presented {
  const { config, dataDir } = context
  const apiUrls = ports.map((port) => `${originOf(context, port)}/${API_VERSION}`)
  const all: Record<string, string | undefined> = {
    ...environment,
    TASK_QUEUE: config.TASK_QUEUE,
    OUTSIDE_TASK_QUEUE: config.OUTSIDE_TASK_QUEUE,
    API_URL: apiUrls[0],
    ...urls,
    // The sandbox's alone: no client or command has any use for it.
    SANDBOX_STORE_KEY: undefined,
  }
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(all)) if (value !== undefined) env[name] = value
  writeStackFile(dataDir, env)
  return {
    env,
    dataDir,
    postgresDirectory: databases?.dataDirectory,
    apiUrls,
  }
}

/** Waits for all; the first failure stops the stack, so that the others do not go on in vain. */
async function allOrStop(
  work: readonly Promise<unknown>[],
  stop: () => Promise<void>,
): Promise<void> {
  await Promise.all(work).catch(async (error) => {
    await stop()
    await Promise.allSettled(work)
    throw error
  })
}
