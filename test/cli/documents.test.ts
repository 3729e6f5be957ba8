/** Every command of `payments` that a document shows is taken as it stands there. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { paymentsProgram } from '../../cli/payments.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Documents, and what the pages and programs say. */
const files = [
  'README.md',
  'CHANGELOG.md',
  'docs',
  'console',
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

/** What is wrong with a command; undefined for one that is taken. */
function problemOf(typed: string): string | undefined {
  let command: Command = paymentsProgram()
  const words = wordsOf(typed)
  while (words.length > 0) {
    const next = command.commands.find((each) => each.name() === words[0])
    if (next === undefined) break
    command = next
    words.shift()
  }
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
