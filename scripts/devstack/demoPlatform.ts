/** The sandbox platform `demo`, made with the first start on an empty database, and that of the demonstrations. */
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shownAddress } from './databases.ts'

const DEMO = 'demo.json'

export type DemoCredentials = { readonly clientId: string; readonly clientSecret: string }

type Kept = DemoCredentials & {
  /** The database that knows them: another one would refuse them. */
  readonly database: string
}

/**
 * The credentials of the platform `demo`, which is made if the database holds no platform at all.
 *
 * @param database a name for the database that stays the same over restarts
 * @returns undefined when the database has platforms of its own
 */
export async function demoPlatform(
  dataDir: string,
  databaseUrl: string,
  database: string,
): Promise<DemoCredentials | undefined> {
  const { countPlatforms, createPlatform } = await import('../../db/platforms.ts')
  if ((await countPlatforms(databaseUrl)) > 0) {
    const kept = readDemo(dataDir)
    return kept?.database === database ? kept : undefined
  }
  const made = await createPlatform(databaseUrl, {
    ...{ name: 'demo', environment: 'SANDBOX' },
    // No server is there: the code of an invitation is read in its address.
    invitationUrl: 'https://demo.example/invitations',
  })
  const { clientId, clientSecret } = made
  keep<Kept>(join(dataDir, DEMO), { clientId, clientSecret, database })
  return { clientId, clientSecret }
}

/**
 * Credentials of a platform for the demonstrations alone: the one that a developer works with keeps its settings and
 * its webhooks' endpoint.
 *
 * @param isAccepted whether the API takes kept ones; it does not where the database is another one, or was restored
 */
export async function demonstrationPlatform(
  dataDir: string,
  databaseUrl: string,
  isAccepted: (kept: DemoCredentials) => Promise<boolean>,
): Promise<DemoCredentials> {
  const path = join(dataDir, 'demonstrations.json')
  const kept = read<DemoCredentials>(path)
  if (kept !== undefined && (await isAccepted(kept))) return kept
  const { createPlatform } = await import('../../db/platforms.ts')
  const { clientId, clientSecret } = await createPlatform(databaseUrl, {
    ...{ name: `demonstrations ${randomUUID().slice(0, 8)}`, environment: 'SANDBOX' },
  })
  keep<DemoCredentials>(path, { clientId, clientSecret })
  return { clientId, clientSecret }
}

function keep<Content extends DemoCredentials>(path: string, content: Content): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

function read<Content extends DemoCredentials>(path: string): Content | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Content
  } catch {
    return undefined
  }
}

/** What names a database: our own one moves with its port. */
export function databaseName(givenUrl: string | undefined): string {
  return givenUrl === undefined ? 'own' : (shownAddress(givenUrl) ?? 'given')
}

/** The credentials kept in DATA_DIR. */
export function readDemo(dataDir: string): Kept | undefined {
  return read<Kept>(join(dataDir, DEMO))
}
