/** Agents, their policies, device codes and actions. */

import { agentPermissions } from '../agentPermissions.ts'
import { idSchema } from '../ids.ts'
import { AMOUNT_MAX } from '../money.ts'
import { deprecated, described } from './described.ts'
import { Quote, Transaction } from './payments.ts'
import {
  amount,
  createdAt,
  currencyCode,
  dateTime,
  listOf,
  positiveAmount,
  updatedAt,
} from './shared.ts'

/** More accounts than any customer's agent needs. */
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
  description: "In the smallest unit of the policy's currency. Absent or null: no limit.",
} as const

export const AgentPermission = {
  type: 'string',
  enum: agentPermissions,
  description:
    'VIEW_TRANSACTIONS: read transactions and balances. CREATE_QUOTES: price payments. ' +
    'EXECUTE_QUOTES: make them. MANAGE_EXTERNAL_ACCOUNTS: add and delete payees. CREATE_TRANSFERS ' +
    '(deprecated: quotes replace them): transfer in and out.',
} as const

export const AgentExecutionMode = {
  type: 'string',
  enum: ['AUTO', 'APPROVAL_REQUIRED'],
  description: 'AUTO acts at once; APPROVAL_REQUIRED waits until the platform has approved.',
} as const

const limits = {
  currency: { ...currencyCode, description: 'Of all amounts of the policy and of its usage.' },
  perTransactionLimit: {
    ...positiveAmount,
    example: 50000,
    description:
      'The most that one action may spend, in the smallest unit of `currency`. An account rule may ' +
      'set another.',
  },
  dailyLimit: {
    ...limitOrNone,
    description:
      'The most that all actions of a UTC day may spend, in the smallest unit of `currency`; ' +
      'pending ones count. Absent or null: no limit.',
  },
  dailyTransactionLimit: {
    type: ['integer', 'null'],
    minimum: 1,
    maximum: DAILY_COUNT_MAX,
    example: 20,
    description: 'Actions a UTC day. Absent or null: no limit.',
  },
  monthlyLimit: {
    ...limitOrNone,
    description:
      'The most that all actions of a UTC month may spend, in the smallest unit of `currency`; ' +
      'pending ones count. Absent or null: no limit.',
  },
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
    accountId: {
      ...accountId,
      description:
        "The internal or external account of the agent's customer that the rule is about.",
    },
    executionMode: described(
      AgentExecutionMode,
      "For actions with this account, in the place of the policy's; of two rules the stricter one " +
        "holds. Absent: the default's.",
    ),
    perTransactionLimit: {
      ...limitOrNone,
      description:
        "For actions with this account, in the smallest unit of the policy's currency. Absent or " +
        "null: the default's.",
    },
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
    accountRules: {
      type: 'array',
      description:
        'What is different for single accounts; of two rules that apply to an action the stricter one ' +
        'holds.',
      maxItems: ACCOUNTS_MAX,
      items: AgentAccountRule,
    },
  },
} as const

export const AgentApprovalThresholds = {
  type: 'object',
  description: 'An amount above it needs an approval, in AUTO too.',
  properties: {
    currency: { ...currencyCode, description: 'The currency of `spendingLimits`, the default.' },
    amount: {
      ...limitOrNone,
      description:
        'An action of more than this needs an approval, in the smallest unit of `currency`. Absent or ' +
        'null: no threshold.',
    },
  },
} as const

const permissions = {
  type: 'array',
  description:
    'What the agent may do; anything else is 403. Its own record, actions and quotes it may ' +
    'always read.',
  maxItems: agentPermissions.length,
  uniqueItems: true,
  items: AgentPermission,
} as const

