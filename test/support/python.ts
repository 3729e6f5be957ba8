/** The machine's Python, for what is written in it. */
import { spawnSync } from 'node:child_process'

const OLD = 'import sys; sys.exit(sys.version_info < (3, 11))'

/** Whether there is one that our client takes; that there is none is printed. */
export function hasPython(): boolean {
  const isThere = spawnSync('python3', ['-c', OLD]).status === 0
  if (!isThere) console.log('skipped: there is no python3 of 3.11 or later on the PATH')
  return isThere
}
