/**
 * `npm run payouts:pause -- --environment SANDBOX|PRODUCTION [--platform NAME] --by NAME --reason TEXT`: payouts that
 * have not left for the rail of the environment wait, all or a platform's. Without options: the pauses.
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { command } from './command.ts'
import { withPauses } from './payouts/withPauses.ts'

await command(async () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { environment: text, platform: text, by: text, reason: text },
  })
  const { by, reason } = values
  if (Object.keys(values).length === 0) {
    await withPauses(async ({ list }) => process.stdout.write(await list()))
    return
  }
  if (!by || !reason) throw new Error('--by NAME and --reason TEXT are missing')
  await withPauses(async ({ pause, subjectOf }) => {
    const subject = await subjectOf(values)
    const isNew = await pause(subject, by, reason)
    process.stdout.write(`${subject.words} ${isNew ? 'are paused' : 'are paused already'}.\n`)
  })
})
