/** The port to a bank with its own wire: US dollars over ACH, wires, RTP and FedNow. */
import { type Clock, systemClock } from '../../contract/time.ts'
import type {
  CollectionInstruction,
  FundingInstructions,
  KnownOrder,
  PayoutInstruction,
  RailNetwork,
  StandingFunding,
} from '../payoutRail/index.ts'
import { RailError } from '../payoutRail/index.ts'
import { findReturn, isReturn, returnRequest, sendBack, stopReturn } from './depositReturns.ts'
import { createHttp, type Http, required } from './http.ts'
import { type BankNotice, createFeed, FUNDING_KEY } from './notices.ts'
import {
  type BankOrder,
  type BankPlace,
  collectionOrder,
  NotForBank,
  networkFor,
  payoutOrder,
} from './order.ts'
import { createOrders, type Sending } from './orders.ts'
import { type AccountAnswer, prenotify } from './prenotifications.ts'
import type { BankPayout } from './states.ts'
import {
  accountNumberIn,
  accountNumbersIn,
  type BankAccountNumber,
  problemIn,
  type RoutingNumber,
  routingNumbersIn,
} from './wire.ts'

export type BankOptions = BankPlace & {
  readonly baseUrl: string
  readonly apiKey: string
  /** For a whole call, connection and answer included. */
  readonly timeoutMs: number
  readonly clock?: Clock
}

export type Bank = {
  /**
   * The request of an instruction, made once and kept: the way is chosen where the instruction does not name it.
   *
   * @throws RailError REFUSED for what this bank never takes; UNAVAILABLE
   */
  payoutOrder(instruction: PayoutInstruction): Promise<BankOrder>
  /** @throws RailError REFUSED for what this bank never takes */
  collectionOrder(instruction: CollectionInstruction): BankOrder
  /** Makes the transfer and lets it leave; FAILED also where the bank refuses it. @throws RailError UNAVAILABLE */
  submit(order: BankOrder, sending: Sending): Promise<BankPayout>
  /** Undefined if the bank has none, which may still be on its way. @throws RailError UNAVAILABLE */
  find(reference: string, known?: KnownOrder): Promise<BankPayout | undefined>
  /**
   * Stops what has not left, and voids what the bank does not know.
   *
   * @param unknownSince since when it may have left; ISO 8601
   * @throws RailError UNAVAILABLE
   */
  cancel(order: BankOrder, unknownSince?: string): Promise<BankPayout | undefined>
  /** A number for each account, which takes no debits; none for other currencies. @throws RailError UNAVAILABLE */
  standingFundings(wanted: readonly StandingFunding[]): Promise<FundingInstructions[][]>
  /** Money that comes to the number from now on is declined by the bank itself. @throws RailError UNAVAILABLE */
  closeFunding(reference: string): Promise<void>
  /** Whether the bank of an account has one of these ways; PENDING: it cannot be asked now. */
  checkAccount(
    routingNumber: string,
    networks: readonly RailNetwork[],
  ): Promise<'VALID' | 'INVALID' | 'PENDING'>
  /**
   * Asks the account's bank whether it knows the account, by one entry of nothing for a key.
   *
   * @param accountInfo of a USD_ACCOUNT
   * @param networks those that the account is used with: its bank must take one
   * @throws RailError UNAVAILABLE
   */
  prenotify(
    key: string,
    accountInfo: Readonly<Record<string, unknown>>,
    networks: readonly RailNetwork[],
  ): Promise<AccountAnswer>
  /** Where the feed is read from at this time. */
  positionAt(time: Date): string
  /** What has happened since the position. @throws RailError UNAVAILABLE */
  notices(
    position: string,
    limit: number,
  ): Promise<{ readonly notices: readonly BankNotice[]; readonly position: string }>
  /** What the bank says now of one event. @throws RailError UNAVAILABLE */
  noticesOf(eventId: string): Promise<readonly BankNotice[]>
  close(): Promise<void>
}

const AT_ONCE = 8
const NOTES = 'Send US dollars to this account number. It is yours alone.'

