/** Which file imports which: what tidy checks and `npm run tool -- imports` prints. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The folders of the house, tests apart. */
export const folders = [
  'contract',
  'domain',
  'runtime',
  'providers',
  'db',
  'workflows',
  'activities',
  'api',
  'worker',
  'cli',
  'sandbox',
  'scripts',
  'console',
  'client',
  'examples',
] as const
export type Folder = (typeof folders)[number]

/** Made of the other sources, and not there before it is needed. */
export const GENERATED = 'client/backend/schema.ts'
export const GENERATED_PYTHON = 'client/python/embedded_wallet_payments/schema.py'

export type Import = { readonly path: string; readonly typeOnly: boolean }

/** Text of each TypeScript file that is not generated, by its path from the root. */
export function readSources(): ReadonlyMap<string, string> {
  return new Map(
    folders.flatMap(filesOf).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  )
}

function filesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)dist\//.test(name))
    .map((name) => join(folder, name))
    .filter((path) => path !== GENERATED)
}

/** Our own modules that a file imports, later ones by `import()` too, as paths from the root. */
export function importsOf(file: string, source: string): Import[] {
  return [...source.matchAll(/(import|export)(\s+type)?(?:[^'"();]*?from |\()'(\.[^']+)'/g)].map(
    (match) => ({
      path: relative(root, normalize(join(root, dirname(file), match[3] ?? ''))),
      typeOnly: match[2] !== undefined,
    }),
  )
}

/**
 * Groups of files each of which reaches the others, imports of types included (Tarjan's strongly
 * connected components, those of one file left out).
 */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const circles: string[][] = []
  const visit = (node: string): number => {
    const own = order.size
    let low = own
    order.set(node, own)
    open.push(node)
    isOpen.add(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (isOpen.has(next)) low = Math.min(low, order.get(next) ?? own)
    }
    if (low !== own) return low
    const group = open.splice(open.indexOf(node))
    for (const member of group) isOpen.delete(member)
    if (group.length > 1) circles.push(group.sort())
    return low
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return circles
}
