import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useId } from 'preact/hooks'
import type { Action } from '../lib/action.ts'
import type { FieldProblem } from '../lib/problem.ts'
import { ErrorState } from './ErrorState.tsx'

const Problems = createContext<readonly FieldProblem[]>([])

type FormProps = {
  /** `useAction(async (values) => ...)`: values of the fields by name, those left empty missing. */
  readonly action: Action<[values: FormValues]>
  readonly children: ComponentChildren
  /** What the form is for, for screen readers. */
  readonly label: string
}

export type FormValues = Readonly<Record<string, string>>

/**
 * A form whose fields show what the API says of them: an error about a field of that name is beside
 * it, everything else above the buttons. Its buttons are among the children.
 */
export function Form({ action, children, label }: FormProps) {
  const { problem } = action
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!(event.currentTarget instanceof HTMLFormElement)) return
    void action.run(valuesOf(event.currentTarget))
  }
  return (
    <Problems.Provider value={problem?.fields ?? []}>
      <form class="form" aria-label={label} onSubmit={submit}>
        {children}
        <ErrorState problem={problem} />
      </form>
    </Problems.Provider>
  )
}

/** What is in the fields now, those left empty missing. */
export function valuesOf(form: HTMLFormElement): FormValues {
  const values: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value.trim() !== '') values[name] = value.trim()
  }
  return values
}

type FieldProps = {
  /** The member of the request that it fills, as the API's errors name it. */
  readonly name: string
  readonly label: string
  readonly hint?: ComponentChildren
  readonly value?: string
  readonly type?: 'text' | 'password' | 'email' | 'number' | 'tel' | 'url' | 'date'
  readonly required?: boolean
  readonly placeholder?: string
  readonly autocomplete?: string
  readonly inputMode?: 'decimal' | 'numeric' | 'text'
  /** A choice of these in place of a text. */
  readonly options?: readonly (string | readonly [value: string, words: string])[]
  /** Offered while one types; anything else may be written too. */
  readonly suggestions?: readonly (readonly [value: string, words: string])[]
  /** In a dialog: has the focus when it opens. */
  readonly isFirst?: boolean
  /** Lines of a text area in place of one line. */
  readonly lines?: number
  readonly onInput?: (value: string) => void
}

export function Field(props: FieldProps) {
  const { name, label, hint, options, suggestions, lines, onInput, value, isFirst = false } = props
  const id = useId()
  useEffect(() => {
    if (isFirst) document.getElementById(id)?.focus()
  }, [isFirst])
  const problem = useContext(Problems).find(({ field }) => field === name)
  const about = [hint !== undefined && `${id}-hint`, problem && `${id}-problem`].filter(Boolean)
  const shared = {
    id,
    name,
    required: props.required ?? false,
    'aria-invalid': problem !== undefined,
    ...(about.length > 0 && { 'aria-describedby': about.join(' ') }),
  }
  // Without a handler the field keeps its own text: `value` is what it begins with.
  const text = onInput === undefined ? { defaultValue: value } : { value }
  const typed = (event: { currentTarget: { value: string } }): void =>
    onInput?.(event.currentTarget.value)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {options !== undefined ? (
        <select {...shared} {...(onInput && { value })} onChange={typed}>
          {options.map((option) => {
            const [each, words] = typeof option === 'string' ? [option, option] : option
            return (
              <option key={each} value={each} selected={each === value}>
                {words}
              </option>
            )
          })}
        </select>
      ) : lines !== undefined ? (
        <textarea {...shared} {...text} rows={lines} spellcheck={false} onInput={typed} />
      ) : (
        <input
          {...shared}
          {...text}
          // For the types, each type of input has attributes of its own: those here are of all.
          type={(props.type ?? 'text') as 'text'}
          placeholder={props.placeholder}
          autocomplete={props.autocomplete ?? 'off'}
          inputMode={props.inputMode}
          {...(suggestions !== undefined && { list: `${id}-list` })}
          spellcheck={false}
          onInput={typed}
        />
      )}
      {suggestions !== undefined && (
        <datalist id={`${id}-list`}>
          {suggestions.map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </datalist>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} class="field-problem">
          {problem.message}
        </p>
      )}
    </div>
  )
}
