/** Every route of the bank's API. */
import type { ParsedUrlQuery } from 'node:querystring'
import type { Validate } from '../../contract/ajv.ts'
import type { Fault } from '../faults.ts'
import type { Transaction } from '../store/store.ts'
import * as accounts from './accounts.ts'
import { act } from './acts.ts'
import { type Bank, invalidOperation } from './bank.ts'
import * as bodies from './bodies.ts'
import type { Act, Particulars, TransferType } from './fates.ts'
import * as inbound from './inbound.ts'
import { type Account, hold, lockAccount, readBalance, release, requireFunds } from './ledger.ts'
import { listOf, lists } from './lists.ts'
import { type Body, change, lock, type Origin, read } from './objects.ts'
import * as others from './others.ts'
import { approve, cancel, createTransfer, type NewTransfer, type Transfer } from './transfers.ts'

type Members = Record<string, unknown>
type Fits = Validate<Members>

type ReadInput = {
  readonly bank: Bank
  readonly id: string
  readonly query: ParsedUrlQuery
  readonly fault: Fault | undefined
}
type ChangeInput = {
  readonly bank: Bank
  readonly tx: Transaction
  readonly id: string
  readonly members: Members
}
type CreateInput = {
  readonly bank: Bank
  readonly tx: Transaction
  readonly members: Members
  readonly origin: Origin
  readonly fault: Fault | undefined
}

export type Route =
  | {
      readonly method: 'get'
      readonly path: string
      readonly operation: 'read' | 'list' | 'events'
      readonly handle: (input: ReadInput) => Promise<object> | object
    }
  | {
      readonly method: 'post' | 'patch'
      readonly path: string
      readonly operation: 'approve' | 'cancel' | 'change' | 'simulate'
      readonly fits: Fits
      readonly handle: (input: ChangeInput) => Promise<object>
    }
  | {
      /** Under a key. */
      readonly method: 'post'
      readonly path: string
      readonly operation: 'create'
      readonly fits: Fits
      readonly handle: (input: CreateInput) => Promise<object>
    }

function creates(
  path: string,
  fits: Fits,
  make: (bank: Bank, tx: Transaction, members: Members, origin: Origin) => Promise<Body>,
): Route {
  return {
    method: 'post',
    path,
    operation: 'create',
    fits,
    handle: ({ bank, tx, members, origin }) => make(bank, tx, members, origin),
  }
}

function changes(
  method: 'post' | 'patch',
  path: string,
  fits: Fits,
  move: (bank: Bank, tx: Transaction, id: string, members: Members) => Promise<Body>,
): Route {
  return {
    method,
    path,
    fits,
    operation: path.startsWith('/simulations') ? 'simulate' : 'change',
    handle: ({ bank, tx, id, members }: ChangeInput) => move(bank, tx, id, members),
  }
}

const EVENT_LATE_MS = 10_000

/** Those of the last seconds that a reader by time does not see yet: every second one. */
function late(bank: Bank, page: Awaited<ReturnType<typeof listOf>>): typeof page {
  const edge = bank.clock.now().getTime() - EVENT_LATE_MS
  const data = page.data.filter(
    (event, index) => index % 2 === 0 || Date.parse(String((event as Body).created_at)) < edge,
  )
  return { ...page, data }
}

const reads: readonly Route[] = Object.entries(lists).flatMap(([path, { type }]): Route[] => [
  {
    method: 'get',
    path: `/${path}`,
    operation: path === 'events' ? 'events' : 'list',
    async handle({ bank, query, fault }) {
      const page = await listOf(bank, path, query)
      if (fault?.kind === 'outOfOrder') return late(bank, page)
      // `twice` repeats each of them; the feed itself is a read.
      return path === 'events' && fault?.kind === 'twice'
        ? { ...page, data: page.data.flatMap((one) => [one, one]) }
        : page
    },
  },
  {
    method: 'get',
    path: `/${path}/:id`,
    operation: 'read',
    handle: ({ bank, id }) => read(bank.store.pool, type, id),
  },
])

const transferTypes = {
  ach_transfers: ['ach_transfer', bodies.isAchTransfer],
  wire_transfers: ['wire_transfer', bodies.isWireTransfer],
  real_time_payments_transfers: ['real_time_payments_transfer', bodies.isRealTimePaymentsTransfer],
  fednow_transfers: ['fednow_transfer', bodies.isFednowTransfer],
} as const satisfies Record<string, readonly [TransferType, Fits]>