export function createBank(options: BankOptions): Bank {
  const { baseUrl, apiKey, timeoutMs, clock = systemClock, ...place } = options
  const http = createHttp(baseUrl, apiKey, timeoutMs)
  const orders = createOrders(http, place, clock)
  const feed = createFeed(http, clock)
  return {
    ...orders,
    ...feed,
    async submit(order, sending) {
      return isReturn(order)
        ? sendBack(http, order.reference, order)
        : orders.submit(order, sending)
    },
    async find(reference, known = {}) {
      const { request } = known
      if (request !== undefined && isReturn(request)) return findReturn(http, reference, request)
      return orders.find(reference, known)
    },
    async cancel(order, unknownSince) {
      return isReturn(order)
        ? stopReturn(http, order.reference, order)
        : orders.cancel(order, unknownSince)
    },
    async payoutOrder(instruction) {
      const { deposit } = instruction
      if (deposit !== undefined) {
        const { reference } = instruction
        const request = await refusing(() =>
          returnRequest(http, place, { ...instruction, deposit }),
        )
        return { reference, ...request }
      }
      const network = instruction.network ?? (await chosenNetwork(http, instruction))
      return refusing(async () => payoutOrder(instruction, network, place))
    },
    collectionOrder(instruction) {
      try {
        return collectionOrder(instruction, place)
      } catch (error) {
        throw refusalOf(error)
      }
    },
    async standingFundings(wanted) {
      const all: FundingInstructions[][] = []
      for (let from = 0; from < wanted.length; from += AT_ONCE) {
        const some = wanted.slice(from, from + AT_ONCE)
        all.push(...(await Promise.all(some.map((one) => fundingOf(http, place, one)))))
      }
      return all
    },
    async closeFunding(reference) {
      const query = { idempotency_key: `${FUNDING_KEY}${reference}`, limit: '1' }
      const page = required('numbers', await http.get('/account_numbers', query), accountNumbersIn)
      const [number] = page.data
      if (number === undefined || number.status !== 'active') return
      const path = `/account_numbers/${encodeURIComponent(number.id)}`
      required('a number', await http.patch(path, { status: 'disabled' }), accountNumberIn)
    },
    async checkAccount(routingNumber, networks) {
      try {
        const takes = takenBy(await routingOf(http, routingNumber))
        return networks.some((network) => takes[network]) ? 'VALID' : 'INVALID'
      } catch (error) {
        if (error instanceof RailError && error.kind === 'UNAVAILABLE') return 'PENDING'
        throw error
      }
    },
    async prenotify(key, info, networks) {
      const takes = takenBy(await routingOf(http, String(info.routingNumber)))
      if (!networks.some((network) => takes[network])) {
        return { word: 'INVALID', code: 'ROUTING_NUMBER' }
      }
      // No entry can be sent there.
      return takes.ACH ? prenotify(http, place, key, info) : { word: 'KNOWN' }
    },
    close: () => http.close(),
  }
}

async function refusing<Made>(make: () => Promise<Made>): Promise<Made> {
  try {
    return await make()
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): unknown {
  return error instanceof NotForBank ? new RailError('REFUSED', error.message) : error
}

async function chosenNetwork(http: Http, instruction: PayoutInstruction): Promise<RailNetwork> {
  const { routingNumber, accountNumber } = instruction.destination.accountInfo
  const takes = takenBy(await routingOf(http, String(routingNumber)))
  // FedNow takes digits alone.
  const FEDNOW = takes.FEDNOW && /^\d+$/.test(String(accountNumber))
  const network = networkFor(instruction.amountMinor, { ...takes, FEDNOW })
  if (network === undefined) throw new RailError('REFUSED', 'the bank of the account has no way')
  return network
}

async function routingOf(http: Http, number: string): Promise<RoutingNumber | undefined> {
  if (!/^\d{9}$/.test(number)) return undefined
  const answer = await http.get('/routing_numbers', { routing_number: number })
  return required('a routing number', answer, routingNumbersIn).data[0]
}

function takenBy(entry: RoutingNumber | undefined): Record<RailNetwork, boolean> {
  return {
    ACH: entry?.ach_transfers === 'supported',
    WIRE: entry?.wire_transfers === 'supported',
    RTP: entry?.real_time_payments_transfers === 'supported',
    FEDNOW: entry?.fednow_transfers === 'supported',
  }
}

async function fundingOf(
  http: Http,
  { accountId }: BankPlace,
  { reference, currency }: StandingFunding,
): Promise<FundingInstructions[]> {
  if (currency !== 'USD') return []
  const body = JSON.stringify({
    ...{ account_id: accountId, name: reference.slice(0, 200) },
    // Without it anybody who knows the number could pull from our account.
    inbound_ach: { debit_status: 'blocked' },
  })
  const number = await numberOf(http, `${FUNDING_KEY}${reference}`, body)
  return [
    {
      accountOrWalletInfo: {
        ...{ accountType: 'USD_ACCOUNT', reference },
        ...{ accountNumber: number.account_number, routingNumber: number.routing_number },
        paymentRails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
      },
      instructionsNotes: NOTES,
    },
  ]
}

/** Made by an older release with other bytes, it is the same number. */
async function numberOf(http: Http, key: string, body: string): Promise<BankAccountNumber> {
  const answer = await http.post('/account_numbers', body, key)
  const { type, resourceId } = problemIn(answer.body)
  if (answer.status !== 409 || type !== 'idempotency_key_already_used_error' || !resourceId) {
    return required('an account number', answer, accountNumberIn)
  }
  const path = `/account_numbers/${encodeURIComponent(resourceId)}`
  return required('an account number', await http.get(path), accountNumberIn)
}
