/** Forward-only migrations: plain SQL files, one advisory lock, the job queue's own schema first. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import { QueryTypes, Sequelize } from 'sequelize'
import { SequelizeStorage, Umzug } from 'umzug'

const folder = fileURLToPath(new URL('./migrations', import.meta.url))
const LOCK = 7_300_101

function files(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
}

/** Applies every pending migration. Safe to call from several processes at once. */
export async function migrate(databaseUrl: string): Promise<void> {
  const sequelize = new Sequelize(databaseUrl, { dialect: 'postgres', logging: false })
  try {
    // Held on a connection of its own for as long as the migrations run.
    await sequelize.transaction(async (holder) => {
      await sequelize.query(`select pg_advisory_xact_lock(${LOCK})`, { transaction: holder })
      await runMigrations({ connectionString: databaseUrl })
      await umzugOf(sequelize).up()
    })
  } finally {
    await sequelize.close()
  }
}

function umzugOf(sequelize: Sequelize): Umzug<Sequelize> {
  return new Umzug({
    migrations: files().map((name) => ({
      name,
      up: async () => {
        await sequelize.transaction(async (transaction) => {
          await sequelize.query(readFileSync(join(folder, name), 'utf8'), {
            transaction,
            type: QueryTypes.RAW,
          })
        })
      },
    })),
    context: sequelize,
    storage: new SequelizeStorage({ sequelize, tableName: 'migrations' }),
    logger: undefined,
  })
}

/** Names of the migrations that this code knows and the database has not seen. */
export async function pendingMigrations(sequelize: Sequelize): Promise<string[]> {
  const rows = await sequelize
    .query<{ name: string }>('select name from migrations', { type: QueryTypes.SELECT })
    .catch(() => [])
  const done = new Set(rows.map((row) => row.name))
  return files().filter((name) => !done.has(name))
}
