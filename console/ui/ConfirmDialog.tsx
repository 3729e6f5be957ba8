import type { ComponentChildren } from 'preact'
import type { ApiProblem } from '../lib/problem.ts'
import { Button, type ButtonProps } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { ErrorState } from './ErrorState.tsx'

type ConfirmDialogProps = {
  readonly title?: string
  /** What will happen. */
  readonly children: ComponentChildren
  /** The button that does it, beside the one that does not. */
  readonly button: ButtonProps
  /** Why it failed. */
  readonly problem?: ApiProblem | undefined
  readonly onClose: () => void
  readonly isWide?: boolean
}

/** Asks before something is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title = 'Are you sure?', children, button, problem, onClose, isWide = false } = props
  return (
    <Dialog title={title} isWide={isWide} onClose={onClose}>
      {children}
      <ErrorState problem={problem} />
      <p class="row end">
        <Button onPress={onClose}>Cancel</Button>
        <Button {...button} />
      </p>
    </Dialog>
  )
}
