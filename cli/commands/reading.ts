/** What is read and not decided: search, what is frozen, requests, the audit, the ledger, health. */
import type { Command } from 'commander'
import { examples, whole } from '../program.ts'
import { action } from '../tools.ts'

export function readingCommands(program: Command): void {
  const search = program
    .command('search')
    .description('what an id or a reference names, of any platform')
    .argument('<id>', 'an id of ours, of a rail, of a platform')
    .action(
      action(async ({ api, show }, id = '') => {
        show(
          await api.get('/search', { id }),
          [
            ['SUBJECT', 'subject'],
            ['HOW', 'how'],
            ['STATUS', 'status'],
            ['PLATFORM', 'platform'],
            ['CREATED', 'createdAt'],
            ['TRANSACTION', 'transaction'],
          ],
          'It names nothing.',
        )
      }),
    )
  examples(search, 'search Transaction:0199…', 'search RF18539007547034')
  const frozen = program
    .command('freeze')
    .description('customers, accounts and payees that are frozen')
    .command('list')
    .description('the newest first')
    .action(
      action(async ({ api, show }) => {
        show(
          await api.get('/freezes'),
          [
            ['SUBJECT', 'subject'],
            ['SINCE', 'since'],
            ['BY', 'by'],
            ['PLATFORM', 'platform'],
            ['REASON', 'reason'],
          ],
          'Nothing is frozen.',
        )
      }),
    )
  examples(frozen, 'freeze list', 'freeze list --json')
  requestCommands(program)
  auditCommands(program)
  program
    .command('health')
    .description('processes, outside parties, backlogs')
    .action(action(async ({ api, show }) => show(await api.get('/health'))))
  program
    .command('ledger')
    .description('the service’s own accounts, and the last check of the ledger')
    .action(action(async ({ api, show }) => show(await api.get('/ledger'))))
}

type RequestOptions = {
  readonly id?: string
  readonly platform?: string
  readonly path?: string
  readonly status?: number
  readonly from?: string
  readonly until?: string
}

function requestCommands(program: Command): void {
  const noun = program.command('requests').description('requests of the last seven days')
  const search = noun
    .command('search')
    .description('the newest first')
    .option('--id <request id>', 'one request')
    .option('--platform <id>', 'PlatformConfig:<uuid>')
    .option('--path <text>', 'a part of the path')
    .option('--status <number>', 'for example 503', whole)
    .option('--from <time>', 'ISO 8601')
    .option('--until <time>', 'ISO 8601')
    .action(
      action<RequestOptions>(async ({ api, options, show }) => {
        const { id: requestId, platform, path, status, from, until } = options
        show(
          await api.get('/requests', { requestId, platform, path, status, from, until }),
          [
            ['AT', 'at'],
            ['STATUS', 'status'],
            ['MS', 'ms'],
            ['METHOD', 'method'],
            ['PATH', 'path'],
            ['PLATFORM', 'platform'],
            ['REQUEST', 'requestId'],
          ],
          'No such request was kept.',
        )
      }),
    )
  examples(search, 'requests search --status 503', 'requests search --id 0199…')
}

type AuditOptions = {
  readonly operator?: string
  readonly subject?: string
  readonly platform?: string
  readonly before?: string
  readonly limit?: number
}

function auditCommands(program: Command): void {
  const list = program
    .command('audit')
    .description('what operators have read of customers, and what they have done')
    .command('list')
    .description('the newest first')
    .option('--operator <name>', 'of one operator')
    .option('--subject <id>', 'about one thing')
    .option('--platform <id>', 'PlatformConfig:<uuid>')
    .option('--before <number>', 'those before this one of the list')
    .option('--limit <number>', 'how many at most', whole)
    .action(
      action<AuditOptions>(async ({ api, options, show }) => {
        const { operator, subject, platform, before, limit } = options
        show(
          await api.get('/audit', { operator, subject, platform, before, limit }),
          [
            ['ID', 'id'],
            ['AT', 'at'],
            ['OPERATOR', 'operator'],
            ['ACTION', 'action'],
            ['SUBJECT', 'subject'],
            ['DETAILS', 'details'],
          ],
          'Nothing is in the audit.',
        )
      }),
    )
  examples(list, 'audit list --subject Transaction:0199…', 'audit list --operator Ada --json')
}
