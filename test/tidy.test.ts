/** The house rules that a machine can check. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = [
  'contract',
  'db',
  'wallet',
  'rails',
  'workflows',
  'activities',
  'api',
  'worker',
  'sandbox',
  'scripts',
  'console',
  'client',
] as const
type Folder = (typeof folders)[number]

function filesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('dist/'))
    .map((name) => join(folder, name))
}

const sources = new Map(
  folders.flatMap(filesOf).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)

/** Our own modules that a file imports, as paths from the root. */
function importsOf(file: string, source: string): { path: string; typeOnly: boolean }[] {
  return [...source.matchAll(/(import|export)(\s+type)?[^'"();]*?from '(\.[^']+)'/g)].map(
    (match) => ({
      path: relative(root, normalize(join(root, dirname(file), match[3] ?? ''))),
      typeOnly: match[2] !== undefined,
    }),
  )
}

/** Where each folder may look. `type:` allows types alone; a path allows that place alone. */
const allowed: Record<Folder, readonly string[]> = {
  contract: [],
  db: ['contract'],
  wallet: ['contract'],
  rails: ['contract'],
  sandbox: ['contract'],
  workflows: ['contract', 'type:activities'],
  activities: ['contract', 'db', 'wallet', 'rails', 'type:workflows'],
  // The API checks proofs, writes provider bodies, and asks outside parties; deeds are activities.
  api: ['contract', 'db', 'workflows', 'wallet', 'rails'],
  worker: ['contract', 'db', 'wallet', 'rails', 'workflows', 'activities'],
  scripts: [
    ...['contract', 'db', 'wallet', 'rails', 'workflows', 'activities', 'api', 'worker'],
    'client/index.ts',
  ],
  // A browser's: it knows the service by its public interface.
  console: ['type:contract'],
  // A platform's own program: it knows the service by its document alone.
  client: [],
}

function mayImport(from: Folder, path: string, typeOnly: boolean): boolean {
  if (path.startsWith(`${from}/`)) return true
  return allowed[from].some((rule) => {
    const isTypeRule = rule.startsWith('type:')
    const place = isTypeRule ? rule.slice('type:'.length) : rule
    const inside = path === place || path.startsWith(`${place}/`)
    return inside && (!isTypeRule || typeOnly)
  })
}

function offenders(test: (file: string, source: string) => boolean): string[] {
  return [...sources].filter(([file, source]) => test(file, source)).map(([file]) => file)
}

describe('the house', () => {
  it('imports in one direction', () => {
    const wrong = [...sources].flatMap(([file, source]) => {
      const from = file.split('/')[0] as Folder
      return importsOf(file, source)
        .filter(({ path, typeOnly }) => !mayImport(from, path, typeOnly))
        .map(({ path }) => `${file} -> ${path}`)
    })
    expect(wrong).toEqual([])
  })

  it('has one door to the wall clock', () => {
    const clock = /new Date\(|Date\.now\(/
    expect(offenders((file, source) => file !== 'contract/time.ts' && clock.test(source))).toEqual(
      [],
    )
  })

  it('reads the environment in mains and scripts only', () => {
    const mains = /(^scripts\/|\/main\.ts$)/
    expect(
      offenders((file, source) => !mains.test(file) && source.includes('process.env')),
    ).toEqual([])
  })

  it('keeps workflows to what replays', () => {
    const banned = /from '(node:|(?!@temporalio\/(workflow|common)|\.))|Math\.random|process\./
    const outsideTheBundle = new Set(['workflows/converter.ts'])
    const wrong = [...sources].filter(
      ([file, source]) =>
        file.startsWith('workflows/') && !outsideTheBundle.has(file) && banned.test(source),
    )
    expect(wrong.map(([file]) => file)).toEqual([])
  })

  it('has no file that nobody imports', () => {
    const imported = new Set(
      [...sources].flatMap(([file, source]) => importsOf(file, source).map(({ path }) => path)),
    )
    // Files that are run, not imported, are named by a path.
    const named = [...sources.values()].flatMap((source) =>
      [...source.matchAll(/(?<!from )'(?:\.\.?\/)*([\w./-]+\.ts)'/g)].map(
        (match) => match[1] ?? '',
      ),
    )
    const scripts = readFileSync(join(root, 'package.json'), 'utf8')
    const dead = [...sources.keys()].filter(
      (file) =>
        !imported.has(file) &&
        !scripts.includes(file) &&
        !file.endsWith('/main.ts') &&
        !named.some((path) => `/${file}`.endsWith(`/${path}`)),
    )
    expect(dead).toEqual([])
  })

  it('names no machine, registry or workplace', () => {
    const machine = /(?<![\w.])\/(root|home)\/|registry\.npmjs/
    expect(offenders((_, source) => machine.test(source))).toEqual([])
  })
})
