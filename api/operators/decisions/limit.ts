/**
 * Decisions about limits: of a day, of a corridor's payment, and of what is paid to a wallet whose owner is not proven. Each
 * is a record that stays, of everybody or of one platform, from an instant on.
 */
import { currencies, currencyOf, minorOf, shownMoney } from '../../../contract/money.ts'
import type { Environment } from '../../../contract/outsideParties.ts'
import type { Tx } from '../../../db/database.ts'
import type { By, Choice, Decidable, Given } from './decidable.ts'
import { type Scope, scopeOf, wrong } from './given.ts'

const daily = {
  DAILY_VOLUME: 'what all payments of a platform come to on a day (UTC)',
  DAILY_PAYMENTS: 'how many payments a platform makes on a day (UTC)',
  PAYEE_DAILY_VOLUME: 'what the payments of a platform to one payee come to on a day (UTC)',
  PAYEE_DAILY_PAYMENTS: 'how many payments a platform makes to one payee on a day (UTC)',
} as const
const UNPROVEN = 'UNPROVEN_WALLET'

/** `Limit:PRODUCTION/DAILY_VOLUME`, `Limit:SANDBOX/USD-FIAT`; production's without an environment. */
const pattern = new RegExp(
  `^(?:Limit:(?:(SANDBOX|PRODUCTION)/)?(${[...Object.keys(daily), UNPROVEN].join('|')}|[A-Z]{3,5}-[A-Z]{3,5})|` +
    `(?:(SANDBOX|PRODUCTION)/)?(${[...Object.keys(daily), UNPROVEN].join('|')}))$`,
)

type Named = {
  readonly environment: Environment
  readonly name: string
  readonly counts: 'AMOUNT' | 'NUMBER'
  /** The sending currency of a corridor. */
  readonly sending?: string
}

type Limit = { readonly maximum: string; readonly currency: string | null }

/** A limit by its name: whether there is one yet or not. */
export async function decidableLimit(
  tx: Tx,
  asked: string,
  isLocked: boolean,
): Promise<Decidable | undefined> {
  const named = nameOf(asked)
  if (named === undefined) return undefined
  const { environment, name, sending } = named
  const subject = `Limit:${environment}/${name}`
  if (isLocked) await tx.call('lock_terms', subject)
  const { state } = await tx.one<{ state: string }>({
    name: 'decidable_limit',
    text: `select coalesce(max(id), 0)::text as state from payment_limits where environment = $1 and name = $2`,
    values: [environment, name],
  })
  const present = shownLimit(await limitInForce(tx, named, null, null))
  return {
    subject,
    state: `${environment} ${state}`,
    choices: [
      setChoice(tx, named, `${meaningOf(named)} It is ${present} for everybody.`),
      ...(name in daily ? [liftChoice(tx, named)] : []),
      ...(name in daily || name === UNPROVEN || sending !== undefined
        ? [followChoice(tx, named)]
        : []),
    ],
  }
}

function nameOf(asked: string): Named | undefined {
  const match = pattern.exec(asked)
  if (match === null) return undefined
  const environment = (match[1] ?? match[3] ?? 'PRODUCTION') as Environment
  const name = match[2] ?? match[4] ?? ''
  if (name in daily || name === UNPROVEN) {
    return { environment, name, counts: name.endsWith('PAYMENTS') ? 'NUMBER' : 'AMOUNT' }
  }
  const [sending = '', receiving = ''] = name.split('-')
  const isCorridor = currencies.has(sending) && (receiving === 'FIAT' || currencies.has(receiving))
  return isCorridor ? { environment, name, counts: 'AMOUNT', sending } : undefined
}

