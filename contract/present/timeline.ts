/** English for the codes of a payment's timeline; no other module words them. */

import type { OrderedFault } from '../sandboxFaults.ts'

type Parameters = Readonly<Record<string, string>>

/** What happened; the codes are written by `add_timeline` in the SQL functions. */
const events = {
  // Payments
  QUOTED: 'quoted',
  EXECUTED: 'executed',
  TAKEN_OVER: 'taken over from the rail and Temporal after a restore of the database',
  EXECUTION_REFUSED: ({ code }: Parameters) => `execute refused: ${code}`,
  EXPIRED: 'expired',
  OFFERED: 'offered',
  APPROVED: (by: Parameters) => `approved${byWhom(by)}`,
  REJECTED: (by: Parameters) => `rejected${byWhom(by)}`,
  SUBMITTED_BY_AGENT: 'submitted by an agent',
  APPROVAL_FAILED: ({ reason }: Parameters) => `no longer possible: ${spelledOut(reason)}`,
  CURRENCY_CONVERSION_AUTHORIZED: 'conversion authorized by the customer',
  AUTHORIZED: 'authorized by the customer',
  BENEFICIARY_TRUSTED: 'the customer trusts the beneficiary: no authorization of the payout',
  SIGNED: 'signed by the wallet',
  FUNDS_RECEIVED: 'funds received',
  DEPOSIT_UNAPPLIED: ({ reason }: Parameters) =>
    `deposit not applied (${depositReasons[reason ?? ''] ?? spelledOut(reason)})`,
  DEPOSIT_TAKEN_BACK: 'taken back by the payer’s bank',
  DEPOSIT_RECOVERED: 'taken from the holder’s own account',
  DEPOSIT_RECOVERED_IN_PART: 'taken from the holder’s own account in part, the rest is owed',
  PAYOUT_PAUSED: 'payout held back: payouts are paused',
  PAYMENT_FROZEN: 'held back: its customer, its account or its payee is frozen',
  PAYEE_UNPROVEN: 'held back: a proof of the payee’s wallet has failed',
  PAYEE_DELETED: 'stopped: its payee is deleted, and a proof of its wallet had failed',
  PAYOUT_SUBMITTED: 'payout submitted',
  CANCELLATION_REQUESTED: ({ reason }: Parameters) => `cancellation requested${inBrackets(reason)}`,
  STOP_REQUESTED: 'the rail is asked to stop it',
  SETTLED: 'settled',
  SETTLED_WITHOUT_COLLECTION: 'settled, though the collection was returned',
  CREDITED: 'credited',
  ATTRIBUTED: 'arrived at an account that sweeps',
  GIVEN_TO_HOLDER: ({ reason, code }: Parameters) =>
    `not swept (${reason}${code === undefined ? '' : `: ${spelledOut(code)}`}), credited to the holder’s own account`,
  FAILED: ({ reason }: Parameters) => `failed (${reason})`,
  FAILED_NOTHING_MOVED: ({ reason }: Parameters) => `failed (${reason}), no funds had moved`,
  FAILED_COLLECTION_RETURNED: ({ reason }: Parameters) =>
    `failed (${reason}), the collection was returned`,
  FAILED_REFUNDED: ({ reason }: Parameters) => `failed (${reason}), refunded`,
  FAILED_REFUND_ORDERED: ({ reason }: Parameters) => `failed (${reason}), refund submitted`,
  FAILED_REFUND_REFUSED: ({ reason }: Parameters) => `failed (${reason}), refund refused`,
  RETURNED: 'returned by the bank, refunded',
  NETWORK_CODE: ({ code }: Parameters) => `the payment network’s code is ${code}`,
  FEE_NOT_RECOVERABLE: "the platform's account does not cover the fee to return",
  PAYOUT_SETTLED_AFTER_REFUND: 'payout settled after its refund',
  LATE_PAYOUT_RETURNED: 'the payout that settled after its refund was returned',
  PAYOUT_FAILED_AFTER_SETTLEMENT: 'reported as failed after it had settled, refunded',
  PAID_UNCONFIRMED: 'recorded as paid, not confirmed by the rail',
  PAID_CONFIRMED: 'confirmed as paid by the rail',
  COLLECTED_LATE: 'collected late, refund submitted',
  COLLECTION_RETURNED: 'the collection was returned by the bank',
  COLLECTION_MADE_GOOD: 'the returned collection was repaid',
  REFUNDED: 'refunded',
  REFUNDED_WITHOUT_COLLECTION: 'refunded, though the collection was returned',
  REFUNDED_FROM_SUSPENSE: 'refunded from suspense',
  REFUND_NOT_PAID: 'refund not paid, held in suspense',
  REFUND_NOT_PAID_COLLECTION_RETURNED: 'refund not paid, the collection was returned',
  REFUND_ORDERED_AGAIN: 'refund submitted again',
  REFUND_SETTLED_LATE: 'refund settled late',
  REFUND_SETTLED_TWICE: 'refund settled though another one was settled or submitted',
  REFUND_RETURNED: 'the refund was returned',
  WAITING_TOO_LONG: 'waiting too long',
  DECIDED: ({ by, decision, reason }: Parameters) => `decided by ${by}: ${decision} (${reason})`,
  DECISION_REFUSED: ({ decision, why }: Parameters) =>
    `decision refused: ${decision} (${refusalReasons[why ?? ''] ?? spelledOut(why)})`,
  // Cards
  CARD_AUTHORIZED: 'authorized',
  CARD_DECLINED: ({ reason }: Parameters) => `declined (${reason})`,
  CARD_ADVISED: 'authorized amount changed',
  CARD_REVERSED: 'authorization reversed by the merchant',
  CARD_EXPIRED: 'authorization expired',
  CARD_CLEARED: 'cleared',
  CARD_CREDITED: 'credited by the merchant',
  CARD_CREDIT_UNAPPLIED: 'credit not applied (the account is closed)',
  CARD_RETURN_REVERSED: 'return reversed by the merchant',
  CARD_PULLED: 'taken from the account',
  CARD_CLAIM_DISPUTED: 'the card issuer’s claim is disputed',
  CARD_DISPUTE_OPENED: 'disputed by the cardholder',
  CARD_DISPUTE_REOPENED: 'dispute opened again',
  CARD_DISPUTE_CLOSED: ({ disposition }: Parameters) =>
    `dispute closed (${spelledOut(disposition)})`,
  CARD_DISPUTE_CREDITED: 'provisional credit for the dispute',
  CARD_DISPUTE_CREDIT_REVERSED: 'provisional credit taken back',
  CARD_DISPUTE_RECOVERED: 'the network has given money back for the dispute',
  CARD_DISPUTE_RECOVERY_LOST: 'the network has taken back what it gave for the dispute',
  CARD_DISPUTE_WRITTEN_OFF: 'disputed amount written off',
  CARD_PULL_FAILED: ({ reason }: Parameters) => `not taken from the account (${reason})`,
  // Customers and wallets
  CREATED: 'created',
  CONTACT_SET: 'first contact set',
  TERMS_ACCEPTED: 'terms accepted',
  WALLET_ORDERED: 'wallet ordered',
  WALLET_WAITS: 'the wallet waits for a contact of its own',
  ACCOUNT_ADDED: ({ currency }: Parameters) => `account in ${currency} opened`,
  DELETED: (by: Parameters) => `deleted${byWhom(by)}`,
  WALLET_PROVISIONED: 'wallet provisioned',
  ONE_TIME_CODE_ORDERED: 'one-time code requested',
  ONE_TIME_CODE_SENT: 'one-time code sent',
  ONE_TIME_CODE_FAILED: ({ reason }: Parameters) => `one-time code failed: ${reason}`,
  ONE_TIME_CODE_SUBMITTED: 'code submitted',
  ONE_TIME_CODE_ACCEPTED: 'code accepted',
  ONE_TIME_CODE_REFUSED: ({ reason }: Parameters) => `code refused: ${reason}`,
  UNLOCKED: ({ by }: Parameters) => `unlocked by ${by}`,
  VERIFICATION_RESOLVE_ERRORS: 'verification: errors to resolve',
  VERIFICATION_IN_PROGRESS: 'verification: submitted',
  VERIFICATION_PENDING_MANUAL_REVIEW: 'verification: reviewed by a person',
  VERIFICATION_APPROVED: 'verification: approved',
  VERIFICATION_REJECTED: 'verification: rejected',
  RESET_INITIATED: 'reset of a factor: requested',
  RESET_PENDING_REVIEW: 'reset: page ready',
  RESET_LIVENESS_PASSED: 'reset: person recognized',
  RESET_REJECTED: 'reset: person not recognized',
  RESET_EXPIRED: 'reset: out of time',
  RESET_COMPLETED: 'reset: completed, the lost factor is gone',
  BANK_VALIDATION_BEGUN: 'validation by the bank begun',
  BANK_VALIDATION_PASSED: 'validated by the bank',
  BANK_VALIDATION_FAILED: ({ code }: Parameters) => `not valid, says the bank${inBrackets(code)}`,
  BANK_VALIDATION_UNDER_REVIEW: ({ code }: Parameters) =>
    `a person looks at what the bank says${inBrackets(code)}`,
  REVIEW_ACCEPTED: ({ by }: Parameters) => `accepted by ${by}`,
  REVIEW_REJECTED: ({ by }: Parameters) => `rejected by ${by}`,
  MICRO_ENTRIES_VALIDATION_BEGUN: 'validation by two small credits begun',
  MICRO_ENTRIES_SETTLED: 'the two credits are at the account',
  MICRO_ENTRIES_WRONG: ({ by, left }: Parameters) =>
    `wrong amounts, said by ${by}; ${left} more are judged`,
  MICRO_ENTRIES_CONFIRMED: ({ by }: Parameters) => `the amounts are right, said by ${by}`,
  MICRO_ENTRIES_VALIDATION_PASSED: 'validated by the two credits',
  MICRO_ENTRIES_VALIDATION_FAILED: ({ code }: Parameters) =>
    `not validated by the two credits${inBrackets(code)}`,
  MICRO_ENTRIES_VALIDATION_UNDER_REVIEW: ({ code }: Parameters) =>
    `a person looks at what became of the credits${inBrackets(code)}`,
  MICRO_ENTRY_RETURNED: ({ code }: Parameters) => `a credit has come back${inBrackets(code)}`,
  NAME_VALIDATION_BEGUN: 'check of the holder’s name begun',
  NAME_VALIDATION_PASSED: 'name of the holder checked',
  FROZEN: ({ account, by }: Parameters) =>
    by === undefined
      ? 'frozen: accounts, agents and quotes'
      : `frozen by ${by}${inBrackets(account)}`,
  RELEASED: ({ account, by }: Parameters) => `released by ${by}${inBrackets(account)}`,
  CLAIMED: 'claimed',
  RECORDED: 'done',
  OPERATION_FAILED: ({ reason }: Parameters) => `failed: ${reason}`,
  // The sandbox
  ORDERED_FAULT: ({ call, kind }: Parameters) =>
    `ordered fault: ${spelledOut(call)}, ${orderedFaultWords[kind ?? ''] ?? spelledOut(kind)}`,
} as const satisfies Record<string, string | ((parameters: Parameters) => string)>

