/** The sandbox platform `demo`: made with the first start on an empty database. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shownAddress } from './databases.ts'

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
  const path = join(dataDir, 'demo.json')
  const content: Kept = { clientId, clientSecret, database }
  writeFileSync(`${path}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return { clientId, clientSecret }
}

/** What names a database: our own one moves with its port. */
export function databaseName(givenUrl: string | undefined): string {
  return givenUrl === undefined ? 'own' : (shownAddress(givenUrl) ?? 'given')
}

/** The credentials kept in DATA_DIR. */
export function readDemo(dataDir: string): Kept | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Kept
  } catch {
    return undefined
  }
}
