/** A payment as its request means it: from where, to where, in which steps. */
import type { FromSchema } from 'json-schema-to-ts'
import type { QuoteRequest } from '../../contract/components/payments.ts'
import { type FieldError, invalidInput, Refusal } from '../../contract/errors.ts'
import { railsOf } from '../../contract/externalAccounts.ts'
import { idOf } from '../../contract/ids.ts'
import type { ReceiverLookup } from '../../db/receiverLookups.ts'
import type { PaymentStep } from '../../domain/payments/steps.ts'
import type { Ends, OutsideAccount, OwnAccount } from './parties.ts'

export type QuoteBody = FromSchema<typeof QuoteRequest>

export type Source =
  | { readonly kind: 'OWN'; readonly account: OwnAccount }
  | { readonly kind: 'OUTSIDE'; readonly account: OutsideAccount }
  | { readonly kind: 'FUNDING'; readonly currency: string; readonly network: string | undefined }

/** An account of ours has a currency; `uma` is the address that led to it. */
export type Destination =
  | {
      readonly kind: 'OWN'
      readonly account: Pick<OwnAccount, 'id' | 'currency'>
      readonly customerId: string | null
      readonly uma?: string
    }
  | {
      readonly kind: 'OUTSIDE'
      readonly account: { readonly id: string; readonly currency: string }
      readonly rails: readonly string[]
      readonly uma?: string
    }
  | { readonly kind: 'UMA'; readonly currency: string; readonly uma: string }

export type Payment = {
  readonly source: Source
  readonly destination: Destination
  readonly sending: string
  readonly receiving: string
  /** Bare uuid of the customer who pays; undefined for the platform itself. */
  readonly customerId: string | undefined
  readonly steps: readonly PaymentStep[]
  /** The receiver is somebody else of ours, who gets a transaction of his own. */
  readonly hasReceiver: boolean
}

/** Corridors whose payouts must say what they are for. */
const purposeCurrencies: ReadonlySet<string> = new Set(['INR', 'NGN'])
const stablecoins: ReadonlySet<string> = new Set(['USDB', 'USDC', 'USDT'])
/** Rails over which an account can be pulled. */
const PULL_RAIL = 'ACH'

/**
 * Both ends, checked.
 *
 * @throws Refusal INVALID_INPUT with every field that cannot be meant so, SELF_PAYMENT,
 *   WALLET_NOT_PROVISIONED, CONFLICT, REFERENCE_NOT_FOUND, and what the receiver refuses
 */
export function paymentOf(
  body: QuoteBody,
  ends: Ends,
  lookup: ReceiverLookup | undefined,
): Payment {
  const source = sourceOf(body, ends)
  const destination = destinationOf(body, ends, lookup)
  const customerId = payerOf(source, destination, ends)
  refuseForeign(source, ends)
  refuseSelf(source, destination, ends, customerId)
  const sending = source.kind === 'FUNDING' ? source.currency : source.account.currency
  const receiving = destination.kind === 'UMA' ? destination.currency : destination.account.currency
  const problems = problemsOf(body, { source, destination, sending, receiving })
  if (problems.length > 0) throw invalidInput(problems)
  const isOther = destination.kind === 'OWN' && (destination.customerId ?? undefined) !== customerId
  const isAsked = destination.kind !== 'UMA' && destination.uma !== undefined
  const steps: PaymentStep[] = []
  if (source.kind === 'OUTSIDE') steps.push('COLLECT')
  if (source.kind === 'OWN' && source.account.type === 'EMBEDDED_WALLET') steps.push('SIGN')
  if (isAsked) steps.push('APPROVE')
  if (destination.kind !== 'OWN') steps.push('PAY_OUT')
  return {
    source,
    destination,
    sending,
    receiving,
    customerId,
    steps,
    hasReceiver: isAsked || isOther,
  }
}

