import { LedgerEntry } from '../../contract/components/ledger.ts'
import { Refusal } from '../../contract/errors.ts'
import { idOf, uuidOf } from '../../contract/ids.ts'
import { currencyOf } from '../../contract/money.ts'
import { shownInstant } from '../../contract/present/index.ts'
import { operation } from '../operation.ts'

type Party = { readonly id: string; readonly kind: string; readonly isOurs: boolean }

type Row = {
  readonly id: string
  readonly kind: string
  readonly currency: string
  readonly amount: number
  readonly created_at: string
  readonly debit: Party
  readonly credit: Party
}

/** No transaction has nearly as many; a broken one must not fill an answer. */
const ENTRIES_MAX = 500

export const listTransactionLedgerEntries = operation({
  id: 'listTransactionLedgerEntries',
  group: 'Transactions',
  method: 'get',
  path: '/transactions/:transactionId/ledger-entries',
  permission: 'VIEW',
  summary: 'What a transaction wrote into the ledger',
  description:
    'Double entry: each takes an amount from one account (`debit`) and gives it to another ' +
    '(`credit`). PENDING holds, POST_PENDING takes what was held, VOID_PENDING lets it go.',
  status: 200,
  responses: {
    200: {
      type: 'object',
      required: ['data'],
      properties: { data: { type: 'array', items: LedgerEntry } },
    },
  },
  errors: ['TRANSACTION_NOT_FOUND'],
  async handle({ params, platform, dependencies }) {
    const uuid = uuidOf('Transaction', params.transactionId)
    if (uuid === undefined) throw new Refusal('TRANSACTION_NOT_FOUND')
    const [found] = await dependencies.database.query<{ rows: readonly Row[] | null }>({
      name: 'transaction_ledger_entries',
      text: `select (select jsonb_agg(to_jsonb(x) order by x.created_at, x.id) from (
          select l.id, l.kind, l.currency, l.amount, l.created_at,
            (select jsonb_build_object('id', a.id, 'kind', a.kind, 'isOurs', i.id is not null)
              from ledger_accounts a left join internal_accounts i on i.id = a.id
                and i.platform_id = t.platform_id where a.id = l.debit_account_id) as debit,
            (select jsonb_build_object('id', a.id, 'kind', a.kind, 'isOurs', i.id is not null)
              from ledger_accounts a left join internal_accounts i on i.id = a.id
                and i.platform_id = t.platform_id where a.id = l.credit_account_id) as credit
          from ledger_transfers l where l.reference = 'Transaction:' || t.id
          order by l.created_at, l.id limit $3) x) as rows
        from transactions t where t.id = $1 and t.platform_id = $2`,
      values: [uuid, platform.id, ENTRIES_MAX],
    })
    if (found === undefined) throw new Refusal('TRANSACTION_NOT_FOUND')
    return { data: (found.rows ?? []).map(presentEntry) }
  },
})

function presentEntry(row: Row): object {
  return {
    // The rest of a transfer's id names workflows, which are internal.
    step: row.id.split('/').slice(1).join('/') || 'transfer',
    kind: row.kind,
    amount: { amount: row.amount, currency: currencyOf(row.currency) },
    debit: presentParty(row.debit),
    credit: presentParty(row.credit),
    createdAt: shownInstant(row.created_at),
  }
}

/** An account of the service by its purpose; an account of another platform is not shown. */
function presentParty({ id, kind, isOurs }: Party): object {
  if (isOurs) return { kind: 'INTERNAL_ACCOUNT', accountId: idOf('InternalAccount', id) }
  return { kind: kind === 'HOLDER' ? 'COUNTERPARTY' : kind }
}
