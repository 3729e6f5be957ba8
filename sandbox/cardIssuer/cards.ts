/** Cards and their holders. */
import { createHash, randomInt, randomUUID } from 'node:crypto'
import { instant } from '../../contract/time.ts'
import type { Answer } from '../http.ts'
import type { Transaction } from '../store/store.ts'
import { cardFateOf } from './cardFates.ts'
import { addEvent } from './events.ts'
import { type Issuer, PROGRAM_TOKEN, refusal, shown } from './issuer.ts'

export type CardState = 'OPEN' | 'PAUSED' | 'CLOSED'

export type CardRow = {
  token: string
  ordinal: string
  account_token: string
  program_token: string
  memo: string
  state: CardState
  spend_limit: string
  spend_limit_duration: string
  last_four: string
  exp_month: string
  exp_year: string
  sealed_numbers: Buffer
  /** Not null: it is in review. */
  opens_at: Date | number | null
  changes: number
  created_at: Date
}

export type NewCard = {
  readonly type: string
  readonly account_token?: string
  readonly memo?: string
  readonly state?: 'OPEN' | 'PAUSED'
  readonly spend_limit?: number
  readonly spend_limit_duration?: string
  readonly exp_month?: string
  readonly exp_year?: string
}

const VALID_YEARS = 5
const PREFIX = '411111'

/**
 * A card; with a key that was used before, the same one as long as it has not been changed.
 *
 * @throws Refusal 422 for a key with another body or a memo that asks for it, 409 for a card that has been changed since
 */
export async function createCard(
  issuer: Issuer,
  wanted: NewCard,
  key: string | undefined,
  raw: Uint8Array,
): Promise<Answer> {
  const bodyHash = createHash('sha256').update(raw).digest()
  const card = await issuer.store.transaction(async (tx) => {
    if (key !== undefined) {
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [key])
      const made = await madeBy(tx, key, bodyHash)
      if (made !== undefined) return made
    }
    const row = await insertCard(issuer, tx, wanted)
    if (key !== undefined) {
      await tx.query('insert into issuer_keys (key, body_hash, card_token) values ($1, $2, $3)', [
        key,
        bodyHash,
        row.token,
      ])
    }
    await tx.query("insert into acts (party, operation, reference) values ('cards', 'card', $1)", [
      // The service's id; what follows shows people what card it is.
      row.memo.split(' ')[0],
    ])
    await addEvent(issuer, tx, 'card.created', {
      card_token: row.token,
      replacement_for: null,
    })
    return row
  })
  return { status: 200, body: { ...presentCard(card), ...numbersOf(issuer, card) } }
}

async function madeBy(
  tx: Transaction,
  key: string,
  bodyHash: Buffer,
): Promise<CardRow | undefined> {
  const { rows } = await tx.query<CardRow & { body_hash: Buffer }>(
    `select c.*, k.body_hash from issuer_keys k join issuer_cards c on c.token = k.card_token
     where k.key = $1`,
    [key],
  )
  const [made] = rows
  if (made === undefined) return undefined
  if (!made.body_hash.equals(bodyHash)) {
    throw refusal(422, 'the idempotency key was used with another body')
  }
  if (made.changes > 0) throw refusal(409, 'the card has been changed since')
  return made
}

async function insertCard(issuer: Issuer, tx: Transaction, wanted: NewCard): Promise<CardRow> {
  const { memo = '', state = 'OPEN' } = wanted
  const fate = cardFateOf(memo)
  if (fate === 'REFUSED') throw refusal(422, 'The program issues no such card')
  const opensAt = {
    OPENED: null,
    OPENED_LATE: instant(issuer.clock.now().getTime() + issuer.behaviour.lateCardMs),
    NEVER_OPENED: 'infinity',
  }[fate]
  const token = randomUUID()
  const pan = freshPan()
  const cvv = String(randomInt(1_000)).padStart(3, '0')
  const now = issuer.clock.now()
  const { rows } = await tx.query<CardRow>(
    `insert into issuer_cards (token, account_token, program_token, memo, state, spend_limit,
       spend_limit_duration, last_four, exp_month, exp_year, sealed_numbers, opens_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning *`,
    [
      token,
      wanted.account_token ?? randomUUID(),
      PROGRAM_TOKEN,
      memo,
      opensAt === null ? state : 'PAUSED',
      wanted.spend_limit ?? 0,
      wanted.spend_limit_duration ?? 'FOREVER',
      pan.slice(-4),
      wanted.exp_month ?? String(now.getUTCMonth() + 1).padStart(2, '0'),
      wanted.exp_year ?? String(now.getUTCFullYear() + VALID_YEARS),
      issuer.vault.seal(purposeOf(token), JSON.stringify({ pan, cvv })),
      opensAt,
    ],
  )
  const [row] = rows
  if (row === undefined) throw new Error('a card was not inserted')
  return row
}

