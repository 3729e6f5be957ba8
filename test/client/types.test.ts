/** The document is good enough to generate a client from, and the client's own types are of it. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../api/operations.ts'
import { typescriptOf } from '../../api/reference/samples.ts'
import { useCases } from '../../api/reference/useCases/index.ts'
import { oneTestIn } from '../support/sampledTests.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { compilerOutput } from './compiler.ts'
import { cardMistakes, paymentMistakes } from './mistakes.ts'
import { program } from './program.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let stack: SharedStack
let folder: string

beforeAll(async () => {
  stack = await aSharedStack()
  folder = mkdtempSync(join(tmpdir(), 'payments-client-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await stack?.stop()
})

/** Runs the compiler as a platform's own project would, in strict mode. */
function compile(options: object, files: readonly string[]): string {
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    types: ['node'],
    ...options,
  }
  return compilerOutput(folder, { compilerOptions, files })
}

/** The TypeScript samples of the reference, each in a function of its own. */
function samples(): string {
  const functions = operations.flatMap((operation) =>
    (useCases[operation.id] ?? []).map((useCase) => {
      const sample = typescriptOf(operation, useCase).replace(/^const answer = /m, 'return ')
      return `export async function ${operation.id}_${useCase.name}() {\n${sample}\n}`
    }),
  )
  return [
    "import { openAsBlob } from 'node:fs'",
    "import type { Client as Api } from 'openapi-fetch'",
    "import type { paths } from '../../client/backend/schema.ts'",
    "import { bodyOf } from '../../client/backend/bodyOf.ts'",
    "import { signedRetry, type Stamper } from '../../client/backend/signedRetry.ts'",
    'declare const client: { api: Api<paths> }',
    'declare const agent: { api: Api<paths> }',
    'declare const device: Stamper',
    ...functions,
  ].join('\n')
}

function mistaken(source: string, [right, wrong]: readonly [string, string]): string {
  expect(source).toContain(right)
  return source.replace(right, wrong)
}

// Before a compiler keeps this process from noticing that a connection was closed.
test('calls over the generated types work', async () => {
  const outcome = await program(stack.apiUrls[0] ?? '', stack.platform)
  expect(outcome.wallet).toMatchObject({ type: 'EMBEDDED_WALLET', balance: { amount: 25_000_000 } })
  expect(outcome.quote).toMatchObject({ status: 'PENDING', totalSendingAmount: 10_000_000 })
  expect(outcome.transactions.map(({ type }) => type)).toEqual(['INCOMING', 'OUTGOING'])
  expect([...outcome.refusedFields].sort()).toEqual(['cursor', 'limit'])
})

test('programs over the generated types and the samples compile, and wrong ones do not', () => {
  mkdirSync(join(folder, 'client/backend'), { recursive: true })
  mkdirSync(join(folder, 'test/client'), { recursive: true })
  cpSync(join(root, 'client/backend'), join(folder, 'client/backend'), { recursive: true })
  const read = (name: string): string => readFileSync(join(root, 'test/client', name), 'utf8')
  const right = [read('program.ts'), read('cardProgram.ts'), samples()]
  const wrong = [
    ...paymentMistakes.map((mistake) => mistaken(read('program.ts'), mistake)),
    ...cardMistakes.map((mistake) => mistaken(read('cardProgram.ts'), mistake)),
  ]
  const programs = [...right, ...wrong]
  const files = programs.map((_, index) => join('test', 'client', `program${index}.ts`))
  for (const [index, text] of programs.entries()) {
    writeFileSync(join(folder, files[index] ?? ''), text)
  }
  const options = { noEmit: true, allowImportingTsExtensions: true, skipLibCheck: true }
  const errors = compile(options, files)
  const isWrong = files.map((file) => errors.includes(`${file}(`))
  expect(isWrong, errors).toEqual([...right.map(() => false), ...wrong.map(() => true)])
})

// It compiles the client once more: what differs from the programs above is how it is packed.
const packed = oneTestIn(3)

packed(
  'the package builds to JavaScript and types that a project without our sources can use',
  () => {
    const installed = join(folder, 'packages/embedded-wallet-payments-backend')
    cpSync(join(root, 'client/backend/package.json'), join(installed, 'package.json'))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const options = ['-p', join(root, 'client/backend'), '--outDir', join(installed, 'dist')]
    const built = spawnSync(process.execPath, [compiler, ...options], { encoding: 'utf8' })
    expect(built.stdout + built.stderr).toBe('')
    const source = `
    import { ApiError, bodyOf, createClient } from '#client'
    const client = createClient({ baseUrl: 'http://127.0.0.1:9', clientId: 'a', clientSecret: 'b',
      fetch: async (request: Request) => Response.json(
        { code: 'USER_NOT_FOUND', reason: request.url }, { status: 404 }) })
    const path = { customerId: 'Customer:1' }
    try {
      const customer = await bodyOf(client.api.GET('/customers/{customerId}', { params: { path } }))
      const name: string | undefined =
        customer.customerType === 'INDIVIDUAL' ? customer.fullName : customer.businessInfo?.legalName
      console.log(name)
    } catch (error) {
      if (error instanceof ApiError) console.log(error.code, error.message)
    }`
    writeFileSync(join(folder, 'main.ts'), source)
    const imports = { '#client': './packages/embedded-wallet-payments-backend/dist/index.js' }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', imports }))
    expect(compile({ outDir: 'out' }, ['main.ts'])).toBe('')
    const run = spawnSync(process.execPath, [join(folder, 'out/main.js')], { encoding: 'utf8' })
    expect(run.stderr).toBe('')
    expect(run.stdout).toBe(
      'USER_NOT_FOUND 404 USER_NOT_FOUND: http://127.0.0.1:9/customers/Customer%3A1\n',
    )
  },
)