const ofTransfers: readonly Route[] = Object.entries(transferTypes).flatMap(
  ([path, [type, fits]]): Route[] => [
    {
      method: 'post',
      path: `/${path}`,
      operation: 'create',
      fits,
      handle: ({ bank, tx, members, origin, fault }) =>
        createTransfer(bank, tx, type, members as NewTransfer, origin, fault),
    },
    {
      method: 'post',
      path: `/${path}/:id/approve`,
      operation: 'approve',
      fits: bodies.isNothing,
      handle: ({ bank, tx, id }) => approve(bank, tx, type, id),
    },
    {
      method: 'post',
      path: `/${path}/:id/cancel`,
      operation: 'cancel',
      fits: bodies.isNothing,
      handle: ({ bank, tx, id }) => cancel(bank, tx, type, id),
    },
  ],
)

/** @throws Problem 409 where the state is another one */
async function simulate(
  bank: Bank,
  tx: Transaction,
  type: TransferType,
  id: string,
  name: Act,
  particulars: Particulars = {},
): Promise<Transfer> {
  const moved = await act(bank, tx, type, id, { act: name, with: particulars })
  if (moved === undefined) throw invalidOperation(`The transfer's status does not allow it.`)
  return moved
}

/** One that waits for its approval is approved by the simulation. */
async function simulateSubmission(
  bank: Bank,
  tx: Transaction,
  type: TransferType,
  id: string,
): Promise<Transfer> {
  const { status } = await lock<Transfer>(tx, type, id)
  if (status === 'pending_approval') await approve(bank, tx, type, id)
  return simulate(bank, tx, type, id, 'submit')
}

const ach = '/simulations/ach_transfers/:id'
const wires = '/simulations/wire_transfers/:id'
const drawdowns = '/simulations/wire_drawdown_requests/:id'
const checks = '/simulations/check_deposits/:id'

const simulations: readonly Route[] = [
  changes('post', `${ach}/submit`, bodies.isNothing, (bank, tx, id) =>
    simulateSubmission(bank, tx, 'ach_transfer', id),
  ),
  changes('post', `${ach}/acknowledge`, bodies.isNothing, (bank, tx, id) =>
    simulate(bank, tx, 'ach_transfer', id, 'acknowledge'),
  ),
  changes('post', `${ach}/settle`, bodies.isSettlement, async (bank, tx, id, members) => {
    const { status } = await lock<Transfer>(tx, 'ach_transfer', id)
    if (status === 'pending_submission') await simulate(bank, tx, 'ach_transfer', id, 'submit')
    const holds = members.inbound_funds_hold_behavior === 'release_on_default_schedule'
    return simulate(bank, tx, 'ach_transfer', id, 'settle', { holds })
  }),
  changes(
    'post',
    `${ach}/return`,
    bodies.isReturn,
    (bank, tx, id, { reason, addenda_information }) =>
      simulate(bank, tx, 'ach_transfer', id, 'return', {
        ...(reason !== undefined && { reason: String(reason) }),
        ...(addenda_information !== undefined && { addenda: String(addenda_information) }),
      }),
  ),
  changes(
    'post',
    `${ach}/create_notification_of_change`,
    bodies.isCorrection,
    (bank, tx, id, corrected) => simulate(bank, tx, 'ach_transfer', id, 'correct', { corrected }),
  ),
  changes('post', `${wires}/submit`, bodies.isNothing, (bank, tx, id) =>
    simulateSubmission(bank, tx, 'wire_transfer', id),
  ),
  changes('post', `${wires}/reverse`, bodies.isNothing, (bank, tx, id) =>
    simulate(bank, tx, 'wire_transfer', id, 'reverse'),
  ),
  changes(
    'post',
    '/simulations/real_time_payments_transfers/:id/complete',
    bodies.isCompletion,
    async (bank, tx, id, members) => {
      const { rejection } = members as { rejection?: { reject_reason_code: string } }
      const { status } = await lock<Transfer>(tx, 'real_time_payments_transfer', id)
      if (status !== 'pending_submission') throw invalidOperation(`The transfer is ${status}.`)
      return simulate(bank, tx, 'real_time_payments_transfer', id, 'complete', {
        ...(rejection && { rejection: rejection.reject_reason_code }),
      })
    },
  ),
  ...(
    [
      ['inbound_ach_transfers', 'inbound_ach_transfer', bodies.isInboundAch],
      ['inbound_wire_transfers', 'inbound_wire_transfer', bodies.isInboundWire],
      [
        'inbound_real_time_payments_transfers',
        'inbound_real_time_payments_transfer',
        bodies.isInboundInstant,
      ],
      ['inbound_fednow_transfers', 'inbound_fednow_transfer', bodies.isInboundInstant],
    ] as const
  ).map(([path, type, fits]) =>
    creates(`/simulations/${path}`, fits, (bank, tx, members, origin) =>
      inbound.arrive(bank, tx, type, members, origin),
    ),
  ),
  changes(
    'post',
    '/simulations/pending_transactions/:id/release_inbound_funds_hold',
    bodies.isNothing,
    releaseFundsHold,
  ),
  creates('/simulations/programs', bodies.isProgram, others.createProgram),
  ...(['submit', 'refuse'] as const).map((to) =>
    changes('post', `${drawdowns}/${to}`, bodies.isNothing, (bank, tx, id) =>
      others.moveDrawdown(bank, tx, id, to),
    ),
  ),
  ...(['submit', 'reject', 'return'] as const).map((to) =>
    changes('post', `${checks}/${to}`, bodies.isCheckSubmission, (bank, tx, id) =>
      others.moveCheckDeposit(bank, tx, id, to),
    ),
  ),
]

