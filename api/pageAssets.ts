/**
 * The scripts and styles of the pages in `console/`, bundled: what `npm run build` has left in
 * `dist/console/` where it is of these sources, and otherwise made in memory by the first who asks.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { once } from './once.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = join(root, 'console')
const built = join(root, 'dist', 'console')
const MANIFEST = 'manifest.json'

/** The entries of the pages. A script and a style of the same name belong together. */
const entryPoints = [
  { in: 'app/main.tsx', out: 'app' },
  { in: 'styles/app.css', out: 'app' },
]

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

export type Asset = {
  readonly type: string
  readonly content: Buffer
  readonly gzipped: Buffer
}

export type PageAssets = {
  /** File of an entry: `app-3F2A.js` of `app.js`. */
  readonly entries: Readonly<Record<string, string>>
  readonly files: ReadonlyMap<string, Asset>
}

type Bundle = {
  readonly entries: Readonly<Record<string, string>>
  readonly files: ReadonlyMap<string, Uint8Array>
}

type Manifest = { readonly sources: string; readonly entries: Readonly<Record<string, string>> }

/** The assets of this process. Names have a hash of the content: they can be cached for ever. */
export const pageAssets = once(async (): Promise<PageAssets> => {
  const { entries, files } = (await readBuilt(built)) ?? (await bundle())
  const assets = [...files].map(async ([name, bytes]): Promise<[string, Asset]> => {
    const content = Buffer.from(bytes)
    const gzipped = await promisify(gzip)(content)
    return [name, { type: types[extname(name)] ?? 'application/octet-stream', content, gzipped }]
  })
  return { entries, files: new Map(await Promise.all(assets)) }
})

/**
 * Writes the assets where a process looks for them, unless they are there.
 *
 * @returns true if they were made
 */
export async function buildPageAssets(): Promise<boolean> {
  if ((await readBuilt(built)) !== undefined) return false
  const { entries, files } = await bundle()
  await mkdir(built, { recursive: true })
  for (const [name, bytes] of files) await writeFile(join(built, name), bytes)
  // Last, and at once: who reads it finds every file of it.
  const manifest: Manifest = { sources: await sourcesHash(), entries }
  const made = join(built, `${MANIFEST}.${process.pid}`)
  await writeFile(made, JSON.stringify(manifest))
  await rename(made, join(built, MANIFEST))
  const old = (await readdir(built)).filter((name) => name !== MANIFEST && !files.has(name))
  await Promise.all(old.map((name) => rm(join(built, name), { force: true })))
  return true
}

/** What was built, if it is of these sources. */
async function readBuilt(folder: string): Promise<Bundle | undefined> {
  try {
    const manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Manifest
    if (manifest.sources !== (await sourcesHash())) return undefined
    const names = (await readdir(folder)).filter((name) => extname(name) in types)
    const files = names.map(async (name): Promise<[string, Uint8Array]> => {
      return [name, await readFile(join(folder, name))]
    })
    return { entries: manifest.entries, files: new Map(await Promise.all(files)) }
  } catch {
    return undefined
  }
}

/** Of all that the assets are made of: the sources of the pages, what they take of the client, and the packages' versions. */
async function sourcesHash(): Promise<string> {
  const names = await readdir(sources, { recursive: true })
  const code = names.filter((name) => /\.(tsx?|css)$/.test(name)).sort()
  const hash = createHash('sha256')
  for (const beside of ['package-lock.json', 'client/keyed.ts']) {
    hash.update(await readFile(join(root, beside)))
  }
  for (const name of code) {
    hash.update(`\n${name}\n`).update(await readFile(join(sources, name)))
  }
  return hash.digest('hex')
}

async function bundle(): Promise<Bundle> {
  // Loaded when a page is asked for: most processes serve none.
  const { build } = await import('esbuild')
  const outdir = join(root, 'assets')
  const { outputFiles, metafile } = await build({
    absWorkingDir: sources,
    entryPoints,
    outdir,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  const entries: Record<string, string> = {}
  for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) {
    const entry = entryPoints.find((each) => each.in === entryPoint)
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (entry !== undefined) entries[`${entry.out}${extname(name)}`] = name
  }
  const files = outputFiles.map(({ path, contents }): [string, Uint8Array] => {
    return [path.slice(outdir.length + 1), contents]
  })
  return { entries, files: new Map(files) }
}
