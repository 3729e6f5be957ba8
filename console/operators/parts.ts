/** Parts that the operators' pages are put together from. */
import { make, onSubmit } from '../page.ts'

let sections = 0

/** A titled part of the page, with a place for problems. */
export function part(title: string, ...children: (Node | string)[]): HTMLElement {
  sections += 1
  const heading = make('h2', { id: `part-${sections}` }, title)
  const problem = make('p', { className: 'problem', role: 'alert' })
  const section = make('section', {}, heading, problem, ...children)
  section.setAttribute('aria-labelledby', heading.id)
  return section
}

type Cell = Node | string | number | null | undefined

/** A table that scrolls by itself; a sentence where it would be empty. */
export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): HTMLElement {
  if (rows.length === 0) return make('p', { className: 'hint' }, `${caption}: none.`)
  const head = columns.map((name) => make('th', { scope: 'col' }, name))
  const body = rows.map((cells) =>
    make('tr', {}, ...cells.map((cell) => make('td', { className: widthOf(cell) }, shown(cell)))),
  )
  const made = make(
    'table',
    {},
    make('caption', {}, caption),
    make('thead', {}, make('tr', {}, ...head)),
    make('tbody', {}, ...body),
  )
  const scrolled = make('div', { className: 'scrolled', tabIndex: 0, role: 'region' }, made)
  scrolled.setAttribute('aria-label', caption)
  return scrolled
}

/** Longer text is broken into lines; ids and instants are not. */
const ONE_LINE_MAX = 60

function widthOf(cell: Cell): string {
  return typeof cell === 'string' && cell.length > ONE_LINE_MAX ? 'long' : ''
}

function shown(cell: Cell): Node | string {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'number' ? String(cell) : cell
}

export type Field = {
  readonly name: string
  readonly label: string
  readonly value?: string
  readonly isRequired?: boolean
  readonly choices?: readonly string[]
}

/** A form of labelled fields. `act` gets their values by name. */
export function fieldsForm(
  fields: readonly Field[],
  submit: string,
  act: (values: Record<string, string>) => Promise<void>,
): HTMLFormElement {
  sections += 1
  const inputs = fields.map((field) => {
    const id = `field-${sections}-${field.name}`
    const input =
      field.choices === undefined
        ? make('input', { id, value: field.value ?? '', required: field.isRequired ?? false })
        : make(
            'select',
            { id },
            ...field.choices.map((value) => make('option', { value }, value || 'all')),
          )
    if (field.value !== undefined) input.value = field.value
    return { field, input, label: make('label', { htmlFor: id }, field.label) }
  })
  const form = make(
    'form',
    {},
    ...inputs.map(({ label, input }) => make('div', { className: 'field' }, label, input)),
    make('p', { className: 'problem', role: 'alert' }),
    make('button', { type: 'submit' }, submit),
  )
  onSubmit(form, () =>
    act(Object.fromEntries(inputs.map(({ field, input }) => [field.name, input.value.trim()]))),
  )
  return form
}

/** An instant for people, in UTC as the logs have it. */
export function at(instant: string | null | undefined): string {
  return instant ? `${instant.slice(0, 19).replace('T', ' ')} UTC` : ''
}

/** What the address asks for. */
export function asked(name: string): string {
  return new URLSearchParams(location.search).get(name) ?? ''
}
