/**
 * `npm run deposits:unapplied [-- --json]`: money that has arrived and that nothing could take, the oldest first.
 * `-- --apply ID --to ACCOUNT|QUOTE --by NAME --reason TEXT` gives it to an account, or to a quote that waits for it;
 * `-- --return ID --by NAME --reason TEXT` has the rail send it back. Where the rail has reported that as paid and then
 * as failed, `-- --paid ID` or `-- --failed ID` says which is true. ID is a Deposit.
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { idOf, uuidOf } from '../contract/ids.ts'
import { shownMoney } from '../contract/money.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { workflows } from '../workflows/registry.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

const USAGE =
  'usage: deposits:unapplied [-- --json | --apply Deposit:<uuid> --to InternalAccount:<uuid>|Quote:<uuid> --by NAME --reason TEXT | --return|--paid|--failed Deposit:<uuid> --by NAME --reason TEXT]'

/** Deposits that the list shows. */
const SHOWN_MAX = 1_000

const CONTRADICTED = `(d.environment, d.id) in
  (select r.environment, r.deposit_id from deposit_returns r where r.contradicted_at is not null)`

/** Why a deposit is left as it is. */
const refusals: Readonly<Record<string, string>> = {
  NO_SUCH_DEPOSIT: 'there is no such deposit',
  NO_SUCH_ACCOUNT: 'there is no such account',
  NO_SUCH_QUOTE: 'there is no such quote',
  OPEN: 'a quote is being paid with it',
  OPEN_ELSEWHERE: 'another quote is being paid with it',
  APPLIED: 'it has been applied already',
  APPLIED_ELSEWHERE: 'it has been applied to something else',
  RETURNING: 'it is being sent back',
  RETURNED: 'it has been sent back',
  NOT_FUNDED_BY_DEPOSIT: 'the quote is not paid by a deposit',
  OTHER_ENVIRONMENT: 'it is of the other environment',
  OTHER_CURRENCY: 'it is of another currency',
  OTHER_AMOUNT: 'the quote is of another amount',
  ALREADY_FUNDED: 'the quote has its money',
  TOO_LATE: 'the quote is not open any more',
  NOT_CONTRADICTED: 'the rail has not contradicted itself about it',
  CUSTOMER_DELETED: "the account's customer is deleted",
  ACCOUNT_PENDING: 'the account is not active yet',
  ACCOUNT_FROZEN: 'the account is frozen',
  ACCOUNT_CLOSED: 'the account is closed',
  APPROVAL_REQUIRED: "the policy of the quote's agent wants a person to approve it",
}

type Decision = {
  readonly apply?: string
  readonly to?: string
  readonly return?: string
  readonly paid?: string
  readonly failed?: string
  readonly by?: string
  readonly reason?: string
}

await command(async () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      ...{ apply: text, to: text, return: text, paid: text, failed: text, by: text, reason: text },
      json: { type: 'boolean', default: false },
    },
  })
  const { json, ...decision } = values
  const isList = Object.keys(decision).length === 0
  if (!isList && json) throw new Error(USAGE)
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  try {
    process.stdout.write(
      isList ? await list(database, json) : `${await decide(database, decision)}\n`,
    )
  } finally {
    await database.close()
  }
})

