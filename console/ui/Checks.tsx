import type { ComponentChildren } from 'preact'

type ChecksProps = {
  readonly label: string
  readonly options: readonly (readonly [value: string, words: ComponentChildren])[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
  readonly hint?: ComponentChildren
}

/** Any number of a few choices. */
export function Checks({ label, options, chosen, onChange, hint }: ChecksProps) {
  const set = (value: string, isOn: boolean): void => {
    onChange(isOn ? [...chosen, value] : chosen.filter((each) => each !== value))
  }
  return (
    <fieldset class="checks">
      <legend>{label}</legend>
      {options.map(([value, words]) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => set(value, event.currentTarget.checked)}
          />
          <span>{words}</span>
        </label>
      ))}
      {hint !== undefined && <p class="hint">{hint}</p>}
    </fieldset>
  )
}
