/** Timeline codes to English: the only place where a timeline's sentences are made. */

type Parameters = Readonly<Record<string, string>>

/** What happened. The codes are written by `add_timeline` in the SQL functions. */
const happenings = {
  // Payments
  QUOTED: 'quoted',
  EXECUTED: 'executed',
  EXECUTION_REFUSED: ({ code }: Parameters) => `execute refused: ${code}`,
  EXPIRED: 'expired',
  OFFERED: 'offered',
  APPROVED: (by: Parameters) => `approved${byWhom(by)}`,
  REJECTED: (by: Parameters) => `rejected${byWhom(by)}`,
  SIGNED: 'signed by the wallet',
  FUNDS_RECEIVED: 'money arrived',
  DEPOSIT_UNAPPLIED: ({ reason }: Parameters) =>
    `money arrived that it cannot take (${depositReasons[reason ?? ''] ?? words(reason)})`,
  PAYOUT_SUBMITTED: 'payout ordered',
  CANCELLATION_REQUESTED: ({ reason }: Parameters) => `cancellation asked for${inBrackets(reason)}`,
  SETTLED: 'settled',
  SETTLED_WITHOUT_COLLECTION: 'paid out, though the bank has taken the collection back',
  CREDITED: 'credited',
  FAILED: ({ reason }: Parameters) => `failed (${reason})`,
  FAILED_NOTHING_MOVED: ({ reason }: Parameters) => `failed (${reason}), nothing had moved`,
  FAILED_COLLECTION_RETURNED: ({ reason }: Parameters) =>
    `failed (${reason}), the bank has its money back`,
  FAILED_REFUNDED: ({ reason }: Parameters) => `failed (${reason}), refunded`,
  FAILED_REFUND_ORDERED: ({ reason }: Parameters) => `failed (${reason}), refund ordered`,
  FAILED_REFUND_REFUSED: ({ reason }: Parameters) => `failed (${reason}), refund refused`,
  RETURNED: 'returned by the bank, refunded',
  FEE_NOT_RECOVERABLE: "the fee to give back is not in the platform's account",
  PAYOUT_SETTLED_AFTER_REFUND: 'payout landed after its refund',
  COLLECTED_LATE: 'collected late, refund ordered',
  COLLECTION_RETURNED: 'the bank has taken the collection back',
  COLLECTION_MADE_GOOD: 'the collection was made good',
  REFUNDED: 'refunded',
  REFUNDED_WITHOUT_COLLECTION: 'refunded, though the bank has taken the collection back',
  REFUNDED_FROM_SUSPENSE: 'refunded from suspense',
  REFUND_NOT_PAID: 'refund not paid, set aside',
  REFUND_NOT_PAID_COLLECTION_RETURNED: 'refund not paid, the bank has its money back',
  REFUND_ORDERED_AGAIN: 'refund ordered again',
  REFUND_SETTLED_LATE: 'refund landed late',
  REFUND_SETTLED_TWICE: 'refund landed though another one was paid or ordered',
  REFUND_RETURNED: 'the refund has come back',
  WAITING_TOO_LONG: 'waits too long',
  DECIDED: ({ by, decision, reason }: Parameters) => `decided by ${by}: ${decision} (${reason})`,
  // Customers and wallets
  CREATED: 'created',
  WALLET_PROVISIONED: 'wallet provisioned',
  ONE_TIME_CODE_ORDERED: 'one-time code ordered',
  ONE_TIME_CODE_SENT: 'one-time code sent',
  ONE_TIME_CODE_FAILED: ({ reason }: Parameters) => `one-time code failed: ${reason}`,
  ONE_TIME_CODE_SUBMITTED: 'code submitted',
  ONE_TIME_CODE_ACCEPTED: 'code accepted',
  ONE_TIME_CODE_REFUSED: ({ reason }: Parameters) => `code refused: ${reason}`,
  UNLOCKED: ({ by }: Parameters) => `unlocked by ${by}`,
  CLAIMED: 'claimed',
  RECORDED: 'done',
  OPERATION_FAILED: ({ reason }: Parameters) => `failed: ${reason}`,
} as const satisfies Record<string, string | ((parameters: Parameters) => string)>

