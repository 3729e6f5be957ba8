/** Checks of a payment request that its schema cannot express. */
import type { FieldError } from '../../contract/errors.ts'
import { findVariant, railsOf } from '../../contract/externalAccounts.ts'
import type { Parties } from '../../contract/parties.ts'
import type { Payment, QuoteBody } from './types.ts'

/** Currencies whose payouts must state a purpose. */
const purposeCurrencies: ReadonlySet<string> = new Set(['INR', 'NGN'])
const stablecoins: ReadonlySet<string> = new Set(['USDB', 'USDC', 'USDT'])
/** The rail over which a bank account can be collected from. */
const PULL_RAIL = 'ACH'

/** Whether a network carries a currency: Tron has no USDC. What has no accounts here, the rail decides. */
function carries(network: string | undefined, currency: string): boolean {
  const wallet = findVariant(`${network}_WALLET`)
  return wallet === undefined || wallet.currencies.includes(currency)
}

/** An account that sweeps takes deposits and passes them on: no call pays into it, or out of it. */
export function ruleProblems(
  {
    source_internal: source,
    destination_internal: destination,
  }: Pick<Parties, 'source_internal' | 'destination_internal'>,
  by: 'CALLER' | 'SWEEP',
): FieldError[] {
  const problems: FieldError[] = []
  const add = (field: string, message: string): void => {
    problems.push({ field, constraint: 'not', message })
  }
  if (by === 'CALLER' && source?.type === 'RULE_BASED') {
    add('source.accountId', 'is an account that sweeps: it pays by its rule alone')
  }
  if (destination?.type === 'RULE_BASED') {
    add('destination.accountId', 'is an account that sweeps: it takes deposits alone')
  }
  return problems
}

/** One error for each invalid field. */
export function problemsOf(
  body: QuoteBody,
  payment: Pick<Payment, 'source' | 'destination' | 'sending' | 'receiving'>,
): FieldError[] {
  const { source, destination, sending, receiving } = payment
  const problems: FieldError[] = []
  const add = (field: string, constraint: string, message: string): void => {
    problems.push({ field, constraint, message })
  }
  if (
    source.kind === 'EXTERNAL' &&
    !railsOf(source.account.account_type, source.account.account_info).includes(PULL_RAIL)
  ) {
    add('source.accountId', 'enum', 'is an account that cannot be pulled')
  }
  if (source.kind === 'FUNDING' && stablecoins.has(sending) && source.network === undefined) {
    add('source.cryptoNetwork', 'required', `is required for ${sending}`)
  }
  if (source.kind === 'FUNDING' && !carries(source.network, sending)) {
    add('source.cryptoNetwork', 'enum', `does not carry ${sending}`)
  }
  const rail =
    body.destination.destinationType === 'ACCOUNT' ? body.destination.paymentRail : undefined
  const rails = destination.kind === 'EXTERNAL' ? destination.rails : []
  if (rail !== undefined && !rails.includes(rail)) {
    const message = rails.length > 0 ? `must be one of ${rails.join(', ')}` : 'is not chosen here'
    add('destination.paymentRail', 'enum', message)
  }
  if (body.immediatelyExecute) {
    if (source.kind === 'FUNDING') {
      add(
        'immediatelyExecute',
        'const',
        'a payment funded by a deposit is executed when the deposit arrives',
      )
    } else if (source.kind === 'INTERNAL' && source.account.type === 'EMBEDDED_WALLET') {
      add('immediatelyExecute', 'const', 'an embedded wallet must sign first')
    }
  }
  if (
    purposeCurrencies.has(receiving) &&
    // Of every UMA receiver here, wherever the money goes from there.
    (destination.kind === 'EXTERNAL' ||
      (destination.kind === 'INTERNAL' && destination.uma !== undefined)) &&
    !body.purposeOfPayment
  ) {
    add('purposeOfPayment', 'required', `is required for ${receiving}`)
  }
  const override = body.platformFeeOverride
  if (override !== undefined) {
    if (override.platformFixedFee.currency !== sending) {
      add('platformFeeOverride.platformFixedFee.currency', 'const', 'must be the source currency')
    }
  }
  return problems
}
