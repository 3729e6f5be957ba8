/** A provider of custodial wallets (virtual asset service provider), as operators keep it for an environment. */
import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelAttributes,
} from 'sequelize'
import type { Environment } from '../../contract/outsideParties.ts'

export class Vasp extends Model<InferAttributes<Vasp>, InferCreationAttributes<Vasp>> {
  declare environment: Environment
  declare name: string
  declare url: string | null
}

export const vaspAttributes: ModelAttributes<Vasp> = {
  environment: { type: DataTypes.TEXT, primaryKey: true },
  name: { type: DataTypes.TEXT, primaryKey: true },
  url: DataTypes.TEXT,
}
