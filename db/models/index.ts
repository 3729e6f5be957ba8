/** The models of plain records. Each database has its own, bound to its pool. */
import type { Sequelize } from 'sequelize'
import { Platform, platformAttributes } from './Platform.ts'
import { Token, tokenAttributes } from './Token.ts'

export type Models = { readonly Platform: typeof Platform; readonly Token: typeof Token }

/** Binds the models to a pool: a process may have several pools, and a model class has one. */
export function defineModels(sequelize: Sequelize): Models {
  class BoundPlatform extends Platform {}
  class BoundToken extends Token {}
  BoundPlatform.init(platformAttributes, { sequelize, tableName: 'platforms' })
  BoundToken.init(tokenAttributes, { sequelize, tableName: 'tokens' })
  return { Platform: BoundPlatform, Token: BoundToken }
}
