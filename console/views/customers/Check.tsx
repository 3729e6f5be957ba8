/** One thing that a payment needs: whether it is there, and what helps where it is not. */
import type { ComponentChildren } from 'preact'
import type { ApiProblem } from '../../lib/problem.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import type { Tone } from '../../ui/statuses.ts'

type CheckProps = {
  readonly tone: Tone
  /** In one or two words. */
  readonly state: string
  /** What it means, and what helps. */
  readonly children?: ComponentChildren
}

export function Check({ tone, state, children }: CheckProps) {
  return (
    <div class="row">
      <Badge tone={tone}>{state}</Badge>
      {children}
    </div>
  )
}

/** In its place until the answer is there, or where there is none. */
export function NotKnown({ problem }: { readonly problem: ApiProblem | undefined }) {
  return problem === undefined ? <span class="bone" /> : <ErrorState problem={problem} />
}
