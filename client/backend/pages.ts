/** Iteration over paged lists. */
import type { Client as Api } from 'openapi-fetch'
import type { paths } from './schema.ts'

type Body200<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

type Envelope = { readonly data: readonly unknown[]; readonly hasMore: boolean }

/** Paths of lists that come in pages and have no parameter in the path. */
export type ListPath = {
  [Path in keyof paths]: Path extends `${string}{${string}`
    ? never
    : [Body200<Path>] extends [never]
      ? never
      : Body200<Path> extends Envelope
        ? Path
        : never
}[keyof paths]

/** The filters of a list. `limit` is the size of a page, not of the whole. */
export type ListQuery<Path extends ListPath> = paths[Path] extends {
  get: { parameters: { query?: infer Query } }
}
  ? Omit<NonNullable<Query>, 'cursor'>
  : never

export type ItemOf<Path extends ListPath> =
  Body200<Path> extends { data: readonly (infer Item)[] } ? Item : never

const PAGE_SIZE = 100

type Page<Item> = {
  readonly data: readonly Item[]
  readonly nextCursor?: string
}

/** Every item of a list. A page is fetched when its first item is needed. */
export async function* pages<Path extends ListPath>(
  api: Api<paths>,
  path: Path,
  query?: ListQuery<Path>,
): AsyncGenerator<ItemOf<Path>> {
  // What each path may be asked is checked above, by this function's own type.
  const get = api.GET as unknown as (
    path: string,
    options: object,
  ) => Promise<{ readonly data: Page<ItemOf<Path>> }>
  let cursor: string | undefined
  do {
    const asked = { limit: PAGE_SIZE, ...query, ...(cursor !== undefined && { cursor }) }
    const { data: page } = await get(path, { params: { query: asked } })
    yield* page.data
    cursor = page.nextCursor
  } while (cursor !== undefined)
}
