/** What a text in the search field means, told by its form. */
import type { operations } from '../../../client/schema.ts'

export type ListQuery = NonNullable<operations['listCustomers']['parameters']['query']>

export type Search =
  /** One customer by its id. */
  | { readonly kind: 'ID'; readonly id: string }
  | { readonly kind: 'LIST'; readonly query: ListQuery; readonly words: string }

/** @param by `id`: whatever it looks like, it is the platform's own id */
export function searchOf(text: string, by: string | undefined): Search {
  if (text === '') return { kind: 'LIST', query: {}, words: '' }
  if (by !== 'id') {
    if (text.startsWith('Customer:')) return { kind: 'ID', id: text }
    if (text.startsWith('$')) {
      return { kind: 'LIST', query: { umaAddress: text }, words: 'with this UMA address' }
    }
    if (/^[A-Za-z]{2}$/.test(text)) {
      const region = text.toUpperCase()
      return { kind: 'LIST', query: { region }, words: `in the region ${region}` }
    }
  }
  return { kind: 'LIST', query: { platformCustomerId: text }, words: 'with this id of yours' }
}
