/** Every schema that has a name in the served document. */
import { accountInfoComponents } from './accountInfo.ts'
import * as accounts from './accounts.ts'
import {
  AgentActionToEvaluate,
  AgentPolicyEvaluation,
  ExecuteQuoteToEvaluate,
  TransferInToEvaluate,
  TransferOutToEvaluate,
} from './agentEvaluation.ts'
import * as agentReview from './agentReview.ts'
import * as agents from './agents.ts'
import * as agreements from './agreements.ts'
import * as auth from './auth.ts'
import {
  BulkCustomerImportErrorEntry,
  BulkCustomerImportErrorList,
  BulkCustomerImportJob,
  BulkCustomerImportJobAccepted,
  UploadCustomersCsvRequest,
} from './bulkImports.ts'
import * as cardCapabilities from './cardCapabilities.ts'
import * as cards from './cards.ts'
import * as cardTokenization from './cardTokenization.ts'
import * as cardTransactions from './cardTransactions.ts'
import * as customers from './customers.ts'
import * as directory from './directory.ts'
import {
  Document,
  DocumentListResponse,
  DocumentReplaceRequest,
  DocumentType,
  DocumentUploadRequest,
} from './documents.ts'
import * as externalAccounts from './externalAccounts.ts'
import * as invitations from './invitations.ts'
import * as ledger from './ledger.ts'
import * as lookups from './lookups.ts'
import * as payments from './payments.ts'
import * as platform from './platform.ts'
import * as rates from './rates.ts'
import * as requestLog from './requestLog.ts'
import {
  SandboxFault,
  SandboxFaultList,
  SandboxFaultRequest,
  SandboxFaultStep,
} from './sandboxFaults.ts'
import * as sca from './sca.ts'
import * as scaChallenges from './scaChallenge.ts'
import { Address, Currency, CurrencyAmount } from './shared.ts'
import * as stablecoinOperations from './stablecoinOperations.ts'
import * as stablecoins from './stablecoins.ts'
import {
  SandboxClock,
  SandboxClockFired,
  SandboxClockMove,
  SandboxClockMoveRequest,
} from './testClock.ts'
import * as tokens from './tokens.ts'
import * as verifications from './verifications.ts'
import * as walletOperations from './walletOperations.ts'
import * as webhooks from './webhooks.ts'

const { scaProof: _members, ...scaComponents } = sca

const { providerText: _text, ...stablecoinComponents } = stablecoins

export const components: Readonly<Record<string, object>> = {
  Address,
  Currency,
  CurrencyAmount,
  ...accounts,
  ...agreements,
  ...auth,
  ...customers,
  ...cardCapabilities,
  ...cards,
  ...cardTokenization,
  ...stablecoinComponents,
  ...cardTransactions,
  ...stablecoinOperations,
  ...verifications,
  BulkCustomerImportErrorEntry,
  BulkCustomerImportErrorList,
  BulkCustomerImportJob,
  BulkCustomerImportJobAccepted,
  UploadCustomersCsvRequest,
  Document,
  DocumentListResponse,
  DocumentReplaceRequest,
  DocumentType,
  DocumentUploadRequest,
  CounterpartyFieldDefinition: lookups.CounterpartyFieldDefinition,
  CurrencyPreference: lookups.CurrencyPreference,
  ...externalAccounts,
  ...accountInfoComponents,
  ReceiverExternalAccountLookupResponse: lookups.ReceiverExternalAccountLookupResponse,
  ...ledger,
  ...payments,
  ...scaChallenges,
  ...platform,
  ...walletOperations,
  ...webhooks,
  ...requestLog,
  ...rates,
  ...directory,
  ...tokens,
  SandboxClock,
  SandboxClockFired,
  SandboxClockMove,
  SandboxClockMoveRequest,
  SandboxFault,
  SandboxFaultList,
  SandboxFaultRequest,
  SandboxFaultStep,
  ...invitations,
  ...agents,
  ...agentReview,
  AgentActionToEvaluate,
  AgentPolicyEvaluation,
  ExecuteQuoteToEvaluate,
  TransferInToEvaluate,
  TransferOutToEvaluate,
  ...scaComponents,
}
