/** Where the saved histories are, and the key that opens them. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Of the tests alone. */
export const CODEC_KEYS = '5e'.repeat(32)

export const historiesDirectory = fileURLToPath(new URL('../histories/', import.meta.url))

export type SavedHistory = {
  /** `<workflow>-<what happened>`. */
  readonly name: string
  /** As the server's JSON has it. */
  readonly history: { readonly events: readonly Record<string, unknown>[] }
}

export function savedHistories(): SavedHistory[] {
  return readdirSync(historiesDirectory)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      name: basename(file, '.json'),
      history: JSON.parse(readFileSync(join(historiesDirectory, file), 'utf8')),
    }))
}
