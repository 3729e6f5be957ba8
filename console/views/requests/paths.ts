/** Paths of the log. */
import { settings } from '../../lib/settings.ts'
import { shortId } from '../../ui/CopyId.tsx'

/** `/quotes` of `/2025-10-13/quotes`: the version is the same in all of them. */
export function pathWithoutVersion(path: string): string {
  const { basePath } = settings()
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path
}

/** Ids by their ends: enough for a row. */
export function pathInShort(path: string): string {
  return pathWithoutVersion(path)
    .split('/')
    .map((part) => (/^[A-Za-z]+:[\w-]{20,}$/.test(part) ? shortId(part) : part))
    .join('/')
}

/** The ids of resources that a path names. */
export function idsIn(path: string): readonly string[] {
  return path.split('/').filter((part) => /^[A-Z][A-Za-z]+:[\w-]+$/.test(part))
}
