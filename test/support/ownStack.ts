/** A stack for a command alone: with PostgreSQL and Temporal of its own, and removed when it ends. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createPlatform } from '../../db/platforms.ts'
import { startStack } from '../../scripts/devstack/stack.ts'
import { bareEnvironment, type SharedStack } from './stack.ts'

/** @param env settings of `runtime/config.ts` for all its processes */
export async function onOwnStack(
  env: Readonly<Record<string, string>>,
  use: (stack: SharedStack) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'payments-command-'))
  // Root's PostgreSQL runs as another user, who must pass through.
  chmodSync(dataDir, 0o711)
  const stack = await startStack({
    env: { ...bareEnvironment(), ...env },
    dataDir,
    port: 0,
    progress: (line) => process.stdout.write(`${line}\n`),
  })
  try {
    const { DATABASE_URL: databaseUrl = '', SANDBOX_DATABASE_URL: sandboxDatabaseUrl = '' } =
      stack.env
    const platform = await createPlatform(databaseUrl, { name: 'command' })
    await use({ ...stack, databaseUrl, sandboxDatabaseUrl, platform })
  } finally {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
    const elsewhere = stack.postgresDirectory
    if (elsewhere !== undefined && !elsewhere.startsWith(dataDir)) {
      rmSync(dirname(elsewhere), { recursive: true, force: true })
    }
  }
}
