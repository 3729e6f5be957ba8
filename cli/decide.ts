/** A decision as commands make it: what it would do is shown, a person says yes, and it is sent once. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Row } from './api.ts'
import { Failure, requireReason } from './failure.ts'
import { lines, table } from './output.ts'
import type { ChangeOptions, Tools } from './tools.ts'

type Outcome = {
  readonly when: string
  readonly result: string
  readonly transfers: readonly Row[]
}

type Item = {
  readonly subject: string
  readonly amount?: string
  readonly platformId?: string
  readonly state: string
  readonly nothing?: string
  readonly choices: readonly {
    readonly decision: string
    readonly meaning: string
    readonly outcomes: readonly Outcome[]
  }[]
}

/** What a decision may need beside a reason. */
type Given = {
  readonly transferId?: string
  readonly accountId?: string
  readonly quoteId?: string
  readonly rate?: string
  readonly until?: string
  readonly observationId?: string
  readonly basisPoints?: string
  readonly platform?: string
  readonly maximum?: string
  readonly currency?: string
  readonly fixed?: string
  readonly from?: string
  readonly firstAmount?: string
  readonly secondAmount?: string
}

export type Decision = Given & {
  readonly id: string
  readonly decision: string
  readonly status: string
  readonly outcome: string | null
}

/** `--state`: what a script has seen before; without it, what is read now. */
export type DecideOptions = ChangeOptions & { readonly state?: string }

/** How long a decision is waited for that a worker carries out. */
const CARRIED_OUT_MS = 15_000
const LOOK_EVERY_MS = 250

/**
 * Decides about a subject.
 *
 * @throws Failure
 */
export async function decide(
  tools: Tools<DecideOptions>,
  subject: string,
  decision: string,
  given: Given = {},
): Promise<void> {
  const { api, options } = tools
  const item = await api.get<Item>(`/inbox/${encodeURIComponent(subject)}`)
  const choice = item.choices.find((each) => each.decision === decision)
  if (choice === undefined) throw new Failure('REFUSED', impossible(item, decision))
  if (!options.json && !options.yes) process.stderr.write(lines(previewText(item, choice)))
  const reason = requireReason(
    options.reason ?? (await tools.ask('Reason: ', '--reason TEXT says why.')),
  )
  await tools.confirm(`${decision} ${item.subject}${to(given)}?`)
  const made = await api.post<Decision>('/decisions', {
    ...{ subject: item.subject, decision, reason, ...given },
    state: options.state ?? item.state,
  })
  await report(tools, item.subject, made)
}

/**
 * Prints what has become of a decision; one that a worker carries out is waited for.
 *
 * @throws Failure unless it is carried out
 */
export async function report(tools: Tools, subject: string, made: Decision): Promise<void> {
  const answer = await carriedOut(tools, subject, made)
  const { status, outcome, id } = answer
  switch (status) {
    case 'CARRIED_OUT':
      tools.say(outcome ?? 'Done.', answer)
      return
    case 'PENDING_CONFIRMATION':
      tools.say(`Another person must confirm it: payments decision confirm ${id}`, answer)
      throw new Failure('NEEDS_SECOND_PERSON', 'It is above what one person decides alone.')
    case 'REFUSED':
      throw new Failure('REFUSED', outcome ?? 'It was refused.')
    case 'ORDERED':
      tools.say(`It is decided (${id}), and a worker carries it out.`, answer)
      throw new Failure(
        'ORDERED',
        `What has come of it: payments decision list --subject ${subject}`,
      )
    default:
      throw new Failure('FAILED', `What became of it is not known: payments decision list.`)
  }
}

/** Looks until it is no more ORDERED. A look that fails says nothing about the decision, which is made. */
async function carriedOut({ api }: Tools, subject: string, made: Decision): Promise<Decision> {
  const until = performance.now() + CARRIED_OUT_MS
  let now = made
  while (now.status === 'ORDERED' && performance.now() < until) {
    await sleep(LOOK_EVERY_MS)
    try {
      const query = { subject, limit: 20 }
      const { data } = await api.get<{ data: readonly Decision[] }>('/decisions', query)
      now = data.find(({ id }) => id === made.id) ?? now
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  }
  return now
}

/** What was given with a decision, as a question names it. */
export function to(given: Given): string {
  const { accountId, quoteId, transferId } = given
  const { rate, until, observationId, basisPoints, platform } = given
  if (rate !== undefined) return ` to ${rate} until ${until}`
  if (observationId !== undefined) return ` by the observation ${observationId}`
  const whom = platform === undefined ? '' : ` for ${platform}`
  const since = given.from === undefined ? '' : ` from ${given.from}`
  if (given.fixed !== undefined) {
    return ` to ${given.fixed} and ${basisPoints} basis points${whom}${since}`
  }
  if (given.maximum !== undefined) {
    const { maximum, currency } = given
    return ` to ${maximum}${currency === undefined ? '' : ` ${currency}`}${whom}${since}`
  }
  if (basisPoints !== undefined) return ` of ${basisPoints} basis points${whom}`
  if (platform !== undefined || given.from !== undefined) return `${whom}${since}`
  const target = accountId ?? quoteId
  if (target !== undefined) return ` to ${target}`
  return transferId === undefined ? '' : ` by the transfer ${transferId}`
}

function impossible({ subject, choices, nothing }: Item, decision: string): string {
  if (choices.length === 0) return nothing ?? `Nothing can be decided about ${subject}.`
  const possible = choices.map((choice) => choice.decision).join(', ')
  return `${decision} is not possible now; what is: ${possible}.`
}

function previewText(
  { subject, amount, platformId }: Item,
  choice: Item['choices'][number],
): string {
  const head = [subject, amount, platformId].filter((part) => part !== undefined).join('  ')
  const outcomes = choice.outcomes.map(({ when, result, transfers }) => {
    const books =
      transfers.length === 0
        ? ''
        : table(
            transfers,
            ['step', 'kind', 'from', 'to', 'amount'].map((name) => [name, name] as const),
            '',
          ).replaceAll(/^(?=.)/gm, '    ')
    return `  ${when}${result === '' ? '' : `: ${result}`}\n${books}`
  })
  return `${head}\n${choice.decision}: ${choice.meaning}\n${outcomes.join('')}`
}
