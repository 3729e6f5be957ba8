/** Objects as files of a folder that its processes share. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DocumentStore } from './store.ts'

/** Of a file that is being written: a process that dies leaves one, which goes with its key. */
const PARTIAL = '.partial'

/** @param folder absolute; made where it does not exist, for its owner alone */
export function createFolderStore(folder: string): DocumentStore {
  const pathOf = (key: string): string => join(folder, requireKey(key))
  return {
    async put(key, content) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const draft = `${path}.${randomBytes(6).toString('hex')}${PARTIAL}`
      try {
        await writeDurably(draft, content)
        await rename(draft, path)
        await syncFolder(dirname(path))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async get(key) {
      return readFile(pathOf(key)).catch(undefinedWhereMissing)
    },
    async remove(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      const names = (await readdir(dirname(path)).catch(undefinedWhereMissing)) ?? []
      for (const name of names) {
        const draft = join(dirname(path), name)
        if (draft.startsWith(`${path}.`) && name.endsWith(PARTIAL)) await rm(draft, { force: true })
      }
    },
    keys: (prefix) => keysIn(folder, prefix),
    close: async () => undefined,
  }
}

function requireKey(key: string): string {
  if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key)) throw new Error(`not a key: ${key}`)
  return key
}

async function writeDurably(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A renamed file survives a loss of power once its folder has been written. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Keys of whole objects and of drafts: both are removed by them. */
async function* keysIn(folder: string, prefix: string, inside = ''): AsyncGenerator<string> {
  const entries = await readdir(join(folder, inside), { withFileTypes: true }).catch(
    undefinedWhereMissing,
  )
  const seen = new Set<string>()
  for (const entry of entries ?? []) {
    const key = `${inside}${entry.name}`
    if (entry.isDirectory()) {
      const below = `${key}/`
      if (below.startsWith(prefix) || prefix.startsWith(below)) {
        yield* keysIn(folder, prefix, below)
      }
      continue
    }
    const whole = key.endsWith(PARTIAL) ? key.slice(0, key.indexOf('.', inside.length)) : key
    if (whole.startsWith(prefix) && !seen.has(whole)) yield whole
    seen.add(whole)
  }
}

function undefinedWhereMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
