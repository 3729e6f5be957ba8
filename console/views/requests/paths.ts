/** Paths of the log. */
import { settings } from '../../lib/settings.ts'

/** `/quotes` of `/2025-10-13/quotes`: the version is the same in all of them. */
export function pathWithoutVersion(path: string): string {
  const { basePath } = settings()
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path
}

/** The ids of resources that a path names. */
export function idsIn(path: string): readonly string[] {
  return path.split('/').filter((part) => /^[A-Z][A-Za-z]+:[\w-]+$/.test(part))
}
