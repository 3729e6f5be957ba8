/** File systems of their own for parts of a stack's database, which a test can fill. */
import { execFileSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestStack } from './stack.ts'

/** Linux lets root alone mount one. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0

const SIZE = '256m'
const CHUNK_BYTES = 1_024 * 1_024

export type SmallDisk = {
  fill(): Promise<void>
  makeRoom(): void
  /** After the stack has stopped. */
  remove(): void
}

/** Moves all tables and indexes to one. */
export async function tablesOnSmallDisk({ databaseUrl, dataDir }: TestStack): Promise<SmallDisk> {
  const { folder, disk } = aSmallDisk()
  const tables = join(folder, 'tables')
  mkdirSync(tables, { mode: 0o700 })
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  chownSync(tables, uid, gid)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`create tablespace small location '${tables}'`)
  await client.query('alter table all in tablespace pg_default set tablespace small')
  await client.query('alter index all in tablespace pg_default set tablespace small')
  await client.end()
  return disk
}

/**
 * Moves the write-ahead log to one, for which PostgreSQL is started again. What the log has allocated stays usable
 * when the disk is full: `fill` uses that up too, at which PostgreSQL ends itself.
 */
export async function logOnSmallDisk(stack: TestStack): Promise<SmallDisk> {
  const { folder, disk } = aSmallDisk()
  const log = join(stack.dataDir, 'postgres', 'pg_wal')
  const moved = join(folder, 'pg_wal')
  stack.hold('postgres')
  await stack.kill('postgres')
  execFileSync('cp', ['-a', log, moved])
  rmSync(log, { recursive: true })
  symlinkSync(moved, log)
  stack.release('postgres')
  await stack.waitReady()
  return {
    ...disk,
    async fill() {
      await disk.fill()
      const client = new pg.Client({ connectionString: stack.databaseUrl })
      client.on('error', () => undefined)
      await client.connect()
      const write = `select pg_logical_emit_message(false, 'test', repeat('x', 1000000)) from generate_series(1, 16)`
      try {
        for (;;) await client.query(write)
      } catch {
        // There is no room for the next segment, and so no PostgreSQL any more.
      } finally {
        await client.end().catch(() => undefined)
      }
    },
  }
}

function aSmallDisk(): { readonly folder: string; readonly disk: SmallDisk } {
  // Not below the stack's folder, which is removed when the stack has stopped.
  const folder = mkdtempSync(join(tmpdir(), 'payments-test-disk-'))
  const filler = join(folder, 'filler')
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', folder])
  const disk = {
    async fill() {
      const file = openSync(filler, 'w')
      try {
        for (const bytes = Buffer.alloc(CHUNK_BYTES); ; ) if (writeSync(file, bytes) === 0) return
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    makeRoom: () => rmSync(filler),
    remove: () => {
      execFileSync('umount', [folder])
      rmdirSync(folder)
    },
  }
  return { folder, disk }
}
