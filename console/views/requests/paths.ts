import { pathWithoutVersion } from '../../lib/requestLog.ts'
import { shortId } from '../../ui/CopyId.tsx'

/** Ids by their ends: enough for a row. */
export function pathInShort(path: string): string {
  return pathWithoutVersion(path)
    .split('/')
    .map((part) => (/^[A-Za-z]+:[\w-]{20,}$/.test(part) ? shortId(part) : part))
    .join('/')
}
