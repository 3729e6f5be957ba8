import { LedgerEntry } from '../../contract/components/ledger.ts'
import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { type LedgerEntryRow, presentLedgerEntry } from '../../contract/present/ledgerEntry.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'

/** No transaction has nearly as many; a broken one must not fill an answer. */
const ENTRIES_MAX = 500

export const listTransactionLedgerEntries = operation({
  id: 'listTransactionLedgerEntries',
  group: 'Transactions',
  method: 'get',
  path: '/transactions/:transactionId/ledger-entries',
  permission: 'VIEW',
  summary: 'List the ledger entries of a transaction',
  description:
    'Double entry: each moves an amount from one account (`debit`) to another ' +
    '(`credit`). PENDING holds, POST_PENDING posts the hold, VOID_PENDING releases it. Of a return to a card, those of its purchase; ' +
    'both transactions of a payment between two accounts have the same.',
  status: 200,
  responses: {
    200: {
      type: 'object',
      required: ['data'],
      properties: {
        data: {
          type: 'array',
          description:
            'Every entry of the transaction, oldest first; empty while nothing has moved.',
          items: LedgerEntry,
        },
      },
    },
  },
  errors: ['TRANSACTION_NOT_FOUND'],
  async handle({ params, platform, dependencies }) {
    const uuid = requireId('Transaction', params.transactionId)
    const [found] = await dependencies.database.query<{ rows: readonly LedgerEntryRow[] | null }>({
      name: 'transaction_ledger_entries',
      text: `select (select jsonb_agg(to_jsonb(x) order by x.created_at, x.id) from (
          select l.id, l.kind, l.currency, l.amount, l.created_at,
            (select jsonb_build_object('id', a.id, 'kind', a.kind, 'isOurs', i.id is not null)
              from ledger_accounts a left join internal_accounts i on i.id = a.id
                and i.platform_id = t.platform_id where a.id = l.debit_account_id) as debit,
            (select jsonb_build_object('id', a.id, 'kind', a.kind, 'isOurs', i.id is not null)
              from ledger_accounts a left join internal_accounts i on i.id = a.id
                and i.platform_id = t.platform_id where a.id = l.credit_account_id) as credit
          from ledger_transfers l
          where l.reference = coalesce('Transaction:' || (t.card ->> 'originalTransactionId'),
            (select 'Transaction:' || q.transaction_id from payments q where q.id = t.quote_id), $4)
          order by l.created_at, l.id limit $3) x) as rows
        from transactions t where t.id = $1 and t.platform_id = $2`,
      values: [uuid, platform.id, ENTRIES_MAX, idOf('Transaction', uuid)],
    })
    if (found === undefined) throw new Refusal('TRANSACTION_NOT_FOUND')
    return { data: (found.rows ?? []).map(presentLedgerEntry) }
  },
})
