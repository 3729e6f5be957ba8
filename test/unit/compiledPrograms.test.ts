/** A compiled program does what its sources say, whatever is kept of what V8 has compiled before. */
import { execFile } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import Module from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compilePrograms } from '../../scripts/devstack/compile.ts'

const run = promisify(execFile)

let tree: string
beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), 'compiled-'))
  writeFileSync(
    join(tree, 'main.ts'),
    `import { text } from 'required'
    import { name } from 'imported'
    const later = laterOnes()
    async function laterOnes(): Promise<string> {
      const [own, theirs] = [await import('./later.ts'), await import('imported')]
      return own.text + theirs.name
    }
    if (process.argv.includes('--fail')) throw new Error('asked for')
    later.then((last) => console.log(text, name, last, import.meta.url.endsWith('/main.ts')))`,
  )
  writeFileSync(join(tree, 'later.ts'), `export const text = 'later '`)
  aPackage('required', 'commonjs', `exports.text = 'first'`)
  aPackage('imported', 'module', `export const name = 'module'`)
  await compilePrograms(['main'], join(tree, 'dist'), tree)
})
afterAll(() => rmSync(tree, { recursive: true }))

function aPackage(name: string, type: string, source: string): void {
  const folder = join(tree, 'node_modules', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, type, main: 'index.js' }))
  writeFileSync(join(folder, 'index.js'), source)
}

const kept = (): string[] => readdirSync(cache()).map((name) => join(cache(), name))
const cache = (): string => join(tree, 'dist/.v8-cache')

async function output(): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, [join(tree, 'dist/main.mjs')])
  expect(stderr).toBe('')
  return stdout
}

test('requires what can be required, has in it what can only be imported, and imports later', async () => {
  expect(await output()).toBe('first module later module true\n')
  expect(readFileSync(join(tree, 'dist/main.cjs'), 'utf8')).toContain('require("required")')
})

test('an error shows the line of the source that threw it, where source maps are asked for', async () => {
  const options = ['--enable-source-maps', join(tree, 'dist/main.mjs'), '--fail']
  for (const _ of ['first', 'with what is kept']) {
    await output()
    const failing = run(process.execPath, options)
    await expect(failing).rejects.toMatchObject({
      stderr: expect.stringContaining(`${join(tree, 'main.ts')}:8:`),
    })
  }
})

/** From version 22 on it is Node's own. */
describe.skipIf('enableCompileCache' in Module)('the code that is kept', () => {
  test('is written once', async () => {
    await output()
    const [file = ''] = kept()
    const before = statSync(file)
    await output()
    expect(kept()).toEqual([file])
    expect(statSync(file).ino).toBe(before.ino)
  })

  test('is not that of a file which has changed, though its length has not', async () => {
    await output()
    const [file = ''] = kept()
    const before = statSync(file)
    aPackage('required', 'commonjs', `exports.text = 'other'`)
    expect(await output()).toMatch(/^other /)
    expect(statSync(file).ino).not.toBe(before.ino)
    expect(await output()).toMatch(/^other /)
  })

  test.each([
    ['cut', (content: Buffer) => content.subarray(0, content.length / 2)],
    ['altered', (content: Buffer) => Buffer.from(content).fill(0, content.length - 400)],
    ['empty', () => Buffer.alloc(0)],
  ])('is made anew where its file is %s', async (_, damage) => {
    await output()
    const [file = ''] = kept()
    const whole = readFileSync(file)
    writeFileSync(file, damage(whole))
    expect(await output()).toMatch(/ module later module true\n$/)
    expect(readFileSync(file)).toHaveLength(whole.length)
  })

  test('is done without where it cannot be written', async () => {
    rmSync(cache(), { recursive: true })
    writeFileSync(cache(), '')
    expect(await output()).toMatch(/ module later module true\n$/)
    rmSync(cache())
  })
})
