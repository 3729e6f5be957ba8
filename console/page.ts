/** The page's elements, and what happens between a press of a button and its outcome. */
import { ApiProblem } from './api.ts'

/** The element of that id. @throws Error when the page has none of that class */
export function byId<E extends HTMLElement>(id: string, kind: new () => E): E {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`)
  return found
}

export const section = (id: string): HTMLElement => byId(id, HTMLElement)
export const form = (id: string): HTMLFormElement => byId(id, HTMLFormElement)
export const input = (id: string): HTMLInputElement => byId(id, HTMLInputElement)
export const button = (id: string): HTMLButtonElement => byId(id, HTMLButtonElement)

/** A new element; strings become text, never markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

/** A term and its value of a description list. */
export function pair(term: string, value: Node | string): Node[] {
  return [make('dt', {}, term), make('dd', {}, value)]
}

/** Announces a message, for screen readers too. */
export function announce(text: string): void {
  section('news').textContent = text
}

/** On submit: runs the act with the form's buttons off, and shows in the form what went wrong. */
export function onSubmit(of: HTMLFormElement, act: () => Promise<void>): void {
  of.addEventListener('submit', (event) => {
    event.preventDefault()
    void attempt(of, act)
  })
}

/** On a press: the same, its problems shown in the nearest place for them. */
export function onPress(of: HTMLButtonElement, act: () => Promise<void>): void {
  of.addEventListener('click', () => void attempt(of, act))
}

async function attempt(around: HTMLElement, act: () => Promise<void>): Promise<void> {
  const pressed = around instanceof HTMLFormElement ? submitsOf(around) : [around]
  if (around.ariaBusy === 'true') return
  // One problem at a time: what is tried now makes the last one old.
  for (const each of document.querySelectorAll('.problem')) each.replaceChildren()
  around.ariaBusy = 'true'
  // Not `disabled`: the keyboard's place would be lost.
  for (const each of pressed) each.ariaDisabled = 'true'
  try {
    await act()
  } catch (error) {
    problemPlace(around).replaceChildren(...wordsOf(error))
  } finally {
    around.ariaBusy = null
    for (const each of pressed) each.ariaDisabled = null
  }
}

function submitsOf(of: HTMLFormElement): HTMLElement[] {
  return [...of.querySelectorAll<HTMLButtonElement>('button[type="submit"]')]
}

function problemPlace(around: HTMLElement): HTMLElement {
  const places = around.closest('form, section')?.querySelectorAll<HTMLElement>('.problem') ?? []
  const place = [...places].find((each) => each.checkVisibility())
  if (place === undefined) throw new Error('no place for a problem')
  return place
}

/** An error in words, with its code where the API gave one. */
function wordsOf(error: unknown): (Node | string)[] {
  if (error instanceof ApiProblem) {
    const { message, code, status, retryAfterSeconds } = error
    const wait = retryAfterSeconds === undefined ? '' : ` Try again in ${retryAfterSeconds} s.`
    const shown = status > 0 ? `${code} · ${status}` : code
    return [`${message}${wait} `, make('code', {}, shown)]
  }
  if (error instanceof DOMException) {
    const cancelled = error.name === 'NotAllowedError'
    const words = cancelled ? 'The passkey was not used: cancelled, or too late.' : error.message
    return [`${words} `, make('code', {}, error.name)]
  }
  return [error instanceof Error ? error.message : String(error)]
}
