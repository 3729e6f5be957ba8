/**
 * Our programs as JavaScript: from the sources a process takes twice the CPU to start. `npm
 * start` runs what is in `dist/`, and makes it again when a source has changed.
 */
import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { buildPageAssets } from '../../api/pageAssets.ts'
import { systemClock } from '../../contract/time.ts'
import { readSources } from '../imports/graph.ts'
import { compileCacheOf } from './programs.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const dist = join(root, 'dist')
const CHUNKS = 'chunks'
const KEPT_CHUNKS_MS = 7 * 86_400_000

/** Those that a stack starts. */
const programs = ['api/main', 'worker/main', 'sandbox/main']

/** What lies beside a source file, migrations for one, is found from there. */
const sourceAddresses: Plugin = {
  name: 'addresses of the sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (path.includes('/node_modules/')) return undefined
      const address = JSON.stringify(pathToFileURL(path).href)
      const contents = readFileSync(path, 'utf8').replaceAll('import.meta.url', address)
      return { contents, loader: 'ts' }
    })
  },
}

/**
 * Writes each program as a file, and what it loads later, or has in common with another, as chunks; packages stay
 * where they are. A file that exists is replaced at once, after what it loads: who starts it meanwhile gets the
 * former or the new one.
 *
 * @param names paths of the programs below the tree, without extension
 * @param folder gets `api/main.mjs` and so on
 */
export async function compilePrograms(
  names: readonly string[],
  folder: string,
  tree = root,
): Promise<void> {
  const chunks = join(folder, CHUNKS)
  const { outputFiles } = await build({
    absWorkingDir: tree,
    entryPoints: names.map((name) => ({ in: `${name}.ts`, out: name })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    chunkNames: `${CHUNKS}/[name]-[hash]`,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    plugins: [sourceAddresses],
    write: false,
  })
  const isChunk = ({ path }: { readonly path: string }): boolean => dirname(path) === chunks
  const [first, last] = [outputFiles.filter(isChunk), outputFiles.filter((file) => !isChunk(file))]
  for (const { path, contents } of [...first, ...last]) replaceFile(path, contents)
  dropOldChunks(folder, new Set(first.map(({ path }) => basename(path))))
}

/**
 * Those that a build has replaced stay for a week from then on: a process of an earlier build, which may have run
 * for much longer, may still load them.
 */
function dropOldChunks(folder: string, present: ReadonlySet<string>): void {
  const chunks = join(folder, CHUNKS)
  const list = join(folder, 'chunks.json')
  const listed = readOrNothing(list)
  const former = listed === undefined ? undefined : new Set<string>(JSON.parse(listed))
  const now = systemClock.now()
  for (const name of existsSync(chunks) ? readdirSync(chunks) : []) {
    const path = join(chunks, name)
    if (present.has(name)) continue
    // Its time is from now on that of its end.
    if (former === undefined || former.has(name)) utimesSync(path, now, now)
    else if (now.getTime() - statSync(path).mtimeMs > KEPT_CHUNKS_MS) rmSync(path, { force: true })
  }
  replaceFile(list, JSON.stringify([...present]))
}

/**
 * The folder of the programs that `npm start` runs, made unless it is fresh.
 *
 * @throws Error when the folder cannot be written
 */
export async function buildPrograms(): Promise<{ folder: string; isNew: boolean }> {
  const mark = join(dist, 'sources.sha256')
  const sources = sourcesHash()
  const hasNewPages = await buildPageAssets()
  if (readOrNothing(mark) === sources) return { folder: dist, isNew: hasNewPages }
  await compilePrograms(programs, dist)
  // What V8 kept of the former programs is of no use to the new ones.
  rmSync(compileCacheOf(dist), { recursive: true, force: true, maxRetries: 5 })
  replaceFile(mark, sources)
  return { folder: dist, isNew: true }
}

/** Of all that the programs are made of: our sources, where they are, and the packages' versions. */
function sourcesHash(): string {
  const hash = createHash('sha256').update(root)
  hash.update(readFileSync(join(root, 'package-lock.json')))
  for (const [file, source] of readSources()) hash.update(`\n${file}\n`).update(source)
  return hash.digest('hex')
}

function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function replaceFile(path: string, contents: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  const made = `${path}.${randomUUID()}`
  writeFileSync(made, contents)
  renameSync(made, path)
}
