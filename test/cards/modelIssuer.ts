/** An issuer in memory: what merchants do, the reports that follow, and what they come to. */
import { randomUUID } from 'node:crypto'
import type { AskedAuthorization } from '../../db/cardFunctions.ts'
import type { CardReport } from '../../db/cardTransactionFunctions.ts'
import type { Chance } from '../support/seed.ts'

export type Report = CardReport

type Event = { token: string; type: string; isApproved: boolean; cents: number; at: string }

/** Of a purchase with its returns, or of a credit of its own. */
export type Purchase = {
  readonly token: string
  readonly isCredit: boolean
  readonly merchant: { readonly descriptor: string }
  readonly acceptorId: string
  readonly events: Event[]
  isDeclined: boolean
  pending: number
  settled: number
  refunded: number
  /** What the service has approved, less what was released of it; undefined where it was not asked. */
  approved?: number
  /** Tokens of returns that are not reversed, and what each gave back. */
  readonly returns: Map<string, { readonly cents: number; readonly events: Event[] }>
}

export function cardStatusOf({
  isCredit,
  pending,
  settled,
  refunded,
  isDeclined,
}: Purchase): string {
  if (isDeclined) return 'DECLINED'
  if (isCredit) return pending > 0 ? 'AUTHORIZED' : 'SETTLED'
  if (pending > 0) return settled > 0 ? 'PARTIALLY_SETTLED' : 'AUTHORIZED'
  return settled > 0 || refunded > 0 ? 'SETTLED' : 'VOIDED'
}

/** The most that the customer is charged: half as much again as was approved, or 10.00; 200.00 unasked. */
function bound({ isCredit, approved }: Purchase): number {
  if (isCredit) return 0
  if (approved === undefined) return 20_000
  return approved + Math.max(Math.floor(approved / 2), 1_000)
}

/** What the customer pays for a purchase, net of what came back; the rest is disputed. */
function paid(purchase: Purchase): number {
  return Math.min(purchase.settled - purchase.refunded, bound(purchase))
}

export function disputed(purchase: Purchase): number {
  if (purchase.isCredit) return 0
  return purchase.settled - purchase.refunded - paid(purchase)
}

/** What is held of an authorization: not more than may be claimed. */
export function heldOf(purchase: Purchase): number {
  if (purchase.isCredit) return 0
  return Math.min(purchase.pending, bound(purchase) - paid(purchase))
}

export class ModelIssuer {
  readonly undelivered: Report[] = []
  /** Purchases whose last report comes before those of their returns. */
  readonly first: string[] = []
  private readonly purchases: Purchase[] = []
  private clock = Date.now()
  private readonly chance: Chance
  private readonly cardToken: string

  constructor(chance: Chance, cardToken: string) {
    this.chance = chance
    this.cardToken = cardToken
  }

  /** One thing that a merchant does; what the service is asked about, if it is. */
  step(): Omit<AskedAuthorization, 'environment'> | undefined {
    const open = this.purchases.filter(({ isDeclined }) => !isDeclined)
    const cents = 100 + this.chance.integer(20_000)
    const kind = this.chance.integer(open.length === 0 ? 3 : 12)
    if (kind <= 1)
      return this.purchase(cents, kind === 1 ? 'FINANCIAL_AUTHORIZATION' : 'AUTHORIZATION')
    if (kind === 2) return this.unasked(cents)
    this.later(this.chance.pick(open), cents)
    return undefined
  }

  /** The service's word about a purchase. */
  decided(token: string, isApproved: boolean): void {
    const purchase = this.purchases.find((one) => one.token === token)
    const [first] = purchase?.events ?? []
    if (purchase === undefined || first === undefined) throw new Error('decided about nothing')
    // The issuer may decline what we have approved.
    first.isApproved = isApproved && this.chance.integer(8) > 0
    if (!first.isApproved) {
      purchase.isDeclined = true
      purchase.pending = 0
      purchase.settled = 0
    }
    this.report(purchase, token, purchase.events)
  }

  sums(): { readonly spent: number; readonly pending: number } {
    const debits = this.purchases.filter(({ isCredit }) => !isCredit)
    const credits = this.purchases.filter(({ isCredit }) => isCredit)
    const total = (of: readonly Purchase[], read: (one: Purchase) => number): number =>
      of.reduce((sum, one) => sum + read(one), 0)
    return {
      spent: total(debits, paid) - total(credits, ({ settled }) => settled),
      pending: total(debits, heldOf),
    }
  }

  shown(): readonly Purchase[] {
    return this.purchases
  }

