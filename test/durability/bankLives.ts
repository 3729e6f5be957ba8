/** Generated lives of payments that the bank carries, and how one is lived. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { retryUntilAnswered } from '../model/books.ts'
import { repeated, type TestBank } from '../payments/bank.ts'
import { accountOf, askQuote, from, funding, type TestCustomer, to } from '../payments/customers.ts'
import { type Resource, shown } from '../support/builders.ts'
import type { FaultOrder, SandboxControl } from '../support/sandboxControl.ts'
import type { Chance } from '../support/seed.ts'
import type { BankBooks, Life } from './bankBooks.ts'

export const AMOUNT = 10_000
/** What happens to a life is spread over this time. */
const ACTIONS_MS = 8_000
/** How long is waited until what may be returned later is paid. */
const PAID_MS = 40_000

const ways = [
  ...(['PAYOUT', 'PAYOUT', 'PULL', 'PULL_AND_PAYOUT'] as const),
  ...(['DEPOSIT', 'DEPOSIT_OF_ANOTHER_AMOUNT', 'DEPOSIT_TO_ACCOUNT'] as const),
]
export type Way = (typeof ways)[number]

const networks = ['ACH', 'ACH', 'WIRE', 'WIRE', 'RTP'] as const
type Network = (typeof networks)[number]

/** The ends of an account number decide what its bank does. */
const ends = ['000', '002', '003', '004', '005', '007', '202', '203', '204'] as const

/** Of the two calls by which a transfer is made, and leaves. */
const faultsOfSending = [
  ...(['lostAnswer', 'errorBefore', 'errorAfter', 'twice', 'delay'] as const),
  ...(['conflict', 'tooManyRequests', 'nonsense', 'out of order'] as const),
] as const
/** With the calls of the bank that can meet them. */
const otherFaults = [
  ['lostAnswer', ['list', 'read', 'cancel']],
  ['errorBefore', ['list', 'read']],
  ['tooManyRequests', ['read']],
  ['events late', ['events']],
  ['events late', ['events']],
  ['events twice', ['events']],
] as const
export type FaultName = (typeof faultsOfSending)[number] | (typeof otherFaults)[number][0]

const ofService = ['cancel', 'kill'] as const
const ofBank = {
  ACH: ['return', 'correct'],
  WIRE: ['reverse', 'reverse half', 'reverse half'],
  RTP: [],
} as const
export type ActionName =
  | (typeof ofService)[number]
  | (typeof ofBank)['ACH' | 'WIRE'][number]
  | 'taken back'

export type Plan = {
  readonly number: number
  readonly way: Way
  readonly network: Network
  readonly end: (typeof ends)[number]
  readonly faults: readonly { readonly kind: FaultName; readonly operation: string }[]
  /** One of the other bank comes once the payment has been paid. */
  readonly action: ActionName
  /** When those of the service come, after the execution. */
  readonly atMs: number
}

/** A number to which its bank does nothing by itself, where something is to come back later. */
export function aPlan(number: number, chance: Chance): Plan {
  const way = chance.pick(ways)
  const network = way.startsWith('PULL') ? 'ACH' : chance.pick(networks)
  const isOfBank = ofBank[network].length > 0 && chance.integer(7) < 4
  const isSent = way !== 'DEPOSIT_TO_ACCOUNT'
  const action = isOfBank ? chance.pick<ActionName>(ofBank[network]) : chance.pick(ofService)
  return {
    ...{ number, way, network, action: isSent ? action : 'taken back' },
    faults: [
      ...(isSent ? [aFaultOfSending(chance), aFaultOfSending(chance)] : []),
      anotherFault(chance),
    ],
    end: isOfBank ? '000' : chance.pick(ends),
    atMs: chance.integer(ACTIONS_MS / 2),
  }
}

function aFaultOfSending(chance: Chance): Plan['faults'][number] {
  const kind = chance.pick(faultsOfSending)
  const isOfCreation = ['nonsense', 'out of order'].includes(kind)
  return { kind, operation: isOfCreation || chance.integer(3) > 0 ? 'create' : 'approve' }
}

function anotherFault(chance: Chance): Plan['faults'][number] {
  const [kind, operations] = chance.pick(otherFaults)
  return { kind, operation: chance.pick<string>(operations) }
}

export type BankStage = {
  readonly holder: TestCustomer
  readonly bank: TestBank
  readonly books: BankBooks
  readonly control: SandboxControl
  readonly counts: Map<string, number>
  /** Kills the worker, which all lives under way share. @returns whether it did */
  kill(): Promise<boolean>
}

/** Executes the life's payment under its faults, with its actions; returns after the last. */
export async function live(stage: BankStage, plan: Plan): Promise<Life> {
  const begun = await begin(stage, plan)
  const releases = await Promise.all(
    plan.faults.map(async (fault) => ({
      fault,
      release: await stage.control.order(orderOf(fault, begun.transactionId)),
    })),
  )
  const life = await execute(stage, plan, begun)
  const startedAt = performance.now()
  await sleep(plan.atMs)
  if (await act(stage, life, plan.action, startedAt + PAID_MS)) count(stage, plan.action)
  await sleep(Math.max(0, startedAt + ACTIONS_MS - performance.now()))
  for (const { fault, release } of releases) {
    if (await release()) count(stage, fault.kind)
  }
  return life
}

