/** What rows and the panel show of an action of an agent. */
import type { ComponentChildren } from 'preact'
import { moneyOf } from '../../lib/currencies.ts'
import type { Component } from '../../lib/request.ts'
import { Money } from '../../ui/Money.tsx'

export type Action = Component<'AgentActionRecord'>
export type Review = Component<'AgentActionReview'>

export const typeWords: Readonly<Record<Action['type'], string>> = {
  EXECUTE_QUOTE: 'Payment by quote',
  TRANSFER_IN: 'Transfer in',
  TRANSFER_OUT: 'Transfer out',
}

/** Ids of the accounts, or a UMA address, or what the quote says else. */
export function endsOf({ quote, transferDetails }: Action): readonly [from: string, to: string] {
  if (transferDetails !== undefined) {
    return [transferDetails.sourceAccountId, transferDetails.destinationAccountId]
  }
  const { source, destination } = quote ?? {}
  return [
    source?.accountId ?? source?.customerId ?? '',
    destination?.accountId ?? destination?.umaAddress ?? '',
  ]
}

/** What leaves the source, fees included, and what arrives where that is another amount. */
export function ActionAmount({ of }: { readonly of: Action }): ComponentChildren {
  const { quote, transferDetails, transaction } = of
  if (quote !== undefined) {
    const sent = { amount: quote.totalSendingAmount, currency: quote.sendingCurrency }
    const received = { amount: quote.totalReceivingAmount, currency: quote.receivingCurrency }
    const isSame = sent.amount === received.amount && sent.currency.code === received.currency.code
    return (
      <>
        <Money value={sent} />
        {!isSame && (
          <>
            {' → '}
            <Money value={received} />
          </>
        )}
      </>
    )
  }
  if (transferDetails !== undefined) {
    return <Money value={moneyOf(transferDetails.amount, transferDetails.currency)} />
  }
  return transaction?.type === 'OUTGOING' ? <Money value={transaction.sentAmount} /> : null
}

/** Fees, part of the amount. */
export function feesOf({ quote, transaction }: Action): Component<'CurrencyAmount'> | undefined {
  if (quote !== undefined) return { amount: quote.feesIncluded, currency: quote.sendingCurrency }
  if (transaction?.type !== 'OUTGOING' || transaction.fees === undefined) return undefined
  return { amount: transaction.fees, currency: transaction.sentAmount.currency }
}
