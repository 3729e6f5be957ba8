import { described } from '../../contract/components/described.ts'
import {
  AnyTransactionStatus,
  TransactionList,
  type TransactionOneOf,
  TransactionType,
} from '../../contract/components/payments.ts'
import {
  amount,
  currencyCode,
  dateRange,
  dateTime,
  pageQuery,
  sortOrder,
} from '../../contract/components/shared.ts'
import { invalidInput } from '../../contract/errors.ts'
import { looseIdSchema } from '../../contract/ids.ts'
import type { Shown } from '../../contract/shown.ts'
import { instant } from '../../contract/time.ts'
import type { Database } from '../../db/database.ts'
import { type Page, pageFrom } from '../keyset.ts'
import { operation } from '../operation.ts'
import { type Owners, ownersOf, type TransactionFilters, transactionBranches } from './filters.ts'
import { expired, presentAnyFound } from './findTransaction.ts'

const identifier = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: "Who pays or is paid: an account's id, or a UMA address.",
} as const

/** What any list of transactions can be filtered by. */
export const transactionQuery = {
  accountIdentifier: {
    ...identifier,
    description:
      'Where this account is on either side: `InternalAccount:...`, `ExternalAccount:...`, or a UMA ' +
      'address. Of a payment between two internal accounts, the transaction of the side of this one.',
  },
  senderAccountIdentifier: {
    ...identifier,
    description:
      'Where this account pays: `InternalAccount:...`, `ExternalAccount:...`, or a UMA address.',
  },
  receiverAccountIdentifier: {
    ...identifier,
    description:
      'Where this account is paid: `InternalAccount:...`, `ExternalAccount:...`, or a UMA address.',
  },
  status: described(
    AnyTransactionStatus,
    'Transactions that are in this status now. Refused with `type=CARD`: purchases have statuses of their own.',
  ),
  type: described(TransactionType, 'Transactions of this kind only.'),
  reference: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description: 'Where the payer wrote exactly this reference on the transfer.',
  },
  amount: {
    ...amount,
    description: 'What was sent or received, exactly, in the smallest unit of `currency`.',
  },
  currency: { ...currencyCode, description: 'Of `amount`; the two are given together.' },
  ...dateRange,
  settlementStartDate: {
    ...dateTime,
    description:
      'Settled at this time or later. What has not settled, and purchases of cards, are left out.',
  },
  settlementEndDate: {
    ...dateTime,
    description:
      'Settled at this time or before. What has not settled, and purchases of cards, are left out.',
  },
  sortOrder,
  ...pageQuery,
} as const

type Query = TransactionFilters & {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly sortOrder: 'asc' | 'desc'
  readonly limit: number
  readonly cursor?: string | undefined
  readonly customerId?: string | undefined
}

/**
 * One page of the transactions of these owners.
 *
 * @param query with what names the owners: a cursor of others' is refused
 * @throws Refusal `INVALID_INPUT` for an amount without its currency, or the other way round, and for a
 *   status with the type `CARD`
 */
export async function transactionPage(
  database: Database,
  platformId: string,
  owners: Owners,
  query: Query,
): Promise<Page<Shown<typeof TransactionOneOf>>> {
  refuseHalfAmount(query)
  refuseStatusOfCards(query)
  return pageFrom(database, {
    name: 'transactions',
    query,
    table: 'transactions',
    direction: query.sortOrder,
    // Nothing settles before it is there.
    created: { from: query.startDate, to: earlier(query.endDate, query.settlementEndDate) },
    branches: (bind) => transactionBranches(bind, platformId, owners, query),
    select: `jsonb_build_object('row', to_jsonb(t), 'expired', ${expired})`,
    present: presentAnyFound,
  })
}

function earlier(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return instant(one) < instant(other) ? one : other
}

function refuseHalfAmount({ amount, currency }: Query): void {
  if ((amount === undefined) === (currency === undefined)) return
  const [field, other] = amount === undefined ? ['amount', 'currency'] : ['currency', 'amount']
  const message = `is required with ${other}`
  throw invalidInput([{ field: String(field), constraint: 'required', message }])
}

/** The statuses of purchases are others than those of payments: each of them says already that it is a card's. */
function refuseStatusOfCards({ status, type }: Query): void {
  if (type !== 'CARD' || status === undefined) return
  const message = 'must be left out with the type CARD'
  throw invalidInput([{ field: 'status', constraint: 'not', message }])
}

export const listTransactions = operation({
  id: 'listTransactions',
  group: 'Transactions',
  method: 'get',
  path: '/transactions',
  permission: 'VIEW',
  summary: 'List transactions, newest first',
  description:
    "`customerId` takes the platform's own id (`PlatformConfig:...`) for transactions of the " +
    'platform itself. An account identifier is the id of an internal or external account or a UMA ' +
    'address. Dates are inclusive at both ends. A pending transaction past its time is `EXPIRED`. ' +
    '`amount` with `currency` finds what was sent or received exactly, `cardId` the purchases of a card. ' +
    '`settlementStartDate` and `settlementEndDate` look at `settledAt`.',
  query: {
    type: 'object',
    properties: {
      customerId: {
        type: 'string',
        maxLength: 64,
        description:
          "Of this customer only. The platform's own id, `PlatformConfig:...`, gives its own " +
          'transactions.',
      },
      platformCustomerId: {
        type: 'string',
        maxLength: 255,
        description:
          'Of the customer to whom the platform gave this id, deleted ones with the same id included.',
      },
      cardId: looseIdSchema(
        'Card',
        'Purchases and credits of this card only: `Card:...`, or the UUID of it.',
      ),
      ...transactionQuery,
    },
  },
  status: 200,
  responses: { 200: TransactionList },
  errors: [],
  async handle({ query, platform, dependencies: { database } }) {
    const owners = await ownersOf(database, platform.id, query)
    return transactionPage(database, platform.id, owners, query)
  },
})
