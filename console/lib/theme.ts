/** Light, dark, or as the system is: an attribute of the document that the tokens follow. */
import { createStore } from './store.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const KEPT = 'console.theme'

function kept(): Theme {
  const text = localStorage.getItem(KEPT)
  return themes.find((theme) => theme === text) ?? 'system'
}

export const theme = createStore<Theme>(kept())

function apply(): void {
  const chosen = theme.get()
  if (chosen === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
}

apply()

export function setTheme(next: Theme): void {
  localStorage.setItem(KEPT, next)
  theme.set(next)
  apply()
}
