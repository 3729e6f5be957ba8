/** The faults that can be injected into the sandbox's outside parties, described. */

export const faultParties = {
  provider: 'the wallet provider',
  rail: 'the payout rail',
  verification: 'the verification vendor',
  messages: 'mails and text messages',
  cards: 'the card issuer',
  stablecoins: 'the stablecoin provider',
  rates: 'the feeds of exchange rates',
  bank: 'the bank',
} as const

export const faultEffects = {
  delay: 'Delays the response by delayMs (default: one second).',
  errorBefore: 'Responds with an error without performing the operation.',
  errorAfter: 'Performs the operation, then responds with an error.',
  lostAnswer: 'Performs the operation, then closes the connection without a response.',
  twice: 'Performs the operation twice concurrently, like a duplicated request.',
  stuckPending: 'Keeps the operation pending until the fault is removed.',
  outOfOrder: 'Delays the operation so that later ones overtake it.',
  tooManyRequests: 'Responds 429.',
  unsigned: 'Sends the notice without a signature.',
  wronglySigned: 'Sends the notice with a signature of other bytes.',
  lateReturn: 'Settles the payout, and returns it delayMs later (default: three days).',
  partialReversal: 'Has the merchant reverse half of the authorization at once.',
  nonsense: 'Responds 200 with an unexpected body.',
  conflict:
    'Responds 409 without performing the operation, and without saying whether to repeat it.',
  trickle:
    'Sends the body of the response so slowly that it takes delayMs (default: seven seconds).',
} as const

/** What a platform orders, by the party's name for it; a stale rate is no party's. */
export const orderedFaults = {
  SLOW: 'delay',
  REFUSED: 'errorBefore',
  FAILED_AFTER_ACTING: 'errorAfter',
  ANSWER_LOST: 'lostAnswer',
  STUCK: 'stuckPending',
  TWICE: 'twice',
  OUT_OF_ORDER: 'outOfOrder',
  UNSIGNED: 'unsigned',
  WRONGLY_SIGNED: 'wronglySigned',
  LATE_RETURN: 'lateReturn',
  PARTIAL_REVERSAL: 'partialReversal',
  STALE_RATE: undefined,
} as const satisfies Readonly<Record<string, keyof typeof faultEffects | undefined>>

export type OrderedFault = keyof typeof orderedFaults

type FaultyCall = {
  readonly what: string
  /** The sandbox's parties; none: the service itself. */
  readonly parties?: readonly (keyof typeof faultParties)[]
  /** As the first party names them; all of them without it, but those that other calls name. */
  readonly operations?: readonly string[]
  readonly faults: readonly OrderedFault[]
  /** Kinds of ids that a plan for such calls may be about. */
  readonly about: readonly string[]
}

const ofCalls = ['SLOW', 'REFUSED', 'FAILED_AFTER_ACTING', 'ANSWER_LOST', 'TWICE'] as const
const ofInstructions = [...ofCalls, 'STUCK', 'OUT_OF_ORDER'] as const
const ofEvents = ['ANSWER_LOST', 'TWICE', 'OUT_OF_ORDER', 'UNSIGNED', 'WRONGLY_SIGNED'] as const
/** Who carries payments, by the routes of their platform's environment. */
const carriers = ['rail', 'bank'] as const
const aboutPayments = [
  'Transaction',
  'Quote',
  'Customer',
  'InternalAccount',
  'ExternalAccount',
] as const
const aboutWallets = ['Customer', 'InternalAccount'] as const
const aboutCards = ['Card', 'Customer', 'InternalAccount'] as const
const aboutPurchases = ['Transaction', ...aboutCards] as const
const aboutCoins = ['StablecoinOperation', 'ExternalAccount'] as const

