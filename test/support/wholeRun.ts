import { parseCLI } from 'vitest/node'

/** Whether no files are named: a run of everything. */
export function isWholeRun(): boolean {
  return parseCLI(['vitest', ...process.argv.slice(2)]).filter.length === 0
}
