/** Every operation of the service, group by group, in the order of the served document. */
import agentActions from './agentActions/index.ts'
import agents from './agents/index.ts'
import auth from './auth/index.ts'
import config from './config/index.ts'
import crypto from './crypto/index.ts'
import customers from './customers/index.ts'
import discoveries from './discoveries/index.ts'
import exchangeRates from './exchangeRates/index.ts'
import externalAccounts from './externalAccounts/index.ts'
import internalAccounts from './internalAccounts/index.ts'
import type { Operation } from './operation.ts'
import quotes from './quotes/index.ts'
import receivers from './receivers/index.ts'
import sandbox from './sandbox/index.ts'
import tokens from './tokens/index.ts'
import transactions from './transactions/index.ts'
import transfers from './transfers/index.ts'
import webhooks from './webhooks/index.ts'

export const operations: readonly Operation[] = [
  ...config,
  ...customers,
  ...internalAccounts,
  ...externalAccounts,
  ...auth,
  ...transfers,
  ...receivers,
  ...crypto,
  ...quotes,
  ...transactions,
  ...webhooks,
  ...exchangeRates,
  ...discoveries,
  ...sandbox,
  ...tokens,
  // Before the agents: their paths take any id.
  ...agentActions,
  ...agents,
]