/** The calls and messages whose faults a platform can order. */
export const faultyCalls = {
  PAYOUT: {
    what: 'The rail or the bank is given a payout or a refund.',
    parties: carriers,
    operations: ['submit'],
    faults: [...ofInstructions, 'LATE_RETURN'],
    about: aboutPayments,
  },
  COLLECTION: {
    what: 'The rail or the bank is asked to collect money.',
    parties: carriers,
    operations: ['collect'],
    faults: ofInstructions,
    about: aboutPayments,
  },
  PAYOUT_STATE: {
    what: 'The rail or the bank is asked for the state of a payout or a collection.',
    parties: carriers,
    operations: ['find'],
    faults: ofCalls,
    about: aboutPayments,
  },
  PAYOUT_CANCELLATION: {
    what: 'The rail or the bank is asked to stop a payout or a collection.',
    parties: carriers,
    operations: ['cancel'],
    faults: ofCalls,
    about: aboutPayments,
  },
  WALLET_ACTIVITY: {
    what: 'The wallet provider is asked to do something: to sign, to log in, to make a wallet.',
    parties: ['provider'],
    operations: undefined,
    faults: ofInstructions,
    about: aboutWallets,
  },
  CARD_REQUEST: {
    what: 'The card issuer is asked for something, or told of a change.',
    parties: ['cards'],
    operations: undefined,
    faults: ofCalls,
    about: aboutPurchases,
  },
  CARD_DECISION: {
    what: 'The card issuer asks about an authorization while the merchant waits.',
    parties: ['cards'],
    operations: ['decision'],
    faults: ['REFUSED', 'ANSWER_LOST', 'TWICE', 'UNSIGNED', 'WRONGLY_SIGNED'],
    about: aboutCards,
  },
  CARD_PURCHASE: {
    what: 'A purchase with a card is authorized.',
    parties: ['cards'],
    operations: ['purchase'],
    faults: ['PARTIAL_REVERSAL'],
    about: aboutCards,
  },
  CARD_EVENT: {
    what: 'The card issuer sends an event.',
    parties: ['cards'],
    operations: ['event'],
    faults: ofEvents,
    about: aboutPurchases,
  },
  VERIFICATION_REQUEST: {
    what: 'The verification vendor is asked for something.',
    parties: ['verification'],
    operations: undefined,
    faults: ofCalls,
    about: ['Customer'],
  },
  VERIFICATION_NOTICE: {
    what: 'The verification vendor sends a notice.',
    parties: ['verification'],
    operations: ['notice'],
    faults: ofEvents,
    about: ['Customer'],
  },
  STABLECOIN_TRANSFER: {
    what: 'The stablecoin provider is asked for a mint or a redemption.',
    parties: ['stablecoins'],
    operations: ['createTransfer'],
    faults: ofCalls,
    about: aboutCoins,
  },
  STABLECOIN_STATE: {
    what: 'The stablecoin provider is asked for the state of a mint or a redemption.',
    parties: ['stablecoins'],
    operations: ['transfer'],
    faults: ofCalls,
    about: aboutCoins,
  },
  MESSAGE: {
    what: 'A text message or a mail of the service is handed over.',
    parties: ['messages'],
    operations: undefined,
    faults: ['SLOW', 'REFUSED', 'FAILED_AFTER_ACTING', 'ANSWER_LOST'],
    about: [],
  },
  WEBHOOK: {
    what: 'A webhook is sent to you.',
    faults: ['REFUSED', ...ofEvents],
    about: ['Webhook', 'Transaction', 'Customer', 'Card', 'InternalAccount', 'ExternalAccount'],
  },
  QUOTE: {
    what: 'A quote with a conversion is made.',
    faults: ['STALE_RATE'],
    about: ['Customer', 'InternalAccount', 'ExternalAccount'],
  },
} as const satisfies Readonly<Record<string, FaultyCall>>

export type FaultyCallName = keyof typeof faultyCalls

/** The calls that an operation of a party is one of. */
export function callsOf(party: string, operation: string): readonly FaultyCallName[] {
  const ofParty = (Object.entries(faultyCalls) as readonly [FaultyCallName, FaultyCall][]).filter(
    ([, { parties }]) => parties?.some((one) => one === party),
  )
  const named = ofParty.filter(([, { operations }]) => operations?.includes(operation))
  const others = ofParty.filter(([, { operations }]) => operations === undefined)
  return (named.length > 0 ? named : others).map(([name]) => name)
}

/**
 * By what the database knows whose work a call or message of a party is: ids that the service has given to the party, or the
 * party to the service.
 */
export const workKeys = [
  'RAIL_REFERENCE',
  'WALLET',
  'CUSTOMER',
  'BENEFICIAL_OWNER',
  'CARD_TOKEN',
  'CARD_KEY',
  'CARD_TRANSACTION_TOKEN',
  'STABLECOIN_OPERATION',
  'PLATFORM',
] as const

/** The first one that the database knows decides. */
export type Work = readonly { readonly by: (typeof workKeys)[number]; readonly value: string }[]

/** Finds it; called only while anything is ordered. */
export type WorkOf = () => Promise<Work> | Work
