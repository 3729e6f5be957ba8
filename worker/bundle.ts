/**
 * The workflow code, bundled once per state of its sources: bundling is the slowest part of a
 * start. A bundle is kept with the hash of every file that the bundler has read or looked for, and
 * taken again while all of them are as they were.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type BundleOptions,
  bundleWorkflowCode,
  DefaultLogger,
  type WorkflowBundle,
} from '@temporalio/worker'
import { failureConverterPath } from '../runtime/converter.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const workflowsFolder = join(root, 'workflows')

/** What a bundle depends on beside its sources: this module and the bundler's version. */
const bundlerFiles = [
  fileURLToPath(import.meta.url),
  createRequire(import.meta.url).resolve('@temporalio/worker/package.json'),
]

const FILE = 'workflows.json'

type Kept = {
  /** SHA-256 by path from the root; null for a file that was looked for and is not there. */
  readonly sources: Readonly<Record<string, string | null>>
  readonly code: string
}

/**
 * @param keptIn folder where the last bundle is kept between starts; without one, or where it can't
 *   be used, it is bundled anew
 */
export async function bundleWorkflows(keptIn?: string): Promise<WorkflowBundle> {
  if (keptIn === undefined) return { code: (await bundleFrom(workflowsFolder)).code }
  const path = join(keptIn, FILE)
  const kept = readKept(path)
  if (kept !== undefined && isCurrent(kept)) return { code: kept.code }
  const { code, files } = await bundleFrom(workflowsFolder)
  keep(keptIn, path, { sources: hashesOf([...bundlerFiles, ...files]), code })
  return { code }
}

/**
 * The workflows for a replay whose failures are read: they are not encrypted. Never for a worker.
 *
 * @param folder this release's, or that of another release in its own tree
 */
export async function bundleForReplay(folder = workflowsFolder): Promise<WorkflowBundle> {
  return { code: (await bundleFrom(folder, { isFailureEncrypted: false })).code }
}

/** Bundles the workflows of a folder, anew. */
export async function bundleFrom(
  folder: string,
  { isFailureEncrypted = true } = {},
): Promise<WorkflowBundle & { readonly files: readonly string[] }> {
  const files = new Set<string>()
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(folder, 'index.ts'),
    workflowInterceptorModules: [join(folder, 'flowInterceptor.ts')],
    ...(isFailureEncrypted && { failureConverterPath }),
    webpackConfigHook: (config) => ({
      ...config,
      plugins: [...(config.plugins ?? []), noteFiles(files)],
    }),
    // At INFO the bundler logs the size of every module.
    logger: new DefaultLogger('WARN'),
  })
  return { code, files: [...files] }
}

type WebpackConfig = Parameters<NonNullable<BundleOptions['webpackConfigHook']>>[0]
type Plugin = NonNullable<WebpackConfig['plugins']>[number]

function noteFiles(files: Set<string>): Plugin {
  return {
    apply(compiler) {
      compiler.hooks.done.tap('files', ({ compilation }) => {
        for (const file of compilation.fileDependencies) files.add(file)
        for (const file of compilation.missingDependencies) files.add(file)
      })
    },
  }
}

function isCurrent({ sources }: Kept): boolean {
  return Object.entries(sources).every(([file, hash]) => hashOf(join(root, file)) === hash)
}

function hashesOf(files: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(files.map((file) => [relative(root, file), hashOf(file)]))
}

function hashOf(file: string): string | null {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex')
  } catch {
    // Not there, or a folder that was looked through.
    return null
  }
}

function readKept(path: string): Kept | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Kept
  } catch {
    return undefined
  }
}

/**
 * Written atomically, since other processes may read it now. A process that finds the bundle of
 * another release makes its own.
 */
function keep(folder: string, path: string, kept: Kept): void {
  const draft = `${path}.${process.pid}`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(draft, JSON.stringify(kept))
    renameSync(draft, path)
  } catch {
    // A folder that can't be written costs the next start its time, nothing more.
    removeIfThere(draft)
  }
}

function removeIfThere(draft: string): void {
  try {
    rmSync(draft, { force: true })
  } catch {
    // Nor can what is in it be looked for, perhaps.
  }
}
