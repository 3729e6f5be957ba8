/** How the three processes of ours are run: command, environment, and when each is ready. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type SettingName, settingNames, settings } from '../../runtime/config.ts'
import { partySettingNames } from '../../runtime/partySettings.ts'
import type { RunEntry } from './runFile.ts'
import type { SpecWithoutLog } from './supervisedChild.ts'

const PROJECT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const READY_ANSWER_MS = 2_000

export type Environment = Readonly<Partial<Record<SettingName, string>>>

export type Program = {
  readonly role: 'sandbox' | 'worker' | 'api'
  readonly index: number
  readonly port: number
  readonly ports?: RunEntry['ports']
  /** Settings of this one process, above those of the stack. */
  readonly own: Environment
  readonly readyUrl: string
}

/** What each process must not see: a break-in at one party must not open the others. */
const hidden: Readonly<Record<Program['role'], readonly SettingName[]>> = {
  api: ['SANDBOX_STORE_KEY', 'SANDBOX_DATABASE_URL', 'SANDBOX_STAFF_PASSWORD'],
  worker: [
    'SANDBOX_STORE_KEY',
    'SANDBOX_DATABASE_URL',
    'SANDBOX_STAFF_PASSWORD',
    'CODEC_OPERATOR_TOKEN',
    'OPERATOR_SSO_CLIENT_SECRET',
  ],
  sandbox: [
    'DATABASE_URL',
    'TEMPORAL_ADDRESS',
    'TEMPORAL_API_KEY',
    'CODEC_KEYS',
    'RECORD_KEYS',
    'CODEC_OPERATOR_TOKEN',
    'OPERATOR_SSO_CLIENT_SECRET',
    'SANDBOX_WALLET_API_PRIVATE_KEY',
    'SANDBOX_SMTP_URL',
    'SANDBOX_SMS_TOKEN',
    ...partySettingNames('PRODUCTION').filter((name) => 'secret' in settings[name]),
    'WEBHOOK_MASTER_KEYS',
  ],
}

/** This process's environment without any setting of the service. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const ours = new Set(settingNames)
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !ours.has(name.replace(/_FILE$/, ''))),
  )
}

/** Arguments of `node` that run a program of ours, named by its path without extension. */
export function programArguments(name: string, compiled?: string): string[] {
  return compiled === undefined
    ? ['--import', 'tsx', `${name}.ts`]
    : [join(compiled, `${name}.mjs`)]
}

/** The process as the supervisor runs it. */
export function programSpec(
  program: Program,
  stack: {
    dataDir: string
    inherited: NodeJS.ProcessEnv
    environment: Environment
    /** Folder of `api/main.mjs` and so on; without it the sources are run. */
    compiled?: string
  },
): SpecWithoutLog {
  const { role, index, port, ports, own, readyUrl } = program
  const env: NodeJS.ProcessEnv = { ...stack.inherited }
  const values = { ...stack.environment, ...own }
  for (const name of Object.keys(settings) as SettingName[]) {
    const value = values[name]
    const isHidden = hidden[role].includes(name)
    if (!isHidden && value === undefined) continue
    delete env[name]
    delete env[`${name}_FILE`]
    if (!isHidden) env[name] = value
  }
  return {
    role,
    index,
    port,
    ports,
    command: {
      file: process.execPath,
      // The last argument is for people and for us: it says whose process this is.
      args: [...programArguments(join(role, 'main'), stack.compiled), `--stack=${stack.dataDir}/`],
      env,
      cwd: PROJECT,
    },
    stopPlan: [
      ['SIGTERM', 15_000],
      ['SIGKILL', 5_000],
    ],
    attemptsMax: 1,
    ready: async () => {
      const answer = await fetch(readyUrl, { signal: AbortSignal.timeout(READY_ANSWER_MS) })
      await answer.body?.cancel()
      return answer.ok
    },
  }
}
