/** What the events of a transaction come to. Amounts in cents; a debit is positive. */

export type EventType =
  | `AUTHORIZATION${'' | '_ADVICE' | '_REVERSAL' | '_EXPIRY'}`
  | 'CLEARING'
  | 'FINANCIAL_AUTHORIZATION'
  | `CREDIT_AUTHORIZATION${'' | '_ADVICE'}`
  | 'FINANCIAL_CREDIT_AUTHORIZATION'
  | `RETURN${'' | '_REVERSAL'}`
  | 'BALANCE_INQUIRY'

export type TransactionStatus = 'PENDING' | 'SETTLED' | 'VOIDED' | 'DECLINED' | 'EXPIRED'

export type Sums = {
  readonly pending: number
  readonly settled: number
  readonly status: TransactionStatus
}

const credits: ReadonlySet<EventType> = new Set([
  'CREDIT_AUTHORIZATION',
  'CREDIT_AUTHORIZATION_ADVICE',
  'FINANCIAL_CREDIT_AUTHORIZATION',
  'RETURN',
])

export function polarityOf(type: EventType): 'DEBIT' | 'CREDIT' {
  return credits.has(type) ? 'CREDIT' : 'DEBIT'
}

/** The sums after one more event. A declined one moves nothing. @param amount not negative */
export function sumsAfter(
  before: Sums | undefined,
  { type, amount, isApproved }: { type: EventType; amount: number; isApproved: boolean },
): Sums {
  if (!isApproved) return before ?? { pending: 0, settled: 0, status: 'DECLINED' }
  const moved = move(before ?? { pending: 0, settled: 0 }, type, amount)
  return { ...moved, status: statusAfter(type, moved) }
}

type Moved = Pick<Sums, 'pending' | 'settled'>

function move({ pending, settled }: Moved, type: EventType, amount: number): Moved {
  switch (type) {
    case 'AUTHORIZATION':
      return { pending: pending + amount, settled }
    // The new total, not what is added; what has been cleared is part of it.
    case 'AUTHORIZATION_ADVICE':
      return { pending: Math.max(0, amount - settled), settled }
    case 'AUTHORIZATION_REVERSAL':
      return { pending: pending < 0 ? 0 : Math.max(0, pending - amount), settled }
    case 'AUTHORIZATION_EXPIRY':
      return { pending: 0, settled }
    case 'CLEARING':
      return { pending: Math.max(0, pending - amount), settled: settled + amount }
    case 'FINANCIAL_AUTHORIZATION':
    case 'RETURN_REVERSAL':
      return { pending, settled: settled + amount }
    case 'CREDIT_AUTHORIZATION':
    case 'CREDIT_AUTHORIZATION_ADVICE':
      return { pending: pending - amount, settled }
    case 'FINANCIAL_CREDIT_AUTHORIZATION':
      return { pending, settled: settled - amount }
    case 'RETURN':
      return {
        pending: pending < 0 ? Math.min(0, pending + amount) : pending,
        settled: settled - amount,
      }
    case 'BALANCE_INQUIRY':
      return { pending, settled }
  }
}

/** It says nothing about whether money is still held: a partly cleared one is SETTLED too. */
function statusAfter(type: EventType, { pending, settled }: Moved): TransactionStatus {
  if (settled !== 0 || type === 'BALANCE_INQUIRY') return 'SETTLED'
  if (type === 'AUTHORIZATION_EXPIRY') return 'EXPIRED'
  if (pending !== 0) return 'PENDING'
  return type === 'AUTHORIZATION_REVERSAL' || type === 'RETURN_REVERSAL' ? 'VOIDED' : 'PENDING'
}
