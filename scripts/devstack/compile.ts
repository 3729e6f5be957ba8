/**
 * Our programs as JavaScript: from the sources a process takes more than twice the CPU to start. `npm
 * start` runs what is in `dist/`, and makes it again when a source has changed.
 */
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { buildPageAssets } from '../../api/pageAssets.ts'
import { readSources } from '../imports/graph.ts'
import { bareEnvironment } from './programs.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const dist = join(root, 'dist')
const CODE_CACHE = '.v8-cache'

/** Programs that a stack starts. */
export const programs = ['api/main', 'worker/main', 'sandbox/main']
/** What people type. */
export const commands = ['cli/main']
/** Files that a program starts as a thread of its own. */
export const threads = ['api/cardDecisionThread/main']

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
 * Packages stay where they are, but for those that can only be imported: to import the thousand files that a
 * process loads takes twice the CPU of requiring them.
 */
const requiredPackages: Plugin = {
  name: 'packages that can be required',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === requiredPackages) return undefined
      if (isBuiltin(path)) return { path, external: true }
      const options = { resolveDir, kind: 'require-call', pluginData: requiredPackages } as const
      const { errors, path: file } = await resolve(path, options)
      return errors.length === 0 && !isEsModule(file) ? { path, external: true } : undefined
    })
  },
}

function isEsModule(file: string): boolean {
  if (/\.[cm]js$/.test(file)) return file.endsWith('.mjs')
  let folder = dirname(file)
  while (!existsSync(join(folder, 'package.json'))) {
    if (folder === dirname(folder)) return false
    folder = dirname(folder)
  }
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).type === 'module'
}

/** What programs and commands have in common. */
export function bundleOptions(tree: string, outdir: string): BuildOptions {
  return {
    absWorkingDir: tree,
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    plugins: [sourceAddresses],
  }
}

/**
 * Writes each program as two files: `api/main.mjs`, which is started, and `api/main.cjs`, all of it. Each is replaced
 * at once: who starts a program meanwhile gets the former or the new one.
 *
 * @param names paths of the programs below the tree, without extension
 */
export async function compilePrograms(
  names: readonly string[],
  folder: string,
  tree = root,
): Promise<void> {
  const codeCache = join(root, 'runtime/codeCache.ts')
  const { plugins = [], ...options } = bundleOptions(tree, folder)
  const { outputFiles } = await build({
    ...options,
    entryPoints: [
      ...names.map((name) => ({ in: `${name}.ts`, out: name })),
      { in: codeCache, out: 'codeCache' },
    ],
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    // What is loaded later is required then.
    supported: { 'dynamic-import': false },
    plugins: [requiredPackages, ...plugins],
    write: false,
  })
  for (const { path, contents } of outputFiles) replaceFile(path, contents)
  for (const name of names) replaceFile(join(folder, `${name}.mjs`), starterOf(name), 0o755)
}

/** What it loads first keeps the code of what it loads then. */
function starterOf(name: string): string {
  const folder = relative(dirname(name), '.') || '.'
  return `#!/usr/bin/env node
import { createRequire } from 'node:module'
const load = createRequire(import.meta.url)
load('${folder}/codeCache.cjs').enableCodeCache(load.resolve('./${basename(name)}.cjs'), '${folder}/${CODE_CACHE}')
load('./${basename(name)}.cjs')
`
}

/** Runs each program once with `--help`, so that V8's code of what it loads is kept before its first start. */
export async function keepCodeOf(names: readonly string[], folder: string): Promise<void> {
  const run = promisify(execFile)
  const env = bareEnvironment()
  await Promise.all(
    names.map((name) => run(process.execPath, [join(folder, `${name}.mjs`), '--help'], { env })),
  )
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
  await compilePrograms([...programs, ...commands, ...threads], dist)
  // What V8 kept of the former programs is of no use to the new ones.
  rmSync(join(dist, CODE_CACHE), { recursive: true, force: true, maxRetries: 5 })
  await keepCodeOf([...programs, ...commands], dist)
  replaceFile(mark, sources)
  return { folder: dist, isNew: true }
}

/** A hash of all that the programs are made of: our sources, their place, and the packages' versions. */
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

function replaceFile(path: string, contents: string | Uint8Array, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true })
  const made = `${path}.${randomUUID()}`
  writeFileSync(made, contents, { mode })
  renameSync(made, path)
}
