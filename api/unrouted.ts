/**
 * What is wrong with a path that no route has, and which route was probably meant. Only patterns of routes
 * are named, never the path itself: it may hold a device code, the token of a link or an id.
 */
import { distance } from '../contract/nearest.ts'
import type { ApiRouter } from './router.ts'

/** Longer paths are not compared with any route. */
const LENGTH_MAX = 300
const SEGMENTS_MAX = 12
/** How many letters of a path may be wrong for a route to be proposed. */
const WRONG_LETTERS_MAX = 4

const VERSION_LIKE = /^(v\d+(\.\d+)*|\d{4}-\d{2}-\d{2})$/i

type Route = { readonly shown: string; readonly segments: readonly string[] }

/**
 * Makes the function that says what is wrong with a path; undefined if no route is similar. Routes are
 * read at its first call: some are added after this one.
 *
 * @param version the first segment of every operation's path
 */
export function unroutedReasons(
  routers: readonly ApiRouter[],
  version: string,
): (path: string) => string | undefined {
  let routes: readonly Route[] | undefined
  return (path) => {
    if (path.length > LENGTH_MAX) return undefined
    routes ??= routers.flatMap(routesOf)
    return reasonOf(path, routes, version)
  }
}

function routesOf({ stack }: ApiRouter): Route[] {
  return stack
    .map(({ path }) => String(path))
    .filter((path) => /^[\w:/.-]+$/.test(path) && path !== '/')
    .map((path) => ({
      shown: path.replaceAll(/:(\w+)/g, '{$1}'),
      segments: path.split('/').slice(1),
    }))
}

function reasonOf(path: string, routes: readonly Route[], version: string): string | undefined {
  const sent = path.split('/').slice(1)
  const given = sent.filter((segment) => segment !== '')
  if (given.length === 0 || given.length > SEGMENTS_MAX) return undefined
  const mistakes: string[] = []
  if (sent.slice(0, -1).includes('')) mistakes.push('has a doubled slash')
  if (sent.at(-1) === '') mistakes.push('has a slash at its end')
  if (given[0] === 'api' && given.length > 1) {
    mistakes.push('begins with /api')
    given.shift()
  }
  const [first = '', ...rest] = given
  const versioned = [version, ...(VERSION_LIKE.test(first) ? rest : given)]
  if (first === version) {
    const route = nearest(given, routes)
    if (route !== undefined) return reasonWith(mistakes, route)
    // Health checks and pages have no version in their path.
    const unversioned = nearest(rest, routes)
    return (
      unversioned &&
      reasonWith(['begins with the version, as this one does not', ...mistakes], unversioned)
    )
  }
  if (VERSION_LIKE.test(first)) {
    return reasonWith(
      [`has another version than ${version}, the only one`, ...mistakes],
      nearest(versioned, routes),
    )
  }
  const unversioned = nearest(given, routes)
  if (unversioned !== undefined && isExact(given, unversioned))
    return reasonWith(mistakes, unversioned)
  const route = nearest(versioned, routes)
  if (route !== undefined)
    return reasonWith(['does not begin with the version', ...mistakes], route)
  return unversioned && reasonWith(mistakes, unversioned)
}

function reasonWith(mistakes: readonly string[], route: Route | undefined): string {
  const what = mistakes.length === 0 ? 'No such path.' : `The path ${mistakes.join(' and ')}.`
  return route === undefined ? what : `${what} Did you mean ${route.shown}?`
}

function isExact(given: readonly string[], { segments }: Route): boolean {
  return (
    given.length === segments.length &&
    segments.every((segment, at) => segment.startsWith(':') || segment === given[at])
  )
}

/** The route with the fewest wrong letters in its names, if any is similar; parameters match anything. */
function nearest(given: readonly string[], routes: readonly Route[]): Route | undefined {
  const names = given.map((segment) => segment.toLowerCase().replaceAll('_', '-'))
  let found: Route | undefined
  let fewest = WRONG_LETTERS_MAX + 1
  for (const route of routes) {
    const wrong = lacksGroup(names, route) ? 1 : wrongLetters(names, route, fewest)
    // A missing group counts as one wrong letter. Of equally similar routes the one with fewer parameters.
    const isBetter = wrong < fewest || (wrong === fewest && hasFewerParameters(route, found))
    if (isBetter && wrong <= WRONG_LETTERS_MAX) [found, fewest] = [route, wrong]
  }
  return found
}

/** Whether only the first name of the route is missing: `/external-accounts` for `/customers/external-accounts`. */
function lacksGroup([version, ...rest]: readonly string[], { segments }: Route): boolean {
  return (
    segments.length === rest.length + 2 &&
    segments[0] === version &&
    segments[1]?.startsWith(':') === false &&
    isExact(rest, { shown: '', segments: segments.slice(2) }) &&
    segments[2]?.startsWith(':') === false
  )
}

/** How many letters differ from the route's names; above `limit` if too many do, in all or in one name. */
function wrongLetters(names: readonly string[], { segments }: Route, limit: number): number {
  if (segments.length !== names.length) return limit + 1
  let sum = 0
  for (const [at, segment] of segments.entries()) {
    const name = names[at] ?? ''
    if (segment === name || segment.startsWith(':')) continue
    const tooMany = Math.min(limit - sum + 1, Math.floor(segment.length / 3) + 1)
    const wrong = distance(name, segment, tooMany)
    if (wrong >= tooMany) return limit + 1
    sum += wrong
  }
  return sum
}

function hasFewerParameters(route: Route, than: Route | undefined): boolean {
  return than !== undefined && parametersOf(route) < parametersOf(than)
}

function parametersOf({ segments }: Route): number {
  return segments.filter((segment) => segment.startsWith(':')).length
}