export const AgentPolicy = {
  type: 'object',
  required: ['permissions', 'defaultExecutionMode', 'spendingLimits'],
  properties: {
    permissions,
    defaultExecutionMode: described(
      AgentExecutionMode,
      'For actions that no account rule says otherwise of.',
    ),
    spendingLimits: described(
      AgentSpendingLimits,
      'What actions may spend at most; an action beyond is denied, not put up for approval.',
    ),
    accountRestrictions: described(
      AgentAccountRestrictions,
      'Which accounts may be used, and what is different for some. Absent: all accounts of the ' +
        'customer, alike.',
    ),
    approvalThresholds: described(
      AgentApprovalThresholds,
      'From which amount a person must approve, in AUTO too. Absent: from none.',
    ),
  },
} as const

export const AgentPolicyUpdateRequest = {
  type: 'object',
  minProperties: 1,
  properties: {
    permissions: {
      ...permissions,
      description: 'Replaces the list: what is not in it is not permitted any more.',
    },
    defaultExecutionMode: described(
      AgentExecutionMode,
      'Holds for actions from now on; those that wait for approval go on waiting.',
    ),
    spendingLimits: described(
      AgentSpendingLimitsUpdate,
      'Limits to change; those that are left out stay.',
    ),
    accountRestrictions: described(
      AgentAccountRestrictions,
      'Accounts that may be used, and their rules; a member that is left out stays.',
    ),
    approvalThresholds: described(
      AgentApprovalThresholds,
      'From which amount a person must approve; a member that is left out stays.',
    ),
  },
} as const

export const AgentUsage = {
  type: 'object',
  required: ['dailyTransactionCount', 'dailySpend', 'monthlySpend'],
  description: 'In the currency of the limits; pending actions count.',
  properties: {
    dailyTransactionCount: {
      type: 'integer',
      minimum: 0,
      example: 3,
      description: 'Actions of the UTC day so far, pending ones among them.',
    },
    dailySpend: {
      ...amount,
      description: "What they spend together, in the smallest unit of the limits' currency.",
    },
    dailyReserved: { ...amount, description: 'The part of `dailySpend` that waits for approval.' },
    dailyResetDate: { type: 'string', format: 'date', description: 'The UTC day that is counted.' },
    monthlySpend: {
      ...amount,
      description:
        "What the actions of the UTC month spend together, in the smallest unit of the limits' " +
        'currency.',
    },
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

const agentName = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  example: 'Invoices',
  description: 'For people, in lists and approvals; it need not be unique.',
} as const

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
    id: idSchema(
      'Agent',
      'Names the agent to the platform; the agent itself is known by its access token.',
    ),
    name: agentName,
    customerId: idSchema(
      'Customer',
      'The customer for whom it acts: it sees and uses nothing of others. Fixed for its life.',
    ),
    isPaused: { type: 'boolean', description: 'A paused agent reads, and does nothing else.' },
    isConnected: { type: 'boolean', description: 'A device code of it has been redeemed.' },
    policy: described(AgentPolicy, 'What it may do, in force at once when it is changed.'),
    usage: described(AgentUsage, 'What it has used up of its limits by now.'),
    createdAt,
    updatedAt,
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
    agentId: idSchema('Agent', 'The agent that the code connects.'),
    expiresAt: {
      ...dateTime,
      description: 'Until when it can be redeemed. Afterwards make another.',
    },
    redeemed: {
      type: 'boolean',
      description: 'Whether a program has taken its access token with it; then it is used up.',
    },
  },
} as const

export const AgentCreateRequest = {
  type: 'object',
  required: ['name', 'customerId', 'policy'],
  properties: {
    name: newAgentName,
    customerId: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'A customer of the platform, for whom the agent will act.',
    },
    policy: described(
      AgentPolicy,
      'What it may do. Start with the least: it can be changed at any time.',
    ),
  },
} as const

export const AgentCreateResponse = {
  type: 'object',
  required: ['agent', 'deviceCode'],
  properties: {
    agent: described(Agent, 'The new agent, not connected yet.'),
    deviceCode: described(
      AgentDeviceCode,
      "For the agent's program, which redeems it for an access token. Shown in this answer alone.",
    ),
  },
} as const

