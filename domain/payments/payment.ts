/** A payment as its request describes it: source, destination and steps. */
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { railsOf } from '../../contract/externalAccounts.ts'
import { notFound } from '../../contract/notFound.ts'
import type { InternalAccountParty, LookedUpReceiver, Parties } from '../../contract/parties.ts'
import type { PaymentStep } from '../../contract/paymentOrder.ts'
import { factorProblems, payerFactorsOf } from './authorization.ts'
import { refuseUnpayable } from './payable.ts'
import { problemsOf, ruleProblems } from './problems.ts'
import type { Destination, Payment, QuoteBody, Source } from './types.ts'

/**
 * Both ends, checked.
 *
 * @param by an account that sweeps pays what it has received, and nothing else
 * @throws Refusal INVALID_INPUT with every invalid field, SELF_PAYMENT,
 *   WALLET_NOT_PROVISIONED, CONFLICT, ACCOUNT_NOT_FOUND, one of `unreadyErrors`,
 *   MISSING_MANDATORY_USER_INFO, and what the receiver refuses
 */
export function paymentOf(
  body: QuoteBody,
  parties: Parties,
  lookup: LookedUpReceiver | undefined,
  by: 'CALLER' | 'SWEEP' = 'CALLER',
): Payment {
  refuseWithoutTerms(parties)
  const source = sourceOf(body, parties)
  const destination = destinationOf(body, parties, lookup)
  const customerId = payerOf(source, destination, parties)
  refuseForeign(source, parties)
  refuseSelf(source, destination, parties, customerId)
  const sending = source.kind === 'FUNDING' ? source.currency : source.account.currency
  const receiving = destination.kind === 'UMA' ? destination.currency : destination.account.currency
  const problems = [
    ...problemsOf(body, { source, destination, sending, receiving }),
    ...ruleProblems(parties, by),
    ...factorProblems(body.scaFactor, payerFactorsOf({ customerId, destination }, parties)),
  ]
  if (problems.length > 0) throw invalidInput(problems)
  refuseUnready(customerId, [sending, receiving], parties)
  const isAsked = destination.kind !== 'UMA' && destination.uma !== undefined
  const steps: PaymentStep[] = []
  if (source.kind === 'EXTERNAL') steps.push('COLLECT')
  if (source.kind === 'INTERNAL' && source.account.type === 'EMBEDDED_WALLET') steps.push('SIGN')
  if (isAsked) steps.push('APPROVE')
  if (destination.kind !== 'INTERNAL') steps.push('PAY_OUT')
  return {
    source,
    destination,
    sending,
    receiving,
    customerId,
    steps,
    hasReceiver: isAsked || destination.kind === 'INTERNAL',
  }
}

function sourceOf(body: QuoteBody, parties: Parties): Source {
  if (body.source.sourceType === 'REALTIME_FUNDING') {
    const { currency, cryptoNetwork: network } = body.source
    return { kind: 'FUNDING', currency, network }
  }
  const { source_internal: own, source_external: external } = parties
  if (own) {
    refuseInactive('source', own)
    return { kind: 'INTERNAL', account: own }
  }
  if (!external) throw notFound('ExternalAccount')
  refuseUnpayable('source', external)
  return { kind: 'EXTERNAL', account: external }
}

function destinationOf(
  body: QuoteBody,
  parties: Parties,
  lookup: LookedUpReceiver | undefined,
): Destination {
  if (body.destination.destinationType === 'UMA_ADDRESS')
    return umaDestination(body, parties, lookup)
  const { destination_internal: own, destination_external: external } = parties
  if (own) {
    refuseInactive('destination', own)
    return { kind: 'INTERNAL', account: own, customerId: own.customer_id }
  }
  if (!external) throw notFound('ExternalAccount')
  const rails = railsOf(external.account_type, external.account_info)
  return { kind: 'EXTERNAL', account: external, accountType: external.account_type, rails }
}

function refuseInactive(
  end: 'source' | 'destination',
  account: Pick<InternalAccountParty, 'status' | 'payment_refusal'> &
    Partial<Pick<InternalAccountParty, 'type'>>,
): void {
  // Why it is frozen says more than that it is.
  if (end === 'source' && account.status === 'FROZEN' && account.payment_refusal)
    throw new Refusal(account.payment_refusal)
  if (account.type === 'EMBEDDED_WALLET' && account.status === 'PENDING') {
    throw new Refusal('WALLET_NOT_PROVISIONED')
  }
  if (account.status !== 'ACTIVE') {
    throw new Refusal('CONFLICT', { reason: `The ${end} is not active.` })
  }
}

