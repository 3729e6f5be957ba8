/**
 * What was meant by an invalid path. Only patterns of routes are named, never what was sent: that
 * may hold a device code, the token of a link or an id.
 */
import { distance } from '../contract/nearest.ts'
import type { ApiRouter } from './router.ts'

/** Longer paths are not compared with any route. */
const LENGTH_MAX = 300
const SEGMENTS_MAX = 12
/** Letters of a whole path that may be wrong. */
const LETTERS_MAX = 4

const VERSION_LIKE = /^(v\d+(\.\d+)*|\d{4}-\d{2}-\d{2})$/i

type Route = { readonly shown: string; readonly segments: readonly string[] }

/**
 * Makes the function that says what is wrong with a path, undefined if nothing comes near. Routes are
 * read at its first call: until then all may not have been added.
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
  const slips: string[] = []
  if (sent.slice(0, -1).includes('')) slips.push('has a doubled slash')
  if (sent.at(-1) === '') slips.push('has a slash at its end')
  if (given[0] === 'api' && given.length > 1) {
    slips.push('begins with /api')
    given.shift()
  }
  const [first = '', ...rest] = given
  const versioned = [version, ...(VERSION_LIKE.test(first) ? rest : given)]
  if (first === version) {
    const route = nearest(given, routes)
    if (route !== undefined) return reasonWith(slips, route)
    // A probe or a page, sent with the version.
    const plain = nearest(rest, routes)
    return plain && reasonWith(['begins with the version, as this one does not', ...slips], plain)
  }
  if (VERSION_LIKE.test(first)) {
    return reasonWith(
      [`has another version than ${version}, the only one`, ...slips],
      nearest(versioned, routes),
    )
  }
  const plain = nearest(given, routes)
  if (plain !== undefined && isExact(given, plain)) return reasonWith(slips, plain)
  const route = nearest(versioned, routes)
  if (route !== undefined) return reasonWith(['does not begin with the version', ...slips], route)
  return plain && reasonWith(slips, plain)
}

function reasonWith(slips: readonly string[], route: Route | undefined): string {
  const what = slips.length === 0 ? 'No such path.' : `The path ${slips.join(' and ')}.`
  return route === undefined ? what : `${what} Did you mean ${route.shown}?`
}

function isExact(given: readonly string[], { segments }: Route): boolean {
  return (
    given.length === segments.length &&
    segments.every((segment, at) => segment.startsWith(':') || segment === given[at])
  )
}

/** The route whose names come nearest, where they come near; ids may be anything. */
function nearest(given: readonly string[], routes: readonly Route[]): Route | undefined {
  const names = given.map((segment) => segment.toLowerCase().replaceAll('_', '-'))
  let found: Route | undefined
  let least = LETTERS_MAX + 1
  for (const route of routes) {
    const far = withoutGroup(names, route) ? 1 : lettersBetween(names, route, least)
    // Of two that are alike the one with fewer parameters.
    const isBetter = far < least || (far === least && isPlainer(route, found))
    if (isBetter && far <= LETTERS_MAX) [found, least] = [route, far]
  }
  return found
}

/** `/external-accounts`, which is below `/customers`. */
function withoutGroup([version, ...rest]: readonly string[], { segments }: Route): boolean {
  return (
    segments.length === rest.length + 2 &&
    segments[0] === version &&
    segments[1]?.startsWith(':') === false &&
    isExact(rest, { shown: '', segments: segments.slice(2) }) &&
    segments[2]?.startsWith(':') === false
  )
}

function lettersBetween(names: readonly string[], { segments }: Route, limit: number): number {
  if (segments.length !== names.length) return limit + 1
  let sum = 0
  for (const [at, segment] of segments.entries()) {
    const name = names[at] ?? ''
    if (segment === name || segment.startsWith(':')) continue
    const most = Math.min(limit - sum + 1, Math.floor(segment.length / 3) + 1)
    const far = distance(name, segment, most)
    if (far >= most) return limit + 1
    sum += far
  }
  return sum
}

function isPlainer(route: Route, than: Route | undefined): boolean {
  return than !== undefined && parametersOf(route) < parametersOf(than)
}

function parametersOf({ segments }: Route): number {
  return segments.filter((segment) => segment.startsWith(':')).length
}