/** Who must act next. */
const parties = {
  CARD_ISSUER: 'card issuer',
  CUSTOMER: 'customer',
  MESSAGES: 'mail and message service',
  OPERATOR: 'operator',
  PAYOUT_RAIL: 'payout rail',
  PLATFORM: 'platform',
  SENDER: 'sender',
  VERIFICATION_VENDOR: 'verification vendor',
  WALLET_PROVIDER: 'wallet provider',
} as const

/** What that party is waited for; the kind of a wallet operation stands for itself. */
const reasons = {
  FUNDS: 'the funds',
  EXECUTE_CALL: 'the execute call',
  ANOTHER_EXECUTE_CALL: 'another execute call',
  CURRENCY_CONVERSION_AUTHORIZATION: 'authorization of the conversion',
  PAYOUT_AUTHORIZATION: 'authorization of the payment',
  COLLECTION: 'the collection',
  TRANSFER_SIGNATURE: 'the transfer signature',
  RECEIVER_PLATFORM: "the receiver's platform",
  PLATFORM_APPROVAL: "the platform's approval",
  AGENT_APPROVAL: "the platform's approval of what its agent asks for",
  PAYOUT: 'the payout',
  PAYOUTS_RESUMED: 'the end of the pause of payouts',
  RELEASE: 'the release of what is frozen',
  OWNERSHIP_PROOF: 'a proof of the payee’s wallet, or a decision about the payment',
  PAYOUT_STOP: 'whether the payout can still be stopped',
  REFUND: 'the refund',
  REFUND_STOP: 'whether the refund can still be stopped',
  RAIL_DECISION: 'its decision',
  RAIL_EXPLANATION: "the rail's explanation",
  CONFIRMATION: 'its confirmation',
  SETTLEMENT: 'settlement',
  CORRECTIONS: 'corrections',
  REVIEW: 'the review',
  MANUAL_REVIEW: 'a person’s review',
  SUSPENSE_DECISION: 'a decision about the unapplied funds',
  PAYMENT_RESOLVE: 'a decision about the payment',
  CARD_PULL: 'the signature of the delegated key',
  CARD_CLAIM_DECISION: 'a decision about the disputed claim',
  CARD_DISPUTE_DECISION: 'the decision about the dispute',
  CARD_PULL_RETRY: 'a new delegated key, or another attempt',
  COLLECTION_UNDECIDED: "the collection's final state at the rail, or a decision about the payment",
  WALLET_PROVIDER_UNDECIDED: "the wallet provider's decision, or one about the payment",
  PAYOUT_UNDECIDED: "the payout's final state at the rail, or a decision about the payment",
  REFUND_UNDECIDED: "the refund's final state at the rail, or a decision about the payment",
  WALLET: 'the wallet',
  CONTACT: 'an email or a phone number',
  TERMS: 'the acceptance of the terms',
  LIVENESS_PAGE: 'a page for the liveness check',
  LIVENESS: 'the liveness check',
  RESET_COMPLETION: 'the completion of the reset',
  VALIDATION: 'the validation of the account',
  MICRO_ENTRY_AMOUNTS: 'the amounts of the two credits',
  NEW_FACTOR: 'enrolment of a new factor',
  NEW_NUMBER: 'verification of the new number',
  ONE_TIME_CODE: 'the code',
  ONE_TIME_CODE_SENT: 'delivery of the code',
  ONE_TIME_CODE_CHECK: 'verification of the code',
  NEW_CODE: 'a code',
  ANOTHER_CODE: 'another code',
  SIGNED_RETRY: 'the signed retry',
} as const

