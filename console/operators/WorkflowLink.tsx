import { useEffect, useState } from 'preact/hooks'
import { OutsideLink } from '../ui/Link.tsx'

type Settings = { readonly temporalUi?: { readonly url: string; readonly namespace: string } }

let asked: Promise<Settings> | undefined

/** What the listener says of itself; nothing where it does not answer. */
function settings(): Promise<Settings> {
  asked ??= fetch('/settings.json')
    .then((answer) => answer.json() as Promise<Settings>)
    .catch(() => {
      asked = undefined
      return {}
    })
  return asked
}

/** The workflows of a transaction in the Temporal UI, where its address is configured. */
export function WorkflowLink({ subject }: { readonly subject: string }) {
  const [ui, setUi] = useState<Settings['temporalUi']>()
  useEffect(() => void settings().then(({ temporalUi }) => setUi(temporalUi)), [])
  if (ui === undefined || !subject.startsWith('Transaction:')) return null
  const query = encodeURIComponent(`TransactionId="${subject}"`)
  const href = `${ui.url}/namespaces/${encodeURIComponent(ui.namespace)}/workflows?query=${query}`
  return (
    <p>
      <OutsideLink href={href}>Its workflows in Temporal</OutsideLink>
    </p>
  )
}
