import { shownMoney } from '../../contract/money.ts'
import { operatorRoute } from './route.ts'

export const getLedger = operatorRoute({
  id: 'readLedger',
  method: 'get',
  path: '/ledger',
  role: 'VIEW',
  summary:
    'The service’s own accounts for each environment, and what the last check of the ledger has found',
  // Sums over all customers: nothing of one.
  isUnaudited: true,
  async handle({ tx }) {
    const accounts = await tx.query<{
      environment: string
      kind: string
      currency: string
      balance: bigint
    }>({
      name: 'operator_ledger_accounts',
      text: `select environment, kind, currency, ledger_sum(id) as balance from ledger_accounts
        where not has_floor order by environment, kind, currency`,
    })
    const held = await tx.query<{
      environment: string
      currency: string
      posted: bigint
      held: bigint
    }>({
      name: 'operator_ledger_held',
      text: `select a.environment, a.currency, sum(b.posted)::bigint as posted, sum(b.pending_out)::bigint as held
        from ledger_balances b join ledger_accounts a on a.id = b.account_id group by 1, 2 order by 1, 2`,
    })
    const check = await tx.one<object>({
      name: 'operator_last_ledger_check',
      text: `select is_ok as "isOk", findings, finished_at as "finishedAt" from last_ledger_check`,
    })
    return {
      body: {
        check,
        accounts: accounts.map(({ balance, ...account }) => ({
          ...account,
          balance: shownMoney(balance, account.currency),
        })),
        holders: held.map(({ environment, currency, posted, held: pending }) => ({
          ...{ environment, currency },
          balance: shownMoney(posted, currency),
          held: shownMoney(pending, currency),
        })),
      },
    }
  },
})
