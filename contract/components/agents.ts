/** Agents, their policies, device codes and actions. */
import { agentPermissions } from '../agentPermissions.ts'
import { idSchema } from '../ids.ts'
import { AMOUNT_MAX } from '../money.ts'
import { Quote, Transaction } from './payments.ts'
import { amount, currencyCode, dateTime, listOf, positiveAmount } from './shared.ts'

/** More accounts than any customer's agent needs to be told apart. */
const ACCOUNTS_MAX = 100
/** Actions a day: beyond it there is no limit worth the name. */
const DAILY_COUNT_MAX = 1_000_000

const accountId = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  description: 'Id of an internal or external account of the agent’s customer.',
} as const
/** Null: no limit. */
const limitOrNone = {
  type: ['integer', 'null'],
  exclusiveMinimum: 0,
  maximum: AMOUNT_MAX,
  example: 100000,
} as const

export const AgentPermission = { type: 'string', enum: agentPermissions } as const

export const AgentExecutionMode = {
  type: 'string',
  enum: ['AUTO', 'APPROVAL_REQUIRED'],
  description: 'AUTO acts at once; APPROVAL_REQUIRED waits until the platform has approved.',
} as const

const limits = {
  currency: { ...currencyCode, description: 'Of all amounts of the policy and of its usage.' },
  perTransactionLimit: { ...positiveAmount, example: 50000 },
  dailyLimit: { ...limitOrNone, description: 'A UTC day. Absent or null: none.' },
  dailyTransactionLimit: {
    type: ['integer', 'null'],
    minimum: 1,
    maximum: DAILY_COUNT_MAX,
    example: 20,
    description: 'Actions a UTC day. Absent or null: no limit.',
  },
  monthlyLimit: { ...limitOrNone, description: 'A UTC month. Absent or null: none.' },
} as const

export const AgentSpendingLimits = {
  type: 'object',
  required: ['currency', 'perTransactionLimit'],
  description: 'What leaves the source counts, fees included, converted at the rate of the moment.',
  properties: limits,
} as const

export const AgentSpendingLimitsUpdate = {
  type: 'object',
  description:
    'Limits that are left out stay; null removes one. A new `currency` restates what is left out ' +
    'at the current rate, rounded down.',
  properties: limits,
} as const

export const AgentAccountRule = {
  type: 'object',
  required: ['accountId'],
  description: 'Overrides the default for one account, as source or as destination.',
  properties: {
    accountId,
    executionMode: AgentExecutionMode,
    perTransactionLimit: { ...limitOrNone, description: 'Absent or null: the default’s.' },
  },
} as const

export const AgentAccountRestrictions = {
  type: 'object',
  properties: {
    allowedAccountIds: {
      type: ['array', 'null'],
      maxItems: ACCOUNTS_MAX,
      uniqueItems: true,
      items: accountId,
      description:
        'Source and destination must both be listed; a UMA address never is. Absent or null: all ' +
        'accounts of the customer.',
    },
    accountRules: { type: 'array', maxItems: ACCOUNTS_MAX, items: AgentAccountRule },
  },
} as const

export const AgentApprovalThresholds = {
  type: 'object',
  description: 'An amount above it needs an approval, in AUTO too.',
  properties: {
    currency: { ...currencyCode, description: 'The currency of `spendingLimits`, the default.' },
    amount: { ...limitOrNone, description: 'Absent or null: no threshold.' },
  },
} as const

const permissions = {
  type: 'array',
  maxItems: agentPermissions.length,
  uniqueItems: true,
  items: AgentPermission,
} as const

export const AgentPolicy = {
  type: 'object',
  required: ['permissions', 'defaultExecutionMode', 'spendingLimits'],
  properties: {
    permissions,
    defaultExecutionMode: AgentExecutionMode,
    spendingLimits: AgentSpendingLimits,
    accountRestrictions: AgentAccountRestrictions,
    approvalThresholds: AgentApprovalThresholds,
  },
} as const

export const AgentPolicyUpdateRequest = {
  type: 'object',
  minProperties: 1,
  properties: {
    permissions: { ...permissions, description: 'Replaces the list.' },
    defaultExecutionMode: AgentExecutionMode,
    spendingLimits: AgentSpendingLimitsUpdate,
    accountRestrictions: AgentAccountRestrictions,
    approvalThresholds: AgentApprovalThresholds,
  },
} as const

