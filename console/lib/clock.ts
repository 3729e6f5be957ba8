/** The time as components show it. */
import { useEffect } from 'preact/hooks'
import { createStore, useStore } from './store.ts'
import { now } from './time.ts'

const clock = createStore(now())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The time, anew every second while the page is visible: one timer for all that show it. */
export function useNow(): number {
  useEffect(() => {
    watchers += 1
    // No component has read it for a while.
    if (watchers === 1) clock.set(now())
    timer ??= setInterval(() => {
      if (!document.hidden) clock.set(now())
    }, 1_000)
    return () => {
      watchers -= 1
      if (watchers > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }, [])
  return useStore(clock)
}
