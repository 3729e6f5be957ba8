/** What only the sandbox has: captured messages, money out of nothing, chosen outcomes, faults. */
import { Page } from '../../ui/Page.tsx'
import { Tabs, useTab } from '../../ui/Tabs.tsx'
import { Faults } from './Faults.tsx'
import { Messages } from './Messages.tsx'
import { MoneyTab } from './MoneyTab.tsx'
import { Outcomes } from './Outcomes.tsx'

const tabs = [
  { key: 'messages', title: 'Mails and texts' },
  { key: 'money', title: 'Money' },
  { key: 'outcomes', title: 'Chosen outcomes' },
  { key: 'faults', title: 'Faults' },
]

export default function Sandbox() {
  const tab = useTab(tabs)
  return (
    <Page title="Sandbox tools">
      <Tabs label="Sandbox tools" tabs={tabs} />
      {tab === 'messages' && <Messages />}
      {tab === 'money' && <MoneyTab />}
      {tab === 'outcomes' && <Outcomes />}
      {tab === 'faults' && <Faults />}
    </Page>
  )
}
