/** What only the sandbox has: captured messages, money out of nothing, chosen outcomes, faults, the clock. */
import { settings } from '../../lib/settings.ts'
import { Page } from '../../ui/Page.tsx'
import { Tabs, useTab } from '../../ui/Tabs.tsx'
import { Clock } from './Clock.tsx'
import { Faults } from './Faults.tsx'
import { Messages } from './Messages.tsx'
import { MoneyTab } from './MoneyTab.tsx'
import { Outcomes } from './Outcomes.tsx'

const tabs = () => [
  { key: 'messages', title: 'Mails and texts' },
  { key: 'money', title: 'Money' },
  { key: 'outcomes', title: 'Chosen outcomes' },
  { key: 'faults', title: 'Faults' },
  ...(settings().hasTestClock ? [{ key: 'clock', title: 'Clock' }] : []),
]

export default function Sandbox() {
  const shown = tabs()
  const tab = useTab(shown)
  return (
    <Page title="Sandbox tools">
      <Tabs label="Sandbox tools" tabs={shown} />
      {tab === 'messages' && <Messages />}
      {tab === 'money' && <MoneyTab />}
      {tab === 'outcomes' && <Outcomes />}
      {tab === 'faults' && <Faults />}
      {tab === 'clock' && <Clock />}
    </Page>
  )
}