export const AgentUpdateRequest = {
  type: 'object',
  minProperties: 1,
  anyOf: [{ required: ['name'] }, { required: ['isPaused'] }],
  properties: {
    name: newAgentName,
    isPaused: {
      type: 'boolean',
      description:
        'true stops all actions and approvals at once, and leaves reading. false lets the agent act ' +
        'again.',
    },
  },
} as const

export const AgentDeviceCodeStatusResponse = {
  type: 'object',
  required: ['code', 'redeemed'],
  properties: {
    code: { type: 'string', description: 'The code that was asked for, as it was shown.' },
    redeemed: {
      type: 'boolean',
      description: 'Whether a program has been connected with it. An expired code stays false.',
    },
  },
} as const

export const AgentDeviceCodeRedeemResponse = {
  type: 'object',
  required: ['agentId', 'agentName', 'accessToken', 'policy'],
  properties: {
    agentId: idSchema('Agent', 'The agent that the access token is of.'),
    agentName: {
      type: 'string',
      description: 'What the platform calls it, to show to the person who connects it.',
    },
    accessToken: {
      type: 'string',
      description:
        'For `Authorization: Bearer`. In this response alone; it lives as long as the agent.',
    },
    policy: described(
      AgentPolicy,
      'What the agent may do now. Read it again with `GET /agents/me`: it may change.',
    ),
  },
} as const

export const AgentListResponse = listOf(Agent)

export const AgentActionStatus = {
  type: 'string',
  enum: ['PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'FAILED'],
  description:
    'PENDING_APPROVAL: waits for the platform, and holds no money. APPROVED: submitted, at once ' +
    'or by the platform; the transaction says what became of it. REJECTED: by the platform. ' +
    'FAILED: it did not hold any more when it was approved.',
} as const

export const AgentActionType = {
  type: 'string',
  enum: ['EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN'],
  description:
    'EXECUTE_QUOTE: a payment of a quote. TRANSFER_OUT and TRANSFER_IN (deprecated: quotes replace ' +
    'them): to a bank account in the same currency, and from one.',
} as const

export const AgentTransferDetails = {
  type: 'object',
  required: ['amount', 'currency', 'sourceAccountId', 'destinationAccountId'],
  properties: {
    amount: {
      ...positiveAmount,
      description: 'What the transfer is to move, in the smallest unit of `currency`.',
    },
    currency: { ...currencyCode, description: 'The one currency that both accounts have.' },
    sourceAccountId: {
      type: 'string',
      description:
        'The account that pays: internal for a TRANSFER_OUT, external for a TRANSFER_IN.',
    },
    destinationAccountId: {
      type: 'string',
      description:
        'The account that is credited: external for a TRANSFER_OUT, internal for a TRANSFER_IN.',
    },
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
    id: idSchema('AgentAction', 'Names the action, to read it, approve it or reject it.'),
    agentId: idSchema('Agent', 'The agent that has asked for it.'),
    customerId: idSchema(
      'Customer',
      'The customer for whom the agent acts, and whose money it is.',
    ),
    platformCustomerId: { type: 'string', description: 'What the platform calls that customer.' },
    status: AgentActionStatus,
    type: AgentActionType,
    quote: described(
      Quote,
      'The quote that is executed; of EXECUTE_QUOTE only. It may expire before the approval.',
    ),
    transferDetails: deprecated(
      AgentTransferDetails,
      'What is transferred; of the two deprecated kinds of transfers only. `quote` has it of a quote.',
    ),
    transaction: described(
      Transaction,
      'The payment of the action, made when it was submitted: PENDING until it is approved.',
    ),
    rejectionReason: {
      type: 'string',
      description: 'Why it was rejected, or why it FAILED after it was approved.',
    },
    createdAt,
    updatedAt,
  },
} as const

export const AgentActionListResponse = listOf(AgentAction)

export const AgentActionRejectRequest = {
  type: 'object',
  properties: {
    reason: {
      type: 'string',
      format: 'text',
      minLength: 1,
      maxLength: 255,
      description: 'Why, for the agent and its people: the action shows it as `rejectionReason`.',
    },
  },
} as const
