/** What rails report of micro-entries, whose amounts are secret. */
import type { RailProvider } from '../../contract/railRoutes.ts'
import type { OrderNotice, Payout, RailNotice } from './rail.ts'

const REFERENCE = /^ExternalAccount:[0-9a-f-]{36}\/micro-entry\/[12]$/

/** Whether a notice is about a micro-entry. */
export function isMicroEntry({ reference }: Pick<OrderNotice, 'reference'>): boolean {
  return REFERENCE.test(reference)
}

/** A notice as it may be kept and logged: of a micro-entry without its amount, which is read again where it is booked. */
export function withoutMicroAmount(notice: RailNotice): RailNotice {
  if (!('state' in notice) || !isMicroEntry(notice)) return notice
  const { amountMinor: _, returnedMinor: __, ...rest } = notice
  return rest
}

type Reported = Pick<Payout, 'amountMinor' | 'currency' | 'returnedMinor' | 'code' | 'reason'>

/** As it is booked: with the network's code, or that the account is not right. */
export function microEntryReport(provider: RailProvider, reported: Reported) {
  const { amountMinor, currency, returnedMinor, code, reason } = reported
  const why = code ?? (reason === 'ACCOUNT_INVALID' ? reason : undefined)
  return { provider, amountMinor, currency, returnedMinor, code: why }
}
