/** Actions of agents as the platform reads them before and after a decision. */
import { judgement } from './agentEvaluation.ts'
import { AgentAction } from './agents.ts'
import { amount, currencyCode, dateTime, listOf } from './shared.ts'

const reviewed = {
  ...AgentAction.properties,
  agentName: {
    type: 'string',
    example: 'Invoices',
    description: 'What the platform calls the agent, for people; as it is named now.',
  },
  policyVersion: {
    type: 'integer',
    minimum: 1,
    example: 3,
    description:
      'The version of the policy that has judged it last: as it was asked for, or as an approval was tried.',
  },
  counted: {
    type: 'object',
    required: ['amount', 'currency', 'day', 'state'],
    description:
      'What it counts against the limits: fees included, in their currency. `RESERVED` while it ' +
      'waits, `SPENT` once it is approved, `RELEASED` when nothing of it counts any more.',
    properties: {
      amount: { ...amount, description: 'In the smallest unit of the currency of the limits.' },
      currency: currencyCode,
      day: { type: 'string', format: 'date', description: 'The UTC day that it counts for.' },
      state: {
        type: 'string',
        enum: ['RESERVED', 'SPENT', 'RELEASED'],
        description: 'Whether the amount is set aside, used, or free again.',
      },
    },
  },
  decision: {
    type: 'string',
    enum: ['AUTO', 'APPROVE', 'REJECT', 'EXPIRED'],
    description: 'How it was decided: `AUTO`, by the policy alone. Absent while it waits.',
  },
  decidedBy: {
    type: 'string',
    description: 'The API token that has decided, or the operator. Absent of `AUTO` and `EXPIRED`.',
  },
  decidedAt: { ...dateTime, description: 'When it was decided. Absent while it waits.' },
  expiresAt: {
    ...dateTime,
    description:
      'When it ends without a decision: with its quote. Absent of transfers, which wait.',
  },
} as const

const required = [...AgentAction.required, 'agentName', 'policyVersion', 'counted'] as const

export const AgentActionRecord = { type: 'object', required, properties: reviewed } as const

export const AgentActionReview = {
  type: 'object',
  required,
  properties: {
    ...reviewed,
    judgement: {
      type: 'object',
      required: ['decision', 'rules', 'remaining'],
      description:
        'While it waits: what an approval would be judged by now, by the policy in force and without ' +
        'what the action itself has reserved. `DENY`: approved now it would fail.',
      properties: judgement,
    },
  },
} as const

export const AgentActionRecordListResponse = listOf(AgentActionRecord)
