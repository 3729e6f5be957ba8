/** One environment (sandbox or production) of a platform. */
import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelAttributes,
} from 'sequelize'

export class Platform extends Model<InferAttributes<Platform>, InferCreationAttributes<Platform>> {
  declare id: string
  declare name: string
  declare environment: 'SANDBOX' | 'PRODUCTION'
  declare umaDomain: string
  /** As `GET /config` shows them. */
  declare supportedCurrencies: readonly object[]
  /** Whether rules about counterparties bind it, for example the EU Travel Rule. */
  declare counterpartyRequirements: CreationOptional<boolean>
}

export const platformAttributes: ModelAttributes<Platform, InferCreationAttributes<Platform>> = {
  id: { type: DataTypes.UUID, primaryKey: true },
  name: { type: DataTypes.TEXT, allowNull: false },
  environment: { type: DataTypes.TEXT, allowNull: false },
  umaDomain: { type: DataTypes.TEXT, allowNull: false },
  supportedCurrencies: { type: DataTypes.JSONB, allowNull: false },
  counterpartyRequirements: { type: DataTypes.BOOLEAN },
}
