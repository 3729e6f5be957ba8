/** An API token of a platform. The secret itself is kept nowhere: only its SHA-256. */
import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelAttributes,
} from 'sequelize'
import type { Permission } from '../../contract/permissions.ts'

export class Token extends Model<InferAttributes<Token>, InferCreationAttributes<Token>> {
  declare id: string
  declare platformId: string
  /** User name of the Basic authentication. */
  declare clientId: string
  declare secretHash: Buffer
  declare permissions: Permission[]
  declare name: string
  /** Bare uuid of the token that created it; null for one that an operator created. */
  declare createdBy: CreationOptional<string | null>
  /** The database's clock writes both. */
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
  /** To the minute. */
  declare lastUsedAt: CreationOptional<Date | null>
}

export const tokenAttributes: ModelAttributes<Token> = {
  id: { type: DataTypes.UUID, primaryKey: true },
  platformId: DataTypes.UUID,
  clientId: DataTypes.TEXT,
  secretHash: DataTypes.BLOB,
  permissions: DataTypes.ARRAY(DataTypes.TEXT),
  name: DataTypes.TEXT,
  createdBy: DataTypes.UUID,
  createdAt: DataTypes.DATE,
  updatedAt: DataTypes.DATE,
  lastUsedAt: DataTypes.DATE,
}
