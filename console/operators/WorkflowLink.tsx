import { OutsideLink } from '../ui/Link.tsx'
import { useSettings } from './settings.ts'

/** The workflows of a transaction in the Temporal UI, where its address is configured. */
export function WorkflowLink({ subject }: { readonly subject: string }) {
  const { temporalUi: ui } = useSettings()
  if (ui === undefined || !subject.startsWith('Transaction:')) return null
  const query = encodeURIComponent(`TransactionId="${subject}"`)
  const href = `${ui.url}/namespaces/${encodeURIComponent(ui.namespace)}/workflows?query=${query}`
  return (
    <p>
      <OutsideLink href={href}>Its workflows in Temporal</OutsideLink>
    </p>
  )
}
