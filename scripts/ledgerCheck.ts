/**
 * `npm run ledger:check [-- --json]`: proves the ledger's sums; exit code 1 when one is wrong.
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { openDatabase } from '../db/database.ts'
import { checkLedger } from '../db/ledger/check.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

/** Large ledgers take their time: this is a command, not a request. */
const STATEMENT_TIMEOUT_MS = 600_000

await command(async () => {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), {
    poolMax: 1,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })
  try {
    const report = await checkLedger(database)
    if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`)
    else {
      process.stdout.write(`${report.transfers} transfers\n`)
      for (const { environment, currency, total } of report.sums) {
        const place = `${environment.padEnd(10)} ${currency.padEnd(5)}`
        process.stdout.write(`${place} all accounts sum to ${total}\n`)
      }
      for (const { check, subject, found } of report.findings) {
        process.stdout.write(`BROKEN: ${check}: ${subject}: ${found}\n`)
      }
      process.stdout.write(report.ok ? 'The ledger holds.\n' : 'The ledger does not hold.\n')
    }
    if (!report.ok) process.exitCode = 1
  } finally {
    await database.close()
  }
})
