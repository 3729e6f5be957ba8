/** Every schema that has a name in the served document. */
import { accountInfoComponents } from './accountInfo.ts'
import * as accounts from './accounts.ts'
import { AgentActionToEvaluate, AgentPolicyEvaluation } from './agentEvaluation.ts'
import * as agents from './agents.ts'
import * as auth from './auth.ts'
import * as customers from './customers.ts'
import * as externalAccounts from './externalAccounts.ts'
import * as ledger from './ledger.ts'
import * as lookups from './lookups.ts'
import * as payments from './payments.ts'
import * as platform from './platform.ts'
import * as rates from './rates.ts'
import { Address, Currency, CurrencyAmount } from './shared.ts'
import * as tokens from './tokens.ts'
import * as webhooks from './webhooks.ts'

export const components: Readonly<Record<string, object>> = {
  Address,
  Currency,
  CurrencyAmount,
  ...accounts,
  ...auth,
  ...customers,
  CounterpartyFieldDefinition: lookups.CounterpartyFieldDefinition,
  CurrencyPreference: lookups.CurrencyPreference,
  ...externalAccounts,
  ...accountInfoComponents,
  ReceiverExternalAccountLookupResponse: lookups.ReceiverExternalAccountLookupResponse,
  ...ledger,
  ...payments,
  ...platform,
  ...webhooks,
  ...rates,
  ...tokens,
  ...agents,
  AgentActionToEvaluate,
  AgentPolicyEvaluation,
}
