/** Every recorded body against the published interface, after a run. */
import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isLong } from '../seed.ts'
import { isWholeRun } from '../wholeRun.ts'
import { type AnsweredCodes, createAnsweredCodes } from './answeredCodes.ts'
import { differenceOf } from './differences.ts'
import { type Kind, type Published, readPublished } from './publishedSchemas.ts'
import { recordedFolder } from './recording.ts'

type Recorded =
  | { readonly unread: string }
  | { readonly name: string; readonly status: number; readonly code: string }
  | { readonly type: string; readonly body: string }
  | {
      readonly method: string
      readonly url: string
      readonly status: number
      readonly body: string
    }

type Findings = {
  readonly bodies: { readonly answers: number; readonly events: number }
  readonly kinds: ReadonlySet<string>
  /** Tags of nested variants, with the kinds' own: `accountInfo.accountType USD_ACCOUNT`. */
  readonly variants: ReadonlySet<string>
  readonly unpublished: ReadonlyMap<string, number>
  readonly unread: number
  readonly codes: AnsweredCodes
  /** How often each listed difference was found. */
  readonly listed: ReadonlyMap<string, number>
  /** Problems that are not listed, with a body that has it. */
  readonly others: ReadonlyMap<string, string>
}

/**
 * Prints how much was checked; nothing where PUBLIC_INTERFACE_DIR is not set.
 *
 * @throws Error that names every difference which is not listed; an error code that was answered and is reserved; or, after
 * everything in full, one that was not answered and is not reserved
 */
export async function checkRecorded(dataDir: string): Promise<void> {
  const folder = process.env.PUBLIC_INTERFACE_DIR
  const recorded = recordedFolder(dataDir)
  if (folder === undefined || !existsSync(recorded)) return
  const found = await findingsOf(recorded, readPublished(folder))
  const { answers, events } = found.bodies
  console.log(
    `published interface: ${answers + events} bodies (${answers} answers, ${events} events) of ` +
      `${found.kinds.size} kinds, ${found.variants.size} nested variants; ` +
      `${found.unpublished.size} kinds are not published; ${found.unread} databases were gone`,
  )
  for (const [name, count] of found.listed) console.log(`  differs ${count} times: ${name}`)
  const { answered, never, wrongly } = found.codes.found()
  console.log(
    `error codes: ${answered.length} were answered, ${never.length} were not: ${never.join(' ')}`,
  )
  if (process.env.PUBLIC_INTERFACE_DETAILS) {
    console.log(found.codes.table().join('\n'))
    console.log([...found.kinds, ...found.variants, ...found.unpublished.keys()].sort().join('\n'))
  }
  const missed = isLong && isWholeRun() ? never : []
  if (missed.length > 0) throw new Error(`no request was answered: ${missed.join(' ')}`)
  if (wrongly.length > 0) throw new Error(`answered, and said to be reserved: ${wrongly.join(' ')}`)
  if (found.others.size === 0) return
  const lines = [...found.others].map(([problem, body]) => `${problem}\n    ${body.slice(0, 500)}`)
  throw new Error(`not as the published interface says:\n${lines.join('\n')}`)
}

async function findingsOf(recorded: string, published: Published): Promise<Findings> {
  const bodies = { answers: 0, events: 0 }
  const kinds = new Set<string>()
  const variants = new Set<string>()
  const unpublished = new Map<string, number>()
  const listed = new Map<string, number>()
  const others = new Map<string, string>()
  const codes = createAnsweredCodes()
  let unread = 0
  for await (const line of linesOf(recorded)) {
    if ('unread' in line) {
      unread += 1
      continue
    }
    if ('code' in line) {
      codes.add(line.name, line.status, line)
      continue
    }
    const body: unknown = JSON.parse(line.body)
    const kind = kindOf(published, line, body)
    const { schema, insteadOf } = kind
    if ('status' in line) codes.add(kind.name, line.status, body)
    if (schema === undefined) {
      count(unpublished, kind.name)
      continue
    }
    bodies['type' in line ? 'events' : 'answers'] += 1
    kinds.add(kind.name)
    for (const tag of tagsOf(body)) variants.add(tag)
    const problems = published.problemsOf(schema, body)
    for (const problem of insteadOf ? [...problems, `${schema} for ${insteadOf}`] : problems) {
      const whole = `${kind.name}: ${problem}`
      const known = differenceOf(whole)
      if (known === undefined) others.set(whole, line.body)
      else count(listed, known)
    }
  }
  return { bodies, kinds, variants, unpublished, unread, codes, listed, others }
}

async function* linesOf(folder: string): AsyncGenerator<Recorded> {
  for (const name of readdirSync(folder)) {
    const lines = createInterface({ input: createReadStream(join(folder, name)) })
    for await (const line of lines) yield JSON.parse(line) as Recorded
  }
}

function kindOf(
  published: Published,
  line: Exclude<Recorded, { unread: string } | { code: string }>,
  body: unknown,
): Kind {
  return 'type' in line
    ? published.kindOfEvent(line.type)
    : published.kindOfAnswer(line.method, line.url, line.status, body)
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

const tags = new Set(['accountType', 'beneficiaryType', 'sourceType', 'destinationType'])

function* tagsOf(value: unknown, at = ''): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    if (tags.has(name) && typeof part === 'string') yield `${at}.${name} ${part}`
    yield* tagsOf(part, Array.isArray(value) ? at : name)
  }
}
