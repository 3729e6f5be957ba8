/** The dry-run of an agent's policy. */
import { idSchema } from '../ids.ts'
import { AgentPolicy } from './agents.ts'
import { TransferInRequest, TransferOutRequest } from './payments.ts'
import { amount, currencyCode } from './shared.ts'

/** At most so many of an agent's last actions are judged again. */
const LAST_ACTIONS_MAX = 100

const ofType = <const Type extends string>(type: Type) => ({ type: 'string', const: type }) as const

export const ExecuteQuoteToEvaluate = {
  type: 'object',
  required: ['type', 'quoteId'],
  properties: {
    type: ofType('EXECUTE_QUOTE'),
    quoteId: { type: 'string', minLength: 1, maxLength: 64 },
  },
} as const

export const TransferOutToEvaluate = {
  type: 'object',
  required: ['type', ...TransferOutRequest.required],
  properties: { type: ofType('TRANSFER_OUT'), ...TransferOutRequest.properties },
} as const

export const TransferInToEvaluate = {
  type: 'object',
  required: ['type', ...TransferInRequest.required],
  properties: { type: ofType('TRANSFER_IN'), ...TransferInRequest.properties },
} as const

/** What an agent would submit: the body of that operation, with its type. */
export const AgentActionToEvaluate = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [ExecuteQuoteToEvaluate, TransferOutToEvaluate, TransferInToEvaluate],
} as const

export const AgentPolicyEvaluationRequest = {
  type: 'object',
  required: ['action'],
  properties: { action: AgentActionToEvaluate },
} as const

export const PlatformPolicyEvaluationRequest = {
  type: 'object',
  anyOf: [{ required: ['action'] }, { required: ['lastActions'] }],
  properties: {
    action: AgentActionToEvaluate,
    policy: { ...AgentPolicy, description: 'A policy that is not in force; else that in force.' },
    lastActions: {
      type: 'integer',
      minimum: 1,
      maximum: LAST_ACTIONS_MAX,
      description: 'How many of the agent’s last actions are judged.',
    },
  },
} as const

export const JudgedDecision = {
  type: 'string',
  enum: ['ALLOW', 'APPROVAL_REQUIRED', 'DENY'],
} as const

/** Members of a judgement. */
export const judgement = {
  decision: JudgedDecision,
  rules: {
    type: 'array',
    items: {
      type: 'object',
      required: ['rule', 'decision'],
      description: 'Amounts in the smallest unit of `currency`; counts have none.',
      properties: {
        rule: { type: 'string', example: 'DAILY_LIMIT' },
        decision: JudgedDecision,
        limit: amount,
        used: amount,
        requested: amount,
        currency: currencyCode,
        permission: { type: 'string' },
      },
    },
  },
  remaining: {
    type: 'object',
    required: ['currency', 'perTransaction'],
    description: 'What the limits leave, before this action. Without a limit a member is absent.',
    properties: {
      currency: currencyCode,
      perTransaction: amount,
      daily: amount,
      dailyTransactions: { type: 'integer', minimum: 0 },
      monthly: amount,
    },
  },
} as const

export const AgentPolicyEvaluation = {
  type: 'object',
  properties: {
    ...judgement,
    lastActions: {
      type: 'array',
      description: 'Oldest first.',
      items: {
        type: 'object',
        required: ['actionId', 'decision', 'rules', 'remaining'],
        properties: { actionId: idSchema('AgentAction'), ...judgement },
      },
    },
  },
} as const
