import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useKeys } from '../lib/keyboard.ts'
import { setFilters, useRoute } from '../lib/route.ts'
import { Button } from './Button.tsx'
import { wordsOf } from './statuses.ts'

type FiltersProps = {
  /** Members of the query that are filters, for the button that clears them. */
  readonly names: readonly string[]
  readonly children: ComponentChildren
}

/** A row of filters, each of them a member of the address. */
export function Filters({ names, children }: FiltersProps) {
  const { query } = useRoute()
  const isUsed = names.some((name) => query[name] !== undefined)
  const clear = (): void => setFilters(Object.fromEntries(names.map((name) => [name, undefined])))
  return (
    <search class="filters">
      {children}
      {isUsed && (
        <Button kind="quiet" isSmall onPress={clear}>
          Clear
        </Button>
      )}
    </search>
  )
}

type FilterProps = { readonly name: string; readonly label: string }

type SelectProps = FilterProps & {
  /** Values of the API; their words are made of them unless they are given. */
  readonly options: readonly (string | readonly [value: string, words: string])[]
  /** What no choice means: `Every status`. */
  readonly all: string
}

export function FilterSelect({ name, label, options, all }: SelectProps) {
  const { query } = useRoute()
  return (
    <label>
      <span class="visually-hidden">{label}</span>
      <select
        value={query[name] ?? ''}
        onChange={(event) => setFilters({ [name]: event.currentTarget.value })}
      >
        <option value="">{all}</option>
        {options.map((option) => {
          const [value, words] = typeof option === 'string' ? [option, wordsOf(option)] : option
          return (
            <option key={value} value={value}>
              {words}
            </option>
          )
        })}
      </select>
    </label>
  )
}

/** A day in UTC, as `2026-01-15`; `dayStart` and `dayEnd` make an instant of it. */
export function FilterDay({ name, label }: FilterProps) {
  const { query } = useRoute()
  return (
    <label class="labelled">
      <span>{label}</span>
      <input
        type="date"
        value={query[name] ?? ''}
        onChange={(event) => setFilters({ [name]: event.currentTarget.value })}
      />
    </label>
  )
}

export function dayStart(day: string | undefined): string | undefined {
  return isDay(day) ? `${day}T00:00:00.000Z` : undefined
}

export function dayEnd(day: string | undefined): string | undefined {
  return isDay(day) ? `${day}T23:59:59.999Z` : undefined
}

function isDay(day: string | undefined): day is string {
  return day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day)
}

/** A minute in UTC, as `2026-01-15T14:32`; `minuteStart` and `minuteEnd` make an instant of it. */
export function FilterMinute({ name, label }: FilterProps) {
  const { query } = useRoute()
  return (
    <label class="labelled">
      <span>{label}</span>
      <input
        type="datetime-local"
        value={query[name] ?? ''}
        onChange={(event) => setFilters({ [name]: event.currentTarget.value })}
      />
    </label>
  )
}

export function minuteStart(minute: string | undefined): string | undefined {
  return isMinute(minute) ? `${minute}:00.000Z` : undefined
}

export function minuteEnd(minute: string | undefined): string | undefined {
  return isMinute(minute) ? `${minute}:59.999Z` : undefined
}

function isMinute(minute: string | undefined): minute is string {
  return minute !== undefined && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(minute)
}

const TYPING_MS = 250

type TextProps = FilterProps & {
  readonly hint?: string
  /** Nothing is asked for before Enter: where each question is written down. */
  readonly waitsForEnter?: boolean
  /** The width in characters. */
  readonly size?: number
}

/** Text that is asked for as it is typed, a moment later. */
function useTyped({ name, waitsForEnter = false }: TextProps) {
  const { query } = useRoute()
  const given = query[name] ?? ''
  const [text, setText] = useState(given)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  // The address changed by other means: back, or the button that clears.
  useEffect(() => setText((now) => (now.trim() === given ? now : given)), [given])
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = (value: string): void => setFilters({ [name]: value.trim() })
  return {
    value: text,
    onInput: ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }) => {
      setText(value)
      clearTimeout(timer.current)
      if (!waitsForEnter) timer.current = setTimeout(() => ask(value), TYPING_MS)
    },
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key !== 'Enter') return
      clearTimeout(timer.current)
      ask(text)
    },
    // What was typed and left is asked for too: nothing that is shown is without effect.
    onBlur: () => {
      if (waitsForEnter && text.trim() !== given) ask(text)
    },
  }
}

type SearchProps = TextProps & {
  /** Has the focus when the view opens. */
  readonly isFirst?: boolean
}

/** The search of a view; `/` leads here. */
export function FilterSearch(props: SearchProps) {
  const { label, hint, isFirst = false } = props
  const typed = useTyped(props)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useKeys([{ key: '/', what: 'Search', run: () => input.current?.focus() }])
  useEffect(() => {
    if (isFirst) input.current?.focus()
  }, [isFirst])
  return (
    <div class="search">
      <label class="visually-hidden" for={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        type="search"
        placeholder={hint ?? label}
        autocomplete="off"
        spellcheck={false}
        {...typed}
      />
      <kbd>/</kbd>
    </div>
  )
}

/** One more text beside the search. */
export function FilterText(props: TextProps) {
  const typed = useTyped(props)
  return (
    <label class="labelled">
      <span>{props.label}</span>
      <input
        type="text"
        placeholder={props.hint}
        size={props.size}
        autocomplete="off"
        spellcheck={false}
        {...typed}
      />
    </label>
  )
}
