/** What the codes of returned ACH entries and the reasons of rejected instant payments mean for a payment. */
import type { Consequence, PayoutReason } from '../payoutRail/index.ts'

export type Direction = 'PAYOUT' | 'COLLECTION'

export type ReturnMeaning = {
  readonly reason: PayoutReason
  readonly consequence?: Consequence
  /** A return of a return: the payment stays as it is. */
  readonly isOfReturn?: true
  /** The money is back, and must not go on to the payer by itself. */
  readonly refund?: 'REFUSED'
}

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `R${String(from + index).padStart(2, '0')}`)

const invalid = ['R02', 'R03', 'R04', 'R12', 'R13', 'R28']
const cannotReceive = ['R20', 'R32', 'R34']
const compliance = ['R14', 'R15', 'R16']
const unauthorized = ['R05', 'R07', 'R10', 'R11', 'R29', 'R51']
const ours = ['R18', 'R19', 'R21', 'R22', 'R24', ...numbered(25, 27), 'R69', ...numbered(80, 85)]
const agreed = ['R06', 'R31']
const ofReturns = ['R61', 'R62', 'R67', 'R68', ...numbered(70, 77)]
const notOurs = ['R30', 'R33', ...numbered(35, 47), 'R50', 'R52', 'R53']

/** @param code the networks' code: R03 */
export function meaningOfReturn(
  code: string,
  direction: Direction,
  addenda: string | null = null,
): ReturnMeaning {
  const isPayout = direction === 'PAYOUT'
  const of = (reason: PayoutReason): PayoutReason => (isPayout ? reason : 'COLLECTION_FAILED')
  if (['R01', 'R09'].includes(code)) return { reason: of('ACCOUNT_CANNOT_RECEIVE') }
  if (invalid.includes(code)) {
    return { reason: of('ACCOUNT_INVALID'), consequence: 'ACCOUNT_INVALID' }
  }
  if (compliance.includes(code)) {
    return {
      ...{ reason: of('ACCOUNT_CANNOT_RECEIVE'), consequence: 'COMPLIANCE_CASE' },
      ...(isPayout && { refund: 'REFUSED' }),
    }
  }
  if (cannotReceive.includes(code)) return { reason: of('ACCOUNT_CANNOT_RECEIVE') }
  if (code === 'R23') {
    return { reason: of('ACCOUNT_CANNOT_RECEIVE'), ...(!isPayout && { consequence: 'CASE' }) }
  }
  if (unauthorized.includes(code)) {
    return isPayout
      ? { reason: 'PAYOUT_RETURNED', consequence: 'CASE' }
      : { reason: 'COLLECTION_FAILED', consequence: 'PULLS_BLOCKED' }
  }
  if (code === 'R08') {
    return isPayout
      ? { reason: 'PAYOUT_RETURNED', consequence: 'CASE' }
      : { reason: 'COLLECTION_FAILED' }
  }
  if (agreed.includes(code)) {
    return { reason: of('PAYOUT_RETURNED'), ...(!isPayout && { consequence: 'CASE' }) }
  }
  if (code === 'R17') {
    const isFraud = addenda?.includes('QUESTIONABLE') === true
    if (!isPayout) return { reason: 'COLLECTION_FAILED', consequence: 'CASE' }
    return {
      ...{
        reason: 'ACCOUNT_INVALID',
        consequence: isFraud ? 'COMPLIANCE_CASE' : 'ACCOUNT_INVALID',
      },
    }
  }
  if (ours.includes(code)) return { reason: of('QUOTE_EXECUTION_FAILED'), consequence: 'ALARM' }
  if (ofReturns.includes(code)) {
    return { reason: of('PAYOUT_RETURNED'), consequence: 'CASE', isOfReturn: true }
  }
  const consequence = notOurs.includes(code) ? 'CASE' : 'ALARM'
  return { reason: of('PAYOUT_RETURNED'), consequence }
}

const rejections: Readonly<Record<string, PayoutReason>> = {
  account_closed: 'ACCOUNT_INVALID',
  invalid_creditor_account_number: 'ACCOUNT_INVALID',
  invalid_creditor_financial_institution_identifier: 'ACCOUNT_INVALID',
  account_blocked: 'ACCOUNT_CANNOT_RECEIVE',
  invalid_creditor_account_type: 'ACCOUNT_CANNOT_RECEIVE',
  transaction_forbidden: 'ACCOUNT_CANNOT_RECEIVE',
  transaction_type_not_supported: 'ACCOUNT_CANNOT_RECEIVE',
  unsupported_message_for_recipient: 'ACCOUNT_CANNOT_RECEIVE',
  end_customer_deceased: 'ACCOUNT_CANNOT_RECEIVE',
  unknown_end_customer: 'ACCOUNT_CANNOT_RECEIVE',
  unexpected_amount: 'ACCOUNT_CANNOT_RECEIVE',
  invalid_creditor_address: 'ACCOUNT_CANNOT_RECEIVE',
  invalid_debtor_address: 'ACCOUNT_CANNOT_RECEIVE',
  amount_exceeds_bank_limits: 'LIMIT_EXCEEDED',
}

/** Any other word: the network or the other bank could not, which says nothing of the account. */
export function reasonOfRejection(word: string): PayoutReason {
  return rejections[word] ?? 'QUOTE_EXECUTION_FAILED'
}
