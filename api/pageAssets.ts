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

/**
 * The pages, each with a bundle of its own: what the public listener serves has nothing of the operators', and the
 * other way round. A script and a style of the same name belong together.
 */
const entryPoints = {
  app: [
    { in: 'app/main.tsx', out: 'app' },
    { in: 'styles/app.css', out: 'app' },
  ],
  operators: [
    { in: 'operators/main.tsx', out: 'operators' },
    { in: 'styles/operators.css', out: 'operators' },
  ],
} as const

/** `app`: the dashboard of platforms; `operators`: the operators' pages. */
export type PageName = keyof typeof entryPoints

const pageNames = Object.keys(entryPoints) as PageName[]

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

type Manifest = {
  readonly sources: string
  readonly pages: Readonly<
    Record<PageName, { readonly entries: Bundle['entries']; readonly files: readonly string[] }>
  >
}

/** The assets of a page. Names have a hash of the content: they can be cached for ever. */
export function pageAssets(page: PageName): Promise<PageAssets> {
  return assetsOf[page]()
}

const assetsOf: Readonly<Record<PageName, () => Promise<PageAssets>>> = {
  app: once(() => loaded('app')),
  operators: once(() => loaded('operators')),
}

async function loaded(page: PageName): Promise<PageAssets> {
  const { entries, files } = (await readBuilt(page)) ?? (await bundle(page))
  const assets = [...files].map(async ([name, bytes]): Promise<[string, Asset]> => {
    const content = Buffer.from(bytes)
    const gzipped = await promisify(gzip)(content)
    return [name, { type: types[extname(name)] ?? 'application/octet-stream', content, gzipped }]
  })
  return { entries, files: new Map(await Promise.all(assets)) }
}

/**
 * Writes the assets where a process looks for them, unless they are there.
 *
 * @returns true if they were made
 */
export async function buildPageAssets(): Promise<boolean> {
  if ((await readManifest()) !== undefined) return false
  const bundles = { app: await bundle('app'), operators: await bundle('operators') }
  const files = new Map(pageNames.flatMap((page) => [...bundles[page].files]))
  await mkdir(built, { recursive: true })
  for (const [name, bytes] of files) await writeFile(join(built, name), bytes)
  const partOf = ({ entries, files: own }: Bundle) => ({ entries, files: [...own.keys()] })
  // Last, and at once: who reads it finds every file of it.
  const manifest: Manifest = {
    sources: await sourcesHash(),
    pages: { app: partOf(bundles.app), operators: partOf(bundles.operators) },
  }
  const made = join(built, `${MANIFEST}.${process.pid}`)
  await writeFile(made, JSON.stringify(manifest))
  await rename(made, join(built, MANIFEST))
  const old = (await readdir(built)).filter((name) => name !== MANIFEST && !files.has(name))
  await Promise.all(old.map((name) => rm(join(built, name), { force: true })))
  return true
}

/** What was built, if it is of these sources. */
async function readManifest(): Promise<Manifest | undefined> {
  try {
    const manifest = JSON.parse(await readFile(join(built, MANIFEST), 'utf8')) as Manifest
    return manifest.sources === (await sourcesHash()) ? manifest : undefined
  } catch {
    return undefined
  }
}

async function readBuilt(page: PageName): Promise<Bundle | undefined> {
  const manifest = await readManifest()
  if (manifest === undefined) return undefined
  try {
    const { entries, files } = manifest.pages[page]
    const contents = files.map(async (name): Promise<[string, Uint8Array]> => {
      return [name, await readFile(join(built, name))]
    })
    return { entries, files: new Map(await Promise.all(contents)) }
  } catch {
    return undefined
  }
}

/** A hash of all that the assets are made of: the sources of the pages, what they take of the clients, and the packages' versions. */
async function sourcesHash(): Promise<string> {
  const names = await readdir(sources, { recursive: true })
  const code = names.filter((name) => /\.(tsx?|css)$/.test(name)).sort()
  const hash = createHash('sha256')
  const device = (await readdir(join(root, 'client/device'))).filter((name) => name.endsWith('.ts'))
  const besides = [
    ...['package-lock.json', 'client/backend/retry.ts', 'client/backend/errors.ts'],
    ...device.sort().map((name) => join('client/device', name)),
  ]
  for (const beside of besides) hash.update(await readFile(join(root, beside)))
  for (const name of code) {
    hash.update(`\n${name}\n`).update(await readFile(join(sources, name)))
  }
  return hash.digest('hex')
}

async function bundle(page: PageName): Promise<Bundle> {
  // Loaded when a page is asked for: most processes serve none.
  const { build } = await import('esbuild')
  const outdir = join(root, 'assets')
  const { outputFiles, metafile } = await build({
    absWorkingDir: sources,
    entryPoints: [...entryPoints[page]],
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
    const entry = entryPoints[page].find((each) => each.in === entryPoint)
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (entry !== undefined) entries[`${entry.out}${extname(name)}`] = name
  }
  const files = outputFiles.map(({ path, contents }): [string, Uint8Array] => {
    return [path.slice(outdir.length + 1), contents]
  })
  return { entries, files: new Map(files) }
}
