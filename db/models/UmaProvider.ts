/** A provider of UMA addresses, as operators keep it for an environment. */
import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelAttributes,
} from 'sequelize'
import type { Environment } from '../../contract/outsideParties.ts'

export class UmaProvider extends Model<
  InferAttributes<UmaProvider>,
  InferCreationAttributes<UmaProvider>
> {
  declare environment: Environment
  /** In lower case. */
  declare domain: string
  declare name: string
  /** ISO 3166-1, two letters. */
  declare regions: string[]
  /** Codes of currencies that the service knows. */
  declare currencies: string[]
  declare logoUrl: string | null
  /** Legal entity identifier. */
  declare lei: string | null
  /** False: known, and blocked. */
  declare isAllowed: boolean
}

export const umaProviderAttributes: ModelAttributes<UmaProvider> = {
  environment: { type: DataTypes.TEXT, primaryKey: true },
  domain: { type: DataTypes.TEXT, primaryKey: true },
  name: DataTypes.TEXT,
  regions: DataTypes.ARRAY(DataTypes.TEXT),
  currencies: DataTypes.ARRAY(DataTypes.TEXT),
  logoUrl: DataTypes.TEXT,
  lei: DataTypes.TEXT,
  isAllowed: DataTypes.BOOLEAN,
}
