/** Every `npm run` command says what it does and needs, and refuses what it does not know, acting on nothing. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { helpOf } from '../../scripts/command.ts'
import { bareEnvironment } from '../../scripts/devstack/programs.ts'
import { sampleOf } from '../support/seed.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const names = Object.keys(scripts)
const startedBy = (name: string): string | undefined =>
  /[\w./]+\.ts\b/.exec(scripts[name] ?? '')?.[0]

/** Each of several that one name runs: `npm run demo -- card`. */
const ofSeveral = new Map<string, string>(
  names.flatMap((name) => {
    const file = startedBy(name)
    const source = file === undefined ? '' : readFileSync(join(root, file), 'utf8')
    const [, listed = ''] = /await runOneOf\(\s*\{(.*?)\}/s.exec(source) ?? []
    return [...listed.matchAll(/(\w+): '([^']+)'/g)].map(
      ([, one = '', path = '']) => [`${name} -- ${one}`, path] as const,
    )
  }),
)
const runsSeveral = (name: string): boolean =>
  [...ofSeveral.keys()].some((each) => each.startsWith(`${name} -- `))
const fileOf = (name: string): string | undefined => ofSeveral.get(name) ?? startedBy(name)
const ours = [...names, ...ofSeveral.keys()].filter(
  (name) => fileOf(name) !== undefined && !runsSeveral(name),
)
const sourceOf = (name: string): string => readFileSync(join(root, fileOf(name) ?? ''), 'utf8')
const isProcess = (name: string): boolean => fileOf(name)?.endsWith('/main.ts') ?? false
/** Its options are another program's, which refuses what it does not know. */
const handsOptionsOn = ['tool -- fuzz']

/** As npm runs it, with more arguments, where nothing is to be reached. */
function run(name: string, ...more: string[]): { status: number | null; text: string } {
  const dataDir = join(tmpdir(), `payments-help-${process.pid}`)
  rmSync(dataDir, { recursive: true, force: true })
  const [script = '', one = ''] = name.split(' -- ')
  const typed = [scripts[script], one, ...more].join(' ')
  const { status, stdout, stderr } = spawnSync('sh', ['-c', typed], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...bareEnvironment(),
      PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      DATA_DIR: dataDir,
    },
  })
  return { status, text: `${stdout}${stderr}` }
}

describe('every command', () => {
  it('is started by one program, which gets the signals that npm gets', () => {
    for (const name of ['start', 'api', 'worker', 'sandbox'])
      expect(scripts[name]).toMatch(/^exec /)
  })

  it.each(ours)('%s describes itself, and the settings that its file asks for', (name) => {
    const source = sourceOf(name)
    if (isProcess(name)) return expect(source).toContain('answerArguments(')
    expect(source).toContain('await command(async')
    const help = helpOf(join(root, fileOf(name) ?? ''))
    expect(help).toMatch(new RegExp(`npm (run )?(--silent )?${name}\\b`))
    // It starts a stack of its own.
    if (name === 'tool -- histories') return
    const asked = [
      ...[...source.matchAll(/need\([^)]*'([A-Z_]+)'\)/g)].map((match) => match[1]),
      ...[...source.matchAll(/parseConfig\(.*, \[([^\]]*)\]\)/g)].flatMap((match) =>
        (match[1] ?? '').match(/[A-Z_]+/g),
      ),
    ]
    for (const setting of asked) expect(help).toContain(setting)
  })

  it.each(ours.filter((name) => !isProcess(name) && !handsOptionsOn.includes(name)))(
    '%s reads its arguments before it does anything',
    (name) => {
      const [, body = ''] = sourceOf(name).split('await command(async () => {\n')
      const at = body.search(/parseArgs|readOptions/)
      const before = body.slice(0, at)
      expect(at).toBeGreaterThan(0)
      expect(before).not.toMatch(/await|write|open|spawn/)
    },
  )

  const all = [...names, ...ofSeveral.keys()]
  const asked = sampleOf('commands asked for help', all, 3)
  it.each(asked)('%s --help says it and ends well', (name) => {
    const { status, text } = run(name, '--help')
    expect(text.length).toBeGreaterThan(40)
    expect(status, text).toBe(0)
  })

  const refusing = all.filter((name) => !handsOptionsOn.includes(name))
  it.each(sampleOf('commands with an unknown option', refusing, 2))(
    '%s refuses an unknown option',
    (name) => {
      const { status, text } = run(name, '--unknown-option')
      expect(status, text).not.toBe(0)
      expect(text).toMatch(/unknown-?option/i)
    },
  )
})
