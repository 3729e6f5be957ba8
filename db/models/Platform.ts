/** One environment (sandbox or production) of a platform. */

import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelAttributes,
} from 'sequelize'
import type { Environment } from '../../contract/outsideParties.ts'
import type { CardCodeBranding } from '../../contract/present/platformConfig.ts'

export class Platform extends Model<InferAttributes<Platform>, InferCreationAttributes<Platform>> {
  declare id: string
  declare name: string
  declare environment: Environment
  declare umaDomain: string
  /** As `GET /config` shows them. */
  declare supportedCurrencies: readonly object[]
  /** Whether rules about counterparties bind it, for example the EU Travel Rule. */
  declare counterpartyRequirements: CreationOptional<boolean>
  /** Whether it is itself a regulated institution; customers of others accept the service's terms. */
  declare isRegulated: CreationOptional<boolean>
  declare webhookEndpoint: CreationOptional<string | null>
  declare embeddedWalletConfig: CreationOptional<Readonly<Record<string, unknown>>>
  /** `cardTokenization2faConfig`, as far as it was set. */
  declare cardTokenizationConfig: CreationOptional<CardCodeBranding | null>
  /** Where invitations are claimed: the code is appended. */
  declare invitationUrl: CreationOptional<string | null>
  /** Cards that are not closed, at most. */
  declare maxCards: CreationOptional<number>
  declare oneCardPerCardholder: CreationOptional<boolean>
  /** The database's clock writes it. */
  declare updatedAt: CreationOptional<Date>
}

export const platformAttributes: ModelAttributes<Platform, InferCreationAttributes<Platform>> = {
  id: { type: DataTypes.UUID, primaryKey: true },
  name: { type: DataTypes.TEXT, allowNull: false },
  environment: { type: DataTypes.TEXT, allowNull: false },
  umaDomain: { type: DataTypes.TEXT, allowNull: false },
  supportedCurrencies: { type: DataTypes.JSONB, allowNull: false },
  counterpartyRequirements: { type: DataTypes.BOOLEAN },
  isRegulated: { type: DataTypes.BOOLEAN },
  webhookEndpoint: { type: DataTypes.TEXT },
  embeddedWalletConfig: { type: DataTypes.JSONB },
  cardTokenizationConfig: { type: DataTypes.JSONB },
  invitationUrl: { type: DataTypes.TEXT },
  maxCards: { type: DataTypes.INTEGER },
  oneCardPerCardholder: { type: DataTypes.BOOLEAN },
  updatedAt: { type: DataTypes.DATE },
}