/** The destination of a UMA address: an account of ours, or its domain. */
function umaDestination(
  body: QuoteBody,
  parties: Parties,
  lookup: LookedUpReceiver | undefined,
): Destination {
  const { destination } = body
  if (destination.destinationType !== 'UMA_ADDRESS') throw new Refusal('INVALID_RECEIVER')
  const uma = destination.umaAddress.toLowerCase()
  if (lookup?.kind !== 'UMA' || lookup.receiver !== uma) {
    throw new Refusal('INVALID_RECEIVER', { reason: 'The lookup was of another receiver.' })
  }
  const owner = parties.uma_owner
  if (lookup.receiverCustomerId !== (owner?.id ?? null)) {
    throw new Refusal('INVALID_RECEIVER', {
      reason: 'The address has changed hands since its lookup: look it up again.',
    })
  }
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
    ? {
        ...{ kind: 'EXTERNAL', account, accountType: account.type, uma },
        rails: railsOf(account.type, account.info ?? {}),
      }
    : { kind: 'INTERNAL', account, customerId: owner.id, uma }
}

/**
 * Who pays: the owner of the source; a deposit is the named customer's, or the receiver's.
 */
function payerOf(source: Source, destination: Destination, parties: Parties): string | undefined {
  if (source.kind !== 'FUNDING') {
    return source.account.customer_id ?? parties.owner?.id
  }
  if (parties.owner) return parties.owner.id
  return destination.kind === 'INTERNAL' && destination.uma === undefined
    ? (destination.customerId ?? undefined)
    : (parties.destination_external?.customer_id ?? undefined)
}

/** An account of another customer counts as unknown. */
function refuseForeign(source: Source, parties: Parties): void {
  if (source.kind === 'FUNDING') return
  const holder = source.account.customer_id
  const named = parties.owner?.id
  const target = parties.destination_external?.customer_id
  const isForeign = holder !== null && named !== undefined && named !== holder
  if (isForeign || (holder !== null && target != null && target !== holder)) {
    throw notFound('ExternalAccount')
  }
}

/** Their accounts are not open yet, so this comes before the accounts' own state. */
function refuseWithoutTerms(parties: Parties): void {
  const isWaiting = [parties.owner, ...accountsOf(parties)].some(
    (party) => party?.payment_refusal === 'END_USER_TERMS_NOT_ACCEPTED',
  )
  if (isWaiting) throw new Refusal('END_USER_TERMS_NOT_ACCEPTED')
}

/**
 * A customer whose verification is not done, or went wrong, pays nothing; nor does one of whom less is
 * known than the providers of the payment's currencies ask for.
 */
function refuseUnready(
  customerId: string | undefined,
  currencies: readonly string[],
  parties: Parties,
): void {
  if (customerId === undefined) return
  const { owner } = parties
  const payer =
    owner?.id === customerId
      ? owner
      : accountsOf(parties).find((account) => account.customer_id === customerId)
  if (payer?.payment_refusal) throw new Refusal(payer.payment_refusal)
  const missing = currencies.flatMap((currency) => payer?.missing_fields?.[currency] ?? [])
  if (missing.length > 0) {
    const fields = [...new Set(missing)]
    const reason = `The customer lacks what this currency needs: ${fields.join(', ')}.`
    throw new Refusal('MISSING_MANDATORY_USER_INFO', { reason, details: { fields } })
  }
}

function accountsOf(
  parties: Parties,
): readonly Pick<InternalAccountParty, 'customer_id' | 'payment_refusal' | 'missing_fields'>[] {
  return [
    parties.source_internal,
    parties.source_external,
    parties.destination_internal,
    parties.destination_external,
  ].filter((account) => account !== null)
}

function refuseSelf(
  source: Source,
  destination: Destination,
  parties: Parties,
  customerId: string | undefined,
): void {
  const isSame =
    source.kind !== 'FUNDING' &&
    destination.kind !== 'UMA' &&
    source.account.id === destination.account.id
  const isOwnAddress = parties.uma_owner !== null && parties.uma_owner.id === customerId
  if (isSame || isOwnAddress) throw new Refusal('SELF_PAYMENT')
}