/** Who must act next. */
const parties = {
  CUSTOMER: 'customer',
  OPERATOR: 'operator',
  PAYOUT_RAIL: 'payout rail',
  PLATFORM: 'platform',
  SENDER: "the sender's side",
  WALLET_PROVIDER: 'wallet provider',
} as const

/** What that party is waited for; the kind of a wallet operation stands for itself. */
const reasons = {
  FUNDS: 'the money',
  EXECUTE_CALL: 'the execute call',
  ANOTHER_EXECUTE_CALL: 'another execute call',
  COLLECTION: 'the collection',
  TRANSFER_SIGNATURE: 'the transfer signature',
  RECEIVER_PLATFORM: "the receiver's platform",
  PLATFORM_APPROVAL: "the platform's approval",
  PAYOUT: 'the payout',
  PAYOUT_STOP: 'whether the payout can still be stopped',
  REFUND: 'the refund',
  REFUND_STOP: 'whether the refund can still be stopped',
  RAIL_DECISION: 'its word',
  SETTLEMENT: 'settlement',
  SUSPENSE_DECISION: 'a decision about the suspense account',
  PAYMENT_RESOLVE: 'payment:resolve',
  COLLECTION_UNDECIDED: "the payout rail's collection; see payment:resolve",
  WALLET_PROVIDER_UNDECIDED: 'the wallet provider; see payment:resolve',
  PAYOUT_UNDECIDED: "the payout rail's final word; see payment:resolve",
  REFUND_UNDECIDED: "the payout rail's word about the refund; see payment:resolve",
  WALLET: 'the wallet',
  ONE_TIME_CODE: 'the code',
  ONE_TIME_CODE_SENT: 'the mail',
  ONE_TIME_CODE_CHECK: 'the check',
  NEW_CODE: 'a code',
  ANOTHER_CODE: 'another code',
  SIGNED_RETRY: 'the signed retry',
} as const

const depositReasons: Readonly<Record<string, string>> = {
  UNKNOWN_REFERENCE: 'an unknown reference',
  OTHER_CURRENCY: 'another currency',
  ALREADY_FUNDED: 'a second time',
  TOO_LATE: 'too late',
}

/** A row of the timeline, as far as its sentences need it. */
export type TimelineCodes = {
  readonly code: string
  readonly parameters: Parameters
  readonly waiting_party: string | null
  readonly waiting_reason: string | null
}

/**
 * The sentences of a timeline row; null where no party has to act. A code of a newer release stands
 * for itself.
 */
export function timelineSentences(row: TimelineCodes): {
  readonly what: string
  readonly nextActor: string | null
  readonly waitsFor: string | null
} {
  const what = lookUp<string | ((parameters: Parameters) => string)>(happenings, row.code)
  return {
    what: typeof what === 'function' ? what(row.parameters) : (what ?? words(row.code)),
    nextActor:
      row.waiting_party && (lookUp(parties, row.waiting_party) ?? words(row.waiting_party)),
    waitsFor:
      row.waiting_reason && (lookUp(reasons, row.waiting_reason) ?? words(row.waiting_reason)),
  }
}

function lookUp<Value>(table: Readonly<Record<string, Value>>, code: string): Value | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined
}

/** `OTP_LOGIN` reads `otp login`. */
function words(code: string | undefined): string {
  return (code ?? '').toLowerCase().replaceAll('_', ' ')
}

function byWhom({ by, reason }: Parameters): string {
  return ` by ${by}${inBrackets(reason)}`
}

function inBrackets(text: string | undefined): string {
  return text === undefined ? '' : ` (${text})`
}
