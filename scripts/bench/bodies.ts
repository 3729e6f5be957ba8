/** What refusing a body costs: the worst one of a megabyte, of each operation, against parsing its JSON alone. */

import { objectIn } from '../../api/middleware/body.ts'
import { operations } from '../../api/operations.ts'
import { ignoredFields } from '../../api/unknownMembers.ts'
import { type BodyCheck, checkOf } from '../../api/validate.ts'
import { excessIn, VALUES_MAX } from '../../contract/jsonText.ts'
import { median, type Row } from './report.ts'

const BYTES = 1_000_000
const PARSES = 5

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly const?: unknown
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

/** The ratios of all operations, the worst of each first use among them. */
export async function bodyRow(): Promise<Row> {
  const worst: { id: string; ratio: number; ms: number; parseMs: number }[] = []
  for (const { id, body, multipart } of operations) {
    if (body === undefined || multipart !== undefined) continue
    const schema = body as Schema
    const found = []
    // The first one compiles the schema, as the first request of a process does.
    for (const text of worstBodies(schema)) found.push(await costOf(schema, text))
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
    detail: `the worst of ${worst.length} operations, first use included, against JSON.parse of it: ${worst.slice(0, 5).map(shown).join(', ')}`,
  }
}

async function costOf(schema: Schema, text: string): Promise<{ ms: number; parseMs: number }> {
  const parses = Array.from({ length: PARSES }, () => cpuOf(() => void JSON.parse(text)))
  const before = process.cpuUsage()
  await refuse(schema, checkOf(schema), text)
  const { user, system } = process.cpuUsage(before)
  return { ms: (user + system) / 1_000, parseMs: median(parses) }
}

function cpuOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** What the API does with it, past HTTP. */
async function refuse(schema: Schema, check: BodyCheck, text: string): Promise<void> {
  try {
    const parsed = objectIn(text)
    ignoredFields(schema, parsed)
    await check.compileInTurns()
    check(parsed)
  } catch (error) {
    if ((error as { code?: string }).code !== 'INVALID_REQUEST_FORMAT') throw error
  }
}

/** Bodies of a megabyte with as many values as are parsed at all: unknown members, and the list that stands first. */
function worstBodies(schema: Schema): string[] {
  const members = Array.from({ length: VALUES_MAX - 100 }, (_, at) => `"m${at}":0`)
  const around = listIn(schema, ['', '']) ?? ['{"list":', '}']
  const bodies = [`{${members.join()}}`]
  for (const filling of ['0', '{}', '""', 'null']) {
    bodies.push(
      around.join(
        `[${Array(VALUES_MAX - 100)
          .fill(filling)
          .join()}]`,
      ),
    )
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
