/** The Temporal of a stack: the one that was given, or a dev server of our own. */
import type { StartContext } from './context.ts'
import { READY_TIMEOUT_MS } from './context.ts'
import { freePort } from './ports.ts'
import type { Environment } from './programs.ts'
import { oneLine, SetUpError } from './setUpError.ts'
import { hasSearchAttributes, ownTemporal } from './temporal.ts'

/** A given server that runs may be slow to accept a connection on a busy machine. */
const CONNECT_TIMEOUT_MS = 10_000

/**
 * Brings Temporal up and returns the settings that lead to it.
 *
 * @param codecEndpoint where the Web UI finds readable payloads, if an API runs
 */
export async function bringUpTemporal(
  context: StartContext,
  codecEndpoint: string | undefined,
): Promise<Environment> {
  const { TEMPORAL_ADDRESS: given, TEMPORAL_NAMESPACE: namespace, TEMPORAL_UI_URL } = context.config
  if (given !== undefined) {
    // Temporal Cloud takes search attributes by its own console only.
    if (context.config.TEMPORAL_API_KEY === undefined) await prepareGiven(given, namespace)
    return { TEMPORAL_ADDRESS: given, TEMPORAL_NAMESPACE: namespace, TEMPORAL_UI_URL }
  }
  if (!context.starts('temporal')) return {}
  const { dataDir, inherited, progress, signal, supervisor } = context
  const kept = supervisor.runFile.find('temporal')
  const port = await freePort(kept?.port)
  const uiPort = await freePort(kept?.ports?.ui)
  const spec = await ownTemporal({
    dataDir,
    port,
    uiPort,
    namespace,
    codecEndpoint,
    env: inherited,
    progress,
    signal,
  })
  progress('starting Temporal')
  await supervisor.start(spec).waitReady(READY_TIMEOUT_MS)
  const ui = `http://127.0.0.1:${uiPort}`
  return {
    TEMPORAL_ADDRESS: `127.0.0.1:${port}`,
    TEMPORAL_NAMESPACE: namespace,
    TEMPORAL_UI_URL: TEMPORAL_UI_URL ?? ui,
    CODEC_UI_ORIGIN: context.config.CODEC_UI_ORIGIN ?? ui,
  }
}

async function prepareGiven(address: string, namespace: string): Promise<void> {
  try {
    const server = { address, namespace, connectTimeoutMs: CONNECT_TIMEOUT_MS }
    while (!(await hasSearchAttributes(server)));
  } catch (error) {
    throw new SetUpError(`TEMPORAL_ADDRESS: ${address} cannot be used: ${oneLine(error)}`)
  }
}
