/** The agent of the examples, and what it asks for. */
import { given } from '../useCases/given.ts'
import { agentCollection, agentPayment, agentQuotePayment } from './payments.ts'
import { agentQuote } from './quotes.ts'
import { at, begun, begunAt, made, others, type Shown } from './shared.ts'

/** It pays up to 100 USD by itself, and asks above that. */
export const asksAboveThreshold = {
  permissions: ['VIEW_TRANSACTIONS', 'CREATE_QUOTES', 'EXECUTE_QUOTES', 'CREATE_TRANSFERS'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: {
    currency: 'USD',
    perTransactionLimit: 50_000,
    dailyLimit: 80_000,
    dailyTransactionLimit: 20,
    monthlyLimit: 500_000,
  },
  approvalThresholds: { currency: 'USD', amount: 10_000 },
} as const

/** Each of its payments needs an approval. */
export const policy = {
  permissions: asksAboveThreshold.permissions,
  defaultExecutionMode: 'APPROVAL_REQUIRED',
  spendingLimits: { currency: 'USD', perTransactionLimit: 50_000 },
  accountRestrictions: { accountRules: [] },
} as const

export const agent = {
  id: given.agent,
  name: 'Invoices',
  customerId: given.customer,
  isPaused: false,
  isConnected: true,
  policy,
  usage: {
    dailyTransactionCount: 1,
    dailySpend: 5_000,
    dailyReserved: 5_000,
    dailyResetDate: '2026-01-15',
    monthlySpend: 5_000,
    monthlyReserved: 5_000,
    monthlyResetMonth: '2026-01',
  },
  ...made,
} as const

const asked = {
  agentId: given.agent,
  customerId: given.customer,
  platformCustomerId: given.platformCustomerId,
  status: 'PENDING_APPROVAL',
  ...begun,
} as const

/** A transfer to a supplier, which waits for the platform. */
export const transferAction = {
  id: given.action,
  ...asked,
  type: 'TRANSFER_OUT',
  transferDetails: {
    amount: 5_000,
    currency: 'USD',
    sourceAccountId: given.agentDollars,
    destinationAccountId: given.agentBank,
  },
  transaction: agentPayment,
} as const

export const collectionAction = {
  id: others.collectionAction,
  ...asked,
  type: 'TRANSFER_IN',
  transferDetails: {
    amount: 5_000,
    currency: 'USD',
    sourceAccountId: given.agentBank,
    destinationAccountId: given.agentDollars,
  },
  transaction: agentCollection,
} as const

export const quoteAction = {
  id: others.quoteAction,
  ...asked,
  type: 'EXECUTE_QUOTE',
  quote: agentQuote,
  transaction: agentQuotePayment,
} as const

/** The transfer, after the platform's decision. */
export const approvedAction = {
  ...transferAction,
  status: 'APPROVED',
  transaction: { ...agentPayment, status: 'PROCESSING', updatedAt: at },
  updatedAt: at,
} as const

export const rejectedAction = {
  ...transferAction,
  status: 'REJECTED',
  transaction: {
    ...agentPayment,
    status: 'FAILED',
    failureReason: 'COMPLIANCE_REJECTED',
    updatedAt: at,
  },
  rejectionReason: 'Not without an invoice',
  updatedAt: at,
} as const

const day = begunAt.slice(0, 10)

/** How the platform is shown an action: with what it counts against the limits. */
export function recorded(action: Shown, state: 'RESERVED' | 'SPENT' | 'RELEASED'): Shown {
  return {
    ...action,
    agentName: agent.name,
    policyVersion: 1,
    counted: { amount: 5_000, currency: 'USD', day, state },
  }
}

/** What the policy says of the transfer, before anything is counted. */
export const judgement = {
  decision: 'APPROVAL_REQUIRED',
  rules: [
    { rule: 'PERMISSION', decision: 'ALLOW', permission: 'CREATE_TRANSFERS' },
    {
      rule: 'PER_TRANSACTION_LIMIT',
      decision: 'ALLOW',
      limit: 50_000,
      requested: 5_000,
      currency: 'USD',
    },
    { rule: 'EXECUTION_MODE', decision: 'APPROVAL_REQUIRED' },
  ],
  remaining: { currency: 'USD', perTransaction: 50_000 },
} as const
