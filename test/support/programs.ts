/** The programs and commands that tests start, compiled once for a whole run: it starts a hundred. */
import { symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import {
  bundleOptions,
  compilePrograms,
  keepCodeOf,
  programs,
  threads,
  commands as typed,
} from '../../scripts/devstack/compile.ts'
import { programArguments } from '../../scripts/devstack/programs.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const commands = [
  'scripts/demo/deposit',
  'scripts/mcp',
  'scripts/webhooksListen',
  'test/webhooks/jobProcess',
]

/**
 * Compiles our programs and commands into a folder of the run, or another release's programs.
 *
 * @param tree of the other release
 */
export async function compileForTests(
  folder: string,
  tree?: string,
  names: readonly string[] = programs,
): Promise<void> {
  // Of this tree, what people type as well.
  const all = names === programs ? [...names, ...threads, ...(tree ? [] : typed)] : names
  await compilePrograms(all, folder, tree)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  if (tree === undefined) await compileCommands(folder)
  await keepCodeOf(names, folder)
}

/** They wait at the top of their files, which modules that are required cannot. */
async function compileCommands(folder: string): Promise<void> {
  await build({
    ...bundleOptions(root, folder),
    entryPoints: commands.map((name) => ({ in: `${name}.ts`, out: name })),
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    splitting: true,
    packages: 'external',
  })
}

/** Where this run's are; undefined: a run that compiled none. */
export const compiledPrograms = process.env.TEST_PROGRAMS_DIR

/** Arguments of `node` that run one of them, or one of another release. */
export function argumentsOf(name: string, programs = compiledPrograms): string[] {
  return programArguments(name, programs)
}
