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
  /** The database's clock writes it. */
  declare createdAt: CreationOptional<Date>
}

export const tokenAttributes: ModelAttributes<Token, InferCreationAttributes<Token>> = {
  id: { type: DataTypes.UUID, primaryKey: true },
  platformId: { type: DataTypes.UUID, allowNull: false },
  clientId: { type: DataTypes.TEXT, allowNull: false },
  secretHash: { type: DataTypes.BLOB, allowNull: false },
  permissions: { type: DataTypes.ARRAY(DataTypes.TEXT), allowNull: false },
  name: { type: DataTypes.TEXT, allowNull: false },
  createdAt: { type: DataTypes.DATE },
}
