/** The filters of transaction lists, as conditions that an index answers in the list's order. */
import { CardTransactionStatus } from '../../contract/components/cardTransactions.ts'
import { TransactionStatus, TransactionType } from '../../contract/components/payments.ts'
import { composedText } from '../../contract/composedText.ts'
import { idOf, uuidOf } from '../../contract/ids.ts'
import type { Database } from '../../db/database.ts'
import { type Bind, type Branch, between } from '../keyset.ts'
import { expired } from './findTransaction.ts'

export type TransactionFilters = {
  readonly customerId?: string | undefined
  readonly platformCustomerId?: string | undefined
  readonly accountIdentifier?: string | undefined
  readonly senderAccountIdentifier?: string | undefined
  readonly receiverAccountIdentifier?: string | undefined
  readonly status?: string | undefined
  readonly type?: string | undefined
  readonly reference?: string | undefined
  readonly cardId?: string | undefined
  /** In the smallest unit of `currency`, which is given with it. */
  readonly amount?: number | undefined
  readonly currency?: string | undefined
  readonly settlementStartDate?: string | undefined
  readonly settlementEndDate?: string | undefined
}

/** Whose transactions: everybody's, the platform's own, or of these customers, by UUID. */
export type Owners = 'ALL' | 'PLATFORM' | readonly string[]

/**
 * The customers that a list is asked for, as far as they are this platform's. A
 * `platformCustomerId` belongs to one active customer, and to deleted ones before it.
 */
export async function ownersOf(
  database: Database,
  platformId: string,
  { customerId, platformCustomerId }: TransactionFilters,
): Promise<Owners> {
  const isOwn = customerId === idOf('PlatformConfig', platformId)
  if (platformCustomerId === undefined) {
    if (customerId === undefined) return 'ALL'
    if (isOwn) return 'PLATFORM'
  }
  const customer = customerId === undefined ? null : uuidOf('Customer', customerId)
  if (customer === undefined) return []
  const rows = await database.query<{ id: string }>({
    text: `select id from customers where platform_id = $1
      and ${platformCustomerId === undefined ? '$2::text is null' : 'platform_customer_id = $2'}
      and ${customer === null ? '$3::uuid is null' : 'id = $3'}`,
    values: [
      platformId,
      platformCustomerId === undefined ? null : composedText(platformCustomerId),
      customer,
    ],
  })
  return rows.map(({ id }) => id)
}

/** More owners are one branch together: a statement of thousands is more than PostgreSQL reads. */
const OWNERS_APART_MAX = 10

/** The branches of a list of transactions (see `keyset.ts`). */
export function transactionBranches(
  bind: Bind,
  platformId: string,
  owners: Owners,
  filters: TransactionFilters,
): Branch[] {
  const { reference, cardId, settlementStartDate: from, settlementEndDate: to } = filters
  const card = cardId === undefined ? undefined : (uuidOf('Card', cardId) ?? cardId)
  const always = [
    ...(reference === undefined ? [] : [keyed(bind(platformId), 't.reference', bind(reference))]),
    ...(card === undefined ? [] : [keyed(bind(platformId), `t.card ->> 'cardId'`, bind(card))]),
    // Either few rows match, or so many that a walk in the list's order fills a page soon: the planner knows which.
    ...between(bind, 't.settled_at', { from, to }),
  ]
  const sides = bothOf(sidesOf(bind, platformId, filters), amountsOf(bind, platformId, filters))
  if (sides.length > 0 || always.length > 0) {
    // The key of a side, a card or a reference says already whose rows they are, and that there are few.
    const state = rowState(bind, filters)
    const isKeyed = sides.length > 0 || reference !== undefined || card !== undefined
    const whose = isKeyed ? '' : `t.platform_id = ${bind(platformId)}`
    return (sides.length > 0 ? sides : ['']).flatMap((side) =>
      narrowOwners(bind, platformId, owners).map((owner) =>
        [whose, owner, side, state, ...always].filter(Boolean).join(' and '),
      ),
    )
  }
  return statesOf(filters).flatMap((state) => wideOwners(bind, platformId, owners, state))
}

/** The condition that an index on `list_key` answers: `expression` of this owner is `value`. */
function keyed(owner: string, expression: string, value: string, column = 't.platform_id'): string {
  return `list_key(${column}, ${expression}) = list_key(${owner}::uuid, ${value}::text)`
}

function narrowOwners(bind: Bind, platformId: string, owners: Owners): string[] {
  if (owners === 'ALL') return ['']
  if (owners === 'PLATFORM') return [ownRows(bind, platformId)]
  if (owners.length > OWNERS_APART_MAX) return [`t.customer_id = any (${bind(owners)}::uuid[])`]
  return owners.map((customer) => `t.customer_id = ${bind(customer)}`)
}

function ownRows(bind: Bind, platformId: string): string {
  return `t.customer_id is null and t.platform_id = ${bind(platformId)}`
}

/** Type and status as the rows store them, and what else must hold of a row. */
type State = { readonly stored: string; readonly rest: string }

