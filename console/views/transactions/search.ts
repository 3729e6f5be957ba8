/** What a text in the search field means, recognized by its form. */
import type { operations } from '../../../client/backend/schema.ts'
import { minorOf } from '../../lib/money.ts'
import { settings } from '../../lib/settings.ts'

type ListQuery = NonNullable<operations['listTransactions']['parameters']['query']>

export type Search =
  /** One transaction by its id. */
  | { readonly kind: 'ID'; readonly id: string }
  | { readonly kind: 'LIST'; readonly query: ListQuery; readonly words: string }
  /** An amount without a currency: the reader says which. */
  | { readonly kind: 'AMOUNT'; readonly amount: string }
  | { readonly kind: 'WRONG'; readonly reason: string }

const amountForm = /^(\d[\d ]*(?:[.,]\d+)?)\s*([A-Za-z]{3,6})?$/

/** @param by what a free text is: the platform's own id of a customer, or a reference */
export function searchOf(text: string, by: string | undefined): Search {
  if (text === '') return { kind: 'LIST', query: {}, words: '' }
  if (/^(Transaction|CardTransaction):/.test(text)) return { kind: 'ID', id: text }
  if (/^(Customer|PlatformConfig):/.test(text)) {
    return { kind: 'LIST', query: { customerId: text }, words: 'of this customer' }
  }
  if (text.startsWith('Card:')) {
    return { kind: 'LIST', query: { cardId: text }, words: 'of this card' }
  }
  if (/^(InternalAccount|ExternalAccount):/.test(text) || text.startsWith('$')) {
    return { kind: 'LIST', query: { accountIdentifier: text }, words: 'from or to this account' }
  }
  if (by === 'customer') {
    const words = 'of the customer with this id of yours'
    return { kind: 'LIST', query: { platformCustomerId: text }, words }
  }
  const [, amount, code] = by === 'reference' ? [] : (amountForm.exec(text) ?? [])
  if (amount === undefined) {
    return { kind: 'LIST', query: { reference: text }, words: 'with this reference' }
  }
  return code === undefined ? { kind: 'AMOUNT', amount } : amountSearch(amount, code.toUpperCase())
}

function amountSearch(text: string, code: string): Search {
  // A platform's own stablecoin is in no list, and has six.
  const decimals = settings().currencies.find((each) => each.code === code)?.decimals ?? 6
  try {
    const amount = minorOf(text.replaceAll(' ', ''), { code, name: code, decimals })
    return { kind: 'LIST', query: { amount, currency: code }, words: 'of exactly this amount' }
  } catch (error) {
    return { kind: 'WRONG', reason: error instanceof Error ? error.message : String(error) }
  }
}
