import type { ComponentChildren } from 'preact'
import { goTo, hrefOf, type RouteChange, useRoute } from '../lib/route.ts'

export type LinkProps = {
  readonly to: RouteChange
  readonly children: ComponentChildren
  readonly class?: string
  readonly label?: string
  readonly current?: 'page' | 'true' | undefined
  /** Without a step of the browser's history. */
  readonly replace?: boolean
}

/** A link inside the dashboard: an address that can be copied or opened in another tab. */
export function Link({ to, children, class: name, label, current, replace = false }: LinkProps) {
  // Drawn again when the route changes: what is left out of `to` is taken from there.
  useRoute()
  const href = hrefOf(to)
  const follow = (event: MouseEvent): void => {
    const isOther = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
    if (isOther || event.defaultPrevented) return
    event.preventDefault()
    goTo(href, { replace })
  }
  return (
    <a href={href} class={name} aria-label={label} aria-current={current} onClick={follow}>
      {children}
    </a>
  )
}

type OutsideLinkProps = { readonly href: string; readonly children: ComponentChildren }

/** A link to another page, in a tab of its own. */
export function OutsideLink({ href, children }: OutsideLinkProps) {
  return (
    <a href={href} target="_blank" rel="noreferrer" class="outside">
      {children}
    </a>
  )
}
