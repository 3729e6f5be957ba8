/** What a process said last, for the one line that explains why it does not start. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const TAIL_BYTES = 16_384
const LINE_LENGTH_MAX = 300

/** The last line with a cause of the log that was written after `from` bytes. */
export function lastLine(path: string, from: number): string | undefined {
  const lines = tailOf(path, from)
    .split('\n')
    .map((line) => messageOf(line.trim()))
    // The runtime's stack and its own version are no explanation.
    .filter((line) => line !== '' && !/^(at |Node\.js v|\^|})/.test(line))
  const error = lines.findLast((line) => /error|fatal|cannot|can't|refus/i.test(line))
  return (error ?? lines.at(-1))?.slice(0, LINE_LENGTH_MAX)
}

function tailOf(path: string, from: number): string {
  try {
    const file = openSync(path, 'r')
    try {
      const { size } = fstatSync(file)
      const start = Math.max(from > size ? 0 : from, size - TAIL_BYTES)
      const bytes = Buffer.alloc(size - start)
      readSync(file, bytes, 0, bytes.length, start)
      return bytes.toString('utf8')
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

function messageOf(line: string): string {
  if (!line.startsWith('{')) return line
  try {
    const entry = JSON.parse(line) as { msg?: unknown; err?: { message?: unknown } }
    return String(entry.err?.message ?? entry.msg ?? line)
  } catch {
    return line
  }
}
