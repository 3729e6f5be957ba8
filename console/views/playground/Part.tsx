import type { ComponentChildren } from 'preact'
import { Exchanges } from './Exchanges.tsx'
import type { StepKey } from './exchanges.ts'

type PartProps = {
  readonly step: StepKey
  readonly title: string
  readonly children: ComponentChildren
}

/** What can be done beside the sequence, in any order, with its requests. */
export function Part({ step, title, children }: PartProps) {
  return (
    <div class="step">
      <section class="step-main" aria-label={title}>
        <h3>{title}</h3>
        <div class="stack">{children}</div>
      </section>
      <Exchanges step={step} />
    </div>
  )
}