function meaningOf({ name, sending }: Named): string {
  if (sending !== undefined) return `The largest payment from ${name.replace('-', ' to ')}.`
  if (name === UNPROVEN) {
    return 'What is paid on a day (UTC) to one wallet whose owner is not proven yet.'
  }
  const what = daily[name as keyof typeof daily]
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}.`
}

const atOnce = (result: string) => async () => [{ when: 'at once', result, transfers: [] }]

/** @param at null: now */
async function limitInForce(
  tx: Tx,
  { environment, name, sending }: Named,
  platformId: string | null,
  at: string | null,
): Promise<Limit | undefined> {
  const names = sending === undefined ? [name] : [name, `${sending}-FIAT`]
  const found = await tx.maybeOne<{ maximum: string | null; currency: string | null }>({
    name: 'limit_in_force',
    text: `select maximum::text, currency from limits_in_force($1, $2, $3, coalesce($4::timestamptz, service_now()))
      order by (name = $5) desc limit 1`,
    values: [environment, platformId, names, at, name],
  })
  const { maximum = null, currency = null } = found ?? {}
  return maximum === null ? undefined : { maximum, currency }
}

function shownLimit(limit: Limit | undefined): string {
  if (limit === undefined) return 'unlimited'
  const { maximum, currency } = limit
  return currency === null ? maximum : shownMoney(BigInt(maximum), currency)
}

/** What loosens is confirmed by a second person: more, none, or another currency, which nobody can compare at a glance. */
function isLooser(before: Limit | undefined, after: Limit | undefined): boolean {
  if (before === undefined) return false
  if (after === undefined || after.currency !== before.currency) return true
  return BigInt(after.maximum) > BigInt(before.maximum)
}

type Wanted = Scope & { readonly limit: Limit | undefined }

/** @throws Refusal INVALID_INPUT */
function limitOf({ counts, sending }: Named, { maximum = '', currency }: Given): Limit {
  if (counts === 'NUMBER') {
    if (currency !== undefined) throw wrong('currency', 'belongs to an amount')
    if (!/^\d{1,9}$/.test(maximum)) throw wrong('maximum', 'is a whole number')
    return { maximum: String(Number(maximum)), currency: null }
  }
  const code = currency ?? sending
  if (code === undefined || !currencies.has(code)) throw wrong('currency', 'is the limit’s own')
  if (sending !== undefined && code !== sending) throw wrong('currency', `is ${sending}`)
  const minor = minorOf(maximum, code)
  if (minor === undefined) {
    throw wrong('maximum', `is an amount of at most ${currencyOf(code).decimals} decimals`)
  }
  return { maximum: String(minor), currency: code }
}

async function write(
  tx: Tx,
  { environment, name }: Named,
  { platformId, from, limit }: Wanted,
  isEnded: boolean,
  { by, reason }: By,
) {
  await tx.call(
    'set_payment_limit',
    ...([environment, platformId, name, limit?.currency ?? null] as const),
    ...([limit?.maximum ?? null, isEnded, from, by, reason] as const),
  )
  const since = from === null ? '' : ` from ${from}`
  const present = isEnded ? 'what it is for everybody' : shownLimit(limit)
  const sentence = `The limit ${name} is ${present}${since}.`
  return { sentence, ...(platformId !== null && { platformId }) }
}

function setChoice(tx: Tx, named: Named, meaning: string): Choice {
  return {
    decision: 'set',
    meaning,
    needs: ['maximum'],
    takes: ['currency', 'platform', 'from'],
    outcomes: atOnce('SET'),
    async needsSecond(given) {
      const { platformId, from } = await scopeOf(tx, named.environment, given)
      return isLooser(await limitInForce(tx, named, platformId, from), limitOf(named, given))
    },
    async carryOut(within, by) {
      const wanted = {
        ...(await scopeOf(within, named.environment, by)),
        limit: limitOf(named, by),
      }
      return write(within, named, wanted, false, by)
    },
  }
}

function liftChoice(tx: Tx, named: Named): Choice {
  return {
    decision: 'lift',
    meaning: 'There is no such limit any more, of everybody or of the platform that is named.',
    takes: ['platform', 'from'],
    outcomes: atOnce('LIFTED'),
    async needsSecond(given) {
      const { platformId, from } = await scopeOf(tx, named.environment, given)
      return isLooser(await limitInForce(tx, named, platformId, from), undefined)
    },
    async carryOut(within, by) {
      const wanted = { ...(await scopeOf(within, named.environment, by)), limit: undefined }
      return write(within, named, wanted, false, by)
    },
  }
}

function followChoice(tx: Tx, named: Named): Choice {
  return {
    decision: 'follow',
    meaning: 'The platform that is named has what everybody has.',
    needs: ['platform'],
    takes: ['from'],
    outcomes: atOnce('ENDED'),
    async needsSecond(given) {
      const { platformId, from } = await scopeOf(tx, named.environment, given)
      const own = await limitInForce(tx, named, platformId, from)
      const everybodys = await limitInForce(tx, named, null, from)
      return isLooser(own, everybodys)
    },
    async carryOut(within, by) {
      const wanted = { ...(await scopeOf(within, named.environment, by)), limit: undefined }
      return write(within, named, wanted, true, by)
    },
  }
}
