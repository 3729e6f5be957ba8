/**
 * `npm run bench`: ratios against baselines measured in the same run, on a stack of its own in a
 * temporary folder. `--quick` counts less, `--json` prints rows for programs, `--only a,b` picks
 * rows, `--traces` has the service send a trace of each request to a collector that throws it away. Wall-clock numbers of one machine say little; ratios do.
 */
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { approvalRows } from './bench/agentApprovals.ts'
import { agentExecuteRow } from './bench/agentExecutes.ts'
import { bodyRow } from './bench/bodies.ts'
import { cardDecisionRows } from './bench/cardDecisions.ts'
import { startChild } from './bench/child.ts'
import { decidedExecuteRow } from './bench/decidedExecutes.ts'
import { postingRow, readRow, stampRow } from './bench/direct.ts'
import { backgroundRows, executeRows, startBaseline } from './bench/executes.ts'
import { internalPaymentRows } from './bench/internalPayment.ts'
import { listRows } from './bench/lists.ts'
import { loginRows } from './bench/logins.ts'
import { memoryRows } from './bench/memory.ts'
import { operationRows } from './bench/operations.ts'
import { pendingRow } from './bench/pendingActions.ts'
import { meets, type Row, tableLines } from './bench/report.ts'
import { type Stage, setStage } from './bench/stage.ts'
import { startUpRow } from './bench/startUp.ts'
import { wholePaymentRow } from './bench/wholePayments.ts'
import { command } from './command.ts'

const rowNames = [
  'bodies',
  'executes',
  'decided',
  'whole',
  'background',
  'logins',
  'operations',
  'internal',
  'approvals',
  'agents',
  'pending',
  'cards',
  'postings',
  'reads',
  'stamps',
  'memory',
  'lists',
  'starts',
] as const
type RowName = (typeof rowNames)[number]

const full = {
  executes: { rounds: 5, count: 160 },
  decided: { rounds: 7, count: 160 },
  whole: { rounds: 5, count: 120 },
  background: { rounds: 5, count: 300 },
  logins: { rounds: 3, count: 80 },
  operations: { rounds: 3, count: 120 },
  internal: { rounds: 5, count: 160 },
  approvals: { rounds: 5, count: 120 },
  agents: { rounds: 9, count: 120 },
  pending: { atOnce: 1_000, few: 50 },
  cards: { rounds: 9, count: 2_000 },
  // Many short turns: what else the machine does meets both alike.
  direct: { rounds: 21, ms: 600 },
  stamps: { rounds: 51, ms: 100 },
  memory: { few: 1_000, many: 10_000 },
  lists: { rounds: 25, transactions: 1_000_000 },
  starts: { rounds: 5 },
}
const quick: typeof full = {
  executes: { rounds: 3, count: 80 },
  decided: { rounds: 3, count: 80 },
  whole: { rounds: 3, count: 60 },
  background: { rounds: 1, count: 120 },
  logins: { rounds: 1, count: 24 },
  operations: { rounds: 1, count: 40 },
  internal: { rounds: 3, count: 80 },
  approvals: { rounds: 3, count: 60 },
  agents: { rounds: 5, count: 80 },
  pending: { atOnce: 300, few: 25 },
  cards: { rounds: 5, count: 800 },
  direct: { rounds: 9, ms: 500 },
  stamps: { rounds: 21, ms: 100 },
  memory: { few: 500, many: 2_000 },
  lists: { rounds: 9, transactions: 100_000 },
  starts: { rounds: 1 },
}

