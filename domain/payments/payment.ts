/** A payment as its request means it: from where, to where, in which steps. */
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { railsOf } from '../../contract/externalAccounts.ts'
import type { Ends, LookedUpReceiver, OwnAccount } from '../../contract/parties.ts'
import { problemsOf } from './problems.ts'
import type { PaymentStep } from './steps.ts'
import type { Destination, Payment, QuoteBody, Source } from './types.ts'

/**
 * Both ends, checked.
 *
 * @throws Refusal INVALID_INPUT with every field that cannot be meant so, SELF_PAYMENT,
 *   WALLET_NOT_PROVISIONED, CONFLICT, REFERENCE_NOT_FOUND, and what the receiver refuses
 */
export function paymentOf(
  body: QuoteBody,
  ends: Ends,
  lookup: LookedUpReceiver | undefined,
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
  lookup: LookedUpReceiver | undefined,
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
  lookup: LookedUpReceiver | undefined,
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
