/**
 * Clients that others generate from the served document: they compile, and a payment is made with two of
 * them. The tools come from their registries into a folder of this run; a test whose tool is not on this
 * machine is skipped.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { isLong } from '../support/seed.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { compilerOutput } from './compiler.ts'
import { typescriptPayment } from './generatedTypescript.ts'

/** The newest that run on the oldest Node and Java that we support. */
const OPENAPI_GENERATOR = '7.25.0'
const HEY_API = '0.95.0'
const ORVAL = '7.13.2'

const TIMEOUT_MS = 1_800_000

describe.skipIf(!isLong)('a client of the document', { timeout: TIMEOUT_MS }, () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  let stack: SharedStack
  let folder: string
  let document: string

  beforeAll(async () => {
    stack = await aSharedStack()
    folder = mkdtempSync(join(tmpdir(), 'payments-generators-'))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    document = join(folder, 'openapi.json')
    const origin = new URL(stack.apiUrls[0] ?? '').origin
    writeFileSync(document, await (await fetch(`${origin}/openapi.json`)).text())
  })
  afterAll(async () => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    await stack?.stop()
  })

  /** Runs a program to its end; what it has printed. */
  function run(program: string, options: readonly string[], cwd = folder, env = {}): string {
    const { status, stdout, stderr, error } = spawnSync(program, options, {
      cwd,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    expect(status, `${program} ${options.join(' ')}\n${error ?? ''}${stdout}${stderr}`).toBe(0)
    return stdout
  }

  function needs(context: TestContext, ...programs: readonly string[]): void {
    for (const program of programs) {
      const isThere = spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
      context.skip(!isThere, `${program} is not on the PATH`)
    }
  }

  let jar: string | undefined
  /** What openapi-generator makes for a language, in a folder of its own. */
  function generated(language: string, ...options: readonly string[]): string {
    if (jar === undefined) {
      const artifact = `org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`
      run('mvn', ['-q', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`])
      jar = join(folder, `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`)
    }
    const output = join(folder, language)
    const made = ['-jar', jar, 'generate', '-i', document, '-g', language, '-o', output]
    run('java', [...made, ...options])
    return output
  }

  /** Types of everything in some folders, as strictly as a platform's own project may have it. */
  function compile(...folders: readonly string[]): void {
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
    }
    const include = folders.map((one) => `${one}/**/*.ts`)
    expect(compilerOutput(folder, { compilerOptions, include })).toBe('')
  }

  const credentials = (): Readonly<Record<string, string>> => ({
    API_URL: stack.apiUrls[0] ?? '',
    CLIENT_ID: stack.platform.clientId,
    CLIENT_SECRET: stack.platform.clientSecret,
  })

  test('of openapi-generator for Python installs, and pays', (context) => {
    needs(context, 'java', 'mvn', 'python3')
    const source = generated('python')
    const python = join(folder, 'venv/bin/python')
    run('python3', ['-m', 'venv', 'venv'])
    run(python, ['-m', 'pip', '--quiet', 'install', source])
    run(python, ['-m', 'compileall', '-q', join(source, 'openapi_client')])
    const program = join(import.meta.dirname, 'generated/payment.py')
    // The paid one; then all: the money in, the deposit that is waited for, and the paid one.
    expect(run(python, [program], folder, credentials())).toBe(
      `COMPLETED OutgoingTransaction IncomingTransaction${' OutgoingTransaction'.repeat(2)}\n`,
    )
  })

  test('of openapi-generator for typescript-fetch compiles, and pays', async (context) => {
    needs(context, 'java', 'mvn')
    const client = join(generated('typescript-fetch'), 'client')
    mkdirSync(client)
    run('sh', ['-c', 'mv apis models index.ts runtime.ts client/'], join(client, '..'))
    const program = join(client, '../payment.ts')
    writeFileSync(program, typescriptPayment)
    compile('typescript-fetch')
    const outfile = join(folder, 'payment.mjs')
    await build({ entryPoints: [program], bundle: true, format: 'esm', outfile, logLevel: 'error' })
    expect(run(process.execPath, [outfile], folder, credentials())).toBe(
      'COMPLETED Incoming Outgoing TRANSACTION_NOT_FOUND\n',
    )
  })

  test('of openapi-generator for Java compiles', (context) => {
    needs(context, 'java', 'mvn')
    run('mvn', ['-q', '-DskipTests', 'compile'], generated('java'))
  })

  test('of openapi-generator for Go compiles', (context) => {
    needs(context, 'java', 'mvn', 'go')
    // Without it constants of two enumerations have one name.
    const output = generated('go', '--additional-properties=enumClassPrefix=true')
    run('go', ['build', './...'], output)
  })

  test('of hey-api and of orval compiles', () => {
    const tools = join(folder, 'tools')
    mkdirSync(tools)
    writeFileSync(join(tools, 'package.json'), JSON.stringify({ private: true }))
    const packages = [`@hey-api/openapi-ts@${HEY_API}`, `orval@${ORVAL}`]
    // The first asks for a TypeScript of its own.
    run('npm', ['install', '--no-audit', '--no-fund', ...packages, 'typescript@5.9.3'], tools)
    const bin = (name: string): string => join(tools, 'node_modules/.bin', name)
    run(bin('openapi-ts'), ['-i', document, '-o', join(folder, 'heyApi')], tools)
    const orval = ['--input', document, '--output', join(folder, 'orval/client.ts')]
    run(bin('orval'), [...orval, '--client', 'fetch'], tools)
    compile('heyApi', 'orval')
  })
})