/** Releases the hold on the funds of a pull; its transfer shows that too. @throws Problem 404, 409 */
async function releaseFundsHold(bank: Bank, tx: Transaction, id: string): Promise<Body> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from bank_objects where type = 'ach_transfer'
       and body -> 'inbound_funds_hold' ->> 'pending_transaction_id' = $1`,
    [id],
  )
  const [transfer] = rows
  if (transfer === undefined) throw invalidOperation('It is no Inbound Funds Hold.')
  await simulate(bank, tx, 'ach_transfer', transfer.id, 'release')
  return read(tx, 'pending_transaction', id)
}

export const routes: readonly Route[] = [
  {
    method: 'get',
    path: '/routing_numbers',
    operation: 'list',
    handle: ({ query }) => accounts.routingNumbers(String(query.routing_number ?? '')),
  },
  {
    method: 'get',
    path: '/accounts/:id/balance',
    operation: 'read',
    handle: ({ bank, id, query }) =>
      readBalance(bank, id, query.at_time === undefined ? undefined : String(query.at_time)),
  },
  ...reads,
  ...ofTransfers,
  creates('/accounts', bodies.isAccount, accounts.createAccount),
  changes('patch', '/accounts/:id', bodies.isAccountChange, async (bank, tx, id, members) =>
    change<Account>(bank, tx, await lockAccount(tx, id), members),
  ),
  changes('post', '/accounts/:id/close', bodies.isNothing, accounts.closeAccount),
  creates('/account_numbers', bodies.isAccountNumber, accounts.createAccountNumber),
  changes(
    'patch',
    '/account_numbers/:id',
    bodies.isAccountNumberChange,
    accounts.changeAccountNumber,
  ),
  creates('/external_accounts', bodies.isExternalAccount, accounts.createExternalAccount),
  changes(
    'patch',
    '/external_accounts/:id',
    bodies.isExternalAccountChange,
    accounts.changeExternalAccount,
  ),
  creates('/account_transfers', bodies.isAccountTransfer, accounts.createAccountTransfer),
  ...(['approve', 'cancel'] as const).map((decision) =>
    changes('post', `/account_transfers/:id/${decision}`, bodies.isNothing, (bank, tx, id) =>
      accounts.decideAccountTransfer(bank, tx, id, decision),
    ),
  ),
  creates(
    '/pending_transactions',
    bodies.isPendingTransaction,
    async (bank, tx, members, origin) => {
      const { account_id, amount, description = 'A hold' } = members
      const [accountId, cents] = [String(account_id), -Number(amount)]
      await lockAccount(tx, accountId)
      await requireFunds(tx, accountId, cents)
      const held = await hold(bank, tx, {
        ...{ accountId, cents, description: String(description) },
        ...{ category: 'user_initiated_hold', source: {} },
      })
      // The one kind of object that does not show its key.
      await tx.query(
        'update bank_objects set idempotency_key = $2, request_hash = $3 where id = $1',
        [held.id, origin.key ?? null, origin.hash],
      )
      return held
    },
  ),
  changes('post', '/pending_transactions/:id/release', bodies.isNothing, async (bank, tx, id) => {
    const held = await lock<Body & { source: { category: string } }>(tx, 'pending_transaction', id)
    if (held.source.category !== 'user_initiated_hold' || held.status !== 'pending') {
      throw invalidOperation('Only a hold of your own can be released.')
    }
    return (await release(bank, tx, id)) ?? held
  }),
  creates('/ach_prenotifications', bodies.isPrenotification, others.createPrenotification),
  creates('/event_subscriptions', bodies.isSubscription, accounts.subscribe),
  changes(
    'patch',
    '/event_subscriptions/:id',
    bodies.isSubscriptionChange,
    accounts.changeSubscription,
  ),
  creates('/wire_drawdown_requests', bodies.isDrawdown, others.createDrawdown),
  creates('/check_deposits', bodies.isCheckDeposit, others.createCheckDeposit),
  changes(
    'post',
    '/inbound_ach_transfers/:id/decline',
    bodies.isInboundDecline,
    inbound.declineInbound,
  ),
  changes(
    'post',
    '/inbound_ach_transfers/:id/transfer_return',
    bodies.isInboundReturn,
    inbound.returnInbound,
  ),
  changes(
    'post',
    '/inbound_wire_transfers/:id/reverse',
    bodies.isWireReturn,
    inbound.reverseInbound,
  ),
  ...simulations,
]
