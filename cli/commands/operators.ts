/** `operator`: who has an account, and what each has read and done. */
import type { Command } from 'commander'
import type { Row } from '../api.ts'
import { examples, roleOption } from '../program.ts'
import { action } from '../tools.ts'

type Page = { readonly data: readonly (Row & { readonly id: string })[]; readonly hasMore: boolean }

export function operatorCommands(program: Command): void {
  const noun = program.command('operator').description('accounts of operators')
  examples(
    noun,
    'operator list',
    'operator create --name "Grace Hopper" --role DECIDE',
    'operator invite --name "Linus" --email linus@example.com --role VIEW',
    'operator export "Grace Hopper" > grace.jsonl',
  )
  const path = (name: string): string => `/operators/${encodeURIComponent(name)}`
  noun
    .command('list')
    .description('the revoked ones too, the oldest first')
    .action(
      action(async ({ api, show }) => {
        show(await api.get('/operators'), [
          ['NAME', 'name'],
          ['ROLE', 'role'],
          ['ACTS BY', 'actsBy'],
          ['CREATED', 'createdAt'],
          ['USED', (row) => row.lastUsedAt ?? 'never'],
          ['REVOKED', 'revokedAt'],
        ])
      }),
    )
  noun
    .command('create')
    .description('its token is shown once')
    .requiredOption('--name <name>', 'is never given twice: the audit keeps it')
    .addOption(roleOption())
    .action(
      action<{ name: string; role: string }>(async ({ api, options: { name, role }, show }) => {
        show(await api.post('/operators', { name, role }))
      }),
    )
  noun
    .command('invite')
    .description('an account without a token, for the first person to sign in with an address')
    .requiredOption('--name <name>', 'is never given twice: the audit keeps it')
    .requiredOption('--email <address>', 'as the issuer has verified it')
    .addOption(roleOption())
    .action(
      action<{ name: string; role: string; email: string }>(
        async ({ api, options: { name, role, email }, show }) => {
          show(await api.post('/operators/invite', { name, role, email }))
        },
      ),
    )
  noun
    .command('revoke')
    .description('end an account at once; the last ADMIN stays')
    .argument('<name>', 'as the list shows it')
    .action(
      action(async ({ api, say }, name = '') => {
        say(`${name} is revoked.`, await api.post(`${path(name)}/revoke`, {}))
      }),
    )
  noun
    .command('sign-out')
    .description('end the sessions of an account at once; it may sign in again')
    .argument('<name>', 'as the list shows it')
    .action(
      action(async ({ api, say }, name = '') => {
        say(`${name} is signed out.`, await api.post(`${path(name)}/sign-out`, {}))
      }),
    )
  noun
    .command('export')
    .description('all that an operator has read and done, a line of JSON each, the oldest first')
    .argument('<name>', 'as the list shows it')
    .action(
      action(async ({ api }, name = '') => {
        let page: Page | undefined
        do {
          const after: string | undefined = page?.data.at(-1)?.id
          page = await api.get<Page>(`${path(name)}/export`, { after })
          process.stdout.write(page.data.map((row) => `${JSON.stringify(row)}\n`).join(''))
        } while (page.hasMore)
      }),
    )
}
