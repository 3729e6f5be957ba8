/** The dry-run of an agent's policy. */

import { idSchema } from '../ids.ts'
import { AgentPolicy } from './agents.ts'
import { described } from './described.ts'
import { TransferInRequest, TransferOutRequest } from './payments.ts'
import { amount, currencyCode } from './shared.ts'

/** How many of an agent's last actions are judged again at most. */
const LAST_ACTIONS_MAX = 100

const ofType = <const Type extends string>(type: Type) => ({ type: 'string', const: type }) as const

export const ExecuteQuoteToEvaluate = {
  type: 'object',
  required: ['type', 'quoteId'],
  properties: {
    type: { ...ofType('EXECUTE_QUOTE'), description: "A payment of a quote of the agent's." },
    quoteId: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: "A quote that this agent has made; another's is unknown to it.",
    },
  },
} as const

export const TransferOutToEvaluate = {
  type: 'object',
  deprecated: true,
  required: ['type', ...TransferOutRequest.required],
  properties: {
    type: {
      ...ofType('TRANSFER_OUT'),
      description:
        'A transfer to a bank account; the other members are as of `POST /agents/me/transfer-out`, which ' +
        '`EXECUTE_QUOTE` replaces.',
    },
    ...TransferOutRequest.properties,
  },
} as const

export const TransferInToEvaluate = {
  type: 'object',
  deprecated: true,
  required: ['type', ...TransferInRequest.required],
  properties: {
    type: {
      ...ofType('TRANSFER_IN'),
      description:
        'A transfer from a bank account; the other members are as of `POST /agents/me/transfer-in`, which ' +
        '`EXECUTE_QUOTE` replaces.',
    },
    ...TransferInRequest.properties,
  },
} as const

/** What an agent would submit: the body of that operation, with its type. */
export const AgentActionToEvaluate = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [ExecuteQuoteToEvaluate, TransferOutToEvaluate, TransferInToEvaluate],
  description: 'What an agent would submit, judged and not done.',
} as const

export const AgentPolicyEvaluationRequest = {
  type: 'object',
  required: ['action'],
  properties: {
    action: described(
      AgentActionToEvaluate,
      'Judged by the policy in force and the usage of now. Nothing is reserved.',
    ),
  },
} as const

export const PlatformPolicyEvaluationRequest = {
  type: 'object',
  anyOf: [{ required: ['action'] }, { required: ['lastActions'] }],
  properties: {
    action: described(
      AgentActionToEvaluate,
      'One action to be judged. At least one of `action` and `lastActions` is needed.',
    ),
    policy: described(
      AgentPolicy,
      'A whole policy that is not in force, to try it. Without it, the one in force judges.',
    ),
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
  description:
    'ALLOW: it would be done at once. APPROVAL_REQUIRED: it would wait for the platform. DENY: it ' +
    'would be refused.',
} as const

/** Members of a judgement. */
export const judgement = {
  decision: JudgedDecision,
  rules: {
    type: 'array',
    description:
      'Every rule that applies, with its own verdict: DENY of one decides, then APPROVAL_REQUIRED ' +
      'of one.',
    items: {
      type: 'object',
      required: ['rule', 'decision'],
      description: 'Amounts in the smallest unit of `currency`; counts have none.',
      properties: {
        rule: {
          type: 'string',
          example: 'DAILY_LIMIT',
          description:
            'Which rule, for example `PERMISSION`, `ALLOWED_ACCOUNTS`, `PER_TRANSACTION_LIMIT`, ' +
            '`DAILY_LIMIT` or `APPROVAL_THRESHOLD`.',
        },
        decision: JudgedDecision,
        limit: {
          ...amount,
          description:
            'What the policy allows; an action beyond it is denied, or needs an approval. Absent for ' +
            'rules without a number.',
        },
        used: {
          ...amount,
          description:
            'What counts already before this action. Absent for rules that look at one action alone.',
        },
        requested: {
          ...amount,
          description:
            'What this action adds: its amount at the current rate, or 1 where actions are counted.',
        },
        currency: {
          ...currencyCode,
          description: 'Of the three numbers. Absent where they count actions.',
        },
        permission: {
          type: 'string',
          description: 'What the policy must permit; of the rule PERMISSION only.',
        },
      },
    },
  },
  remaining: {
    type: 'object',
    required: ['currency', 'perTransaction'],
    description: 'What the limits leave, before this action. Without a limit a member is absent.',
    properties: {
      currency: { ...currencyCode, description: "That of the policy's limits." },
      perTransaction: {
        ...amount,
        description: 'The most that one action may spend, in the smallest unit of `currency`.',
      },
      daily: {
        ...amount,
        description:
          'What is left for the UTC day, in the smallest unit of `currency`. Absent without a daily ' +
          'limit.',
      },
      dailyTransactions: {
        type: 'integer',
        minimum: 0,
        description: 'How many more actions the UTC day may have. Absent without such a limit.',
      },
      monthly: {
        ...amount,
        description:
          'What is left for the UTC month, in the smallest unit of `currency`. Absent without a monthly ' +
          'limit.',
      },
    },
  },
} as const

export const AgentPolicyEvaluation = {
  type: 'object',
  properties: {
    ...judgement,
    lastActions: {
      type: 'array',
      description:
        "The verdict on each of the agent's last actions, oldest first; where `lastActions` asked for " +
        'them.',
      items: {
        type: 'object',
        required: ['actionId', 'decision', 'rules', 'remaining'],
        properties: {
          actionId: idSchema(
            'AgentAction',
            'The past action that was judged again; it stays as it is.',
          ),
          ...judgement,
        },
      },
    },
  },
} as const
