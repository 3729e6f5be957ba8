/**
 * `npm run payouts:resume -- --environment SANDBOX|PRODUCTION [--platform NAME] --by NAME`: ends such a pause; what
 * waits goes on.
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { command } from './command.ts'
import { withPauses } from './payouts/withPauses.ts'

await command(async () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { environment: text, platform: text, by: text } })
  const { by } = values
  if (!by) throw new Error('--by NAME is missing')
  await withPauses(async ({ resume, subjectOf }) => {
    const subject = await subjectOf(values)
    if (!(await resume(subject, by))) throw new Error(`${subject.words} are not paused.`)
    process.stdout.write(`${subject.words} go on.\n`)
  })
})