export const AgentUsage = {
  type: 'object',
  required: ['dailyTransactionCount', 'dailySpend', 'monthlySpend'],
  description: 'In the currency of the limits; pending actions count.',
  properties: {
    dailyTransactionCount: { type: 'integer', minimum: 0, example: 3 },
    dailySpend: amount,
    dailyReserved: { ...amount, description: 'The part of `dailySpend` that waits for approval.' },
    dailyResetDate: { type: 'string', format: 'date', description: 'The UTC day that is counted.' },
    monthlySpend: amount,
    monthlyReserved: {
      ...amount,
      description: 'The part of `monthlySpend` that waits for approval.',
    },
    monthlyResetMonth: {
      type: 'string',
      example: '2026-01',
      description: 'The UTC month that is counted.',
    },
  },
} as const

const agentName = { type: 'string', minLength: 1, maxLength: 255, example: 'Invoices' } as const

/** Neither control characters nor what reorders or breaks a line: a name stands in lists and logs. */
const newAgentName = {
  ...agentName,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*$',
} as const

export const Agent = {
  type: 'object',
  required: [
    'id',
    'name',
    'customerId',
    'isPaused',
    'isConnected',
    'policy',
    'usage',
    'createdAt',
    'updatedAt',
  ],
  properties: {
    id: idSchema('Agent'),
    name: agentName,
    customerId: idSchema('Customer'),
    isPaused: { type: 'boolean', description: 'A paused agent reads, and does nothing else.' },
    isConnected: { type: 'boolean', description: 'A device code of it has been redeemed.' },
    policy: AgentPolicy,
    usage: AgentUsage,
    createdAt: dateTime,
    updatedAt: dateTime,
  },
} as const

export const AgentDeviceCode = {
  type: 'object',
  required: ['code', 'agentId', 'expiresAt', 'redeemed'],
  properties: {
    code: {
      type: 'string',
      example: '7K3M-9QXR-2TVW',
      description: 'In this response alone: it is stored as a hash.',
    },
    agentId: idSchema('Agent'),
    expiresAt: dateTime,
    redeemed: { type: 'boolean' },
  },
} as const

export const AgentCreateRequest = {
  type: 'object',
  required: ['name', 'customerId', 'policy'],
  properties: {
    name: newAgentName,
    customerId: { type: 'string', minLength: 1, maxLength: 64 },
    policy: AgentPolicy,
  },
} as const

export const AgentCreateResponse = {
  type: 'object',
  required: ['agent', 'deviceCode'],
  properties: { agent: Agent, deviceCode: AgentDeviceCode },
} as const

export const AgentUpdateRequest = {
  type: 'object',
  minProperties: 1,
  anyOf: [{ required: ['name'] }, { required: ['isPaused'] }],
  properties: { name: newAgentName, isPaused: { type: 'boolean' } },
} as const

export const AgentDeviceCodeStatusResponse = {
  type: 'object',
  required: ['code', 'redeemed'],
  properties: { code: { type: 'string' }, redeemed: { type: 'boolean' } },
} as const

export const AgentDeviceCodeRedeemResponse = {
  type: 'object',
  required: ['agentId', 'agentName', 'accessToken', 'policy'],
  properties: {
    agentId: idSchema('Agent'),
    agentName: { type: 'string' },
    accessToken: {
      type: 'string',
      description:
        'For `Authorization: Bearer`. In this response alone; it lives as long as the agent.',
    },
    policy: AgentPolicy,
  },
} as const

export const AgentListResponse = listOf(Agent)

export const AgentActionStatus = {
  type: 'string',
  enum: ['PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'FAILED'],
} as const

export const AgentActionType = {
  type: 'string',
  enum: ['EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN'],
} as const

export const AgentTransferDetails = {
  type: 'object',
  required: ['amount', 'currency', 'sourceAccountId', 'destinationAccountId'],
  properties: {
    amount: positiveAmount,
    currency: currencyCode,
    sourceAccountId: { type: 'string' },
    destinationAccountId: { type: 'string' },
  },
} as const

export const AgentAction = {
  type: 'object',
  required: [
    'id',
    'agentId',
    'customerId',
    'platformCustomerId',
    'status',
    'type',
    'createdAt',
    'updatedAt',
  ],
  properties: {
    id: idSchema('AgentAction'),
    agentId: idSchema('Agent'),
    customerId: idSchema('Customer'),
    platformCustomerId: { type: 'string' },
    status: AgentActionStatus,
    type: AgentActionType,
    quote: Quote,
    transferDetails: AgentTransferDetails,
    transaction: Transaction,
    rejectionReason: {
      type: 'string',
      description: 'Why it was rejected, or why it FAILED after it was approved.',
    },
    createdAt: dateTime,
    updatedAt: dateTime,
  },
} as const

export const AgentActionListResponse = listOf(AgentAction)

export const AgentActionRejectRequest = {
  type: 'object',
  properties: { reason: { type: 'string', minLength: 1, maxLength: 255 } },
} as const
