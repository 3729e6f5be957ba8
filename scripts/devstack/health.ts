/** How the processes of a stack are, one by one, as `npm run status` shows it. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { processFacts, runs, uptimeSeconds } from './processes.ts'
import { commandMarker, type RunEntry } from './runFile.ts'

const ANSWER_TIMEOUT_MS = 5_000

export type ProcessHealth = Pick<RunEntry, 'role' | 'index' | 'pid' | 'port'> & {
  readonly isUp: boolean
  /** `ready`, or what is wrong with it. */
  readonly state: string
  readonly uptimeSeconds: number | undefined
}

/** @param host where the API listens, and @param monitoringHost where a worker's probes do */
export function healthOf(
  dataDir: string,
  entries: readonly RunEntry[],
  hosts: { readonly host: string; readonly monitoringHost: string },
): Promise<readonly ProcessHealth[]> {
  return Promise.all(
    entries.map(async (entry) => {
      const { role, index, pid, port } = entry
      const lives = pid !== null && runs(pid, commandMarker(dataDir, role))
      const problem = lives ? await problemOf(entry, hosts) : 'does not run'
      return {
        ...{ role, index, pid, port },
        isUp: problem === undefined,
        state: problem ?? 'ready',
        uptimeSeconds: lives ? uptimeSeconds(processFacts(pid)) : undefined,
      }
    }),
  )
}

async function problemOf(
  { role, port, ports }: RunEntry,
  { host, monitoringHost }: { readonly host: string; readonly monitoringHost: string },
): Promise<string | undefined> {
  if (role === 'api') return probe(`${originAt(host, port)}/readyz`)
  if (role === 'worker') return probe(`${originAt(monitoringHost, port)}/readyz`)
  if (role === 'sandbox') return probe(`${originAt('127.0.0.1', ports?.control ?? port)}/healthz`)
  return accepts(port)
}

function originAt(host: string, port: number): string {
  const isAny = host === '0.0.0.0' || host === '::'
  const name = host.replace(/^\[(.*)\]$/, '$1')
  return `http://${isAny ? '127.0.0.1' : name.includes(':') ? `[${name}]` : name}:${port}`
}

async function probe(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })
    const text = await answer.text()
    if (answer.ok) return undefined
    return reasonIn(text) ?? `is not ready (${answer.status})`
  } catch {
    return 'does not answer'
  }
}

/** What an API says is wrong, and how that is mended. */
function reasonIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { reason?: string }).reason
  } catch {
    return undefined
  }
}

async function accepts(port: number): Promise<string | undefined> {
  const socket = connect({ port, host: '127.0.0.1' })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })
    return undefined
  } catch {
    return 'does not answer'
  } finally {
    socket.destroy()
  }
}

/** A line each, as the rows of the summary. */
export function healthLines(healths: readonly ProcessHealth[]): string[] {
  return healths.map(({ role, index, pid, state, uptimeSeconds: seconds }) => {
    const name = index === 0 ? role : `${role} ${index + 1}`
    const facts = [state, pid && `process ${pid}`, seconds !== undefined && `up ${shown(seconds)}`]
    return `  ${name.padEnd(15)}${facts.filter(Boolean).join(', ')}`
  })
}

function shown(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return `${Math.floor(seconds)} s`
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes} min`
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`
}