  private add(isCredit: boolean): Purchase {
    const descriptor = `SHOP ${this.purchases.length}`
    const made: Purchase = {
      ...{ token: randomUUID(), isCredit, merchant: { descriptor }, acceptorId: descriptor },
      ...{ events: [], isDeclined: false, pending: 0, settled: 0, refunded: 0, returns: new Map() },
    }
    this.purchases.push(made)
    return made
  }

  private purchase(cents: number, type: string): Omit<AskedAuthorization, 'environment'> {
    const made = this.add(false)
    this.happen(made.events, type, cents)
    made.approved = cents
    if (type === 'AUTHORIZATION') made.pending = cents
    else made.settled = cents
    const { token, merchant, acceptorId } = made
    return { token, cardToken: this.cardToken, kind: 'DEBIT', cents, merchant, acceptorId }
  }

  /** A forced posting, or a credit. */
  private unasked(cents: number): undefined {
    const type = this.chance.pick([
      'CLEARING',
      'FINANCIAL_CREDIT_AUTHORIZATION',
      'CREDIT_AUTHORIZATION',
      'RETURN',
    ])
    const made = this.add(type !== 'CLEARING')
    this.happen(made.events, type, cents)
    if (type === 'CREDIT_AUTHORIZATION') made.pending = cents
    else made.settled = cents
    this.report(made, made.token, made.events)
  }

  private later(purchase: Purchase, cents: number): void {
    const type = this.chance.pick([
      ...['CLEARING', 'CLEARING', 'CLEARING', 'AUTHORIZATION_ADVICE', 'AUTHORIZATION_REVERSAL'],
      ...['AUTHORIZATION_EXPIRY', 'RETURN', 'RETURN', 'RETURN_REVERSAL'],
    ])
    if (purchase.isCredit) this.laterOfCredit(purchase)
    else if (type === 'RETURN') this.giveBack(purchase)
    else if (type === 'RETURN_REVERSAL') this.reverseReturn(purchase)
    else if (type !== 'AUTHORIZATION_EXPIRY') this.change(purchase, type, cents)
    else if (purchase.pending > 0) this.change(purchase, type, purchase.pending)
  }

  private change(purchase: Purchase, type: string, cents: number): void {
    const { pending, settled } = purchase
    this.happen(purchase.events, type, cents)
    if (type === 'CLEARING') purchase.settled += cents
    if (type === 'AUTHORIZATION_REVERSAL' && purchase.approved !== undefined) {
      purchase.approved -= Math.min(cents, Math.max(0, purchase.approved - settled))
    }
    purchase.pending =
      type === 'AUTHORIZATION_ADVICE' ? Math.max(0, cents - settled) : Math.max(0, pending - cents)
    this.report(purchase, purchase.token, purchase.events)
  }

  private laterOfCredit(credit: Purchase): void {
    if (credit.pending === 0) return
    this.happen(credit.events, 'RETURN', credit.pending)
    credit.settled += credit.pending
    credit.pending = 0
    this.report(credit, credit.token, credit.events)
  }

  private giveBack(purchase: Purchase): void {
    const left = purchase.settled - purchase.refunded
    if (left === 0) return
    const cents = this.chance.integer(2) === 0 ? left : 1 + this.chance.integer(left)
    const token = randomUUID()
    const events: Event[] = []
    this.happen(events, 'RETURN', cents)
    purchase.returns.set(token, { cents, events })
    purchase.refunded += cents
    this.report(purchase, token, events)
  }

  private reverseReturn(purchase: Purchase): void {
    const [token] = purchase.returns.keys()
    const made = token === undefined ? undefined : purchase.returns.get(token)
    if (token === undefined || made === undefined) return
    this.happen(made.events, 'RETURN_REVERSAL', made.cents)
    purchase.returns.delete(token)
    purchase.refunded -= made.cents
    this.report(purchase, token, made.events)
  }

  private happen(events: Event[], type: string, cents: number): void {
    this.clock += 1_000
    const at = new Date(this.clock).toISOString()
    events.push({ token: randomUUID(), type, isApproved: true, cents, at })
  }

  private report(purchase: Purchase, token: string, events: readonly Event[]): void {
    const { merchant, acceptorId } = purchase
    // Before the purchase is known, its return cannot be matched to it.
    if (token !== purchase.token) this.first.push(purchase.token)
    const copied = events.map((event) => ({ ...event }))
    this.undelivered.push({
      ...{ environment: 'SANDBOX', token, cardToken: this.cardToken, merchant, acceptorId },
      events: copied,
    })
  }
}
