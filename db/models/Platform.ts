/** One environment (sandbox or production) of a platform. */

import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelAttributes,
} from 'sequelize'
import type { SandboxVerification } from '../../contract/components/platform.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import type { CardCodeBranding, StoredCardConfigs } from '../../contract/present/platformConfig.ts'

export class Platform extends Model<InferAttributes<Platform>, InferCreationAttributes<Platform>> {
  declare id: string
  declare name: string
  declare environment: Environment
  declare umaDomain: string
  /** As `GET /config` shows them. */
  declare supportedCurrencies: readonly { readonly currencyCode: string }[]
  /** Whether rules about counterparties bind it, for example the EU Travel Rule. */
  declare counterpartyRequirements: CreationOptional<boolean>
  /** Whether it is itself a regulated institution; customers of others accept the service's terms. */
  declare isRegulated: CreationOptional<boolean>
  /** When the sandbox decides about a customer. */
  declare sandboxVerification: CreationOptional<SandboxVerification>
  /** Whether unknown members of bodies are refused, where a request does not say otherwise. */
  declare strictHandling: CreationOptional<boolean>
  declare webhookEndpoint: CreationOptional<string | null>
  declare embeddedWalletConfig: CreationOptional<Readonly<Record<string, unknown>>>
  /** `cardTokenization2faConfig`, as far as it was set. */
  declare cardTokenizationConfig: CreationOptional<CardCodeBranding | null>
  /** Limits of every card, as far as they were set. */
  declare cardConfigs: CreationOptional<StoredCardConfigs>
  /** Where invitations are claimed: the code is appended. */
  declare invitationUrl: CreationOptional<string | null>
  /** Cards that are not closed, at most. */
  declare maxCards: CreationOptional<number>
  declare oneCardPerCardholder: CreationOptional<boolean>
  /** Whether it may make accounts that sweep what they receive. */
  declare hasRuleAccounts: CreationOptional<boolean>
  /** What the card issuer may claim above what was approved, whichever is more. */
  declare cardOverclearingPercent: CreationOptional<number>
  declare cardOverclearingCents: CreationOptional<bigint>
  /** The same without any approval. */
  declare cardUnaskedCents: CreationOptional<bigint>
  /** What may come back without a purchase. */
  declare cardCreditCents: CreationOptional<bigint>
  /** The database's clock writes it. */
  declare updatedAt: CreationOptional<Date>
}

export const platformAttributes: ModelAttributes<Platform> = {
  id: { type: DataTypes.UUID, primaryKey: true },
  name: DataTypes.TEXT,
  environment: DataTypes.TEXT,
  umaDomain: DataTypes.TEXT,
  supportedCurrencies: DataTypes.JSONB,
  counterpartyRequirements: DataTypes.BOOLEAN,
  isRegulated: DataTypes.BOOLEAN,
  sandboxVerification: DataTypes.TEXT,
  strictHandling: DataTypes.BOOLEAN,
  webhookEndpoint: DataTypes.TEXT,
  embeddedWalletConfig: DataTypes.JSONB,
  cardTokenizationConfig: DataTypes.JSONB,
  cardConfigs: DataTypes.JSONB,
  invitationUrl: DataTypes.TEXT,
  maxCards: DataTypes.INTEGER,
  oneCardPerCardholder: DataTypes.BOOLEAN,
  hasRuleAccounts: DataTypes.BOOLEAN,
  cardOverclearingPercent: DataTypes.INTEGER,
  cardOverclearingCents: DataTypes.BIGINT,
  cardUnaskedCents: DataTypes.BIGINT,
  cardCreditCents: DataTypes.BIGINT,
  updatedAt: DataTypes.DATE,
}