const depositReasons: Readonly<Record<string, string>> = {
  UNKNOWN_REFERENCE: 'unknown reference',
  OTHER_CURRENCY: 'wrong currency',
  ALREADY_FUNDED: 'already funded',
  TOO_LATE: 'too late',
}

const orderedFaultWords: Readonly<Record<string, string>> = {
  SLOW: 'the answer was slow',
  REFUSED: 'refused without acting',
  FAILED_AFTER_ACTING: 'done, then answered with an error',
  ANSWER_LOST: 'the answer was lost',
  STUCK: 'stuck until released',
  TWICE: 'came twice',
  OUT_OF_ORDER: 'came late, out of order',
  UNSIGNED: 'came unsigned',
  WRONGLY_SIGNED: 'came with a wrong signature',
  LATE_RETURN: 'to be returned late',
  PARTIAL_REVERSAL: 'half of it reversed',
} satisfies Partial<Record<OrderedFault, string>>

/** Why an operator's decision was refused. */
const refusalReasons: Readonly<Record<string, string>> = {
  NOT_SUBMITTED: 'nothing has been submitted to the rail',
  UNKNOWN_AT_RAIL: 'the rail does not know the instruction',
  FAILED_AT_RAIL: 'the rail reports it as failed',
  SETTLED_AT_RAIL: 'the rail reports it as settled',
  ENDED: 'it had ended before',
}

