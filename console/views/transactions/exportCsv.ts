/** The list as it is filtered, as a table for a spreadsheet. */
import { csvOf } from '../../lib/csv.ts'
import { shownAmount } from '../../lib/money.ts'
import type { Component } from '../../lib/request.ts'
import { isPayment, purposeOf, type Transaction } from './facts.tsx'

/** More are not fetched at once: each page is a request. */
export const EXPORT_MAX = 10_000

const heads = [
  ...['id', 'type', 'status', 'created_at', 'settled_at', 'customer_id', 'platform_customer_id'],
  ...['sent', 'sent_currency', 'received', 'received_currency', 'fees', 'reference_or_description'],
  ...['failure_reason'],
]

export function transactionsCsv(transactions: readonly Transaction[]): string {
  return csvOf([heads, ...transactions.map(cellsOf)])
}

function cellsOf(transaction: Transaction): readonly (string | undefined)[] {
  const { id, type, status, createdAt, customerId, platformCustomerId } = transaction
  const payment = isPayment(transaction) ? transaction : undefined
  const sent = transaction.type === 'OUTGOING' ? transaction.sentAmount : undefined
  const received =
    transaction.type === 'CARD' ? transaction.settledAmount : transaction.receivedAmount
  const feesIn = (sent ?? received)?.currency
  const fees = payment?.fees
  return [
    ...[id, type, status, createdAt, payment?.settledAt, customerId, platformCustomerId],
    ...cellsOfMoney(sent),
    ...cellsOfMoney(received),
    fees === undefined || feesIn === undefined ? '' : numberOf({ amount: fees, currency: feesIn }),
    purposeOf(transaction),
    payment?.failureReason,
  ]
}

type Money = Component<'CurrencyAmount'>

function cellsOfMoney(value: Money | undefined): readonly (string | undefined)[] {
  return value === undefined ? ['', ''] : [numberOf(value), value.currency.code]
}

/** `1234.50`: without the spaces of people. */
function numberOf({ amount, currency }: Money): string {
  return shownAmount(amount, currency).replace(/ \S+$/, '').replaceAll(' ', '')
}
