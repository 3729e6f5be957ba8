import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Badge } from '../../ui/Badge.tsx'
import { Exchanges } from './Exchanges.tsx'
import type { StepKey } from './exchanges.ts'

/** Where a step is: its turn has been, is now, or is still to come. */
export type Turn = 'DONE' | 'NOW' | 'LATER'

type StepProps = {
  readonly step: StepKey
  readonly number: number
  readonly title: string
  readonly turn: Turn
  /** What is to be done, while it is its turn. */
  readonly children: ComponentChildren
  /** What came of it. */
  readonly summary: ComponentChildren
  /** What its button sends: `POST /customers`. */
  readonly next?: string | undefined
  /** Beside it, while it is its turn: what no request of the log shows. */
  readonly beside?: ComponentChildren
}

/** One step of the guided sequence, its requests beside it. */
export function Step({ step, number, title, turn, children, summary, next, beside }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(turn)
  useEffect(() => {
    // The keyboard goes on where the next thing is to be done.
    if (turn === 'NOW' && before.current !== 'NOW') heading.current?.focus()
    before.current = turn
  }, [turn])
  return (
    <li class={`step ${turn.toLowerCase()}`} aria-current={turn === 'NOW' ? 'step' : undefined}>
      <section class="step-main" aria-label={title}>
        <h2 ref={heading} tabIndex={-1}>
          <span class="step-number" aria-hidden="true">
            {turn === 'DONE' ? '✓' : number}
          </span>
          {title}
          {turn === 'DONE' && (
            <span class="visually-hidden">
              <Badge>Done</Badge>
            </span>
          )}
        </h2>
        {turn === 'NOW' && <div class="stack">{children}</div>}
        {turn === 'DONE' && <div class="row step-summary">{summary}</div>}
      </section>
      {turn === 'NOW' && beside !== undefined ? (
        <div class="stack">
          {beside}
          <Exchanges step={step} next={next} />
        </div>
      ) : (
        turn !== 'LATER' && <Exchanges step={step} next={turn === 'NOW' ? next : undefined} />
      )}
    </li>
  )
}
