import { Resolver } from 'node:dns/promises'

/**
 * The TXT records of a name, each joined to one text; none for a name without them.
 *
 * @throws Error when no server has answered in time, or the answer is an error of the server
 */
export type FindTxtRecords = (name: string) => Promise<readonly string[]>

export type TxtRecordsOptions = {
  /** `address` or `address:port`; the system's without any. */
  readonly servers?: readonly string[]
  /** For all tries together. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 5_000
const TRIES = 2

/** The name or its TXT records do not exist, or no name is spelled so. */
const absent: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/** Nothing is cached: a record that was just published is found. */
export function createTxtRecords(options: TxtRecordsOptions = {}): FindTxtRecords {
  const { servers = [], timeoutMs = TIMEOUT_MS } = options
  return async (name) => {
    // One resolver a question: cancelling it ends no other's.
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / TRIES / 2), tries: TRIES })
    if (servers.length > 0) resolver.setServers(servers)
    const deadline = setTimeout(() => resolver.cancel(), timeoutMs)
    try {
      const records = await resolver.resolveTxt(name)
      return records.map((parts) => parts.join(''))
    } catch (error) {
      if (absent.has((error as { code?: unknown }).code)) return []
      throw error
    } finally {
      clearTimeout(deadline)
    }
  }
}
