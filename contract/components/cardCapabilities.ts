/** What a card can do, or one that is issued now on an account. */
const can = (description: string) => ({ type: 'boolean', description }) as const

export const CardCapabilities = {
  type: 'object',
  required: [
    'supportsSpendLimits',
    'supportsSpendLimitsAtIssuance',
    'supportsTransactionCountLimit',
    'supports3dSecurePassword',
    'supportsPanReveal',
    'supportsDigitalWalletTokenization',
  ],
  properties: {
    supportsSpendLimits: can(
      'Whether `PATCH /cards/{id}` takes `maxSpendPerTransaction` and `maxSpendPerDay`.',
    ),
    supportsSpendLimitsAtIssuance: can('Whether `POST /cards` takes them too.'),
    supportsTransactionCountLimit: can('Whether `maxTransactionsPerDay` is taken.'),
    supports3dSecurePassword: can(
      'Whether `POST /cards` takes a `threeDSecurePassword`: it is refused where this is false.',
    ),
    supportsPanReveal: can('Whether `POST /cards/{id}/reveal` shows the number.'),
    supportsDigitalWalletTokenization: can(
      'Whether `POST /cards/{id}/tokenize` gives the card to a digital wallet.',
    ),
  },
} as const
