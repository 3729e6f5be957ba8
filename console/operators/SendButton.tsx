import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useAction } from '../lib/action.ts'
import { useApi } from '../lib/apiContext.ts'
import { announce } from '../lib/notices.ts'
import type { ApiRequest } from '../lib/request.ts'
import { Button, type ButtonProps } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { LongText } from '../ui/LongText.tsx'
import { useMayNotDecide } from './session.ts'

type SendButtonProps = {
  readonly request: ApiRequest
  readonly children: ComponentChildren
  /** What is announced when it has succeeded. */
  readonly done: string
  /** What will happen, in a sentence: asked before it is done. */
  readonly confirm: string
  /** After it was sent, however that ended: what is shown is old. */
  readonly onSent: () => void
  readonly label: string
  readonly kind?: ButtonProps['kind']
  readonly disabledReason?: string | undefined
}

/** A button of those who decide: it says what will happen, and sends one request once. */
export function SendButton(props: SendButtonProps) {
  const { request, children, done, confirm, onSent, label, kind = 'plain' } = props
  const api = useApi()
  const mayNot = useMayNotDecide()
  const [isAsking, setAsking] = useState(false)
  const action = useAction(async () => {
    try {
      await api.send(request)
      setAsking(false)
      announce(done)
    } finally {
      onSent()
    }
  })
  const ask = (): void => {
    action.reset()
    setAsking(true)
  }
  return (
    <>
      <Button
        kind={kind}
        isSmall
        label={label}
        onPress={ask}
        disabledReason={mayNot ?? props.disabledReason}
      >
        {children}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={label}
          problem={action.problem}
          button={{ kind: 'primary', isBusy: action.isBusy, onPress: action.run, children }}
          onClose={() => setAsking(false)}
        >
          <LongText text={confirm} />
        </ConfirmDialog>
      )}
    </>
  )
}
