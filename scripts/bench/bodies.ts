/** What refusing a body costs: the worst one of a megabyte, of each operation, against parsing its JSON alone. */

import { objectIn } from '../../api/middleware/body.ts'
import { operations } from '../../api/operations.ts'
import { compileBodies } from '../../api/preparation.ts'
import { ignoredFields, unknownMembers } from '../../api/unknownMembers.ts'
import { type BodyCheck, bodyCheckOf } from '../../api/validate.ts'
import { excessIn, VALUES_MAX } from '../../contract/jsonText.ts'
import type { Row } from './report.ts'

const BYTES = 1_000_000
/** The collector of garbage, and the compiler of what is used often, take CPU at moments of their own. */
const TIMES = 20

/** CPU of one body, the first time and on the average. */
type Cost = { readonly first: number; readonly ms: number; readonly parseMs: number }

/** What a list is filled with, and how many values each of them counts as. */
const fillings = [
  ['0', 1],
  ['""', 1],
  ['null', 1],
  ['{}', 2],
  ['[0]', 2],
  ['{"a":0}', 2],
] as const

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly const?: unknown
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

/** The worst ratio of all operations: the average of some uses, the first among them, on both sides. */
export async function bodyRow(): Promise<Row> {
  // As a process does before it listens: no request meets a schema that is not compiled.
  await compileBodies(operations)
  // What all operations share is at work in a process long since.
  for (const text of worstBodies({})) costOf({}, text)
  const worst: (Cost & { id: string; ratio: number })[] = []
  let longest = 0
  for (const { id, body, multipart } of operations) {
    if (body === undefined || multipart !== undefined) continue
    const schema = body as Schema
    const found = worstBodies(schema).map((text) => costOf(schema, text))
    longest = Math.max(longest, ...found.map(({ first }) => first))
    const [most] = found.sort((a, b) => b.ms / b.parseMs - a.ms / a.parseMs)
    if (most !== undefined) worst.push({ id, ratio: most.ms / most.parseMs, ...most })
  }
  worst.sort((a, b) => b.ratio - a.ratio)
  const [first] = worst
  if (first === undefined) throw new Error('no operation has a body')
  const shown = ({ id, ratio }: (typeof worst)[number]): string => `${id} ${ratio.toFixed(1)}`
  return {
    name: 'refusing the worst 1 MB body, CPU',
    ours: `${first.ms.toFixed(1)} ms`,
    baseline: `${first.parseMs.toFixed(1)} ms`,
    ratio: first.ratio,
    goal: { atMost: 5 },
    detail: `the worst of ${worst.length} operations, against JSON.parse of it: ${worst.slice(0, 5).map(shown).join(', ')}; no first use took more than ${longest.toFixed(1)} ms`,
  }
}

function costOf(schema: Schema, text: string): Cost {
  const uses = { ours: 0, parse: 0 }
  let first = 0
  for (let time = 0; time < TIMES; time += 1) {
    const ours = cpuOf(() => refuse(schema, bodyCheckOf(schema), text))
    if (time === 0) first = ours
    uses.ours += ours
    uses.parse += cpuOf(() => void JSON.parse(text))
  }
  return { first, ms: uses.ours / TIMES, parseMs: uses.parse / TIMES }
}

function cpuOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** What the API does with it, past HTTP. */
function refuse(schema: Schema, check: BodyCheck, text: string): void {
  try {
    const parsed = objectIn(text)
    check(parsed)
    ignoredFields(unknownMembers(schema, parsed))
  } catch (error) {
    if ((error as { code?: string }).code !== 'INVALID_REQUEST_FORMAT') throw error
  }
}

/** Bodies of a megabyte with as many values as are parsed at all: unknown members, and the list that stands first. */
function worstBodies(schema: Schema): string[] {
  const members = Array.from({ length: VALUES_MAX - 100 }, (_, at) => `"m${at}":0`)
  const around = listIn(schema, ['', '']) ?? ['{"list":', '}']
  const bodies = [`{${members.join()}}`]
  for (const [filling, values] of fillings) {
    const items = Array(Math.floor((VALUES_MAX - 100) / values)).fill(filling)
    bodies.push(around.join(`[${items.join()}]`))
  }
  const padded = bodies.map((text) => `${text.slice(0, -1)},"pad":"${'x'.repeat(pad(text))}"}`)
  return padded.filter((text) => excessIn(text) === undefined)
}

function pad(text: string): number {
  return Math.max(0, BYTES - text.length - 10)
}

/** The texts before and after the first list of a body. */
function listIn(
  schema: Schema,
  [before, after]: readonly [string, string],
): readonly [string, string] | undefined {
  if (schema.items !== undefined) return [before, after]
  const ways = [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  for (const { properties = {} } of ways) {
    const tags = Object.entries(properties).flatMap(([name, { const: only }]) =>
      only === undefined ? [] : [`${JSON.stringify(name)}:${JSON.stringify(only)},`],
    )
    for (const [name, inner] of Object.entries(properties)) {
      const found = listIn(inner, [
        `${before}{${tags.join('')}${JSON.stringify(name)}:`,
        `}${after}`,
      ])
      if (found !== undefined) return found
    }
  }
  return undefined
}
