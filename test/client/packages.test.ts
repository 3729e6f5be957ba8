/** The packages for platforms, as `npm pack` makes them, and the relay's as a project without our sources has it. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { compilerOutput } from './compiler.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const packages = ['backend', 'device', 'relay']

test.each(packages)('%s has a readme, a licence, its changes and a name of the family', (name) => {
  const cwd = join(root, 'client', name)
  const pack = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const packed = spawnSync('npm', pack, { cwd, encoding: 'utf8' })
  expect(packed.status, packed.stderr).toBe(0)
  const [{ files, name: called }] = JSON.parse(packed.stdout)
  const paths = (files as { readonly path: string }[]).map(({ path }) => path)
  expect(paths.filter((path) => !path.startsWith('dist/')).sort()).toEqual([
    ...['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'],
  ])
  expect(called).toBe(`embedded-wallet-payments-${name}`)
  const licence = readFileSync(join(root, 'LICENSE'), 'utf8')
  expect(readFileSync(join(cwd, 'LICENSE'), 'utf8')).toBe(licence)
})

test('the relay’s builds to JavaScript and types, and needs no other package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'payments-relay-'))
  try {
    const installed = join(folder, 'node_modules/embedded-wallet-payments-relay')
    mkdirSync(installed, { recursive: true })
    cpSync(join(root, 'client/relay/package.json'), join(installed, 'package.json'))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const options = ['-p', join(root, 'client/relay'), '--outDir', join(installed, 'dist')]
    const built = spawnSync(process.execPath, [compiler, ...options], { encoding: 'utf8' })
    expect(built.stdout + built.stderr).toBe('')
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
    writeFileSync(
      join(folder, 'main.ts'),
      `import { begin, type Step } from 'embedded-wallet-payments-relay'
      type Answer = { readonly id: string } | { readonly status: 'PROCESSING' }
      const call = async () => ({ data: { id: 'Session:1' } as Answer, response: new Response() })
      const step: Step<{ readonly id: string }> = await begin(call)
      console.log(step.state === 'DONE' ? step.body.id : step.state)`,
    )
    const compilerOptions = {
      ...{ target: 'es2023', lib: ['es2023', 'dom'], module: 'nodenext', types: [], strict: true },
    }
    expect(compilerOutput(folder, { compilerOptions, files: ['main.ts'] })).toBe('')
    const run = spawnSync(process.execPath, ['main.js'], { cwd: folder, encoding: 'utf8' })
    expect(run.stdout + run.stderr).toBe('Session:1\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
