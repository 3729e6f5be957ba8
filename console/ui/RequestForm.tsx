import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { useAction } from '../lib/action.ts'
import { announce } from '../lib/notices.ts'
import type { ApiRequest } from '../lib/request.ts'
import { useSession } from '../lib/session.ts'
import { Button, type ButtonProps } from './Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Curl, CurlText } from './Curl.tsx'
import { Form, type FormValues, valuesOf } from './Form.tsx'

type RequestFormProps<T> = {
  /** What the form is for, for screen readers. */
  readonly label: string
  /** The request of what is filled in, named before what takes its result. @throws ApiProblem about a field: `minorIn` and the like do */
  readonly requestOf: (values: FormValues) => ApiRequest<T>
  /** The fields. */
  readonly children: ComponentChildren
  readonly submit: string
  /** Permission that the operation needs. */
  readonly needs: 'VIEW' | 'TRANSACT' | 'MANAGE'
  readonly done: string | ((result: T) => string)
  readonly onDone?: (result: T) => void
  /** What will happen, in a sentence: asked before it is done. Needed where money moves. */
  readonly confirm?: (values: FormValues) => string
  readonly kind?: ButtonProps['kind']
  /**
   * The operation takes an `Idempotency-Key`: the same form has the same one until it succeeds, so
   * that a second press after an unknown outcome does nothing twice.
   */
  readonly isKeyed?: boolean
  /** Fields that what can be copied does not show. */
  readonly secrets?: readonly string[]
}

type Asked<T> = { readonly request: ApiRequest<T>; readonly words: string }

/** A form that sends one request, with the same as curl beside its button. */
export function RequestForm<T>(props: RequestFormProps<T>) {
  const { label, children, submit, needs, done, onDone, confirm, kind = 'primary' } = props
  const { api, may } = useSession()
  const [asked, setAsked] = useState<Asked<T>>()
  const buttons = useRef<HTMLDivElement>(null)
  const keyed = useRef<{ readonly body: string; readonly key: string } | undefined>(undefined)

  const requestOf = (values: FormValues, isShown = false): ApiRequest<T> => {
    const request = props.requestOf(isShown ? withoutSecrets(values, props.secrets) : values)
    if (!props.isKeyed) return request
    const body = JSON.stringify(values)
    if (keyed.current?.body !== body) keyed.current = { body, key: crypto.randomUUID() }
    return { ...request, headers: { ...request.headers, 'idempotency-key': keyed.current.key } }
  }
  const send = useAction(async (request: ApiRequest<T>) => {
    // What is wrong is shown at the fields, which lie behind the question.
    setAsked(undefined)
    const result = await api.send(request)
    keyed.current = undefined
    announce(typeof done === 'string' ? done : done(result))
    onDone?.(result)
  })
  const prepare = useAction(async (values: FormValues) => {
    send.reset()
    const request = requestOf(values)
    if (confirm === undefined) await send.run(request)
    else setAsked({ request, words: confirm(values) })
  })
  const present = (): ApiRequest | undefined => {
    const form = buttons.current?.closest('form')
    if (!form?.reportValidity()) return undefined
    try {
      return requestOf(valuesOf(form), true)
    } catch {
      // Shows the words that sending it shows.
      form.requestSubmit()
      return undefined
    }
  }
  const isBusy = prepare.isBusy || send.isBusy
  return (
    <>
      <Form label={label} action={{ ...prepare, isBusy, problem: prepare.problem ?? send.problem }}>
        {children}
        <div class="row" ref={buttons}>
          <Button
            type="submit"
            kind={kind}
            isBusy={isBusy}
            disabledReason={may(needs) ? undefined : `Your token lacks the permission ${needs}.`}
          >
            {submit}
          </Button>
          <Curl request={present} />
        </div>
      </Form>
      {asked !== undefined && (
        <ConfirmDialog
          isWide
          button={{
            kind: kind === 'danger' ? 'danger' : 'primary',
            onPress: () => send.run(asked.request),
            children: submit,
          }}
          onClose={() => setAsked(undefined)}
        >
          <p>{asked.words}</p>
          <CurlText request={asked.request} />
        </ConfirmDialog>
      )}
    </>
  )
}

function withoutSecrets(values: FormValues, secrets: readonly string[] = []): FormValues {
  const hidden = secrets.filter((name) => values[name] !== undefined)
  return { ...values, ...Object.fromEntries(hidden.map((name) => [name, `(${name})`])) }
}
