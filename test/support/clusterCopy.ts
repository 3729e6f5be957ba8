/**
 * A copy of the run's PostgreSQL, taken when it has one migrated database: a stack with a PostgreSQL of its own
 * begins with it. To make a cluster and to migrate it would take each of them seconds of CPU.
 */
import { execFileSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseUrl, withClient } from '../../scripts/devstack/postgres.ts'

/** As a stack of its own calls it. */
const DATABASE = 'payments'
const PASSWORD = 'postgres.password'
const copyIn = (dataDir: string): string => join(dataDir, 'cluster')

/** Files with their owner: root's PostgreSQL runs as another user. */
const copyFiles = (from: string, to: string): unknown => execFileSync('cp', ['-a', from, to])

/**
 * Copies the files of the running server into the run's folder.
 *
 * @param server.dataDirectory where its data really lies
 * @param template the migrated database
 */
export async function copyCluster(
  dataDir: string,
  server: { readonly address: string; readonly dataDirectory: string },
  template: string,
): Promise<void> {
  const { address, dataDirectory } = server
  const copy = copyIn(dataDir)
  await withClient(databaseUrl(address, 'postgres'), async (client) => {
    // The run's own one is empty.
    await client.query(`drop database if exists ${DATABASE} with (force)`)
    await client.query(`create database ${DATABASE} template ${template}`)
    await client.query("select pg_backup_start('for stacks of their own', true)")
    copyFiles(dataDirectory, copy)
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    )
    // Its last records were written after most files had been copied.
    copyFiles(`${join(dataDirectory, 'pg_wal')}/.`, join(copy, 'pg_wal'))
    const label = join(copy, 'backup_label')
    writeFileSync(label, rows[0]?.labelfile ?? '')
    const { uid, gid } = statSync(copy)
    chownSync(label, uid, gid)
    rmSync(join(copy, 'postmaster.pid'), { force: true })
  })
}

/**
 * Lets a stack begin with the copy.
 *
 * @param stackDir its folder, without a PostgreSQL yet, which PostgreSQL's user can enter as he can the run's
 */
export function beginWithCopy(dataDir: string, stackDir: string): void {
  const copy = copyIn(dataDir)
  if (!existsSync(copy)) return
  copyFiles(copy, join(stackDir, 'postgres'))
  cpSync(join(dataDir, PASSWORD), join(stackDir, PASSWORD))
}
