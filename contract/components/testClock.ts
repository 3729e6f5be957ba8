/** The test clock of a sandbox stack. */
import { dateTime } from './shared.ts'

/** The longest move of one call. */
export const CLOCK_DAYS_MAX = 400

export const SandboxClock = {
  type: 'object',
  required: ['now', 'aheadBySeconds'],
  properties: {
    now: { ...dateTime, description: 'The time of the whole stack.' },
    aheadBySeconds: {
      type: 'integer',
      description: "How far it is ahead of the machine's clock, in whole seconds.",
      example: 604800,
    },
  },
} as const

export const SandboxClockMoveRequest = {
  type: 'object',
  description: 'One of the two.',
  properties: {
    advanceBy: {
      type: 'string',
      pattern:
        '^P(?=[0-9T])([0-9]{1,3}W)?([0-9]{1,3}D)?(T(?=[0-9])([0-9]{1,5}H)?([0-9]{1,6}M)?([0-9]{1,8}S)?)?$',
      maxLength: 40,
      description: `An ISO 8601 duration of weeks, days, hours, minutes and seconds, of ${CLOCK_DAYS_MAX} days at most: \`P7D\`, \`PT15M\`.`,
      example: 'P7D',
    },
    to: {
      ...dateTime,
      description: `The instant to move to, ${CLOCK_DAYS_MAX} days from now at most. A move that was interrupted goes on when it is sent again.`,
    },
  },
} as const

export const SandboxClockFired = {
  type: 'object',
  required: ['at', 'what', 'eventIds'],
  properties: {
    at: { ...dateTime, description: 'When it was due, or happened, by the clock that was moved.' },
    what: {
      type: 'string',
      description:
        'What was waited for (`QUOTE_EXPIRY`, `WEBHOOK_ATTEMPT`, ...), or the type of an event that it led to.',
      example: 'QUOTE_EXPIRY',
    },
    objectId: {
      type: 'string',
      description: 'The id of the quote, action, webhook event or other thing that it is about.',
      example: 'Quote:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21',
    },
    eventIds: {
      type: 'array',
      description: "The platform's events about it, in their order.",
      items: { type: 'string' },
    },
  },
} as const

export const SandboxClockMove = {
  type: 'object',
  required: ['from', 'now', 'fired'],
  properties: {
    from: { ...dateTime, description: 'What the clock showed before it was moved.' },
    now: {
      ...dateTime,
      description: 'What the clock shows now: the instant that was asked for, or a little later.',
    },
    fired: {
      type: 'array',
      description: 'What was done of the platform, in the order of its instants.',
      items: SandboxClockFired,
    },
  },
} as const
