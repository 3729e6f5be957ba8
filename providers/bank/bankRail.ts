/** The bank as a provider of rails: the port that the rail with our own wire has too. */
import { instant } from '../../contract/time.ts'
import {
  type CollectionInstruction,
  type KnownOrder,
  type OrderNotice,
  type Payout,
  type PayoutInstruction,
  type Rail,
  RailError,
  type RailNotice,
  type RailRequest,
  type Sending,
} from '../payoutRail/index.ts'
import type { Bank } from './bank.ts'
import { correctionIn } from './corrections.ts'
import type { BankNotice } from './notices.ts'
import type { BankOrder } from './order.ts'

export function createBankRail(bank: Bank): Rail {
  async function send(reference: string, sending: Sending | undefined): Promise<Payout> {
    const { request, isFirst = false, unknownSince } = sending ?? {}
    if (request === undefined) throw new Error(`nothing is kept of ${reference}`)
    return bank.submit(orderOf(reference, request), {
      isFirst,
      ...(unknownSince !== undefined && { unknownSince }),
    })
  }
  const start = (): string => bank.positionAt(instant(0))
  return {
    // By their request: what the bank does not know is made, and cancelled.
    voidsUnknownReferences: false,
    async requestOf(instruction, isCollection) {
      const order = isCollection
        ? bank.collectionOrder(instruction as CollectionInstruction)
        : bank.payoutOrder(instruction as PayoutInstruction)
      const { network, path, body } = await order
      return { network, path, body }
    },
    submit: ({ reference }, sending) => send(reference, sending),
    collect: ({ reference }, sending) => send(reference, sending),
    find: (reference, known: KnownOrder = {}) => bank.find(reference, known),
    async cancel(reference, known: KnownOrder = {}) {
      if (known.request === undefined) return bank.find(reference, known)
      return bank.cancel(orderOf(reference, known.request), known.unknownSince)
    },
    async findUma() {
      return undefined
    },
    async requestFunding({ reference, currency }) {
      const [[funding] = []] = await bank.standingFundings([{ reference, currency }])
      if (funding === undefined) throw new RailError('REFUSED', `the bank takes no ${currency}`)
      return funding
    },
    standingFundings: (wanted) => bank.standingFundings(wanted),
    closeFunding: (reference) => bank.closeFunding(reference),
    async notices(position, limit) {
      const page = await bank.notices(position || start(), limit)
      return { notices: noticesOf(page.notices), position: page.position }
    },
    noticesOf: async (eventId) => noticesOf(await bank.noticesOf(eventId)),
    async positionAt(time, notAfter) {
      const at = bank.positionAt(time)
      return notAfter !== undefined && sinceOf(notAfter) < sinceOf(at) ? notAfter : at
    },
  }
}

function orderOf(reference: string, { network, path, body }: RailRequest): BankOrder {
  return { reference, network, path, body }
}

/** ISO 8601: the order of texts is that of times. */
function sinceOf(position: string): string {
  return position === '' ? '' : (JSON.parse(position) as { since: string }).since
}

function noticesOf(read: readonly BankNotice[]): RailNotice[] {
  const notices: RailNotice[] = []
  for (const notice of read) {
    const { eventId, at } = notice
    switch (notice.kind) {
      case 'ORDER':
        notices.push(orderNoticeOf(notice))
        break
      case 'CORRECTION': {
        // It comes with the state of the transfer that it is about.
        const order = notices.find((one): one is OrderNotice => one.eventId === eventId)
        const correction = correctionIn(notice.corrections.at(-1))
        if (order !== undefined && correction !== undefined) {
          notices[notices.indexOf(order)] = { ...order, correction }
        }
        break
      }
      case 'DEPOSIT':
        notices.push({ eventId, at, reference: notice.reference, deposit: notice.deposit })
        break
      case 'DEPOSIT_TAKEN_BACK': {
        const { depositId, amountMinor } = notice
        notices.push({ eventId, at, takenBack: { depositId, amountMinor } })
        break
      }
      case 'UNKNOWN':
        notices.push({ eventId, malformed: `${notice.what}: no order and no number of ours` })
    }
  }
  return notices
}

function orderNoticeOf({
  eventId,
  at,
  reference,
  payout,
}: Extract<BankNotice, { kind: 'ORDER' }>): OrderNotice {
  const { state, reason, refund, amountMinor, currency, returnedMinor } = payout
  const { handle, network, code, consequence } = payout
  return {
    ...{ eventId, at, reference, state, network },
    ...(reason && { reason }),
    ...(refund && { refund }),
    ...(amountMinor !== undefined && { amountMinor }),
    ...(currency !== undefined && { currency }),
    ...(returnedMinor !== undefined && { returnedMinor }),
    ...(handle !== undefined && { handle }),
    ...(code !== undefined && { code }),
    ...(consequence && { consequence }),
  }
}
