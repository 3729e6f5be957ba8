import type { ComponentChildren } from 'preact'
import { meaningOf, type Tone, wordsOf } from './statuses.ts'

type BadgeProps = {
  readonly tone?: Tone
  readonly title?: string
  readonly children: ComponentChildren
}

export function Badge({ tone = 'plain', title, children }: BadgeProps) {
  return (
    <span class={`badge ${tone}`} title={title}>
      {children}
    </span>
  )
}

/** A status of the API in words, coloured; what it means on hover. */
export function Status({ status }: { readonly status: string }) {
  const [tone, sentence] = meaningOf(status)
  return (
    <Badge tone={tone} title={sentence || undefined}>
      {wordsOf(status)}
    </Badge>
  )
}
