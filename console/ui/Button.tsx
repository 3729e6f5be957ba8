import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { classes } from './classes.ts'

export type ButtonProps = {
  readonly children: ComponentChildren
  readonly onPress?: () => unknown
  /** One `primary` a view at most; `danger` for what cannot be undone; `aside` for what few look for. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'aside' | 'danger'
  readonly type?: 'button' | 'submit'
  readonly isBusy?: boolean
  /** Why it cannot be pressed now, shown on hover and read aloud. */
  readonly disabledReason?: string | undefined
  /** What it is called where its text alone does not say. */
  readonly label?: string
  readonly isSmall?: boolean
  /** In a dialog: has the focus when it opens, so that Enter presses it. */
  readonly isFirst?: boolean
}

/** Stays in the order of the keyboard while it is busy or cannot be pressed, and says why. */
export function Button(props: ButtonProps) {
  const { children, onPress, kind = 'plain', type = 'button', isBusy = false } = props
  const { disabledReason, label, isSmall = false, isFirst = false } = props
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFirst) button.current?.focus()
  }, [isFirst])
  const isOff = isBusy || disabledReason !== undefined
  const press = (event: Event): void => {
    if (isOff) event.preventDefault()
    else onPress?.()
  }
  return (
    <button
      ref={button}
      type={type}
      class={classes('button', kind, isSmall && 'small')}
      aria-disabled={isOff}
      aria-busy={isBusy}
      aria-label={label}
      title={disabledReason}
      onClick={press}
    >
      {children}
    </button>
  )
}
