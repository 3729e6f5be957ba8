import { uuidOf } from '../../contract/ids.ts'
import { endToken } from '../../db/tokens.ts'
import { Failure } from '../failure.ts'
import { adminConfig, auditCommand, print, withDatabase } from './shared.ts'

export type TokenOptions = { readonly platform: string; readonly by?: string }

/** Ends a token of a platform, its last one too. @throws Failure when the platform has no such token */
export async function tokenRevoke(id: string, { platform, by }: TokenOptions): Promise<void> {
  const [uuid, platformId] = [uuidOf('Token', id), uuidOf('PlatformConfig', platform)]
  if (uuid === undefined) throw new Failure('USAGE', `${id} is no Token:<uuid>.`)
  if (platformId === undefined) {
    throw new Failure('USAGE', `${platform} is no PlatformConfig:<uuid>.`)
  }
  await withDatabase(adminConfig('DATABASE_URL'), { poolMax: 1 }, (database) =>
    database.transaction(async (tx) => {
      if (!(await endToken(tx, platformId, uuid))) {
        throw new Failure('NOT_FOUND', `${platform} has no token ${id}.`)
      }
      await auditCommand(tx, by, { action: 'token:revoke', subject: id, platformId })
    }),
  )
  print(`${id} is revoked: what authenticates with it is refused within five seconds.`)
}
