/** Whether an account exists, asked by an entry of nothing: its bank sends one back that it does not know. */
import type { AccountCorrection } from '../payoutRail/index.ts'
import { correctionIn } from './corrections.ts'
import { found, type Http, required } from './http.ts'
import { type BankPlace, payeeIn } from './order.ts'
import { meaningOfReturn } from './returnCodes.ts'
import { asciiOf } from './texts.ts'
import { type BankPrenotification, prenotificationIn, problemIn } from './wire.ts'

/**
 * PENDING: it has not left yet. SENT: silence is consent. KNOWN: no entry can be sent there, and nothing speaks against it.
 * REVIEW: it came back with a code that says nothing of the number, and that a person looks at.
 */
export type AccountAnswer = {
  readonly word: 'PENDING' | 'SENT' | 'KNOWN' | 'INVALID' | 'REVIEW'
  /** Of INVALID and REVIEW: the network's own code, such as R03. */
  readonly code?: string
  readonly correction?: AccountCorrection
}

type AccountInfo = Readonly<Record<string, unknown>>

/**
 * Makes one prenotification for a key, or finds it, and reads it.
 *
 * @param info of an account whose bank takes ACH entries
 * @throws RailError UNAVAILABLE
 */
export async function prenotify(
  http: Http,
  { accountId }: BankPlace,
  key: string,
  info: AccountInfo,
): Promise<AccountAnswer> {
  const { name, isBusiness } = payeeIn(info)
  const body = JSON.stringify({
    ...{ account_id: accountId, account_number: info.accountNumber },
    ...{ routing_number: info.routingNumber, credit_debit_indicator: 'credit' },
    individual_name: asciiOf(name, 22) || 'Account holder',
    standard_entry_class_code: isBusiness
      ? 'corporate_credit_or_debit'
      : 'prearranged_payments_and_deposit',
  })
  const made = await http.post('/ach_prenotifications', body, key)
  const { type, resourceId } = problemIn(made.body)
  // Nothing is moved: what the bank does not take is no account of its networks.
  if (made.status === 400 && type === 'invalid_parameters_error') {
    return { word: 'INVALID', code: 'ACCOUNT_NUMBER' }
  }
  // Made with other bytes, by an older release or from another account of ours, it is the same question.
  const isOther = made.status === 409 && type === 'idempotency_key_already_used_error'
  const id =
    isOther && resourceId !== undefined
      ? resourceId
      : required('a prenotification', made, prenotificationIn).id
  // A repeated creation may be answered as it was first.
  const path = `/ach_prenotifications/${encodeURIComponent(id)}`
  const read = found('a prenotification', await http.get(path), prenotificationIn)
  return read === undefined ? { word: 'PENDING' } : answerOf(read)
}

function answerOf(prenotification: BankPrenotification): AccountAnswer {
  const { status, prenotification_return: back, notifications_of_change: changes } = prenotification
  if (status === 'returned') {
    const code = back?.raw_return_reason_code ?? 'RETURNED'
    const { consequence } = meaningOfReturn(code, 'PAYOUT')
    // What says nothing of the number is for a person to judge.
    return { word: consequence === 'ACCOUNT_INVALID' ? 'INVALID' : 'REVIEW', code }
  }
  const [last] = (changes ?? []).toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
  const correction = correctionIn(last)
  // Any other word is a wait: the vendor may have new ones.
  return {
    word: status === 'submitted' ? 'SENT' : 'PENDING',
    ...(correction && { correction }),
  }
}
