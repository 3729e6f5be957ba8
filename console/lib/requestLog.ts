/** The request log, as a platform and the operators read it. */
import { instantOf } from './time.ts'

const MINUTE_MS = 60_000
const VERSION = /^\/\d{4}-\d{2}-\d{2}(?=\/)/

/** `/quotes` of `/2025-10-13/quotes`: the version is the same in all of them. */
export function pathWithoutVersion(path: string): string {
  return path.replace(VERSION, '')
}

/** The ids of resources that a path names. */
export function idsIn(path: string): readonly string[] {
  return path.split('/').filter((part) => /^[A-Z][A-Za-z]+:[\w-]+$/.test(part))
}

/** The minute before to the minute after, without the other filters. */
export function aroundMinute(
  at: string,
  filterNames: readonly string[],
): Readonly<Record<string, string | undefined>> {
  const minute = (ms: number): string => instantOf(ms).slice(0, 16)
  const ms = Date.parse(at)
  return {
    ...Object.fromEntries(filterNames.map((name) => [name, undefined])),
    ...{ from: minute(ms - MINUTE_MS), to: minute(ms + MINUTE_MS) },
  }
}
