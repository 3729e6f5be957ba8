import type { ComponentChildren } from 'preact'
import type { Tone } from './statuses.ts'
import { Time } from './Time.tsx'

export type TimelineStep = {
  readonly key: string
  readonly at: string
  readonly what: ComponentChildren
  readonly about?: ComponentChildren
  readonly tone?: Tone
}

type TimelineProps = { readonly label: string; readonly steps: readonly TimelineStep[] }

/** What happened, in order, the newest last or first as the caller gives it. */
export function Timeline({ label, steps }: TimelineProps) {
  return (
    <ol class="timeline" aria-label={label}>
      {steps.map(({ key, at, what, about, tone = 'plain' }) => (
        <li key={key} class={tone}>
          <span class="what">{what}</span>
          <span class="soft">
            <Time at={at} />
            {about !== undefined && <> · {about}</>}
          </span>
        </li>
      ))}
    </ol>
  )
}
