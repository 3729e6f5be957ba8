/** Every command of `payments` that a document shows is taken as it stands there, and run where it can be. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { exitCodes } from '../../cli/failure.ts'
import { paymentsProgram, run } from '../../cli/payments.ts'
import { idOf } from '../../contract/ids.ts'
import { createPlatform } from '../../db/platforms.ts'
import { anOperator, anOperatorListener, type OperatorListener } from '../support/operators.ts'
import { operatorOn } from '../support/paymentsCommand.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Documents, and what the pages and programs say. */
const files = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'docs',
  'console',
  'examples',
  'scripts',
  'api',
  'cli',
  'deploy',
  'db',
]
  .flatMap((place) =>
    place.endsWith('.md')
      ? [place]
      : readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map((name) =>
          join(place, name),
        ),
  )
  .filter((name) => /\.(md|tsx?|sql|ya?ml|mjs)$/.test(name) && !name.includes('node_modules'))

/** What follows `payments` or `npm run ops --`: in a line of a block, a span of code, or a text. */
function commandsIn(text: string): string[] {
  const blocks = [...text.matchAll(/^```\w*\n(.*?)^```/gms)].map((match) => match[1]).join('')
  return [
    ...text.matchAll(/`([^`\n]+(?:\n[^`\n]+)?)`/g),
    ...text.matchAll(/<code>([^<]+)<\/code>/g),
    ...blocks.matchAll(/^(?:\$ )?(.+)$/gm),
  ]
    .map((match) => (match[1] ?? '').replaceAll(/\s+/g, ' '))
    .flatMap((span) => [
      ...span.matchAll(/(?:^payments|npm run (?:--silent )?ops --) ([a-z]{3}[^|;)]*)/g),
    ])
    .map((match) => match[1]?.trim() ?? '')
}

/** Words of a shell, without quotes. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  )

/** The command, and what follows its name. */
function commandOf(typed: string): { readonly command: Command; readonly words: string[] } {
  let command: Command = paymentsProgram()
  const words = wordsOf(typed)
  while (words.length > 0) {
    const next = command.commands.find((each) => each.name() === words[0])
    if (next === undefined) break
    command = next
    words.shift()
  }
  return { command, words }
}

/** What is wrong with a command; undefined for one that is taken. */
function problemOf(typed: string): string | undefined {
  const { command, words } = commandOf(typed)
  if (command.commands.length > 0 && words[0] !== undefined && !words[0].startsWith('-')) {
    return `there is no command ${words[0]}`
  }
  const known = new Set(['--help', '--json', '--url'])
  for (const option of command.options) {
    for (const name of [option.long, option.short]) if (name) known.add(name)
  }
  return words
    .filter((word) => /^--?[a-z]/.test(word))
    .map((word) => word.replace(/=.*/, ''))
    .filter((word) => !known.has(word))
    .map((word) => `there is no option ${word}`)[0]
}

const shown = files.flatMap((file) =>
  commandsIn(readFileSync(join(root, file), 'utf8')).map((command) => ({ file, command })),
)

test('commands of documents are commands', () => {
  expect(shown.length).toBeGreaterThan(50)
  const wrong = shown.flatMap(({ file, command }) => {
    const problem = problemOf(command)
    return problem === undefined ? [] : [`${file}: payments ${command}: ${problem}`]
  })
  expect(wrong).toEqual([])
})

