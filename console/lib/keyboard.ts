/** Keys of the dashboard: single letters outside of fields, and the list that `?` shows. */
import { useEffect, useRef } from 'preact/hooks'
import { createStore, type Store } from './store.ts'

export type Key = {
  /** As `KeyboardEvent.key` has it: `j`, `/`, `Enter`, `Escape`; `g t`: one after the other. */
  readonly key: string
  /** For the help: `Next row`. */
  readonly what: string
  run(): void
}

/** The keys that work now, those of the youngest component last. */
const active = createStore<readonly Key[][]>([])

export const activeKeys: Pick<Store<readonly Key[][]>, 'get' | 'watch'> = active

/** Listens while the component is shown. A later component's key wins over an earlier one's. */
export function useKeys(keys: readonly Key[]): void {
  const latest = useRef(keys)
  latest.current = keys
  const names = keys.map(({ key, what }) => `${key}:${what}`).join()
  useEffect(() => {
    // Through the reference: what `run` closes over is of the last drawing.
    const own = latest.current.map(({ key, what }) => ({
      key,
      what,
      run: () => latest.current.find((each) => each.key === key)?.run(),
    }))
    active.set([...active.get(), own])
    return () => active.set(active.get().filter((each) => each !== own))
  }, [names])
}

const SECOND_KEY_MS = 1_000

/** The first of two keys, for a moment. */
let begun = ''
let timer: ReturnType<typeof setTimeout> | undefined

function begin(key: string): void {
  clearTimeout(timer)
  begun = key
  timer = setTimeout(() => {
    begun = ''
  }, SECOND_KEY_MS)
}

window.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  // A dialog has its own keys, Escape among them.
  if (document.querySelector('dialog[open]') !== null) return
  const { target } = event
  const isField = target instanceof HTMLElement && target.matches('input, textarea, select')
  if (isField && event.key !== 'Escape') return
  if (isField) return target.blur()
  const keys = active.get().flat()
  const pressed = begun === '' ? event.key : `${begun} ${event.key}`
  const found = keys.findLast(({ key }) => key === pressed)
  // The second of two keys is no shortcut by itself: `r` after `g` rejects nothing.
  begin(begun === '' && keys.some(({ key }) => key.startsWith(`${event.key} `)) ? event.key : '')
  if (found === undefined) return
  event.preventDefault()
  found.run()
})
