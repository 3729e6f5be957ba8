/** Amounts with their decimals and currency, beside the integers of an answer: a model reads 1234 cents as 1234 dollars. */
import { currencies, shownMoney } from '../../contract/money.ts'

type Fields = Readonly<Record<string, unknown>>

/** Members that are amounts, and the member beside them that names the currency. */
export const amountFields: Readonly<Record<string, string>> = {
  amount: 'currency',
  totalAmount: 'currency',
  totalSendingAmount: 'sendingCurrency',
  totalReceivingAmount: 'receivingCurrency',
  feesIncluded: 'sendingCurrency',
  platformFeesIncluded: 'sendingCurrency',
  fees: 'sentAmount',
  platformFees: 'sentAmount',
  counterpartyFixedFee: 'currency',
  serviceApiFixedFee: 'currency',
  serviceApiVariableFeeAmount: 'currency',
  perTransactionLimit: 'currency',
  dailyLimit: 'currency',
  monthlyLimit: 'currency',
  dailySpend: 'currency',
  dailyReserved: 'currency',
  monthlySpend: 'currency',
  monthlyReserved: 'currency',
  limit: 'currency',
  used: 'currency',
  requested: 'currency',
  perTransaction: 'currency',
  daily: 'currency',
  monthly: 'currency',
}

/**
 * Every amount of an answer by its path: `{ 'balance.amount': '12.34 USD' }`. An amount whose currency the
 * answer does not name is left out.
 */
export function amountsOf(value: unknown): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  walk(value, [], undefined, found)
  return found
}

function walk(
  value: unknown,
  path: readonly string[],
  inherited: string | undefined,
  found: Record<string, string>,
): void {
  if (typeof value !== 'object' || value === null) return
  const fields = value as Fields
  const currency = codeIn(fields) ?? (isOfNoCurrency(fields) ? undefined : inherited)
  for (const [name, member] of Object.entries(fields)) {
    const beside = amountFields[name]
    const at = [...path, name]
    if (beside === undefined || typeof member !== 'number') {
      walk(member, at, currency, found)
      continue
    }
    const code = codeOf(fields[beside]) ?? codeOf(receivedIn(fields)) ?? currency
    if (code !== undefined) found[at.join('.')] = shownMoney(member, code)
  }
}

/** The amount received, of an incoming transaction: its fees are in that currency. */
function receivedIn({ type, receivedAmount }: Fields): unknown {
  return type === 'INCOMING' ? receivedAmount : undefined
}

/**
 * Whether the object's amounts are not of the currency around it: a policy's rule without a currency limits a number of
 * actions, and a card's pulls are in the currency of an account of which the answer has only the id.
 */
function isOfNoCurrency(fields: Fields): boolean {
  return 'rule' in fields || 'pendingCount' in fields
}

/** The code of the currency of an object's amounts: its own, that of its spending limits, or the one that is sent or authorized. */
function codeIn(fields: Fields): string | undefined {
  const { policy, spendingLimits, currency } = fields as Record<string, Fields | undefined>
  return (
    codeOf(currency) ??
    codeOf((policy?.spendingLimits ?? spendingLimits) as unknown) ??
    codeOf(fields.sendingCurrency ?? fields.sentAmount ?? fields.authorizedAmount)
  )
}

/** The code that a value is, or has as a currency or as an amount with its currency. */
function codeOf(value: unknown): string | undefined {
  if (typeof value === 'string') return currencies.has(value) ? value : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const { code, currency } = value as Fields
  return codeOf(code ?? currency)
}

/** How many decimals each currency has, as a sentence for a model. */
export function decimalsSentence(): string {
  const byDecimals = new Map<number, string[]>()
  for (const { code, decimals } of currencies.values()) {
    byDecimals.set(decimals, [...(byDecimals.get(decimals) ?? []), code])
  }
  const others = [...byDecimals].filter(([decimals]) => decimals !== 2)
  const listed = others.map(([decimals, codes]) => `${codes.join(', ')} ${decimals}`)
  return (
    'Amounts are integers in the smallest unit of the currency: with 2 decimals, 12.34 is 1234. ' +
    `Decimals: ${listed.join('; ')}; all others 2.`
  )
}
