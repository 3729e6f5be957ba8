/** Polls the displayed data. */
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
