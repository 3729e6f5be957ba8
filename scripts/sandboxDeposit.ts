/**
 * `npm run sandbox:deposit -- --account ID|--reference REF|--address ADDRESS --amount N [--currency C] [--id ID]`: money arrives at the
 * sandbox's rail, in the smallest unit, and what has become of it. ID of an account is an InternalAccount; `--id` is
 * the rail's id of the deposit: the same one again is the same money.
 *
 * Settings: DATABASE_URL, SANDBOX_CONTROL_URL.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fetch } from 'undici'
import { idOf, uuidOf } from '../contract/ids.ts'
import { shownMoney } from '../contract/money.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

const USAGE =
  'usage: sandbox:deposit -- --account InternalAccount:<uuid>|--reference REFERENCE|--address ADDRESS --amount SMALLEST_UNITS [--currency CODE] [--id ID]'

/** How long to look for what has become of it. */
const LOOKS_MAX = 100
const LOOK_MS = 200

await command(async () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      account: text,
      reference: text,
      address: text,
      amount: text,
      currency: text,
      id: text,
    },
  })
  const env = environmentOfStack(process.env)
  const control = env.SANDBOX_CONTROL_URL
  if (!control) throw new Error('No sandbox is running here: SANDBOX_CONTROL_URL is not known.')
  const database = openDatabase(need(parseConfig(env), 'DATABASE_URL'), { poolMax: 1 })
  try {
    const { currency, ...place } = await targetOf(database, values)
    if (!/^[1-9][0-9]{0,17}$/.test(values.amount ?? '')) throw new Error(USAGE)
    const amountMinor = values.amount ?? ''
    const body = { ...place, amountMinor, currency, ...(values.id && { id: values.id }) }
    const answer = await fetch(`${control}/rail/deposits`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`The sandbox refuses it: ${await answer.text()}`)
    const { id } = (await answer.json()) as { id: string }
    const what = `${shownMoney(BigInt(amountMinor), currency)} at ${Object.values(place)[0]}`
    process.stdout.write(`${what}: ${await becomeOf(database, id)}\n`)
  } finally {
    await database.close()
  }
})

type Given = {
  readonly account?: string
  readonly reference?: string
  readonly address?: string
  readonly currency?: string
}

async function targetOf(
  database: Database,
  { account, reference, address, currency }: Given,
): Promise<{ readonly reference?: string; readonly address?: string; readonly currency: string }> {
  const given = [account, reference, address].filter((place) => place !== undefined)
  if (given.length !== 1) throw new Error(USAGE)
  if (account === undefined) {
    if (currency === undefined) throw new Error(USAGE)
    return reference === undefined
      ? { ...(address && { address }), currency }
      : { reference, currency }
  }
  const uuid = uuidOf('InternalAccount', account ?? '')
  if (uuid === undefined) throw new Error(USAGE)
  const [found] = await database.query<{ reference: string; currency: string }>({
    text: 'select funding_reference_of(id) as reference, currency from internal_accounts where id = $1',
    values: [uuid],
  })
  if (found === undefined) throw new Error(`There is no ${account}.`)
  return { reference: found.reference, currency: currency ?? found.currency }
}

/** A worker reads the rail's notices each second. */
async function becomeOf(database: Database, id: string): Promise<string> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const [row] = await database.query<{
      uuid: string
      outcome: string | null
      reason: string | null
      payment: string | null
    }>({
      text: `select deposit_uuid(environment, id) as uuid, outcome, reason, payment_id as payment from deposits
        where environment = 'SANDBOX' and id = $1`,
      values: [id],
    })
    if (row?.outcome === 'APPLIED') {
      return row.payment === null
        ? `credited, ${idOf('Transaction', row.uuid)}`
        : `taken by ${idOf('Quote', row.payment)}`
    }
    if (row !== undefined && row.outcome !== null) {
      return `unapplied (${row.reason}), ${idOf('Deposit', row.uuid)}: npm run ops -- deposit list`
    }
    await sleep(LOOK_MS)
  }
  return 'not decided yet: is a worker running?'
}
