/** The Temporal dev server with its Web UI, and the search attributes of our workflows. */
import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Connection } from '@temporalio/client'
import proto from '@temporalio/proto'
import { systemClock } from '../../contract/time.ts'
import type { SpecWithoutLog } from './supervisedChild.ts'
import { temporalBinary } from './temporalBinary.ts'

/**
 * Keywords an operator searches workflows by. None is a word of SQL; a server takes ten at most.
 */
export const searchAttributes = [
  'Platform',
  'Customer',
  'Account',
  'TransactionId',
  'Agent',
  'OperationKind',
  'OperationStatus',
] as const

const CALL_TIMEOUT_MS = 5_000
const { INDEXED_VALUE_TYPE_KEYWORD } = proto.temporal.api.enums.v1.IndexedValueType

type Options = {
  readonly dataDir: string
  readonly port: number
  readonly uiPort: number
  readonly namespace: string
  /** Where the Web UI finds readable payloads. */
  readonly codecEndpoint?: string
  readonly env: NodeJS.ProcessEnv
  readonly progress: (line: string) => void
  readonly signal?: AbortSignal
}

/** How to run the dev server; its state is one file below DATA_DIR. */
export async function ownTemporal(options: Options): Promise<SpecWithoutLog> {
  const { dataDir, port, uiPort, namespace, codecEndpoint } = options
  const file = await temporalBinary(options)
  const args = ['server', 'start-dev', '--ip', '127.0.0.1']
  args.push('--port', String(port), '--ui-port', String(uiPort))
  // In a folder that is closed to others: its files are made readable to all.
  const directory = join(dataDir, 'temporal')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  args.push('--db-filename', join(directory, 'temporal.db'))
  // The defaults sync the file several times a step: 20 whole workflows a second instead of 55.
  args.push('--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=normal')
  // With several partitions, short workflows stalled two seconds on some first tasks.
  for (const value of [
    'matching.numTaskqueueReadPartitions=1',
    'matching.numTaskqueueWritePartitions=1',
    'system.enableActivityEagerExecution=true',
  ]) {
    args.push('--dynamic-config-value', value)
  }
  if (namespace !== 'default') args.push('--namespace', namespace)
  if (codecEndpoint !== undefined) args.push('--ui-codec-endpoint', codecEndpoint)
  args.push('--disable-config-env', '--disable-config-file')
  return {
    role: 'temporal',
    index: 0,
    port,
    ports: { ui: uiPort },
    command: { file, args, env: { PATH: options.env.PATH, HOME: homedir() }, cwd: '/' },
    stopPlan: [
      ['SIGTERM', 10_000],
      ['SIGKILL', 5_000],
    ],
    attemptsMax: 3,
    ready: () => addSearchAttributes({ address: `127.0.0.1:${port}`, namespace }),
  }
}

/**
 * Adds the search attributes that the namespace lacks.
 *
 * @param server.connectTimeoutMs short by default, for callers that try again
 * @returns true when all of them are there
 */
export async function addSearchAttributes(server: {
  address: string
  namespace: string
  connectTimeoutMs?: number
}): Promise<boolean> {
  const { address, namespace, connectTimeoutMs: connectTimeout = 2_000 } = server
  const connection = await Connection.connect({ address, connectTimeout })
  try {
    return await connection.withDeadline(systemClock.now().getTime() + CALL_TIMEOUT_MS, () =>
      addMissing(connection, namespace),
    )
  } finally {
    await connection.close()
  }
}

async function addMissing(connection: Connection, namespace: string): Promise<boolean> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace })
  const missing = searchAttributes.filter((name) => !(name in (customAttributes ?? {})))
  if (missing.length === 0) return true
  await connection.operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(missing.map((name) => [name, INDEXED_VALUE_TYPE_KEYWORD])),
  })
  return false
}