/** A row of the timeline, as far as its sentences need it. */
export type TimelineCodes = {
  readonly code: string
  readonly parameters: Parameters
  readonly waiting_party: string | null
  readonly waiting_reason: string | null
}

/**
 * The sentences of a timeline row; null if no party has to act. A code of a newer release stands
 * for itself.
 */
export function timelineSentences(row: TimelineCodes): {
  readonly what: string
  readonly nextActor: string | null
  readonly waitsFor: string | null
} {
  const what = lookUp<string | ((parameters: Parameters) => string)>(events, row.code)
  return {
    what: typeof what === 'function' ? what(row.parameters) : (what ?? spelledOut(row.code)),
    nextActor:
      row.waiting_party && (lookUp(parties, row.waiting_party) ?? spelledOut(row.waiting_party)),
    waitsFor:
      row.waiting_reason && (lookUp(reasons, row.waiting_reason) ?? spelledOut(row.waiting_reason)),
  }
}

function lookUp<Value>(table: Readonly<Record<string, Value>>, code: string): Value | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined
}

/** `OTP_LOGIN` reads `otp login`. */
function spelledOut(code: string | undefined): string {
  return (code ?? '').toLowerCase().replaceAll('_', ' ')
}

function byWhom({ by, reason }: Parameters): string {
  return ` by ${by}${inBrackets(reason)}`
}

function inBrackets(text: string | undefined): string {
  return text === undefined ? '' : ` (${text})`
}
