/** What the README and the documents name must be there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { guides } from '../../api/reference/guides.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.startsWith('dist/'))
    .map((name) => join(folder, name))
}

/** A page of the reference may be made instead of written. */
const made = guides.filter((guide) => guide.made !== undefined).map(({ file }) => file)
const isThere = (path: string): boolean => existsSync(join(root, path)) || made.includes(path)

const documents = ['README.md', 'CONTRIBUTING.md', ...filesIn('docs', /\.md$/)]
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !/^\.|^(node_modules|docs)$/.test(entry.name))
  .map(({ name }) => name)

describe.each(documents)('%s', (document) => {
  const text = read(document)

  test('links to files that exist', () => {
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) => target)
    const missing = targets.filter((target) => !isThere(normalize(join(dirname(document), target))))
    expect(missing).toEqual([])
  })

  test('names files and folders that exist', () => {
    const paths = [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path = '']) => path)
    const ours = paths.filter((path) => folders.includes(path.split('/')[0] ?? ''))
    expect(ours.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('names commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const commands = [...text.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(
      ([, name = '']) => name,
    )
    expect(commands.filter((name) => scripts[name] === undefined)).toEqual([])
  })
})

test('every decision has its context, the decision and its consequence', () => {
  const incomplete = documents
    .filter((file) => file.startsWith('docs/decisions/') && !file.endsWith('README.md'))
    .flatMap((file) => read(file).split(/^## /m).slice(1))
    .filter(
      (decision) =>
        !/\*\*Context\.\*\*[\s\S]*\*\*Decision\.\*\*[\s\S]*\*\*Consequence\.\*\*/.test(decision),
    )
    .map((decision) => decision.split('\n')[0])
  expect(incomplete).toEqual([])
})

test('the index lists every topic of the decisions', () => {
  const index = read('docs/decisions/README.md')
  const topics = filesIn('docs/decisions', /\.md$/).filter((file) => !file.endsWith('README.md'))
  expect(topics.filter((file) => !index.includes(`(${file.split('/').at(-1)})`))).toEqual([])
})

test('documents that comments cite exist', () => {
  const cited = folders
    .flatMap((folder) => filesIn(folder, /\.(ts|sql)$/))
    .flatMap((file) =>
      [...read(file).matchAll(/(?<![\w/])docs\/[\w/-]+\.md/g)].map(([path]) => path),
    )
  expect(cited.length).toBeGreaterThan(5)
  expect(cited.filter((path) => !isThere(path))).toEqual([])
})
