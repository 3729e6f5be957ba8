/** What a press of a button starts, and how it ended. */
import { useRef, useState } from 'preact/hooks'
import { type ApiProblem, problemOf } from './problem.ts'

export type Action<Args extends unknown[]> = {
  /** Resolves to true if it succeeded. A second press while it runs does nothing. */
  run(...args: Args): Promise<boolean>
  readonly isBusy: boolean
  /** Why the last run failed. */
  readonly problem: ApiProblem | undefined
  /** Forgets the problem. */
  reset(): void
}

export function useAction<Args extends unknown[]>(
  act: (...args: Args) => Promise<void>,
): Action<Args> {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ApiProblem>()
  const isRunning = useRef(false)
  return {
    isBusy,
    problem,
    reset: () => setProblem(undefined),
    async run(...args) {
      if (isRunning.current) return false
      isRunning.current = true
      setBusy(true)
      setProblem(undefined)
      try {
        await act(...args)
        return true
      } catch (error) {
        setProblem(problemOf(error))
        return false
      } finally {
        isRunning.current = false
        setBusy(false)
      }
    },
  }
}
