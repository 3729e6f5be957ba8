/** Faults of the sandbox's parties that a platform orders. */
import { idSchema } from '../ids.ts'
import { faultyCalls, orderedFaults } from '../sandboxFaults.ts'
import { createdAt, dateTime, listOf } from './shared.ts'

const FAULT_TIMES_MAX = 1_000
const FAULTS_MAX = 20
export const LATE_RETURN_SECONDS_MAX = 90 * 86_400

const words = (all: Readonly<Record<string, string>>): string =>
  Object.entries(all)
    .map(([name, what]) => `\`${name}\`: ${what}`)
    .join(' ')

const callWords = Object.fromEntries(
  Object.entries(faultyCalls).map(([name, { what, faults }]) => [
    name,
    `${what} (${faults.map((fault) => `\`${fault}\``).join(', ')})`,
  ]),
)

const about = {
  type: 'string',
  pattern:
    '^(?:Transaction|Quote|Customer|InternalAccount|ExternalAccount|Card|StablecoinOperation|Webhook):[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  example: 'Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21',
} as const

const kind = {
  type: 'string',
  enum: Object.keys(orderedFaults) as (keyof typeof orderedFaults)[],
  example: 'ANSWER_LOST',
} as const

const call = {
  type: 'string',
  enum: Object.keys(faultyCalls) as (keyof typeof faultyCalls)[],
  example: 'PAYOUT',
} as const

export const SandboxFaultStep = {
  type: 'object',
  required: ['call', 'kind'],
  properties: {
    call: {
      ...call,
      description: `What meets it, with the faults that it can meet. ${words(callWords)}`,
    },
    kind: {
      ...kind,
      description: words({
        SLOW: 'The answer comes `delaySeconds` later (1 without it); of three calls at a time.',
        REFUSED: 'An error, and nothing is done; of a webhook: it is not sent in this attempt.',
        FAILED_AFTER_ACTING: 'It is done, and the answer is an error.',
        ANSWER_LOST: 'It is done, and no answer comes.',
        STUCK: 'It is taken and waits until the plan is deleted or ends.',
        TWICE: 'It happens twice at once.',
        OUT_OF_ORDER:
          'It comes `delaySeconds` later, behind later ones; no webhook that is tried once.',
        UNSIGNED: 'It has no signature.',
        WRONGLY_SIGNED: 'Its signature is one of other bytes.',
        LATE_RETURN: 'It is paid, and returned `delaySeconds` later (three days without it).',
        PARTIAL_REVERSAL: 'The merchant gives half of it free at once.',
        STALE_RATE: 'The quote is refused: its rate is too old.',
      }),
    },
    times: {
      type: 'integer',
      minimum: 1,
      maximum: FAULT_TIMES_MAX,
      default: 1,
      description: 'How many calls meet it before the next one of the plan is met.',
    },
    delaySeconds: {
      type: 'integer',
      minimum: 1,
      maximum: LATE_RETURN_SECONDS_MAX,
      description: 'Of `SLOW` (60 at most), `OUT_OF_ORDER` (3600 at most) and `LATE_RETURN` only.',
      example: 30,
    },
  },
} as const

export const SandboxFaultRequest = {
  type: 'object',
  required: ['faults'],
  properties: {
    about: {
      ...about,
      description:
        'Calls about this customer, account, card, payment, operation or webhook event of your platform only. Without ' +
        'it the next calls about anything of your platform meet the faults.',
    },
    faults: {
      type: 'array',
      minItems: 1,
      maxItems: FAULTS_MAX,
      description: 'Met in this order: a later one only when those before it are used up.',
      items: SandboxFaultStep,
    },
  },
} as const

export const SandboxFault = {
  type: 'object',
  required: ['id', 'status', 'faults', 'met', 'createdAt', 'endsAt'],
  properties: {
    id: idSchema('SandboxFault', 'Names the plan where it is read and ended.'),
    status: {
      type: 'string',
      enum: ['OPEN', 'USED', 'ENDED', 'DELETED'],
      description:
        'OPEN: faults are left. USED: all were met. ENDED: a day has passed. DELETED: by your platform.',
    },
    about: {
      ...about,
      description: 'What the calls must be about; absent where it is of the next ones.',
    },
    faults: {
      type: 'array',
      description: 'The faults of the plan, in their order.',
      items: {
        type: 'object',
        required: ['call', 'kind', 'times', 'timesMet'],
        properties: {
          call: { ...call, description: 'The call, message or webhook that meets it.' },
          kind: { ...kind, description: 'What happens to the call, as it was ordered.' },
          times: { type: 'integer', minimum: 1, description: 'How many calls meet it.' },
          timesMet: { type: 'integer', minimum: 0, description: 'How many calls have met it.' },
          delaySeconds: {
            type: 'integer',
            description: 'How late it comes, as it was ordered; absent where it was not given.',
          },
        },
      },
    },
    met: {
      type: 'array',
      description: 'What has met faults of the plan, the last hundred, oldest first.',
      items: {
        type: 'object',
        required: ['at', 'call', 'kind', 'objectId'],
        properties: {
          at: { ...dateTime, description: 'When it met the fault.' },
          call: { ...call, description: 'The call, message or webhook that has met it.' },
          kind: { ...kind, description: 'What happened to it.' },
          objectId: {
            type: 'string',
            description: 'The payment, customer, card or other thing that the call was about.',
            example: about.example,
          },
        },
      },
    },
    endsAt: { ...dateTime, description: 'When it ends by itself: a day after it was ordered.' },
    createdAt,
  },
} as const
export const SandboxFaultList = listOf(SandboxFault)
