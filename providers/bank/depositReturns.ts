/**
 * Deposits that go back the way they came. What came over ACH or as a wire is sent back by its own object, whole; an instant
 * payment is answered with a new one to the account that it came from.
 */
import { RailError, type RailNetwork, type RailRequest } from '../payoutRail/index.ts'
import { found, type Http, unavailable } from './http.ts'
import { type BankPlace, NotForBank, payoutOrder } from './order.ts'
import type { BankPayout } from './states.ts'
import { type BankInbound, inboundIn } from './wire.ts'

/** The part of an instruction that says what is to go back. */
export type DepositToReturn = {
  readonly reference: string
  readonly amountMinor: string
  readonly currency: string
  /** As the feed has named it: the kind of its object, and the id. */
  readonly deposit: string
}

const ways = {
  inbound_ach_transfer: {
    network: 'ACH',
    action: 'transfer_return',
    body: JSON.stringify({ reason: 'credit_entry_refused_by_receiver' }),
  },
  inbound_wire_transfer: {
    network: 'WIRE',
    action: 'reverse',
    body: JSON.stringify({ reason: 'creditor_request' }),
  },
} as const satisfies Record<string, { network: RailNetwork; action: string; body: string }>
const instant = {
  inbound_real_time_payments_transfer: 'RTP',
  inbound_fednow_transfer: 'FEDNOW',
} as const satisfies Record<string, RailNetwork>

const RETURN_PATH = /^(\/inbound_(ach|wire)_transfers\/[^/]+)\/(transfer_return|reverse)$/

/** Whether a request sends a deposit back by its own object. */
export function isReturn({ path }: Pick<RailRequest, 'path'>): boolean {
  return RETURN_PATH.test(path)
}

/** @throws NotForBank; RailError UNAVAILABLE */
export async function returnRequest(
  http: Http,
  place: BankPlace,
  wanted: DepositToReturn,
): Promise<RailRequest> {
  const [type = '', id = ''] = wanted.deposit.split(':')
  const list = `/${type}s/${encodeURIComponent(id)}`
  const isKnown = type in ways || type in instant
  const inbound = isKnown ? found('a deposit', await http.get(list), inboundIn) : undefined
  if (inbound === undefined) throw new NotForBank('the bank has no such deposit')
  if (type in ways) {
    const { network, action, body } = ways[type as keyof typeof ways]
    if (String(inbound.amount) !== wanted.amountMinor) {
      throw new NotForBank('only the whole of such a deposit goes back')
    }
    return { network, path: `${list}/${action}`, body }
  }
  const { reference, amountMinor, currency } = wanted
  const network = instant[type as keyof typeof instant]
  const destination = { accountType: 'USD_ACCOUNT', accountInfo: accountOf(inbound) }
  const { path, body } = payoutOrder(
    { reference, amountMinor, currency, destination },
    network,
    place,
  )
  return { network, path, body }
}

function accountOf(inbound: BankInbound): Readonly<Record<string, unknown>> {
  const { debtor_account_number: accountNumber, debtor_routing_number: routingNumber } = inbound
  if (!accountNumber || !routingNumber) throw new NotForBank('the payer’s account is not known')
  return {
    ...{ accountNumber, routingNumber },
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: inbound.debtor_name ?? '' },
  }
}

/** Has it sent back; the same again changes nothing. @throws RailError UNAVAILABLE */
export async function sendBack(
  http: Http,
  reference: string,
  request: RailRequest,
): Promise<BankPayout> {
  const answer = await http.post(request.path, request.body, `${reference}/return`)
  const isRefused = answer.status === 400
  if (answer.status !== 200 && answer.status !== 409 && !isRefused) {
    throw unavailable('a return', answer)
  }
  const now = await findReturn(http, reference, request)
  if (now === undefined) throw unavailable('a return', answer)
  if (now.state === 'SETTLED') return now
  if (!isRefused) throw unavailable('a return', answer)
  return {
    ...now,
    ...{ state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', refund: 'ALLOWED' },
    ...{ cause: 'TRANSACTION_FAILED', consequence: 'CASE' },
  }
}

/**
 * What has not gone back stays: a call that is still on its way can only have it gone back, which the feed reports.
 *
 * @returns the state afterwards; undefined if the bank has no such deposit
 * @throws RailError UNAVAILABLE
 */
export async function stopReturn(
  http: Http,
  reference: string,
  request: RailRequest,
): Promise<BankPayout | undefined> {
  const now = await findReturn(http, reference, request)
  if (now?.state !== 'PENDING') return now
  const { isUnsent, ...kept } = now
  return {
    ...kept,
    ...{ state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', refund: 'ALLOWED' },
    cause: 'USER_CANCELLATION',
  }
}

/** What has become of it; undefined if the bank has no such deposit. @throws RailError UNAVAILABLE */
export async function findReturn(
  http: Http,
  reference: string,
  { path, network }: RailRequest,
): Promise<BankPayout | undefined> {
  const [, object] = RETURN_PATH.exec(path) ?? []
  if (object === undefined) throw new RailError('REFUSED', 'is not the return of a deposit')
  const inbound = found('a deposit', await http.get(object), inboundIn)
  if (inbound === undefined) return undefined
  const { status, amount } = inbound
  const isBack = status === 'returned' || status === 'reversed'
  return {
    ...{ reference, network, state: isBack ? 'SETTLED' : 'PENDING' },
    ...(amount !== undefined && { amountMinor: String(amount), currency: 'USD' }),
    ...(!isBack && { isUnsent: true as const }),
  }
}
