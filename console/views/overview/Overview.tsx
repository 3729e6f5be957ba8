/** The platform at a glance: what waits for whom, what is held, what was moved. */
import { useRoute } from '../../lib/route.ts'
import { FilterSelect } from '../../ui/Filters.tsx'
import { Page } from '../../ui/Page.tsx'
import { Balances } from './Balances.tsx'
import { Volume } from './Volume.tsx'
import { Waiting } from './Waiting.tsx'

/** Hours of a period, by the value in the address. The first is the default. */
const periods = [
  ['24', 'Last day'],
  ['1', 'Last hour'],
  ['168', 'Last 7 days'],
  ['720', 'Last 30 days'],
] as const

export default function Overview() {
  const { query } = useRoute()
  const [hours, words] = periods.find(([each]) => each === query.hours) ?? periods[0]
  const [[, all], ...others] = periods
  return (
    <Page
      title="Overview"
      actions={<FilterSelect name="hours" label="Period" all={all} options={others} />}
    >
      <Waiting />
      <Balances hours={Number(hours)} words={words} />
      <Volume hours={Number(hours)} words={words} />
    </Page>
  )
}