test('no document has a program fetched by a name that is not ours in the registry', () => {
  const fetched = files.filter((file) =>
    /\bnpx (--yes |-y )?payments\b/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(fetched).toEqual([])
})

describe('a command that a document shows in full', () => {
  let server: TestDatabase
  let listener: OperatorListener
  let platform: string

  beforeAll(async () => {
    server = await aDatabase()
    listener = await anOperatorListener(server.url)
    const { database } = listener.dependencies
    const { PAYMENTS_OPERATORS_URL: url, PAYMENTS_OPERATOR_TOKEN: token = '' } = operatorOn(
      listener,
      await anOperator(database, 'Ada', 'ADMIN'),
    )
    vi.stubEnv('PAYMENTS_OPERATORS_URL', url)
    vi.stubEnv('PAYMENTS_OPERATOR_TOKEN', token)
    vi.stubEnv('DATABASE_URL', server.url)
    vi.stubEnv('RECORD_KEYS', 'cd'.repeat(32))
    vi.stubEnv('XDG_CONFIG_HOME', process.env.TMPDIR ?? '/tmp')
    const made = await createPlatform(server.url, { name: 'Acme', environment: 'PRODUCTION' })
    platform = idOf('PlatformConfig', made.id)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await listener?.stop()
    await server?.drop()
  })

  async function aDeposit(): Promise<string> {
    const { database } = listener.dependencies
    const id = randomUUID()
    await database.call('receive_deposit', 'PRODUCTION', id, 'NOBODYS', '1000', 'USD')
    const { uuid } = await database.one<{ uuid: string }>({
      text: `select deposit_uuid('PRODUCTION', $1) as uuid`,
      values: [id],
    })
    return idOf('Deposit', uuid)
  }

  /** What the words in capitals stand for. */
  async function filledIn(noun: string, word: string): Promise<string> {
    if (word.startsWith('PlatformConfig:') || (word === 'ID' && noun === 'platform'))
      return platform
    if (word === 'Deposit:ID' || (word === 'ID' && noun === 'deposit')) return aDeposit()
    const subject = /^(Transaction|InternalAccount):/.exec(word)?.[1]
    if (subject !== undefined) return `${subject}:${randomUUID()}`
    if (word === 'ID') return noun === 'payment' ? `Transaction:${randomUUID()}` : randomUUID()
    if (word === 'N') return '6'
    if (word === 'URL') return 'https://app.example/invited'
    return word.replaceAll('$RANDOM', '7')
  }

  /** These ask a person, an issuer or Temporal: test/cli/signIn, test/cli/admin and test/durability/restores run them. */
  const runElsewhere = /^(login|logout|admin (reconcile|replay|restore|operator create.*--login))/

  /** Whether what it must have is there: in a sentence, a name alone stands for the command. */
  function isComplete(typed: string): boolean {
    const { command, words } = commandOf(typed)
    const wanted = command.registeredArguments.filter(({ required }) => required).length
    const options = command.options.filter(({ mandatory }) => mandatory)
    const isLeaf = command.commands.length === 0
    const given = words.findIndex((word) => word.startsWith('-'))
    return (
      isLeaf &&
      (given === -1 ? words.length : given) >= wanted &&
      options.every(({ long }) => words.includes(long ?? ''))
    )
  }

  const complete = [...new Set(shown.map(({ command }) => command.replace(/ >.*/, '')))]
    .filter((typed) => !runElsewhere.test(typed))
    .filter(isComplete)

  test.each(complete)('payments %s', async (typed) => {
    const { command } = commandOf(typed)
    const noun = typed.split(' ', 1)[0] ?? ''
    const words = await Promise.all(wordsOf(typed).map((word) => filledIn(noun, word)))
    const isAsked = (long: string): boolean =>
      command.options.some((option) => option.long === long) && !words.includes(long)
    if (isAsked('--yes')) words.push('--yes')
    if (isAsked('--reason')) words.push('--reason', 'as the bank said')
    let said = ''
    const write = (text: unknown): boolean => {
      said += String(text)
      return true
    }
    const spies = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation(write as typeof stream.write),
    )
    const code = await run(words).finally(() => {
      for (const spy of spies) spy.mockRestore()
    })
    // Nothing but what is shown may be missing: the subject of an example is nobody's.
    const { REFUSED, NEEDS_SECOND_PERSON, NOT_FOUND, ORDERED } = exitCodes
    expect([0, REFUSED, NEEDS_SECOND_PERSON, NOT_FOUND, ORDERED], said).toContain(code)
  })

  test('there are many', () => {
    expect(complete.length).toBeGreaterThan(40)
  })
})
