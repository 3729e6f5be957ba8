/** What a text in the search field means, recognized by its form. */
import type { operations } from '../../../client/backend/schema.ts'

export type ListQuery = NonNullable<operations['listCustomers']['parameters']['query']>

export type Search =
  /** One customer by its id. */
  | { readonly kind: 'ID'; readonly id: string }
  | { readonly kind: 'LIST'; readonly query: ListQuery; readonly words: string }

/** What else a free text may be, by the value of `by` in the address. */
export const meanings = [
  ['name', 'It is a name'],
  ['id', 'It is an id of mine'],
] as const

/** @param by `id` or `name`: whatever it looks like, it is the platform's own id or a name */
export function searchOf(text: string, by: string | undefined): Search {
  if (text === '') return { kind: 'LIST', query: {}, words: '' }
  if (by === 'id') return ownId(text)
  if (by === 'name') return name(text)
  if (text.startsWith('Customer:')) return { kind: 'ID', id: text }
  if (text.startsWith('$')) {
    return { kind: 'LIST', query: { umaAddress: text }, words: 'with this UMA address' }
  }
  if (text.includes('@')) return { kind: 'LIST', query: { email: text }, words: 'with this e-mail' }
  if (/^[A-Za-z]{2}$/.test(text)) {
    const region = text.toUpperCase()
    return { kind: 'LIST', query: { region }, words: `in the region ${region}` }
  }
  // Names have no digits; what a platform calls its customers mostly has.
  return /[\d_]/.test(text) ? ownId(text) : name(text)
}

function ownId(text: string): Search {
  return { kind: 'LIST', query: { platformCustomerId: text }, words: 'with this id of yours' }
}

function name(text: string): Search {
  return { kind: 'LIST', query: { name: text }, words: 'whose name or last name begins with it' }
}
