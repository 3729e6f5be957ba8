/**
 * The programs that tests start, compiled once for a whole run: from the sources a process of ours
 * takes a second of CPU longer to start, and a run starts a hundred. `npm start`, the README's
 * commands and the guides are tested from the sources, as people run them.
 */
import { readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { programArguments } from '../../scripts/devstack/programs.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const programs = [
  'api/main',
  'worker/main',
  'sandbox/main',
  'scripts/paymentResolve',
  'scripts/agentApprovals',
  'test/webhooks/jobProcess',
]

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
 * The sources of a tree, ours without one, in one file a program; packages stay where they are.
 */
export async function compilePrograms(
  folder: string,
  tree = root,
  names: readonly string[] = programs,
): Promise<void> {
  await build({
    absWorkingDir: tree,
    entryPoints: names.map((name) => ({ in: `${name}.ts`, out: name })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    plugins: [sourceAddresses],
  })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}

/** Where this run's are; undefined: a run that compiled none. */
export const compiledPrograms = process.env.TEST_PROGRAMS_DIR

/** Arguments of `node` that run one of them, or one of another release. */
export function argumentsOf(name: string, programs = compiledPrograms): string[] {
  return programArguments(name, programs)
}
