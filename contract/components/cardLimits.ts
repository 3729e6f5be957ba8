/** What cards may spend: the limits of one card, and those of its platform. */

const spend = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const

/** What a card may spend, as its platform or the platform's configuration sets it. */
export const cardLimits = {
  maxSpendPerTransaction: {
    ...spend,
    description:
      "The most that one authorization may be, in the smallest unit of the card's currency: cents of USD, whatever funds " +
      'it.',
  },
  maxSpendPerDay: {
    ...spend,
    description:
      'The most that is authorized on one day of UTC, in cents of USD. What is refunded, reversed or expires gives ' +
      'nothing back on that day.',
  },
  maxTransactionsPerDay: {
    type: 'integer',
    minimum: 1,
    maximum: 2_147_483_647,
    description:
      'How many transactions are approved on one day of UTC at most; what is added to one later is no other.',
  },
} as const

/** The same, or null. @param text what null means */
const orNull = (text: string) =>
  ({
    maxSpendPerTransaction: nullable(cardLimits.maxSpendPerTransaction, text),
    maxSpendPerDay: nullable(cardLimits.maxSpendPerDay, text),
    maxTransactionsPerDay: nullable(cardLimits.maxTransactionsPerDay, text),
  }) as const

const nullable = (
  { minimum, maximum, description }: { minimum: number; maximum: number; description: string },
  text: string,
) =>
  ({
    type: ['integer', 'null'],
    ...{ minimum, maximum },
    description: `${description} ${text}`,
  }) as const

export const shownLimits = orNull(
  "Null: no limit of the card's own; the platform's `cardConfigs` may be lower.",
)
export const changedLimits = orNull(
  'Null removes the limit. Not together with the status `CLOSED`.',
)
export const platformCardLimits = orNull('Null: no limit.')
