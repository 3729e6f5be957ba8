/** The project rules that can be checked automatically. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { webhookTypes } from '../contract/webhooks.ts'
import {
  circlesOf,
  type Folder,
  GENERATED,
  importsOf,
  readSources,
} from '../scripts/imports/graph.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = readSources()

/** Where each folder may look. `type:` allows types alone; a path allows that place alone. */
const allowed: Record<Folder, readonly string[]> = {
  // Pure, and safe in the workflow sandbox.
  contract: [],
  domain: ['contract'],
  runtime: ['contract'],
  providers: ['contract', 'domain'],
  db: ['contract'],
  workflows: ['contract', 'domain', 'type:activities'],
  activities: ['contract', 'domain', 'db', 'providers', 'runtime'],
  // Of the providers the API writes the bodies that a wallet's key signs, reads sealed results and
  // asks for what changes nothing (rates of a rail, a login's key set); what changes something is
  // an activity.
  api: ['contract', 'domain', 'db', 'workflows', 'providers', 'runtime'],
  worker: ['contract', 'domain', 'db', 'workflows', 'activities', 'providers', 'runtime'],
  // The outside parties, as a process of their own: nobody imports it.
  sandbox: ['contract', 'runtime'],
  scripts: [
    ...['contract', 'domain', 'db', 'workflows', 'activities', 'providers', 'runtime'],
    ...[
      'api',
      'worker',
      'client/backend/retry.ts',
      'client/backend/signedRetry.ts',
      'client/device',
    ],
  ],
  // What operators type: the operators' API, and for `admin` what works without one.
  cli: [
    ...['contract', 'domain', 'db', 'workflows', 'activities', 'providers', 'runtime', 'worker'],
    'scripts/devstack',
  ],
  // A browser's: it knows the service by its public interface.
  console: [
    ...['type:contract', 'type:client/backend/schema.ts', 'client/backend/retry.ts'],
    'client/device',
  ],
  // Packages for platforms: each knows the service by its document alone, and nothing of the others.
  client: [],
  // Apps: what the packages give, as an app team has it.
  examples: ['client/backend/index.ts', 'client/relay/index.ts', 'client/device/index.ts'],
}

function mayImport(file: string, path: string, typeOnly: boolean): boolean {
  const [from, inner] = file.split('/') as [Folder, string]
  if (path.startsWith(from === 'client' ? `${from}/${inner}/` : `${from}/`)) return true
  return allowed[from].some((rule) => {
    const isTypeRule = rule.startsWith('type:')
    const place = isTypeRule ? rule.slice('type:'.length) : rule
    const inside = path === place || path.startsWith(`${place}/`)
    return inside && (!isTypeRule || typeOnly)
  })
}

/** Every file of ours that is loaded with this one: imports of types load nothing. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  for (const { path, typeOnly } of importsOf(file, sources.get(file) ?? '')) {
    if (typeOnly || seen.has(path)) continue
    seen.add(path)
    loadedWith(path, seen)
  }
  return seen
}

/** The source without its imports of types, which a bundle does not hold. */
function valueCodeOf(source: string): string {
  return source.replaceAll(/^(import|export) type [^'"();]*? from '[^']+'$/gm, '')
}

function offenders(test: (file: string, source: string) => boolean): string[] {
  return [...sources].filter(([file, source]) => test(file, source)).map(([file]) => file)
}

type SqlFile = { readonly path: string; readonly text: string }

function sqlFilesIn(folder: string): SqlFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .map((name) => join(folder, name))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Sources of tests, by their paths in the folder of tests. */
function testSources(): { readonly name: string; readonly text: string }[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name, text: readFileSync(join(root, 'test', name), 'utf8') }))
}

const migrations = sqlFilesIn('db/migrations')
const functions = sqlFilesIn('db/functions')