/** The rows of the owners in one state, or in all. */
function wideOwners(
  bind: Bind,
  platformId: string,
  owners: Owners,
  state: State | undefined,
): Branch[] {
  if (owners === 'ALL') {
    return state === undefined
      ? [`t.platform_id = ${bind(platformId)}`]
      : [keyed(bind(platformId), STATE, bind(state.stored)) + and(state.rest)]
  }
  if (owners === 'PLATFORM') {
    return state === undefined
      ? [ownRows(bind, platformId)]
      : [ofOwner(bind, state)(bind(platformId))]
  }
  const of =
    state === undefined ? (owner: string) => `t.customer_id = ${owner}` : ofOwner(bind, state)
  if (owners.length > OWNERS_APART_MAX) return [{ owners, of }]
  return owners.map((owner) => of(bind(owner)))
}

const STATE = `t.type || '/' || t.status`

function ofOwner(bind: Bind, { stored, rest }: State): (owner: string) => string {
  const column = 'coalesce(t.customer_id, t.platform_id)'
  return (owner) => keyed(owner, STATE, bind(stored), column) + and(rest)
}

// A payment between two accounts of ours has a transaction of each side, and both name both accounts. The list of one
// account has its own side: the sum of what it lists is what the account has moved.
const NOT_CREDITED_SIDE = "t.type <> 'INCOMING'"
/** The credited side is there once the payment has settled. */
const NOT_PAYERS_SIDE = "(t.type <> 'OUTGOING' or t.settled_at is null)"

function isInternal(identifier: string): boolean {
  return uuidOf('InternalAccount', identifier) !== undefined
}

/** Conditions on the accounts of both sides; two where either side may be the account. */
function sidesOf(
  bind: Bind,
  platformId: string,
  { accountIdentifier, senderAccountIdentifier, receiverAccountIdentifier }: TransactionFilters,
): string[] {
  const is = (side: 'source' | 'destination', identifier: string | undefined): string[] => {
    if (identifier === undefined) return []
    const account = `account_identifier(t.${side})`
    const sought = identifier.startsWith('$') ? identifier.toLowerCase() : identifier
    return [keyed(bind(platformId), account, bind(sought))]
  }
  const both = [
    ...is('source', senderAccountIdentifier),
    ...is('destination', receiverAccountIdentifier),
  ]
  if (accountIdentifier === undefined) return both.length === 0 ? [] : [both.join(' and ')]
  const sends = is('source', accountIdentifier).join()
  const receives = is('destination', accountIdentifier).join()
  return [
    `${sends}${and(isInternal(accountIdentifier) ? NOT_CREDITED_SIDE : '')}`,
    `${receives} and (${sends}) is not true${and(isInternal(accountIdentifier) ? NOT_PAYERS_SIDE : '')}`,
  ].map((either) => [either, ...both].join(' and '))
}

/** Conditions on an amount; two, because either the sent or the received one may be it. */
function amountsOf(
  bind: Bind,
  platformId: string,
  { amount, currency }: TransactionFilters,
): string[] {
  if (amount === undefined || currency === undefined) return []
  const [sent, received] = ['sent', 'received'].map((side) => {
    const stored = `t.${side}_currency || '/' || t.${side}_amount::text`
    return keyed(bind(platformId), stored, bind(`${currency}/${amount}`))
  })
  return [String(sent), `${received} and (${sent}) is not true`]
}

/** Every condition of one list with every one of the other; an empty list conditions nothing. */
function bothOf(some: readonly string[], others: readonly string[]): string[] {
  if (some.length === 0 || others.length === 0) return [...some, ...others]
  return some.flatMap((one) => others.map((other) => `${one} and ${other}`))
}

/**
 * Where an account, an amount, a card or a reference narrows the list, type and status are looked at
 * row by row.
 */
function rowState(bind: Bind, { type, status }: TransactionFilters): string {
  const shown = status === undefined ? [] : shownAs(status)
  const stored = shown.map((each) => `(t.status = ${bind(each.status)}${and(each.rest)})`)
  return [
    ...(type === undefined ? [] : [`t.type = ${bind(type)}`]),
    ...(stored.length === 0 ? [] : [`(${stored.join(' or ')})`]),
  ].join(' and ')
}

/**
 * The index of states knows pairs of type and status. With one of the two unknown, each of its few
 * values is a branch: failed payments are found at once among a million that did not fail.
 */
function statesOf({ type, status }: TransactionFilters): (State | undefined)[] {
  if (type === undefined && status === undefined) return [undefined]
  const types = type === undefined ? TransactionType.enum : [type]
  return types.flatMap((each) => {
    const all = each === 'CARD' ? CardTransactionStatus.enum : TransactionStatus.enum
    const plain = all.map((one) => ({ status: one, rest: '' }))
    const shown = status === undefined ? plain : shownAs(status)
    return shown.map((state) => ({ stored: `${each}/${state.status}`, rest: state.rest }))
  })
}

/** The rows that a reader finds in a status: their stored one, and what else holds of them. */
function shownAs(status: string): { readonly status: string; readonly rest: string }[] {
  if (status === 'PENDING') return [{ status, rest: `coalesce(not ${expired}, true)` }]
  if (status !== 'EXPIRED') return [{ status, rest: '' }]
  return [
    { status, rest: '' },
    { status: 'PENDING', rest: expired },
  ]
}

function and(rest: string): string {
  return rest === '' ? '' : ` and ${rest}`
}
