/** The migration that gives every record an environment, over a database of the release before. */
import { randomBytes, randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { migrate, releaseFolders } from '../../db/migrate.ts'
import { createDatabases, withClient } from '../../scripts/devstack/postgres.ts'
import { databaseUrl } from '../support/stack.ts'

const root = mkdtempSync(join(tmpdir(), 'payments-environments-'))
const server = process.env.TEST_POSTGRES_URL ?? ''
let name: string
let url: string

beforeEach(async () => {
  name = `environments_${randomBytes(6).toString('hex')}`
  await createDatabases(server, [name])
  url = databaseUrl(server, name)
  await migrate(url, { folders: theReleaseBefore() })
})
afterEach(() => withClient(server, (client) => client.query(`drop database ${name} with (force)`)))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Its tables; this file writes rows itself, so no function is needed. */
function theReleaseBefore(): { migrations: string; functions: string } {
  const folders = { migrations: join(root, 'migrations'), functions: join(root, 'functions') }
  for (const file of readdirSync(releaseFolders.migrations)) {
    if (file < '0009') cpSync(join(releaseFolders.migrations, file), join(folders.migrations, file))
  }
  cpSync(join(releaseFolders.functions, 'events.sql'), join(folders.functions, 'events.sql'))
  return folders
}

const ids = {
  sandbox: randomUUID(),
  production: randomUUID(),
  ada: randomUUID(),
  live: randomUUID(),
  funding: randomUUID(),
}

/** Two platforms with an account each; the sandbox's has money, a deposit and a dead letter. */
const rows = `
  insert into platforms (id, name, environment, uma_domain, supported_currencies) values
    ('${ids.sandbox}', 'demo', 'SANDBOX', 'demo.example', '[]'),
    ('${ids.production}', 'demo', 'PRODUCTION', 'demo.example', '[]');
  insert into ledger_accounts (id, kind, currency, has_floor, name) values
    ('${ids.ada}', 'HOLDER', 'USD', true, null), ('${ids.live}', 'HOLDER', 'USD', true, null),
    ('${ids.funding}', 'FUNDING', 'USD', false, 'FUNDING/USD');
  insert into ledger_balances (account_id, posted) values ('${ids.ada}', 500), ('${ids.live}', 0);
  insert into internal_accounts (id, platform_id, type, currency, status) values
    ('${ids.ada}', '${ids.sandbox}', 'INTERNAL_FIAT', 'USD', 'ACTIVE'),
    ('${ids.live}', '${ids.production}', 'INTERNAL_FIAT', 'USD', 'ACTIVE');
  insert into ledger_transfers (id, kind, debit_account_id, credit_account_id, currency, amount, reference)
    values ('before', 'POSTED', '${ids.funding}', '${ids.ada}', 'USD', 500, 'before');
  insert into deposits (id, funding_reference, amount, currency) values ('d', 'P1', 5, 'USD');
  insert into rail_notice_dead_letters (sequence, notice, error) values (7, '{}', 'odd');
  update rail_cursor set sequence = 41;`

test('everything that was done in the sandbox is on the sandbox’s accounts afterwards', async () => {
  await withClient(url, (client) => client.query(rows))
  await migrate(url)
  const database = openDatabase(url, { poolMax: 1 })
  const read = <Row>(text: string): Promise<Row[]> => database.query<Row>({ text })
  expect(await read(`select id, environment from internal_accounts order by environment`)).toEqual([
    { id: ids.live, environment: 'PRODUCTION' },
    { id: ids.ada, environment: 'SANDBOX' },
  ])
  expect(await read(`select environment, sequence::integer from rail_cursors order by 1`)).toEqual([
    { environment: 'PRODUCTION', sequence: 0 },
    { environment: 'SANDBOX', sequence: 41 },
  ])
  expect(await read('select environment, id from deposits')).toEqual([
    { environment: 'SANDBOX', id: 'd' },
  ])
  const [accounts] =
    await read<object>(`select service_account('SANDBOX', 'FUNDING', 'USD') as sandbox,
    service_account('PRODUCTION', 'FUNDING', 'USD') <> '${ids.funding}' as "isApart"`)
  expect(accounts).toEqual({ sandbox: ids.funding, isApart: true })
  const { findings, sums } = await checkLedger(database)
  expect(findings).toEqual([])
  expect(sums).toEqual([
    { environment: 'PRODUCTION', currency: 'USD', total: '0' },
    { environment: 'SANDBOX', currency: 'USD', total: '0' },
  ])
  // Statements of the release before, which name no environment.
  await read(
    `insert into rail_notice_dead_letters (sequence, notice, error) values (8, '{}', 'odd')`,
  )
  await read(`select record_deposit('e', 'P2', 5, 'USD')`)
  const late = await read(`select environment from deposits where id = 'e'`)
  expect(late).toEqual([{ environment: 'SANDBOX' }])
  await database.close()
})

test('production money on accounts shared with the sandbox: the migration changes nothing and says why', async () => {
  await withClient(url, (client) =>
    client.query(`${rows}
      insert into ledger_transfers (id, kind, debit_account_id, credit_account_id, currency, amount, reference)
        values ('live', 'POSTED', '${ids.funding}', '${ids.live}', 'USD', 1, 'live')`),
  )
  await expect(migrate(url)).rejects.toThrow('production platforms have moved money')
  const { rows: columns } = await withClient(url, (client) =>
    client.query(`select 1 from information_schema.columns
      where table_name = 'ledger_transfers' and column_name = 'environment'`),
  )
  expect(columns).toEqual([])
})
