/**
 * `npm start`: the whole stack on this machine, until it is stopped.
 *
 * Needs no setting; PORT, HOST and DATA_DIR have defaults, and what DATABASE_URL, TEMPORAL_ADDRESS or the
 * address of an outside party names is used instead of being started. .env.sample has every setting.
 */
import { parseArgs } from 'node:util'
import { partySettingNames } from '../runtime/partySettings.ts'
import { command } from './command.ts'
import { buildPrograms } from './devstack/compile.ts'
import { databaseName, demoPlatform } from './devstack/demoPlatform.ts'
import { oneLine } from './devstack/setUpError.ts'
import { type RunningStack, startStack } from './devstack/stack.ts'
import { summarize, summaryLines } from './devstack/summary.ts'

const began = performance.now()
const stopping = new AbortController()

await command(async () => {
  parseArgs()
  stopOnSignals()
  let running: RunningStack | undefined
  try {
    const compiled = await compiledPrograms()
    running = await startStack({
      ...{ env: withTestClock(process.env), progress: say, signal: stopping.signal },
      compiled,
    })
    const { dataDir, env } = running
    const database = databaseName(process.env.DATABASE_URL ?? process.env.DATABASE_URL_FILE)
    const demo = await demoPlatform(dataDir, env.DATABASE_URL ?? '', database)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`\nReady after ${seconds} s. Ctrl-C stops it.\n`)
    console.log(`${summaryLines(summarize(env, demo)).join('\n')}\n`)
    await untilAborted(stopping.signal)
  } catch (error) {
    if (!stopping.signal.aborted) {
      process.exitCode = 1
      console.error(oneLine(error))
    }
  }
  await running?.stop()
  // Nothing is left to wait for; a pooled connection must not keep the terminal.
  process.exit()
})

function stopOnSignals(): void {
  // A reader that went away (`npm start | head`) is no reason to die.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  // Ctrl-C arrives twice under npm, from the terminal and from npm: the second one changes nothing.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopping.abort())
  }
  // npm's shell may die of a SIGTERM without handing it on. Started by hand, we outlive our shell.
  const parent = process.ppid
  const watch = setInterval(() => {
    const isOrphan = process.env.npm_lifecycle_event !== undefined && process.ppid !== parent
    if (isOrphan) stopping.abort()
  }, 500)
  stopping.signal.addEventListener('abort', () => {
    clearInterval(watch)
    say('stopping')
  })
}

/** Where they cannot be compiled, the sources are run: they only start more slowly. */
async function compiledPrograms(): Promise<string | undefined> {
  try {
    const { folder, isNew } = await buildPrograms()
    if (isNew) say('compiled the programs')
    return folder
  } catch (error) {
    say(`the programs run from their sources: ${oneLine(error)}`)
    return undefined
  }
}

/** Real parties go by real time: with one the clock cannot be moved. */
function withTestClock(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isProduction = partySettingNames('PRODUCTION').some(
    (name) => env[name] ?? env[`${name}_FILE`],
  )
  return { TEST_CLOCK: String(!isProduction), ...env }
}

function say(line: string): void {
  const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(5)
  console.log(`${seconds} s  ${line}`)
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
