import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useAction } from '../lib/action.ts'
import { announce } from '../lib/notices.ts'
import type { ApiRequest } from '../lib/request.ts'
import { useSession } from '../lib/session.ts'
import { Button, type ButtonProps } from './Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Curl, CurlText } from './Curl.tsx'
import { ErrorState } from './ErrorState.tsx'

type ActionButtonProps<T> = {
  readonly request: ApiRequest<T>
  readonly children: ComponentChildren
  /** What is announced when it has succeeded: `The webhook is sent again.` */
  readonly done: string | ((result: T) => string)
  readonly onDone?: (result: T) => void
  /** Permission that the operation needs. */
  readonly needs: 'VIEW' | 'TRANSACT' | 'MANAGE'
  /** What will happen, in a sentence: asked before it is done. Needed where money moves. */
  readonly confirm?: string
  readonly kind?: ButtonProps['kind']
  readonly isSmall?: boolean
  readonly label?: string
}

/**
 * A button that sends one request, with the same as curl beside it. With `confirm` a dialog says
 * first what will happen and shows the request.
 */
export function ActionButton<T>(props: ActionButtonProps<T>) {
  const { request, children, done, onDone, needs, confirm, kind, isSmall, label } = props
  const { api, may } = useSession()
  const [isAsking, setAsking] = useState(false)
  const action = useAction(async () => {
    const result = await api.send(request)
    setAsking(false)
    announce(typeof done === 'string' ? done : done(result))
    onDone?.(result)
  })
  const shared = {
    ...(kind && { kind }),
    ...(isSmall && { isSmall }),
    isBusy: action.isBusy,
    disabledReason: may(needs) ? undefined : `Your token lacks the permission ${needs}.`,
  }
  const ask = (): void => {
    action.reset()
    setAsking(true)
  }
  return (
    <div class="action">
      <Button
        {...shared}
        {...(label !== undefined && { label })}
        onPress={confirm === undefined ? action.run : ask}
      >
        {children}
      </Button>
      {confirm === undefined && <Curl request={request} />}
      {!isAsking && <ErrorState problem={action.problem} />}
      {isAsking && confirm !== undefined && (
        <ConfirmDialog
          isWide
          problem={action.problem}
          button={{
            ...shared,
            ...{ kind: kind === 'danger' ? 'danger' : 'primary', onPress: action.run, children },
          }}
          onClose={() => setAsking(false)}
        >
          <p>{confirm}</p>
          <CurlText request={request} />
        </ConfirmDialog>
      )}
    </div>
  )
}