async function decide(database: Database, given: Decision): Promise<string> {
  const { apply, to, return: back, paid, failed, by, reason } = given
  const named = [apply, back, paid, failed].filter((each) => each !== undefined)
  const deposit = uuidOf('Deposit', named[0] ?? '')
  if (
    named.length !== 1 ||
    deposit === undefined ||
    !by ||
    !reason ||
    (to === undefined) !== (apply === undefined)
  ) {
    throw new Error(USAGE)
  }
  const id = idOf('Deposit', deposit)
  if (paid !== undefined || failed !== undefined) {
    const isPaid = paid !== undefined
    const done = await database.call('decide_contradicted_return', deposit, isPaid, by, reason)
    if (done === 'NO_SUCH_DEPOSIT' || done === 'NOT_CONTRADICTED') {
      throw new Error(`${id} is left as it was: ${refusals[done]}.`)
    }
    return isPaid ? `${id} was paid back.` : `${id} was not paid back: it is ${done}.`
  }
  if (to === undefined) return sendBack(database, { deposit, by, reason })
  const account = uuidOf('InternalAccount', to)
  const quote = uuidOf('Quote', to)
  if (account !== undefined) {
    const done = await database.call('apply_deposit_to_account', deposit, account, by, reason)
    if (done === 'APPLIED') return `${id} is credited to ${to}: ${idOf('Transaction', deposit)}.`
    throw new Error(`${id} is left as it was: ${refusals[done] ?? done}.`)
  }
  if (quote === undefined) throw new Error(USAGE)
  const done = await database.call('apply_deposit_to_payment', deposit, quote, by, reason)
  if (done === 'APPLIED') return `${id} has paid ${to}.`
  if (done === 'OPEN') return `${id} is given to ${to}, which starts within seconds.`
  throw new Error(`${id} is left as it was: ${refusals[done] ?? done}.`)
}

type Back = { readonly deposit: string; readonly by: string; readonly reason: string }

/** Repeated, it finds the instruction that is under way: two operators send it back once. */
async function sendBack(database: Database, { deposit, by, reason }: Back): Promise<string> {
  const id = idOf('Deposit', deposit)
  const { outcome, attempt } = await database.call('return_deposit', deposit, by, reason)
  if (outcome === 'RETURNING' && attempt != null) {
    return `${workflows.depositReturn.id({ depositId: deposit, attempt })} sends it back over the rail.`
  }
  if (outcome === 'RETURNED') return `${id} has been sent back.`
  throw new Error(`${id} is left as it was: ${refusals[outcome] ?? outcome}.`)
}

type Row = {
  readonly id: string
  readonly outcome: string
  readonly reason: string | null
  readonly amount: bigint
  readonly currency: string
  readonly reference: string
  readonly environment: string
  readonly deposit: string
  readonly account: string | null
  readonly platform: string | null
  readonly at: Date
}

async function list(database: Database, isJson: boolean): Promise<string> {
  const rows = await database.query<Row>({
    text: `select 'Deposit:' || deposit_uuid(d.environment, d.id) as id, d.outcome, d.amount,
        case when ${CONTRADICTED} then 'RETURN_CONTRADICTED' else d.reason end as reason, d.currency,
        d.funding_reference as reference, d.environment, d.id as deposit, 'InternalAccount:' || d.account_id as account,
        p.name as platform, d.created_at as at
      from deposits d left join internal_accounts a on a.id = d.account_id
      left join payments q on q.environment = d.environment and q.funding_reference = d.funding_reference
      left join platforms p on p.id = coalesce(a.platform_id, q.platform_id)
      where d.outcome in ('UNAPPLIED', 'RETURNING') or ${CONTRADICTED}
      order by d.created_at, d.environment, d.id limit $1`,
    values: [SHOWN_MAX + 1],
  })
  const shown = rows.slice(0, SHOWN_MAX)
  if (isJson) {
    const listed = shown.map((row) => ({
      ...row,
      amount: String(row.amount),
      at: row.at.toISOString(),
    }))
    return `${JSON.stringify({ deposits: listed, hasMore: rows.length > SHOWN_MAX })}\n`
  }
  if (rows.length === 0) return 'Every deposit has been taken or sent back.\n'
  const lines = shown.map(lineOf)
  if (rows.length > SHOWN_MAX) lines.push(`... and more: the oldest ${SHOWN_MAX} are shown.`)
  return `${lines.join('\n')}\n`
}

function lineOf(row: Row): string {
  return [
    row.id,
    row.at.toISOString(),
    row.outcome === 'RETURNING' ? 'being sent back' : (row.reason ?? 'UNKNOWN'),
    shownMoney(row.amount, row.currency),
    `reference ${JSON.stringify(row.reference)}`,
    `at the ${row.environment} rail ${JSON.stringify(row.deposit)}`,
    ...(row.account === null ? [] : [`of ${row.account}`]),
    ...(row.platform === null ? [] : [`platform ${JSON.stringify(row.platform)}`]),
  ].join('  ')
}
