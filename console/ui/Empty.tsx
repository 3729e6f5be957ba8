import type { ComponentChildren } from 'preact'

type EmptyProps = { readonly title: string; readonly children?: ComponentChildren }

/** There is nothing, and why: nothing yet, or nothing of these filters. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children !== undefined && <div class="soft">{children}</div>}
    </div>
  )
}
