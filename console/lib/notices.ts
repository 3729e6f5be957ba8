/** Short messages of what has just been done; read aloud by screen readers. */
import { createStore } from './store.ts'

const SHOWN_MS = 5_000

export const notice = createStore<string | undefined>(undefined)

let timer: ReturnType<typeof setTimeout> | undefined

/** `announce('The webhook is sent again.')` */
export function announce(text: string): void {
  clearTimeout(timer)
  notice.set(text)
  timer = setTimeout(() => notice.set(undefined), SHOWN_MS)
}
