/** The Temporal dev server's program: found, kept, downloaded or built, in this order. */
import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { access, chmod, constants, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { arch, homedir, platform } from 'node:os'
import { delimiter, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { oneLine, SetUpError } from './setUpError.ts'

const execute = promisify(execFile)

const VERSION = '1.5.1'
const MODULE = `github.com/temporalio/cli/cmd/temporal@v${VERSION}`
/** Update-with-start as we use it was measured on this server; older ones are not taken. */
const SERVER_MINIMUM = [1, 29] as const
const ANSWER_TIMEOUT_MS = 10_000
const DOWNLOAD_TIMEOUT_MS = 600_000
const BUILD_TIMEOUT_MS = 1_800_000
const BUILD_LINE_EVERY_MS = 15_000

type Options = {
  readonly env: NodeJS.ProcessEnv
  readonly progress: (line: string) => void
  readonly signal?: AbortSignal
}

/**
 * Path of a `temporal` program that can serve.
 *
 * @throws SetUpError naming the four ways when none works
 */
export async function temporalBinary(options: Options): Promise<string> {
  const onPath = await findOnPath(options)
  if (onPath !== undefined) return onPath
  const cached = join(cacheDirectory(options.env), `temporal-${VERSION}`)
  if (await isProgram(cached)) return cached
  const failures: string[] = []
  for (const [name, fetchInto] of [
    ['download', download],
    ['build', build],
  ] as const) {
    try {
      await intoCache(cached, (directory) => fetchInto(directory, options))
      return cached
    } catch (error) {
      if (options.signal?.aborted) throw error
      failures.push(`${name}: ${reasonOf(error)}`)
    }
  }
  throw new SetUpError(
    `No Temporal server (${failures.join('; ')}). One of four ways: set TEMPORAL_ADDRESS to a running one; put the temporal program (server ${SERVER_MINIMUM.join('.')} or newer) on the PATH; let this machine reach temporal.download; or install Go and let it reach a Go module proxy`,
  )
}

function cacheDirectory(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'embedded-wallet-payments')
}

async function findOnPath({ env, progress }: Options): Promise<string | undefined> {
  for (const directory of (env.PATH ?? '').split(delimiter)) {
    const file = join(directory, 'temporal')
    if (directory === '' || !(await isProgram(file))) continue
    const { stdout } = await execute(file, ['--version']).catch(() => ({ stdout: '' }))
    const [, major, minor] = /Server (\d+)\.(\d+)/.exec(stdout) ?? []
    const [leastMajor, leastMinor] = SERVER_MINIMUM
    if (Number(major) > leastMajor) return file
    if (Number(major) === leastMajor && Number(minor) >= leastMinor) return file
    progress(`${file} is no Temporal server ${SERVER_MINIMUM.join('.')} or newer, not used`)
  }
  return undefined
}

async function isProgram(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** Fetched beside the cache and renamed into it: half a program is never found there. */
async function intoCache(
  cached: string,
  fetchInto: (directory: string) => Promise<void>,
): Promise<void> {
  await mkdir(join(cached, '..'), { recursive: true })
  const directory = await mkdtemp(`${cached}.`)
  try {
    await fetchInto(directory)
    const program = join(directory, 'temporal')
    await chmod(program, 0o755)
    await execute(program, ['--version'])
    await rename(program, cached)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function download(directory: string, { progress, signal }: Options): Promise<void> {
  const machine = arch() === 'x64' ? 'amd64' : arch()
  const url = `https://temporal.download/cli/archive/v${VERSION}?platform=${platform()}&arch=${machine}`
  progress(`downloading the Temporal dev server ${VERSION}`)
  const stop = new AbortController()
  const silence = setTimeout(
    () => stop.abort(new Error('no answer from temporal.download')),
    ANSWER_TIMEOUT_MS,
  )
  const limit = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)
  try {
    const signals = [stop.signal, limit, ...(signal ? [signal] : [])]
    const answer = await fetch(url, { signal: AbortSignal.any(signals) })
    clearTimeout(silence)
    if (!answer.ok || answer.body === null) throw new Error(`HTTP ${answer.status}`)
    const archive = join(directory, 'archive.tar.gz')
    await pipeline(answer.body, createWriteStream(archive))
    await execute('tar', ['-xzf', archive, '-C', directory], { signal })
  } finally {
    clearTimeout(silence)
  }
}

async function build(directory: string, { env, progress, signal }: Options): Promise<void> {
  await execute('go', ['version'], { env }).catch(() => {
    throw new Error('no go program on the PATH')
  })
  progress(
    `building the Temporal dev server ${VERSION} with go install; this takes some minutes, once`,
  )
  const began = performance.now()
  // `go install -v` names each package as it is compiled, and each module as it is fetched.
  const building = execute('go', ['install', '-v', '-ldflags=-s -w', MODULE], {
    env: { ...env, GOBIN: directory, CGO_ENABLED: '0' },
    timeout: BUILD_TIMEOUT_MS,
    maxBuffer: 64_000_000,
    signal,
  })
  const seen = createBuildProgress()
  building.child.stderr?.on('data', (text: string) => seen.add(String(text)))
  const ticker = setInterval(() => {
    const seconds = Math.round((performance.now() - began) / 1000)
    progress(`still building (${seconds} s): ${seen.line()}`)
  }, BUILD_LINE_EVERY_MS)
  try {
    await building
  } finally {
    clearInterval(ticker)
  }
}

/** What a verbose `go install` has done so far, in one line. */
export function createBuildProgress(): { add(text: string): void; line(): string } {
  let packages = 0
  let last = 'looking for its modules'
  let rest = ''
  return {
    add(text) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines.map((each) => each.trim()).filter(Boolean)) {
        if (!line.startsWith('go: ')) packages += 1
        last = line.startsWith('go: ') ? line.slice('go: '.length) : line
      }
    },
    line: () => (packages === 0 ? last : `${packages} packages compiled, ${last}`),
  }
}

function reasonOf(error: unknown): string {
  const stderr = (error as { stderr?: string }).stderr?.trim()
  if (stderr) return stderr.split('\n').at(-1) ?? stderr
  // `fetch failed` says nothing; its cause does.
  const cause = error instanceof Error ? error.cause : undefined
  return oneLine(cause ?? error)
}
