/** Platforms and environments, as requests of operators name them. */
import { uuidOf } from '../../contract/ids.ts'
import { notFound } from '../../contract/notFound.ts'
import type { Tx } from '../../db/database.ts'
import type { Platform } from '../../db/models/Platform.ts'

/** An environment as requests name it. */
export const environment = { type: 'string', enum: ['SANDBOX', 'PRODUCTION'] } as const

/** @throws Refusal PLATFORM_NOT_FOUND for an id that names none */
export async function platformById(tx: Tx, id: string): Promise<Platform> {
  const uuid = uuidOf('PlatformConfig', id)
  const { models, transaction } = tx
  const found = uuid && (await models.Platform.findByPk(uuid, { transaction }))
  if (!found) throw notFound('PlatformConfig')
  return found
}
