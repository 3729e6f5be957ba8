/**
 * `npm run operator:list [-- --audit [--operator NAME] [--subject ID] [--limit N]] [--json]`: the accounts of
 * operators; with `--audit` what they have read and done, the newest first.
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { openDatabase } from '../db/database.ts'
import { type AuditRow, type ListedOperator, listAudit, listOperators } from '../db/operators.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

const AUDIT_SHOWN = 100

await command(async () => {
  const { values } = parseArgs({
    options: {
      audit: { type: 'boolean', default: false },
      operator: { type: 'string' },
      subject: { type: 'string' },
      limit: { type: 'string', default: String(AUDIT_SHOWN) },
      json: { type: 'boolean', default: false },
    },
  })
  if (!/^[1-9]\d{0,3}$/.test(values.limit)) throw new Error('--limit is a number up to 9999')
  if (!values.audit && (values.operator ?? values.subject) !== undefined) {
    throw new Error('--operator and --subject belong to --audit')
  }
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  try {
    const { operator, subject } = values
    const rows = values.audit
      ? await listAudit(database, { operator, subject, limit: Number(values.limit) })
      : await listOperators(database)
    process.stdout.write(
      values.json
        ? `${JSON.stringify(rows)}\n`
        : rows.map((row) => ('action' in row ? auditLine(row) : operatorLine(row))).join(''),
    )
  } finally {
    await database.close()
  }
})

function operatorLine({ name, role, createdAt, lastUsedAt, revokedAt }: ListedOperator): string {
  const used = lastUsedAt === null ? 'never used' : `used ${lastUsedAt.toISOString()}`
  const state = revokedAt === null ? used : `revoked ${revokedAt.toISOString()}`
  // As JSON: a name must not break the line.
  return `${role.padEnd(6)}  created ${createdAt.toISOString()}  ${state}  ${JSON.stringify(name)}\n`
}

function auditLine({ at, operator, action, subject, requestId, details }: AuditRow): string {
  const parts = [at.toISOString(), JSON.stringify(operator), action, subject, requestId]
  const shown = JSON.stringify(details)
  return `${[...parts.filter((part) => part !== null), ...(shown === '{}' ? [] : [shown])].join('  ')}\n`
}
