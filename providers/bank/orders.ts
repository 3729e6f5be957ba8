/**
 * Orders at the bank. Each is made without leaving, and leaves with its approval: so a creation whose answer is lost
 * is harmless, and is repeated as it was, under the same key.
 */
import type { Clock } from '../../contract/time.ts'
import { type KnownOrder, RailError, type RailNetwork } from '../payoutRail/index.ts'
import { type Answer, found, type Http, required, unavailable } from './http.ts'
import type { BankOrder, BankPlace } from './order.ts'
import { type BankPayout, networkOf, payoutOf } from './states.ts'
import { type BankTransfer, balanceIn, kinds, problemIn, transferIn, transfersIn } from './wire.ts'

export type Sending = {
  /** Nothing has been sent under this key before. */
  readonly isFirst: boolean
  /** Since when something may have left; ISO 8601. */
  readonly unknownSince?: string
}

/** After a creation of unknown outcome, a refusal counts only when this time has passed since. */
const LATE_CREATION_MS = 10 * 60_000

export function createOrders(http: Http, place: BankPlace, clock: Clock) {
  const shown = (transfer: BankTransfer, reference: string): BankPayout =>
    payoutOf(transfer, reference, clock.now())

  return {
    /**
     * Makes the transfer, and lets it leave. The same order again gives the same transfer.
     *
     * @returns also FAILED, for an order that the bank refuses
     * @throws RailError UNAVAILABLE: it may have been made, and is to be submitted again
     */
    async submit(order: BankOrder, sending: Sending): Promise<BankPayout> {
      const made = await make(order, sending)
      return 'refusal' in made ? made.refusal : approve(made.transfer, order)
    },

    /** Undefined if the bank has none under the reference, which may still be on its way. */
    async find(reference: string, known: KnownOrder = {}): Promise<BankPayout | undefined> {
      const { network, handle } = known
      if (network !== undefined && handle !== undefined) {
        const transfer = await read(network, handle)
        if (transfer !== undefined) return shown(transfer, reference)
      }
      const transfer = await lookUp(reference, network)
      return transfer && shown(transfer, reference)
    },

    /**
     * Stops what has not left; an order that the bank does not know is made to be cancelled: nothing can
     * come under its reference any more.
     *
     * @param unknownSince since when it may have left; ISO 8601
     * @returns the state afterwards: FAILED where it has been stopped
     */
    async cancel(order: BankOrder, unknownSince?: string): Promise<BankPayout> {
      const made = await make(order, {
        isFirst: false,
        ...(unknownSince !== undefined && { unknownSince }),
      })
      if ('refusal' in made) return { ...made.refusal, cause: 'USER_CANCELLATION' }
      const { transfer } = made
      if (transfer.status !== 'pending_approval') return shown(transfer, order.reference)
      return shown(await move(transfer, 'cancel'), order.reference)
    },
  }

  async function make(
    order: BankOrder,
    sending: Sending,
  ): Promise<{ transfer: BankTransfer } | { refusal: BankPayout }> {
    const answer = await http.post(order.path, order.body, order.reference)
    const problem = problemIn(answer.body)
    if (answer.status === 409) return { transfer: await taken(order, answer) }
    if (answer.status !== 400 || problem.type !== 'invalid_parameters_error') {
      return { transfer: required('a transfer', answer, transferIn) }
    }
    const refusal = refused(order, problem.fields)
    if (sending.isFirst) return { refusal }
    // An earlier one may have been taken, and be shown late.
    const earlier = await lookUp(order.reference, order.network)
    if (earlier !== undefined) return { transfer: sameOrder(order, earlier) }
    const since = Date.parse(sending.unknownSince ?? '')
    if (clock.now().getTime() - since >= LATE_CREATION_MS) return { refusal }
    throw unavailable('a transfer whose first answer is not known', answer)
  }

  /** Under a key that is used already: by an older release with other bytes, or by something else. */
  async function taken(order: BankOrder, answer: Answer): Promise<BankTransfer> {
    const { type, resourceId } = problemIn(answer.body)
    if (type === 'idempotency_key_already_used_error' && resourceId !== undefined) {
      const transfer = await read(order.network, resourceId)
      if (transfer !== undefined) return sameOrder(order, transfer)
      throw otherOrder(order)
    }
    const made = await lookUp(order.reference, order.network)
    if (made !== undefined) return sameOrder(order, made)
    // Too little money has no word of its own.
    const { available_balance: available } = required(
      'the balance',
      await http.get(`/accounts/${encodeURIComponent(place.accountId)}/balance`),
      balanceIn,
    )
    const { amount } = JSON.parse(order.body) as { amount: number }
    if (amount <= available) throw unavailable('a transfer', answer)
    throw new RailError('UNAVAILABLE', 'our account at the bank has too little money', {
      httpStatus: 409,
    })
  }

  /** An operator has to look: what the key stands for is not what is to be paid. */
  function otherOrder({ reference }: BankOrder): RailError {
    return new RailError('UNAVAILABLE', `the bank has another order under ${reference}`)
  }

  function sameOrder(order: BankOrder, transfer: BankTransfer): BankTransfer {
    const {
      amount,
      account_number: number,
      routing_number: routing,
    } = JSON.parse(order.body) as {
      readonly [member: string]: unknown
    }
    const { account_number, routing_number } = transfer as unknown as Record<string, unknown>
    const isSame =
      transfer.account_id === place.accountId &&
      networkOf(transfer) === order.network &&
      transfer.amount === amount &&
      account_number === number &&
      routing_number === routing
    if (!isSame) throw otherOrder(order)
    return transfer
  }

  async function approve(transfer: BankTransfer, { reference }: BankOrder): Promise<BankPayout> {
    if (transfer.status !== 'pending_approval') return shown(transfer, reference)
    return shown(await move(transfer, 'approve'), reference)
  }

  /** A conflict is read: it may have been done before. */
  async function move(transfer: BankTransfer, to: 'approve' | 'cancel'): Promise<BankTransfer> {
    const network = networkOf(transfer)
    const path = `${kinds[network].path}/${encodeURIComponent(transfer.id)}`
    const answer = await http.post(`${path}/${to}`)
    if (answer.status !== 409) return required(to, answer, transferIn)
    const now = await read(network, transfer.id)
    // Still waiting: another trouble, such as a busy object or too little money.
    if (now === undefined || now.status === 'pending_approval') throw unavailable(to, answer)
    return now
  }

  async function read(network: RailNetwork, id: string): Promise<BankTransfer | undefined> {
    const answer = await http.get(`${kinds[network].path}/${encodeURIComponent(id)}`)
    return found('a transfer', answer, transferIn)
  }

  /** In each kind that the route may have used. */
  async function lookUp(
    reference: string,
    network: RailNetwork | undefined,
  ): Promise<BankTransfer | undefined> {
    const networks = network ? [network] : (Object.keys(kinds) as RailNetwork[])
    for (const one of networks) {
      const query = { idempotency_key: reference, limit: '1' }
      const page = required('transfers', await http.get(kinds[one].path, query), transfersIn)
      const [transfer] = page.data
      if (transfer?.idempotency_key === reference) return transfer
    }
    return undefined
  }
}

/** Only what is wrong with the account is the payee's; any other member is wrong by our fault. */
function refused({ reference, network }: BankOrder, fields: readonly string[]): BankPayout {
  const isAccount = fields.some((field) => /(^|\.)(account_number|routing_number)$/.test(field))
  return {
    ...{ reference, network, state: 'FAILED', refund: 'ALLOWED', cause: 'TRANSACTION_FAILED' },
    reason: isAccount ? 'ACCOUNT_INVALID' : 'QUOTE_EXECUTION_FAILED',
    ...(!isAccount && { consequence: 'ALARM' }),
  }
}

/**
 * What the bank has under a reference where that is not what was ordered: nothing is to be booked then.
 *
 * @returns in words; undefined where it is the same
 */
export function differenceOf(
  { amountMinor, currency }: Pick<BankPayout, 'amountMinor' | 'currency'>,
  ordered: { readonly amountMinor: string; readonly currency: string },
): string | undefined {
  if (amountMinor === ordered.amountMinor && currency === ordered.currency) return undefined
  return `${amountMinor} ${currency} at the bank, ${ordered.amountMinor} ${ordered.currency} ordered`
}
