/** What the frame of a page knows of its views. */
import type { ComponentType } from 'preact'

export type View = {
  /** First part of the address, below what all views have in common. */
  readonly path: string
  readonly title: string
  /** Of the navigation. */
  readonly group: string
  /** `g` and then this letter opens it. Without one it is in no navigation: other views lead to it. */
  readonly letter?: string
  readonly load: () => Promise<{ readonly default: ComponentType }>
}