function sourceOf(body: QuoteBody, ends: Ends): Source {
  if (body.source.sourceType === 'REALTIME_FUNDING') {
    const { currency, cryptoNetwork: network } = body.source
    return { kind: 'FUNDING', currency, network }
  }
  const { source_own: own, source_outside: outside } = ends
  if (own) {
    refuseInactive('source', own)
    return { kind: 'OWN', account: own }
  }
  if (!outside) throw new Refusal('REFERENCE_NOT_FOUND')
  refuseInactive('source', outside)
  return { kind: 'OUTSIDE', account: outside }
}

function destinationOf(
  body: QuoteBody,
  ends: Ends,
  lookup: ReceiverLookup | undefined,
): Destination {
  if (body.destination.destinationType === 'UMA_ADDRESS') return umaDestination(body, ends, lookup)
  const { destination_own: own, destination_outside: outside } = ends
  if (own) {
    refuseInactive('destination', own)
    return { kind: 'OWN', account: own, customerId: own.customer_id }
  }
  if (!outside) throw new Refusal('REFERENCE_NOT_FOUND')
  const rails = railsOf(outside.account_type, outside.account_info)
  return { kind: 'OUTSIDE', account: outside, rails }
}

function refuseInactive(
  end: 'source' | 'destination',
  account: Pick<OwnAccount, 'status'> & Partial<Pick<OwnAccount, 'type'>>,
): void {
  if (account.type === 'EMBEDDED_WALLET' && account.status === 'PENDING') {
    throw new Refusal('WALLET_NOT_PROVISIONED')
  }
  if (account.status !== 'ACTIVE') {
    throw new Refusal('CONFLICT', { reason: `The ${end} is not active.` })
  }
}

/** Where money for a UMA address goes: an account of ours, or whoever its domain is. */
function umaDestination(
  body: QuoteBody,
  ends: Ends,
  lookup: ReceiverLookup | undefined,
): Destination {
  const { destination } = body
  if (destination.destinationType !== 'UMA_ADDRESS') throw new Refusal('INVALID_RECEIVER')
  const uma = destination.umaAddress.toLowerCase()
  if (lookup?.kind !== 'UMA' || lookup.receiver !== uma) {
    throw new Refusal('INVALID_RECEIVER', { reason: 'The lookup was of another receiver.' })
  }
  const owner = ends.uma_owner
  if (owner === null) {
    const offered = lookup.facts.currencies as readonly { code: string }[] | undefined
    const wanted = offered?.find(({ code }) => code === (destination.currency ?? code))
    if (wanted === undefined) throw new Refusal('INVALID_CURRENCY')
    return { kind: 'UMA', currency: wanted.code, uma }
  }
  const account = owner.accounts.find(
    ({ currency }) => currency === (destination.currency ?? currency),
  )
  if (account === undefined) {
    throw new Refusal(destination.currency === undefined ? 'INVALID_RECEIVER' : 'INVALID_CURRENCY')
  }
  return account.isExternal
    ? { kind: 'OUTSIDE', account, rails: railsOf(account.type, account.info ?? {}), uma }
    : { kind: 'OWN', account, customerId: owner.id, uma }
}

/** Who pays: the owner of the source; money from outside is the named customer's, or the receiver's. */
function payerOf(source: Source, destination: Destination, ends: Ends): string | undefined {
  if (source.kind !== 'FUNDING') {
    return source.account.customer_id ?? ends.owner?.id
  }
  if (ends.owner) return ends.owner.id
  return destination.kind === 'OWN' && destination.uma === undefined
    ? (destination.customerId ?? undefined)
    : (ends.destination_outside?.customer_id ?? undefined)
}

/** An account of another customer is as good as none. */
function refuseForeign(source: Source, ends: Ends): void {
  if (source.kind === 'FUNDING') return
  const holder = source.account.customer_id
  const named = ends.owner?.id
  const target = ends.destination_outside?.customer_id
  const isForeign = holder !== null && named !== undefined && named !== holder
  if (isForeign || (holder !== null && target != null && target !== holder)) {
    throw new Refusal('REFERENCE_NOT_FOUND')
  }
}

