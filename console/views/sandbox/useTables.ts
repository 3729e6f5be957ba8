import { useEffect, useState } from 'preact/hooks'
import type { SandboxOutcomes } from '../../../contract/sandboxOutcomes.ts'
import { ApiProblem, problemOf } from '../../lib/problem.ts'

export type Tables = {
  readonly outcomes: SandboxOutcomes
  /** The calls that can meet an ordered fault: what each is, and the faults. */
  readonly faults: Readonly<
    Record<string, { readonly what: string; readonly faults: readonly string[] }>
  >
}

type State = {
  readonly tables?: Tables
  readonly problem?: ApiProblem
  readonly again: () => void
}

/** What the sandbox does by itself, as its code has it. */
export function useTables(): State {
  const [state, setState] = useState<Omit<State, 'again'>>({})
  const read = (): void => {
    readTables().then(
      (tables) => setState({ tables }),
      (error: unknown) => setState({ problem: problemOf(error) }),
    )
  }
  useEffect(read, [])
  return { ...state, again: read }
}

async function readTables(): Promise<Tables> {
  const answer = await fetch('/console/outcomes.json', { credentials: 'omit' }).catch(() => {
    throw ApiProblem.unreachable()
  })
  if (!answer.ok) throw ApiProblem.of(answer, undefined)
  return (await answer.json()) as Tables
}
