/**
 * What the sandbox does for the ends of names and numbers, in words: the page that shows them and the
 * code that does them have the same keys, which the types check (`satisfies Record<keyof ...>`).
 */

type Outcomes = Readonly<Record<string, string>>

export const payoutOutcomes = {
  '002': 'The payout fails with QUOTE_EXECUTION_FAILED; the money comes back.',
  '003': 'The payout takes six minutes.',
  '004': 'The account cannot receive: ACCOUNT_CANNOT_RECEIVE; the money comes back.',
  '005': 'It is paid out, and a second later the bank returns it: PAYOUT_RETURNED.',
  '006': 'The payout fails because the user has cancelled it; the money comes back.',
  '007': 'The payout fails and so does its refund: an operator decides.',
} as const satisfies Outcomes

export const transferOutcomes = {
  '002': 'There is too little money: COLLECTION_FAILED, on the way out QUOTE_EXECUTION_FAILED.',
  '003': 'There is no such account: COLLECTION_FAILED, on the way out ACCOUNT_INVALID.',
  '004': 'A check rejects it: COMPLIANCE_REJECTED.',
  '005': 'It fails after half a minute: COLLECTION_FAILED, on the way out ACCOUNT_CANNOT_RECEIVE.',
} as const satisfies Outcomes

export const nameCheckOutcomes = {
  '102': 'The name is another one: NOT_MATCHED.',
  '103': 'The name differs a little: PARTIAL_MATCH, with the right one.',
  '104': 'The check takes a few seconds: PENDING, then MATCHED.',
  '105': 'The account is refused: INVALID_BANK_ACCOUNT.',
  '106': 'The bank checks no names: UNSUPPORTED.',
  '107': 'The receiving bank checks it later: CHECKED_BY_RECEIVING_FI.',
} as const satisfies Outcomes

export const validationOutcomes = {
  '301': 'The bank validates the account: it is PENDING, and ACTIVE some seconds later.',
  '302': 'The bank does not know the account: it is PENDING, and INACTIVE some seconds later.',
  '303':
    'The bank says that the account is frozen: it is PENDING, and UNDER_REVIEW some seconds later.',
  '304':
    'Two credits below one dollar are sent: it is PENDING until an operator confirms their amounts; 0.11 and 0.22 are right.',
  '305': 'Such credits come back: it is PENDING, and INACTIVE some seconds later.',
} as const satisfies Outcomes

/** Ends of accounts that are validated by micro-entries. */
export const microEntryEnds = ['304', '305'] as const satisfies (keyof typeof validationOutcomes)[]
/** In cents: right in the sandbox, beside what was sent. */
export const microEntryAmounts = [11, 22] as const

export const umaOutcomes = {
  '$success.usd': 'It is paid, in US dollars.',
  '$success.eur': 'It is paid, in euros.',
  '$success.mxn': 'It is paid, in Mexican pesos.',
  '$pending.long.usd': 'It takes six minutes.',
  '$fail.compliance.usd': 'A check rejects it: COMPLIANCE_REJECTED.',
} as const satisfies Outcomes

export const personOutcomes = {
  '001': 'It is PENDING; complete and submitted, a person looks at it.',
  '002': 'It is REJECTED.',
  '003': 'It is UNVERIFIED, and submitting says that the picture is too poor.',
} as const satisfies Outcomes

const UNDECIDED_BUSINESS =
  'It is UNVERIFIED: submit it; it is checked like any business, and waits for your decision on the vendor’s page.'

export const businessOutcomes = {
  '001': UNDECIDED_BUSINESS,
  '002': 'It is REJECTED.',
  '003': UNDECIDED_BUSINESS,
} as const satisfies Outcomes

export const cardOutcomes = {
  '001': 'The card stays PROCESSING.',
  '002': 'The card is rejected.',
  '005': 'The card takes half a minute.',
} as const satisfies Outcomes

export const merchantDeclines = {
  '002': 'The purchase is declined: too little money.',
  '003': 'The purchase is declined as if the card were frozen.',
} as const satisfies Outcomes

const merchantEvents = {
  '005': 'The purchase is reported half a minute late.',
  '006': 'What is cleared becomes an EXCEPTION.',
} as const satisfies Outcomes

export const stablecoinReviews = {
  '001': 'The review stays PENDING_REVIEW.',
  '002': 'The coin is REJECTED.',
  '003': 'The coin is FAILED.',
  '004': 'The coin stays PROVISIONING.',
} as const satisfies Outcomes

const stablecoinAmounts = {
  '902': 'The provider refuses it.',
  '903': 'It fails.',
  '904': 'It is cancelled.',
  '905': 'It comes back after it was complete.',
  '906': 'A wire for it never comes.',
  '907': 'It fails for a moment, and goes on.',
} as const satisfies Outcomes

const codes = {
  '000000': 'It is right for the login to a wallet.',
  '123456': 'It is right for contacts, logins and payments that the customer authorizes.',
} as const satisfies Outcomes

type Group = {
  readonly title: string
  /** The member of a request whose end decides. */
  readonly where: string
  readonly rows: readonly { readonly value: string; readonly end: string; readonly what: string }[]
}

export type SandboxOutcomes = readonly Group[]

/** @param sendable a whole value that can be sent, with this end */
function group(
  title: string,
  where: string,
  outcomes: Outcomes,
  sendable: (end: string) => string,
): Group {
  const rows = Object.entries(outcomes).map(([end, what]) => ({ value: sendable(end), end, what }))
  return { title, where, rows }
}

/** All of them, as the dashboard shows them. */
export const sandboxOutcomes: SandboxOutcomes = [
  group('Codes that are mailed or texted', 'code', codes, (end) => end),
  group(
    'Payouts to an external account',
    'accountInfo.accountNumber, or what else names the account',
    payoutOutcomes,
    (end) => `000111222${end}`,
  ),
  group(
    'Collections from a bank account, and plain transfers',
    'accountInfo.accountNumber',
    transferOutcomes,
    (end) => `000111222${end}`,
  ),
  group(
    'The check of the account holder’s name',
    'accountInfo.accountNumber',
    nameCheckOutcomes,
    (end) => `000111222${end}`,
  ),
  group(
    'The validation of a US bank account',
    'accountInfo.accountNumber of a USD_ACCOUNT',
    validationOutcomes,
    (end) => `000111222${end}`,
  ),
  group(
    'Payments to a UMA address',
    'umaAddress',
    umaOutcomes,
    (end) => `${end}@sandbox.uma.money`,
  ),
  group('Verification of a person', 'fullName', personOutcomes, (end) => `Ada Lovelace ${end}`),
  group(
    'Verification of a business',
    'businessInfo.registrationNumber; the end of an owner’s lastName decides about the owner',
    businessOutcomes,
    (end) => `C-4711-${end}`,
  ),
  group('New cards', 'platformCardId', cardOutcomes, (end) => `card-${end}`),
  group(
    'Purchases by card',
    'merchant.descriptor',
    { ...merchantDeclines, ...merchantEvents },
    (end) => `BOOKSHOP ${end}`,
  ),
  group(
    'Review of a stablecoin',
    'providerTokenIdentifier',
    stablecoinReviews,
    (end) => `COIN${end}`,
  ),
  group(
    'Mints and burns of a stablecoin',
    'amount: the last three digits of its cents',
    stablecoinAmounts,
    (end) => `${end}0000`,
  ),
]
