/**
 * `DATA_DIR/run.json`: what runs now. A list of {role, index, pid, port, ports}; `pid` is null
 * while that process does not run, and its ports are kept for the next start.
 */
import { readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const roles = ['postgres', 'temporal', 'sandbox', 'worker', 'api'] as const
export type Role = (typeof roles)[number]

export type RunEntry = {
  readonly role: Role
  readonly index: number
  readonly pid: number | null
  readonly port: number
  /** Further ports by name: `operators` and `decisions` of an API, `ui` of Temporal, `rail` and `control` of the sandbox. */
  readonly ports?: Readonly<Record<string, number>>
}

/** The list as it stands, or an empty one where there is none. */
export function readRunFile(dataDir: string): RunEntry[] {
  try {
    const list: unknown = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'))
    return Array.isArray(list) ? list.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(value: unknown): value is RunEntry {
  if (typeof value !== 'object' || value === null) return false
  const entry = value as Partial<RunEntry>
  return roles.includes(entry.role as Role) && typeof entry.port === 'number'
}

/**
 * Text in the command line of a role's process that distinguishes it from any other process, also from
 * those of another stack.
 */
export function commandMarker(dataDir: string, role: Role): string {
  if (role !== 'postgres') return `${dataDir}/`
  const directory = join(dataDir, 'postgres')
  try {
    return `-D ${realpathSync(directory)} `
  } catch {
    return `-D ${directory} `
  }
}

/** The list, written whole at every change: a reader never sees half of it. */
export class RunFile {
  readonly #path: string
  #entries: RunEntry[]

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'run.json')
    this.#entries = readRunFile(dataDir)
  }

  get entries(): readonly RunEntry[] {
    return this.#entries
  }

  find(role: Role, index = 0): RunEntry | undefined {
    return this.#entries.find((entry) => entry.role === role && entry.index === index)
  }

  put(entry: RunEntry): void {
    const others = this.#entries.filter(
      (other) => other.role !== entry.role || other.index !== entry.index,
    )
    this.#entries = [...others, entry].sort(
      (a, b) => roles.indexOf(a.role) - roles.indexOf(b.role) || a.index - b.index,
    )
    const draft = `${this.#path}.new`
    writeFileSync(draft, `${JSON.stringify(this.#entries, null, 2)}\n`, { mode: 0o644 })
    renameSync(draft, this.#path)
  }
}
