/**
 * Bundles the workflow code and caches it by its sources: bundling is the slowest part of a start.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundle } from '@temporalio/worker'
import { failureConverterPath } from '../runtime/converter.ts'

/** The folders of this repository that workflows may import. */
const sources = ['../workflows', '../contract'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
)

/**
 * @param keptIn folder where bundles are kept between starts; without one, or where it can't be
 *   used, it is bundled anew
 */
export async function bundleWorkflows(keptIn?: string): Promise<WorkflowBundle> {
  if (keptIn === undefined) return bundle()
  const name = `workflows-${hashOfSources()}.js`
  const kept = readKept(join(keptIn, name))
  if (kept !== undefined) return { code: kept }
  const { code } = await bundle()
  keep(keptIn, name, code)
  return { code }
}

function bundle(): Promise<WorkflowBundle> {
  return bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('../workflows/index.ts', import.meta.url)),
    failureConverterPath,
    // The bundler tells the size of every module otherwise.
    logger: new DefaultLogger('WARN'),
  })
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  const sdk = createRequire(import.meta.url).resolve('@temporalio/workflow/package.json')
  hash.update(readFileSync(sdk))
  for (const folder of sources) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((one) => one.endsWith('.ts')).sort()) {
      hash.update(`${file}\0`).update(readFileSync(join(folder, file)))
    }
  }
  return hash.digest('hex').slice(0, 32)
}

function readKept(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Keeps the newest bundle only. A process that finds none, or an incomplete one, bundles again. */
function keep(folder: string, name: string, code: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const draft = join(folder, `${name}.${process.pid}`)
    writeFileSync(draft, code)
    renameSync(draft, join(folder, name))
    const others = readdirSync(folder).filter((file) => /^workflows-\w+\.js$/.test(file))
    for (const other of others) if (other !== name) rmSync(join(folder, other), { force: true })
  } catch {
    // A folder that can't be written only makes the next start slower.
  }
}
