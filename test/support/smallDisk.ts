/** A file system of its own for the tables of a stack's database, which a test can fill. */
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
  fill(): void
  makeRoom(): void
  /** After the stack has stopped. */
  remove(): void
}

/** Moves all tables and indexes there. */
export async function aSmallDisk({ databaseUrl, dataDir }: TestStack): Promise<SmallDisk> {
  // Not below the stack's folder, which is removed when the stack has stopped.
  const folder = mkdtempSync(join(tmpdir(), 'payments-test-disk-'))
  const tables = join(folder, 'tables')
  const filler = join(folder, 'filler')
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', folder])
  mkdirSync(tables, { mode: 0o700 })
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  chownSync(tables, uid, gid)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`create tablespace small location '${tables}'`)
  await client.query('alter table all in tablespace pg_default set tablespace small')
  await client.query('alter index all in tablespace pg_default set tablespace small')
  await client.end()
  return {
    fill() {
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
}
