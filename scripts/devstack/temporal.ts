/** The Temporal dev server with its Web UI, and the search attributes of our workflows. */
import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Connection } from '@temporalio/client'
import { systemClock } from '../../contract/time.ts'
import { addSearchAttributes } from '../../runtime/searchAttributes.ts'
import type { SpecWithoutLog } from './supervisedChild.ts'
import { temporalBinary } from './temporalBinary.ts'

const CALL_TIMEOUT_MS = 5_000

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
    // Tasks are taken by platforms in turn.
    'matching.useNewMatcher=true',
    'matching.enableFairness=true',
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
    ready: () => hasSearchAttributes({ address: `127.0.0.1:${port}`, namespace }),
  }
}

/**
 * Adds the search attributes that the namespace lacks.
 *
 * @param server.connectTimeoutMs short by default, for callers that try again
 * @returns true when all of them are there
 */
export async function hasSearchAttributes(server: {
  address: string
  namespace: string
  connectTimeoutMs?: number
}): Promise<boolean> {
  const { address, namespace, connectTimeoutMs: connectTimeout = 2_000 } = server
  const connection = await Connection.connect({ address, connectTimeout })
  try {
    const deadline = systemClock.now().getTime() + CALL_TIMEOUT_MS
    const added = await connection.withDeadline(deadline, () =>
      addSearchAttributes(connection, namespace),
    )
    return added.length === 0
  } finally {
    await connection.close()
  }
}
