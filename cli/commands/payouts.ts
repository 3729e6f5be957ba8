/** `payouts`: those that have not left for the rail are held back, and go on. */
import type { Command } from 'commander'
import type { Row } from '../api.ts'
import { Failure } from '../failure.ts'
import type { Column } from '../output.ts'
import { changes, examples } from '../program.ts'
import { action, type ChangeOptions } from '../tools.ts'

/** Of pauses. */
export const columns: readonly Column[] = [
  ['ENVIRONMENT', 'environment'],
  ['PLATFORM', (row) => row.platform ?? 'every platform'],
  ['WAITING', 'waiting'],
  ['SINCE', 'pausedAt'],
  ['BY', 'pausedBy'],
  ['REASON', 'reason'],
]
export const NOTHING = 'No payouts are paused.'

type Pause = Row & {
  readonly environment: string
  readonly platformId: string | null
  readonly pausedAt: string
}

type Subject = ChangeOptions & { readonly environment: string; readonly platform?: string }

export function payoutCommands(program: Command): void {
  const noun = program
    .command('payouts')
    .description('hold back payouts that have not left for the rail, and let them go on')
  examples(
    noun,
    'payouts list',
    'payouts pause --environment PRODUCTION --reason "the bank’s cut-off"',
    'payouts resume --environment PRODUCTION',
  )
  const list = async (api: Parameters<Parameters<typeof action>[0]>[0]['api']): Promise<Row> => {
    const { pauses } = await api.get<{ pauses: readonly Pause[] }>('/health')
    return { data: pauses }
  }
  noun
    .command('list')
    .description('what is paused')
    .action(action(async ({ api, show }) => show(await list(api), columns, NOTHING)))
  const subject = (name: string, description: string): Command =>
    changes(noun.command(name).description(description))
      .requiredOption('--environment <name>', 'SANDBOX or PRODUCTION')
      .option('--platform <id>', 'PlatformConfig:<uuid>; every platform without it')
  subject('pause', 'hold them back').action(
    action<Subject>(async ({ api, options, ask, confirm, show }) => {
      const { environment, platform } = options
      const reason = options.reason ?? (await ask('Reason: ', '--reason TEXT says why.'))
      await confirm(`Pause payouts of ${platform ?? 'every platform'} in ${environment}?`)
      const { pauses } = await api.post('/payouts/pause', { environment, platform, reason })
      show({ data: pauses }, columns, NOTHING)
    }),
  )
  subject('resume', 'what waits goes on').action(
    action<Subject>(async ({ api, options, confirm, show }) => {
      const { environment, platform } = options
      const { data } = (await list(api)) as { data: readonly Pause[] }
      const found = data.find(
        (each) => each.environment === environment && each.platformId === (platform ?? null),
      )
      if (found === undefined) throw new Failure('REFUSED', 'They are not paused.')
      await confirm(`End the pause of ${found.pausedAt}: ${found.waiting} payouts go on?`)
      const asked = { environment, platform, pausedAt: found.pausedAt }
      const { pauses } = await api.post('/payouts/resume', asked)
      show({ data: pauses }, columns, NOTHING)
    }),
  )
}
