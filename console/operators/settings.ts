/** What the listener says of itself; nothing where it does not answer. */
import { useEffect, useState } from 'preact/hooks'

type Settings = {
  readonly temporalUi?: { readonly url: string; readonly namespace: string }
  /** Whether operators sign in at an issuer. */
  readonly hasSignIn?: boolean
}

let asked: Promise<Settings> | undefined

function read(): Promise<Settings> {
  asked ??= fetch('/settings.json')
    .then((answer) => answer.json() as Promise<Settings>)
    .catch(() => {
      asked = undefined
      return {}
    })
  return asked
}

export function useSettings(): Settings {
  const [settings, setSettings] = useState<Settings>({})
  useEffect(() => void read().then(setSettings), [])
  return settings
}
