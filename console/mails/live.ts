/** Polls the displayed data, and redraws only what has changed. */
import { type Api, ApiProblem } from '../api.ts'
import { section } from '../page.ts'
import type { Store } from '../state.ts'

export type Live = {
  /** Polls now, after a user action. */
  again(): void
}

/** Polls periodically while a platform is connected and the page is visible. */
export function live(store: Store, everyMs: number, look: (api: Api) => Promise<void>): Live {
  let timer: number | undefined
  let turn = 0
  const run = async (): Promise<void> => {
    clearTimeout(timer)
    turn += 1
    const mine = turn
    const { api } = store.state
    if (api === undefined) return
    if (!document.hidden) await look(api).then(clearAway, showAway)
    if (mine === turn) timer = setTimeout(() => void run(), everyMs)
  }
  let shown: Api | undefined
  store.watch(({ api }) => {
    if (api === shown) return
    shown = api
    void run()
  })
  document.addEventListener('visibilitychange', () => void run())
  return { again: () => void run() }
}

function clearAway(): void {
  section('page-notice').hidden = true
}

/** A failed poll says nothing about the money: the next one may succeed. */
function showAway(error: unknown): void {
  if (!(error instanceof ApiProblem)) throw error
  const notice = section('page-notice')
  const text = `What is shown may be old: ${error.message} (${error.code})`
  if (notice.textContent !== text) notice.textContent = text
  notice.hidden = false
}

/**
 * Fills a list; an item that has not changed keeps its element, and the keyboard its place.
 *
 * @param content what an item shows, as text: equal text is not drawn again
 */
export function fill<T>(
  list: HTMLElement,
  items: readonly T[],
  { key, content, draw }: Drawing<T>,
): void {
  const before = new Map([...list.children].map((child) => [keyOf(child), child]))
  const focused = document.activeElement
  const focusedKey = [...list.children].find((child) => child.contains(focused))
  const children = items.map((item) => {
    const old = before.get(key(item))
    if (old instanceof HTMLElement && old.dataset.content === content(item)) return old
    const made = draw(item)
    made.dataset.key = key(item)
    made.dataset.content = content(item)
    return made
  })
  const isSame =
    children.length === list.children.length &&
    children.every((child, index) => child === list.children[index])
  if (isSame) return
  list.replaceChildren(...children)
  const again = children.find((child) => focusedKey && keyOf(child) === keyOf(focusedKey))
  if (document.activeElement !== focused) again?.querySelector('button')?.focus()
}

export type Drawing<T> = {
  readonly key: (item: T) => string
  readonly content: (item: T) => string
  readonly draw: (item: T) => HTMLElement
}

function keyOf(child: Element): string {
  return child instanceof HTMLElement ? (child.dataset.key ?? '') : ''
}
