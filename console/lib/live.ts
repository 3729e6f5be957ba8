/** Data that stays fresh: asked for again and again while the page is visible. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { useApi } from './apiContext.ts'
import { type ApiProblem, problemOf } from './problem.ts'
import type { ApiRequest } from './request.ts'

export type Live<T> = {
  /** The last answer; undefined until the first one. */
  readonly data: T | undefined
  /** Why the last attempt failed. `data` may be there nevertheless: what is shown is old then. */
  readonly problem: ApiProblem | undefined
  /** True while `data` is the answer to the request before this one. */
  readonly isOld: boolean
  /** Asks now: after an action, or to try again. */
  again(): void
}

type State<T> = {
  readonly path: string | undefined
  readonly data?: T | undefined
  readonly problem?: ApiProblem | undefined
}

export type LiveOptions = {
  /** Milliseconds between an answer and the next question; 0: ask once. */
  readonly everyMs?: number
  /** At most this share of the time is spent asking: an answer that takes long is asked for less often. */
  readonly maxShare?: number
  /** Shows the answer to the former request until the new one has its own: lists and filters. */
  readonly keep?: boolean
}

const EVERY_MS = 3_000
const SLOWEST_MS = 30_000
const KEPT_MAX = 60

/** Answers of this tab by path: going back shows at once what was there. */
const answers = new Map<string, { readonly text: string; readonly data: unknown }>()

/** Forgets all answers: they belong to who is signed in. */
export function forgetAnswers(): void {
  answers.clear()
}

/**
 * Asks for something and keeps asking. Pauses while the page is hidden, slows down while requests
 * fail, and draws nothing anew when an answer is the same.
 *
 * @param request undefined if there is nothing to ask for
 */
export function useLive<T>(
  request: ApiRequest<T> | undefined,
  { everyMs = EVERY_MS, maxShare = 1, keep = false }: LiveOptions = {},
): Live<T> {
  const api = useApi()
  const path = request?.path
  const [state, setState] = useState<State<T>>({ path, data: answerTo<T>(path) })
  const again = useRef<() => void>(() => {})

  useEffect(() => {
    if (request === undefined || path === undefined) return
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    let turn = 0
    const ask = async (): Promise<void> => {
      clearTimeout(timer)
      turn += 1
      const mine = turn
      const askedAt = performance.now()
      const next = await api.send(request, { signal: stop.signal }).then(
        (data): State<T> => ({ path, data: keepAnswer(path, data) }),
        (error: unknown): State<T> => ({
          path,
          data: answerTo<T>(path),
          problem: problemOf(error),
        }),
      )
      if (stop.signal.aborted || mine !== turn) return
      failures = next.problem === undefined ? 0 : failures + 1
      setState((before) => (isSame(before, next) ? before : next))
      // What is wrong with the request itself stays wrong.
      const isFinal = next.problem !== undefined && !next.problem.isTemporary
      const leastMs = (performance.now() - askedAt) / maxShare
      if (everyMs > 0 && !isFinal) wait(leastMs, next.problem?.retryAfterSeconds)
    }
    const wait = (leastMs: number, retryAfterSeconds = 0): void => {
      const slowed = Math.min(SLOWEST_MS, everyMs * 2 ** failures)
      timer = setTimeout(run, Math.max(slowed, leastMs, retryAfterSeconds * 1_000))
    }
    const run = (): void => {
      if (document.hidden) timer = undefined
      else void ask()
    }
    const seen = (): void => {
      if (!document.hidden && timer === undefined) void ask()
    }
    again.current = () => void ask()
    document.addEventListener('visibilitychange', seen)
    void ask()
    return () => {
      stop.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [api, path, everyMs, maxShare])

  const isOld = state.path !== path
  const own = isOld ? answerTo<T>(path) : state.data
  return {
    data: own ?? (isOld && keep ? state.data : undefined),
    problem: isOld ? undefined : state.problem,
    isOld: isOld && own === undefined,
    again: () => again.current(),
  }
}

function answerTo<T>(path: string | undefined): T | undefined {
  return path === undefined ? undefined : (answers.get(path)?.data as T | undefined)
}

/** Returns the earlier object for an equal answer: what shows it need not be drawn again. */
function keepAnswer<T>(path: string, data: T): T {
  const text = JSON.stringify(data) ?? ''
  const before = answers.get(path)
  answers.delete(path)
  const kept = before?.text === text ? before : { text, data }
  answers.set(path, kept)
  for (const oldest of answers.keys()) {
    if (answers.size <= KEPT_MAX) break
    answers.delete(oldest)
  }
  return kept.data as T
}

function isSame<T>(before: State<T>, next: State<T>): boolean {
  return before.path === next.path && before.data === next.data && before.problem === next.problem
}
