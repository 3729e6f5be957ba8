/** Every operation of the service, group by group, in the order of the served document. */
import agentActions from './agentActions/index.ts'
import agents from './agents/index.ts'
import auth from './auth/index.ts'
import bulkImports from './bulkImports/index.ts'
import cards from './cards/index.ts'
import config from './config/index.ts'
import contactVerification from './contactVerification/index.ts'
import crypto from './crypto/index.ts'
import customers from './customers/index.ts'
import delegatedKeys from './delegatedKeys/index.ts'
import directory from './directory/index.ts'
import discoveries from './discoveries/index.ts'
import documents from './documents/index.ts'
import exchangeRates from './exchangeRates/index.ts'
import externalAccounts from './externalAccounts/index.ts'
import internalAccounts from './internalAccounts/index.ts'
import invitations from './invitations/index.ts'
import type { Operation } from './operation.ts'
import quotes from './quotes/index.ts'
import receivers from './receivers/index.ts'
import requestLog from './requestLog/index.ts'
import sandbox from './sandbox/index.ts'
import sca from './sca/index.ts'
import stablecoins from './stablecoins/index.ts'
import tokens from './tokens/index.ts'
import transactions from './transactions/index.ts'
import transfers from './transfers/index.ts'
import verifications from './verifications/index.ts'
import webhooks from './webhooks/index.ts'

export const operations: readonly Operation[] = [
  ...config,
  ...customers,
  ...verifications,
  ...contactVerification,
  ...sca,
  ...bulkImports,
  ...documents,
  ...internalAccounts,
  ...externalAccounts,
  ...auth,
  ...delegatedKeys,
  ...transfers,
  ...receivers,
  ...crypto,
  ...quotes,
  ...transactions,
  ...webhooks,
  ...requestLog,
  ...exchangeRates,
  ...discoveries,
  ...directory,
  ...invitations,
  ...cards,
  ...stablecoins,
  ...sandbox,
  ...tokens,
  // Before the agents: their paths take any id.
  ...agentActions,
  ...agents,
]

/** Operations that take an `Idempotency-Key`, by method and path of the document: `POST /quotes/{quoteId}/execute`. */
export const keyedOperations: readonly string[] = operations
  .filter(({ headers }) => headers?.idempotencyKey !== undefined)
  .map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