/** Files with the types of SQL functions that code calls, and what they declare. */
const declarations = /^db\/\w*[fF]unctions\.ts$/
const declaredFunctions = [...sources].flatMap(([file, source]) =>
  declarations.test(file)
    ? [...source.matchAll(/^ {2}(\w+)\(/gm)].map((match) => match[1] ?? '')
    : [],
)

function withoutComments(text: string): string {
  return text.replaceAll(/--.*$/gm, '')
}

/** Names of the functions and procedures that a SQL file creates, in lower case. */
function definitionsIn(text: string, overloads?: 'OVERLOADS'): string[] {
  return [
    ...withoutComments(text).matchAll(
      /create\s+(?:or\s+replace\s+)?(?:function|procedure)\s+(?:public\.)?"?(\w+)"?\s*(\([^()]*)/gi,
    ),
  ].map(([, name = '', parameters = '']) =>
    // A column that is computed from a row `x`: there can be one for each table.
    (overloads && parameters.startsWith('(x ') ? name + parameters : name).toLowerCase(),
  )
}

/** Each function from its parameters to its end, by name, and the rest: defaults, indexes, views, triggers. */
function splitSql(): { bodies: ReadonlyMap<string, string>; tables: string } {
  const bodies = new Map<string, string>()
  const definition = /create\s+(?:or\s+replace\s+)?function\s+(\w+)(\(.*?\bas\s+(\$\w*\$|').*?\3)/gs
  const rest = [...migrations, ...functions].map(({ text }) =>
    withoutComments(text).replaceAll(definition, (_, name: string, body: string) => {
      bodies.set(name, body)
      return ''
    }),
  )
  return { bodies, tables: rest.join('\n') }
}

describe('the project', () => {
  it('imports in one direction', () => {
    const wrong = [...sources].flatMap(([file, source]) => {
      return importsOf(file, source)
        .filter(({ path, typeOnly }) => !mayImport(file, path, typeOnly))
        .map(({ path }) => `${file} -> ${path}`)
    })
    expect(wrong).toEqual([])
  })

  it('loads nothing from the other direction, however far away', () => {
    const wrong = [...sources.keys()].flatMap((file) => {
      const from = file.split('/')[0] as Folder
      // A folder that is open in one place is entered there, which loads the rest of it.
      const open = new Set([from, ...allowed[from].map((place) => place.split('/')[0])])
      return [...loadedWith(file)]
        .filter((path) => !open.has(path.split('/')[0]))
        .map((path) => `${file} -> ... -> ${path}`)
    })
    expect(wrong).toEqual([])
  })

  it('runs without the generated schema, which is not in git: only clients of platforms load it', () => {
    const programs = [...sources.keys()].filter(
      (file) => !/^(client\/backend|examples)\//.test(file),
    )
    expect(programs.filter((file) => loadedWith(file).has(GENERATED))).toEqual([])
  })

  it('has nothing of Node in the package of devices, and only what its own package.json names', () => {
    const { dependencies } = JSON.parse(
      readFileSync(join(root, 'client/device/package.json'), 'utf8'),
    ) as { dependencies: Record<string, string> }
    const isNamed = (from: string): boolean =>
      Object.keys(dependencies).some((name) => from.startsWith(`${name}/`))
    const wrong = [...sources].flatMap(([file, source]) => {
      if (!file.startsWith('client/device/')) return []
      const packages = [...source.matchAll(/(?:from |import\()'([^.'][^']*)'/g)]
      const others = packages.map(([, from = '']) => from).filter((from) => !isNamed(from))
      const ofNode = source.match(/\bBuffer\.|\bprocess\.|\brequire\(/g) ?? []
      return [...others, ...ofNode].map((what) => `${file}: ${what}`)
    })
    expect(wrong).toEqual([])
  })

  it('has no circle of imports, of types neither', () => {
    const graph = [...sources].map(
      ([file, source]) => [file, importsOf(file, source).map(({ path }) => path)] as const,
    )
    expect(circlesOf(new Map(graph))).toEqual([])
  })

  it('has one door to the wall clock', () => {
    const clock = /new Date\(|Date\.now\(/
    expect(offenders((file, source) => file !== 'contract/time.ts' && clock.test(source))).toEqual(
      [],
    )
  })

  it('composes text in one place, which refuses what costs the square of its length', () => {
    const composing = /\.normalize\(/
    const one = 'contract/composedText.ts'
    const outside = /^(console|client|scripts|sandbox)\//
    expect(
      offenders((file, text) => file !== one && !outside.test(file) && composing.test(text)),
    ).toEqual([])
  })

  it('reads the environment in mains, scripts and commands only', () => {
    const mains = /(^(scripts|cli)\/|\/main\.ts$)/
    expect(
      offenders((file, source) => !mains.test(file) && source.includes('process.env')),
    ).toEqual([])
  })

  it('keeps workflows, and all that they load, to what replays', () => {
    const banned = /from '(node:|(?!@temporalio\/(workflow|common)'|\.))|Math\.random|process\./
    const workflows = [...sources.keys()].filter((file) => file.startsWith('workflows/'))
    const bundled = new Set(workflows.flatMap((file) => [file, ...loadedWith(file)]))
    const wrong = [...bundled].filter((file) => banned.test(valueCodeOf(sources.get(file) ?? '')))
    expect(wrong).toEqual([])
  })

  it('loads AJV when a value is checked first: most processes are ready before', () => {
    const loading = /from 'ajv|(?<!typeof )import\('ajv/
    expect(offenders((_, source) => loading.test(valueCodeOf(source)))).toEqual([])
  })

  it('has no unused file', () => {
    const imported = new Set(
      [...sources].flatMap(([file, source]) => importsOf(file, source).map(({ path }) => path)),
    )
    // Files that are run, not imported, are named by a path.
    const named = [...sources.values()].flatMap((source) =>
      [...source.matchAll(/(?<!from )'(?:\.\.?\/)*([\w./-]+\.tsx?)'/g)].map(
        (match) => match[1] ?? '',
      ),
    )
    const scripts = readFileSync(join(root, 'package.json'), 'utf8')
    const dead = [...sources.keys()].filter(
      (file) =>
        !imported.has(file) &&
        !scripts.includes(file) &&
        !/\/main\.tsx?$/.test(file) &&
        !named.some((path) => `/${file}`.endsWith(`/${path}`)),
    )
    expect(dead).toEqual([])
  })

  it('names no machine, registry or workplace', () => {
    const machine = /(?<![\w.])\/(root|home)\/|registry\.npmjs/
    expect(offenders((_, source) => machine.test(source))).toEqual([])
  })

  it('defines every SQL function once', () => {
    const names = [...migrations, ...functions].flatMap(({ text }) =>
      definitionsIn(text, 'OVERLOADS'),
    )
    const twice = names.filter((name, index) => names.indexOf(name) !== index)
    expect(twice).toEqual([])
  })

  it('defines a SQL function in a numbered file only where tables need it', () => {
    // What is left without functions and their bodies: defaults, indexes, views, triggers, checks.
    const needs = migrations
      .map(({ text }) =>
        withoutComments(text)
          .replaceAll(/(\$\w*\$).*?\1/gs, '')
          .replaceAll(/\bas\s+'[^']*'/gi, '')
          .replaceAll(/(?<!execute\s+)\bfunction\s+(if\s+exists\s+)?[\w."]+\(/gi, ''),
      )
      .join('\n')
    const wrong = migrations.flatMap(({ path, text }) =>
      definitionsIn(text)
        .filter((name) => !new RegExp(`\\b${name}\\(`).test(needs))
        .map((name) => `${path}: ${name}`),
    )
    expect(wrong).toEqual([])
  })

  it('calls SQL functions that exist', () => {
    const defined = new Set(
      [...migrations, ...functions].flatMap(({ text }) => definitionsIn(text)),
    )
    expect(declaredFunctions.length).toBeGreaterThan(40)
    expect(declaredFunctions.filter((name) => !defined.has(name))).toEqual([])
  })

  it('has a use for every SQL function, and declares those that code or a test calls', () => {
    const { bodies, tables } = splitSql()
    const code = [...sources]
      .filter(([file]) => !declarations.test(file))
      .map(([, source]) => source.replaceAll(/\/\*.*?\*\/|\/\/.*?$/gms, ''))
      .join('\n')
    const namedIn = (text: string): string[] =>
      [...new Set(text.match(/\b[a-z][a-z0-9_]*\b/g))].filter((name) => bodies.has(name))
    const used = new Set<string>()
    const waiting = [...namedIn(tables), ...namedIn(code)]
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (used.has(name)) continue
      used.add(name)
      waiting.push(...namedIn(bodies.get(name) ?? ''))
    }
    expect(bodies.size).toBeGreaterThan(400)
    expect([...bodies.keys()].filter((name) => !used.has(name))).toEqual([])
    const tests = testSources().map(({ text }) => text)
    const called = new Set(namedIn([code, ...tests].join('\n')))
    expect(declaredFunctions.filter((name) => !called.has(name))).toEqual([])
  })

  it('names every type of event in a test', () => {
    // What the tests share, and what records examples, proves nothing by itself.
    const text = testSources()
      .filter(({ name }) => !/^(support|reference|tidy)\b/.test(name))
      .map((one) => one.text)
      .join('\n')
    expect(webhookTypes.filter((type) => !text.includes(`'${type}'`))).toEqual([])
  })

  it('names the columns of a prepared statement', () => {
    // One with `*` fails on every connection that has prepared it when a column is added.
    const prepared = /\bname: ['"`][^'"`]+['"`],\s*text:\s*(`[^`]*`|'[^']*')/g
    const star = /\b(select|returning)\s+\*|\w\.\*/
    const wrong = offenders((_, source) =>
      [...source.matchAll(prepared)].some((match) => star.test(match[1] ?? '')),
    )
    expect(wrong).toEqual([])
  })

  it('has the tests that docs/testing.md names for its rules', () => {
    const page = readFileSync(join(root, 'docs/testing.md'), 'utf8')
    const named = [...page.matchAll(/^\| .* \| `(test\/\S+\.test\.ts)`: (.*) \|$/gm)]
    expect(named.length).toBeGreaterThan(30)
    const missing = named.filter(([, file, title]) => {
      const titles = [
        ...readFileSync(join(root, file ?? ''), 'utf8').matchAll(/test\(\s*'([^']*)'/g),
      ]
      return !titles.some((found) => found[1] === title)
    })
    expect(missing.map(([row]) => row)).toEqual([])
  })
})
