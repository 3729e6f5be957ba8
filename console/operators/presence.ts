/**
 * Whether a person is at the page. Without one nothing is asked: the page would keep the session open that is to
 * end after 30 minutes without a request, and the audit would name readers who have left.
 */
import { createStore, useStore } from '../lib/store.ts'

const AWAY_AFTER_MS = 5 * 60_000

const isHere = createStore(true)
let timer: ReturnType<typeof setTimeout> | undefined

function noted(): void {
  clearTimeout(timer)
  timer = setTimeout(() => isHere.set(false), AWAY_AFTER_MS)
  isHere.set(true)
}

noted()
for (const input of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus']) {
  window.addEventListener(input, noted, { capture: true, passive: true })
}

export function useIsHere(): boolean {
  return useStore(isHere)
}
