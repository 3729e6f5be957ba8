/**
 * Where the reader is: `/console/VIEW/SELECTED?filters`. All of it is in the address, so that a
 * link, a reload and the browser's own back lead to the same picture.
 */

import { queryText } from './queryText.ts'
import { createStore, useStore } from './store.ts'

/** What is before the view; a document says so (`data-root`), and the operators' pages have nothing there. */
export const ROOT = document.documentElement.dataset.root ?? '/console'

export type Query = Readonly<Record<string, string>>

export type Route = {
  /** Path of the view; empty: the first one. */
  readonly view: string
  /** What is selected in it, an id as a rule. */
  readonly selected: string | undefined
  /** Filters, cursor, tab: whatever the view keeps there. */
  readonly query: Query
}

/** What is left out stays as it is; `undefined` or '' removes a member of the query. */
export type RouteChange = {
  readonly view?: string
  readonly selected?: string | undefined
  readonly query?: Readonly<Record<string, string | undefined>>
}

function read(): Route {
  const [view = '', selected] = location.pathname
    .slice(ROOT.length)
    .split('/')
    .filter(Boolean)
    .map(decoded)
  return { view, selected, query: Object.fromEntries(new URLSearchParams(location.search)) }
}

/** Text that is not a valid encoding is taken as it is written. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const route = createStore<Route>(read())
window.addEventListener('popstate', () => route.set(read()))

export function useRoute(): Route {
  return useStore(route)
}

export function currentRoute(): Route {
  return route.get()
}

/** The route after a change. Another view begins with no selection and no filters. */
export function routeAfter(before: Route, change: RouteChange): Route {
  const isOther = change.view !== undefined && change.view !== before.view
  const query: Record<string, string> = isOther ? {} : { ...before.query }
  for (const [name, value] of Object.entries(change.query ?? {})) {
    if (value === undefined || value === '') delete query[name]
    else query[name] = value
  }
  const kept = isOther ? undefined : before.selected
  return {
    view: change.view ?? before.view,
    selected: 'selected' in change ? change.selected : kept,
    query,
  }
}

/** The address of the present route with a change: what links have. */
export function hrefOf(change: RouteChange): string {
  const { view, selected, query } = routeAfter(route.get(), change)
  const parts = [view, ...(selected === undefined ? [] : [selected])].filter(Boolean)
  const path = parts.map((part) => `/${encodeURIComponent(part).replaceAll('%3A', ':')}`).join('')
  return `${ROOT}${path}${queryText(query)}`
}

/** Goes there. @param replace true: without a step of the browser's history (filters as typed) */
export function navigate(change: RouteChange, { replace = false } = {}): void {
  goTo(hrefOf(change), { replace })
}

const isReveal = (path: string): boolean => path.startsWith(`${ROOT}/reveal/`)

/** Goes to an address of ours. */
export function goTo(href: string, { replace = false } = {}): void {
  if (href === `${location.pathname}${location.search}`) return
  // A policy belongs to a document, and the one of this page lets another origin's frame in.
  if (isReveal(href) !== isReveal(location.pathname)) {
    location.assign(href)
    return
  }
  if (replace) history.replaceState(null, '', href)
  else history.pushState(null, '', href)
  route.set(read())
}

/** Changes filters: the first page again, for a cursor belongs to the filters that it came with. */
export function setFilters(query: Readonly<Record<string, string | undefined>>): void {
  navigate({ query: { cursor: undefined, ...query } }, { replace: true })
}
