/**
 * Compares the database with Temporal and the outside parties after it was restored to an earlier
 * point, by content: what they hold since then and no row has.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { environments } from '../../contract/outsideParties.ts'
import { instant } from '../../contract/time.ts'
import { openWorkflowsOf } from '../replayOpen.ts'
import { closedRuns, runsWithoutRow } from '../runsWithoutRow.ts'
import { type Applicable, type Finding, findingKinds, type Reconciliation } from './finding.ts'
import { instructionFindings } from './instructions.ts'
import { otherFinding } from './others.ts'
import { correctionFinding, paymentFinding } from './payments.ts'
import { depositFindings, referenceFindings, reportOf } from './rail.ts'
import { signatureFindings } from './signatures.ts'

export type { Finding, Reconciliation } from './finding.ts'

/** What a first repair makes visible is repaired by the next one: a payment, then its return. */
const ROUNDS_MAX = 10
/** For the workflows that were started to end; those that wait for a party go on by themselves. */
const SETTLING_MS = 15_000
const POLL_MS = 250

/**
 * The outside parties' clocks and Temporal's differ from the database's, and so may the point that was given.
 * What has its row is not found, however early one looks.
 */
const MARGIN_MS = 600_000

/** All that no row has, about which no person has decided yet; nothing is changed. */
export async function findAll(given: Reconciliation): Promise<Finding[]> {
  const context = { ...given, since: instant(given.since.getTime() - MARGIN_MS) }
  const { database, client, config, outside } = context
  const since = context.since.toISOString()
  const found: Finding[] = []
  const ofRuns = new Map<string, Finding>()
  for (const query of [
    `${closedRuns(config, 'Completed')} AND CloseTime >= '${since}'`,
    // Runs that were under way when the restore began.
    `${closedRuns(config, 'Terminated')} AND CloseTime >= '${since}'`,
    openWorkflowsOf(config),
  ]) {
    for await (const run of runsWithoutRow(database, client, query)) {
      if (ofRuns.has(run.workflowId)) continue
      const [kind = '', work] = run.workflowId.split(/:|\//).filter((_, part) => part !== 1)
      const read =
        kind !== 'Quote' ? otherFinding : work === undefined ? paymentFinding : correctionFinding
      const finding = await read(context, run)
      if (finding === undefined) continue
      found.push(finding)
      ofRuns.set(run.workflowId, finding)
    }
  }
  for (const environment of environments) {
    // Where settings of a rail are missing that has to be asked, this throws: nothing may be taken for unpaid then.
    found.push(...(await instructionFindings(context, environment)))
    if (!outside.has('PAYOUT_RAIL', environment)) continue
    for (const provider of outside.railProviders(environment)) {
      const report = await reportOf(context, environment, provider)
      found.push(...(await referenceFindings(context, report, ofRuns)))
      found.push(...(await depositFindings(context, report)))
    }
  }
  found.push(...(await signatureFindings(context)))
  return openOf(context, found)
}

/** Without what a person has decided about, and what belongs to a payment that a person is to look at. */
async function openOf({ database }: Reconciliation, found: readonly Finding[]): Promise<Finding[]> {
  const named = found.flatMap((one) =>
    'waitsFor' in one ? [one.subject, one.waitsFor] : [one.subject],
  )
  const rows = await database.query<{ subject: string; at: Date }>({
    text: `select subject, max(decided_at) as at from reconcile_decisions where subject = any ($1)
      group by subject`,
    values: [named],
  })
  const decided = new Map(rows.map(({ subject, at }) => [subject, at]))
  const isDecided = ({ subject, at }: Finding): boolean => {
    const decidedAt = decided.get(subject)
    return decidedAt !== undefined && (at === undefined || at <= decidedAt)
  }
  const bySubject = new Map(found.map((one) => [one.subject, one]))
  const open = found.flatMap((one): Finding[] => {
    if (isDecided(one)) return []
    if (!('waitsFor' in one)) return [one]
    const payment = bySubject.get(one.waitsFor)
    if (payment === undefined && !decided.has(one.waitsFor)) {
      const { waitsFor, ...rest } = one
      return [{ ...rest, undecided: `nothing else is found about ${waitsFor}` }]
    }
    return payment !== undefined && 'apply' in payment ? [one] : []
  })
  const place = ({ kind }: Finding): number => findingKinds.indexOf(kind)
  return open.sort((a, b) => place(a) - place(b))
}

/** Called for each finding that is applied. */
export type Report = {
  /** Nothing of it is changed before this resolves. */
  begins(finding: Finding & Applicable): Promise<void>
  done(finding: Finding, what: string): void
}

/**
 * Applies what can be, and looks again, until nothing more can be.
 *
 * @returns what is left for a person
 */
export async function applyAll(context: Reconciliation, report: Report): Promise<Finding[]> {
  // What was applied and is found again could not be repaired: it is not tried a second time.
  const applied = new Set<string>()
  for (let round = 0; ; round += 1) {
    const found = await findAll(context)
    const open = found.filter(
      ({ kind, subject, ...finding }) =>
        'apply' in finding && !applied.has(`${kind} ${subject} ${finding.remedy}`),
    )
    if (open.length === 0 || round === ROUNDS_MAX) return found
    for (const finding of open) {
      if (!('apply' in finding)) continue
      applied.add(`${finding.kind} ${finding.subject} ${finding.remedy}`)
      await report.begins(finding)
      report.done(finding, await finding.apply())
    }
    await untilClosed(
      context,
      open.flatMap(({ kind, subject }) =>
        kind === 'payment' || kind === 'correction' ? [subject] : [],
      ),
    )
  }
}

async function untilClosed({ client }: Reconciliation, workflowIds: string[]): Promise<void> {
  const deadline = performance.now() + SETTLING_MS
  for (const workflowId of workflowIds) {
    while (performance.now() < deadline) {
      const { status } = await client.workflow.getHandle(workflowId).describe()
      if (status.name !== 'RUNNING') break
      await sleep(POLL_MS)
    }
  }
}