const purposeOf = (token: string): string => `card:${token}`

/** The number and security code of a card. */
export function numbersOf(issuer: Issuer, card: CardRow): { pan: string; cvv: string } {
  const text = issuer.vault.open(purposeOf(card.token), card.sealed_numbers).toString('utf8')
  return JSON.parse(text) as { pan: string; cvv: string }
}

/** A number of a prefix that no card has, with the check digit of ISO/IEC 7812. */
function freshPan(): string {
  const body = `${PREFIX}${String(randomInt(1_000_000_000)).padStart(9, '0')}`
  const sum = [...body].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

/** As every answer has it; the number and the code are only in those about one card. */
export function presentCard(row: CardRow): object {
  return {
    token: row.token,
    account_token: row.account_token,
    card_program_token: row.program_token,
    created: shown(row.created_at),
    funding: null,
    last_four: row.last_four,
    pin_status: 'NOT_SET',
    spend_limit: Number(row.spend_limit),
    spend_limit_duration: row.spend_limit_duration,
    state: row.state,
    type: 'VIRTUAL',
    cardholder_currency: 'USD',
    exp_month: row.exp_month,
    exp_year: row.exp_year,
    memo: row.memo,
    substatus: row.opens_at === null ? null : 'INTERNAL_REVIEW',
  }
}

/** @throws Refusal 404 */
export async function cardRow(issuer: Issuer, token: string): Promise<CardRow> {
  const { rows } = await issuer.store.pool.query<CardRow>(
    'select * from issuer_cards where token = $1',
    [token],
  )
  const [row] = rows
  if (row === undefined) throw refusal(404, 'Card not found')
  return row
}

export async function readCard(issuer: Issuer, token: string): Promise<Answer> {
  const row = await cardRow(issuer, token)
  return { status: 200, body: { ...presentCard(row), ...numbersOf(issuer, row) } }
}

/** The card of a number. @throws Refusal 404 */
export async function cardOfPan(issuer: Issuer, pan: string): Promise<CardRow> {
  const { rows } = await issuer.store.pool.query<CardRow>(
    'select * from issuer_cards where last_four = $1',
    [pan.slice(-4)],
  )
  const row = rows.find((one) => numbersOf(issuer, one).pan === pan)
  if (row === undefined) throw refusal(404, 'Card not found')
  return row
}

export type CardChange = {
  readonly state?: CardState
  readonly memo?: string
  readonly spend_limit?: number
  readonly spend_limit_duration?: string
}

/** @throws Refusal 404, and 400 for a closed card that is to be opened */
export async function changeCard(
  issuer: Issuer,
  token: string,
  change: CardChange,
): Promise<Answer> {
  const row = await issuer.store.transaction(async (tx) => {
    const { rows: found } = await tx.query<CardRow>(
      'select * from issuer_cards where token = $1 for update',
      [token],
    )
    const [before] = found
    if (before === undefined) throw refusal(404, 'Card not found')
    const { state = before.state } = change
    if (before.state === 'CLOSED' && state !== 'CLOSED') throw refusal(400, 'Card is closed')
    const { rows } = await tx.query<CardRow>(
      `update issuer_cards set state = $2, memo = coalesce($3, memo),
         spend_limit = coalesce($4, spend_limit),
         spend_limit_duration = coalesce($5, spend_limit_duration),
         opens_at = case when state = $2 then opens_at end, changes = changes + 1
       where token = $1 returning *`,
      [token, state, change.memo, change.spend_limit, change.spend_limit_duration],
    )
    if (state !== before.state) await addStateChange(issuer, tx, { token, state }, before.state)
    return rows[0] ?? before
  })
  return { status: 200, body: { ...presentCard(row), ...numbersOf(issuer, row) } }
}

async function addStateChange(
  issuer: Issuer,
  tx: Transaction,
  { token, state }: Pick<CardRow, 'token' | 'state'>,
  before: CardState,
): Promise<void> {
  const payload = { card_token: token, state, previous_fields: { state: before } }
  await addEvent(issuer, tx, 'card.updated', payload)
}

export const dueOpenings = {
  due: 'from issuer_cards where opens_at <= store_now()',
  next: 'select min(opens_at) from issuer_cards where opens_at > store_now()',
}

/** Opens the cards whose review is over. */
export async function openReviewed(issuer: Issuer): Promise<void> {
  await issuer.store.transaction(async (tx) => {
    const { rows } = await tx.query<CardRow>(
      `update issuer_cards set state = 'OPEN', opens_at = null, changes = changes + 1
       where opens_at <= store_now() returning *`,
    )
    for (const row of rows) await addStateChange(issuer, tx, row, 'PAUSED')
  })
}