function count({ counts }: BankStage, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

type Begun = { readonly transactionId: string; readonly quote?: Resource }

async function begin({ holder, bank }: BankStage, plan: Plan): Promise<Begun> {
  const { way, network, end, number } = plan
  if (way === 'DEPOSIT_TO_ACCOUNT') return { transactionId: `deposit ${number}` }
  const usd = accountOf(holder, 'USD')
  const other = (digits: string, last: string): Promise<Resource> =>
    repeated(() =>
      bank.anAccount(holder, `${digits}${String(number).padStart(5, '0')}${last}`, '110000000'),
    )
  const source = {
    PAYOUT: async () => from(usd),
    PULL: async () => from(await other('7', end)),
    PULL_AND_PAYOUT: async () => from(await other('7', '000')),
    DEPOSIT: async () => funding('USD', { customerId: holder.customer.id }),
    DEPOSIT_OF_ANOTHER_AMOUNT: async () => funding('USD', { customerId: holder.customer.id }),
  }[way]
  const target = way === 'PULL' ? to(usd) : to(await other('8', end), { paymentRail: network })
  const paidFrom = await source()
  const ask = (): Promise<Answer> =>
    askQuote(holder.api, paidFrom, target, AMOUNT, {}, `life ${number}`)
  const quote = shown('quote', await retryUntilAnswered(ask), 201)
  return { transactionId: String(quote.transactionId), quote }
}

const inboundPaths = {
  ACH: '/inbound_ach_transfers',
  WIRE: '/inbound_wire_transfers',
  RTP: '/inbound_real_time_payments_transfers',
} as const

async function execute(
  { holder, bank }: BankStage,
  { way, network }: Plan,
  { transactionId, quote }: Begun,
): Promise<Life> {
  if (way === 'DEPOSIT_TO_ACCOUNT' || quote === undefined) {
    const number = await bank.numberOf(holder, accountOf(holder, 'USD'))
    const inbound = await bank.simulated(inboundPaths[network], {
      ...{ account_number_id: number, amount: AMOUNT },
    })
    return { way, transactionId, inbound: `${inbound.type}:${inbound.id}` }
  }
  if (way.startsWith('DEPOSIT')) {
    const number = await bank.numberIn(quote.paymentInstructions)
    const amount = way === 'DEPOSIT' ? AMOUNT : AMOUNT - 1
    const inbound = await bank.simulated(inboundPaths[network], {
      account_number_id: number,
      amount,
    })
    return { way, transactionId, inbound: `${inbound.type}:${inbound.id}` }
  }
  const executed = await retryUntilAnswered(() =>
    holder.api.call('POST', `/quotes/${quote.id}/execute`, undefined, {
      'Idempotency-Key': quote.id,
    }),
  )
  shown('execute', executed, 200)
  return { way, transactionId }
}

/** A creation is the life's own; other calls have no reference of ours, and may be another life's. */
function orderOf({ kind, operation }: Plan['faults'][number], transactionId: string): FaultOrder {
  const names = {
    'events late': 'outOfOrder',
    'events twice': 'twice',
    'out of order': 'outOfOrder',
  } as const
  const named = kind in names ? names[kind as keyof typeof names] : kind
  return {
    ...{ party: 'bank', operation, count: 1 },
    kind: named as FaultOrder['kind'],
    ...(operation === 'create' && { match: transactionId }),
  }
}

const POLL_MS = 200

/** Whether it was done: the other bank's acts wait until the transfer is there and has been paid. */
async function act(
  { holder, bank, books, kill }: BankStage,
  { transactionId, inbound }: Life,
  name: ActionName,
  until: number,
): Promise<boolean> {
  switch (name) {
    case 'kill':
      return kill()
    case 'cancel': {
      const { status } = await holder.api.call('POST', `/transactions/${transactionId}/cancel`)
      return status === 200
    }
    case 'taken back': {
      const [type, id] = String(inbound).split(':')
      const path = { inbound_ach_transfer: 'transfer_return', inbound_wire_transfer: 'reverse' }[
        String(type)
      ]
      if (path === undefined) return false
      const reason = path === 'reverse' ? 'duplicate' : 'insufficient_funds'
      return (await bank.takenBack(`/${type}s/${id}/${path}`, { reason })) !== undefined
    }
    default: {
      const step = acts[name]
      while (performance.now() < until) {
        const transfer = await books.paidTransferOf(transactionId)
        if (transfer !== undefined) {
          return (await bank.controlled(`/transfers/${transfer}/acts`, step)) !== undefined
        }
        await sleep(POLL_MS)
      }
      return false
    }
  }
}

const acts = {
  return: { act: 'return', with: { reason: 'no_account' } },
  reverse: { act: 'reverse' },
  'reverse half': { act: 'reverse', with: { isHalf: true } },
  correct: { act: 'correct', with: { corrected: { corrected_routing_number: '101050001' } } },
} as const