await command(async () => {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      traces: { type: 'boolean', default: false },
      only: { type: 'string', default: rowNames.join(',') },
    },
  })
  if (process.platform !== 'linux') {
    throw new Error('npm run bench reads CPU times from /proc: it needs Linux')
  }
  const say = (line: string): void => {
    if (!values.json) process.stdout.write(`${line}\n`)
  }
  const wanted = new Set(values.only.split(',') as RowName[])
  const collector = values.traces ? await startChild('./collector.ts', {}) : undefined
  if (collector !== undefined) {
    // The processes of the service take it over; those of the bench know nothing of it.
    const port = await collector.ask<number>('port')
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`
  }
  const stage = await setStage(say)
  const stop = (): void => void stage.stop().then(() => process.exit(130))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    const machine = await machineLine(stage)
    say(machine)
    const rows: Row[] = []
    await measure(stage, { wanted, size: values.quick ? quick : full, say, rows })
    if (values.json) process.stdout.write(`${JSON.stringify({ machine, rows })}\n`)
    else process.stdout.write(`\n${machine}\n\n${tableLines(rows).join('\n')}\n`)
    const aimed = rows.filter(({ goal }) => goal !== undefined)
    const short = aimed.filter((row) => !meets(row)).length
    say(`\n${aimed.length - short} of ${aimed.length} goals met`)
  } finally {
    await stage.stop()
    await collector?.stop()
  }
})

type Plan = {
  readonly wanted: ReadonlySet<RowName>
  readonly size: typeof full
  readonly say: (line: string) => void
  /** Each is added as soon as it is known. */
  readonly rows: Row[]
}

async function measure(stage: Stage, { wanted, size, say, rows }: Plan): Promise<void> {
  const take = async (name: RowName, work: () => Promise<Row | Row[]>): Promise<void> => {
    if (!wanted.has(name)) return
    say(`measuring ${name}`)
    const measured = [await work()].flat()
    rows.push(...measured)
    for (const { name: what, ratio } of measured) say(`  ${what}: ${ratio.toFixed(2)}`)
  }
  const compared = [
    'executes',
    'whole',
    'background',
    'logins',
    'operations',
    'internal',
    'approvals',
  ] as const
  // First of all: the schemas of this process are compiled by it.
  await take('bodies', () => bodyRow())
  // Before the rows that leave payments queued for the outside parties: keys are made through that queue.
  await take('cards', () => cardDecisionRows(stage, size.cards))
  if (compared.some((name) => wanted.has(name))) {
    const baseline = await startBaseline(stage)
    try {
      await take('executes', () => executeRows(stage, baseline, size.executes))
      await take('whole', () => wholePaymentRow(stage, baseline, size.whole))
      await take('background', () => backgroundRows(stage, baseline, size.background))
      await take('logins', () => loginRows(stage, baseline, size.logins))
      await take('operations', () => operationRows(stage, baseline, size.operations))
      await take('internal', () => internalPaymentRows(stage, baseline, size.internal))
      await take('approvals', () => approvalRows(stage, baseline, size.approvals))
    } finally {
      await baseline.stop()
    }
  }
  await take('decided', () => decidedExecuteRow(stage, size.decided))
  await take('agents', () => agentExecuteRow(stage, size.agents))
  await take('pending', () => pendingRow(stage, size.pending))
  await take('postings', () => postingRow(stage, size.direct))
  await take('reads', () => readRow(stage, size.direct))
  await take('stamps', () => stampRow(size.stamps))
  await take('memory', () => memoryRows(stage, size.memory, say))
  await take('lists', () => listRows(stage, size.lists, say))
  await take('starts', () => startUpRow(stage, size.starts))
}

async function machineLine({ database }: Stage): Promise<string> {
  const [row] = await database.query<{ version: string }>({ text: 'show server_version' })
  const postgres = (row as { server_version?: string } | undefined)?.server_version
  const sdk = JSON.parse(
    readFileSync(
      new URL('../node_modules/@temporalio/client/package.json', import.meta.url),
      'utf8',
    ),
  ) as { version: string }
  const [first] = cpus()
  return `${cpus().length} x ${first?.model.trim()}, Node ${process.version}, PostgreSQL ${postgres}, Temporal SDK ${sdk.version}, dev server on SQLite`
}