function refuseSelf(
  source: Source,
  destination: Destination,
  ends: Ends,
  customerId: string | undefined,
): void {
  const isSame =
    source.kind !== 'FUNDING' &&
    destination.kind !== 'UMA' &&
    source.account.id === destination.account.id
  const isOwnAddress = ends.uma_owner !== null && ends.uma_owner.id === customerId
  if (isSame || isOwnAddress) throw new Refusal('SELF_PAYMENT')
}

function problemsOf(
  body: QuoteBody,
  payment: Pick<Payment, 'source' | 'destination' | 'sending' | 'receiving'>,
): FieldError[] {
  const { source, destination, sending, receiving } = payment
  const problems: FieldError[] = []
  const add = (field: string, constraint: string, message: string): void => {
    problems.push({ field, constraint, message })
  }
  if (
    source.kind === 'OUTSIDE' &&
    !railsOf(source.account.account_type, source.account.account_info).includes(PULL_RAIL)
  ) {
    add('source.accountId', 'enum', 'is an account that cannot be pulled')
  }
  if (source.kind === 'FUNDING' && stablecoins.has(sending) && source.network === undefined) {
    add('source.cryptoNetwork', 'required', `is required for ${sending}`)
  }
  const rail =
    body.destination.destinationType === 'ACCOUNT' ? body.destination.paymentRail : undefined
  const rails = destination.kind === 'OUTSIDE' ? destination.rails : []
  if (rail !== undefined && !rails.includes(rail)) {
    const message = rails.length > 0 ? `must be one of ${rails.join(', ')}` : 'is not chosen here'
    add('destination.paymentRail', 'enum', message)
  }
  if (body.immediatelyExecute) {
    if (source.kind === 'FUNDING') {
      add('immediatelyExecute', 'const', 'money that has to arrive starts its payment')
    } else if (source.kind === 'OWN' && source.account.type === 'EMBEDDED_WALLET') {
      add('immediatelyExecute', 'const', 'an embedded wallet must sign first')
    }
  }
  if (
    purposeCurrencies.has(receiving) &&
    destination.kind === 'OUTSIDE' &&
    !body.purposeOfPayment
  ) {
    add('purposeOfPayment', 'required', `is required for ${receiving}`)
  }
  const override = body.platformFeeOverride
  if (override !== undefined) {
    if (sending !== 'USD') {
      add('platformFeeOverride', 'const', 'platform fees are taken in USD only')
    }
    if (override.platformFixedFee.currency !== sending) {
      add('platformFeeOverride.platformFixedFee.currency', 'const', 'must be the source currency')
    }
  }
  return problems
}

/** Source and destination as the interface shows them. */
export function shownEnds(
  body: QuoteBody,
  payment: Payment,
): { readonly source: object; readonly destination: object } {
  const { source, destination } = payment
  const customerId = payment.customerId && idOf('Customer', payment.customerId)
  const shownSource =
    source.kind === 'FUNDING'
      ? {
          sourceType: 'REALTIME_FUNDING',
          currency: source.currency,
          customerId,
          cryptoNetwork: source.network,
        }
      : {
          sourceType: 'ACCOUNT',
          accountId: idOf(
            source.kind === 'OWN' ? 'InternalAccount' : 'ExternalAccount',
            source.account.id,
          ),
          ...(source.account.customer_id === null && customerId !== undefined && { customerId }),
        }
  if (body.destination.destinationType === 'UMA_ADDRESS') {
    const { umaAddress } = body.destination
    const currency = payment.receiving
    return {
      source: shownSource,
      destination: { destinationType: 'UMA_ADDRESS', umaAddress, currency },
    }
  }
  const { accountId, paymentRail } = body.destination
  const isOwn = destination.kind === 'OWN'
  return {
    source: shownSource,
    destination: {
      destinationType: 'ACCOUNT',
      accountId,
      paymentRail: isOwn ? undefined : paymentRail,
    },
  }
}
