/** What an ADMIN keeps: platforms, their tokens, the directories, the documents that customers accept. */
import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError } from 'commander'
import type { Row } from '../api.ts'
import { examples, list, onOrOff, whole } from '../program.ts'
import { action } from '../tools.ts'

const ENVIRONMENT = ['--environment <name>', 'SANDBOX or PRODUCTION', 'SANDBOX'] as const
const PLATFORM = ['--platform <id>', 'PlatformConfig:<uuid>'] as const

export function platformCommands(program: Command): void {
  platforms(program)
  tokens(program)
  directory(program)
  terms(program)
}

type Created = {
  readonly name: string
  readonly environment: string
  readonly counterpartyRequirements?: boolean
  readonly unregulated?: boolean
  readonly invitationUrl?: string
  readonly maxCards?: number
  readonly oneCardPerCardholder?: boolean
}

type Settings = {
  readonly invitationUrl?: string
  readonly requiredFields?: object
  readonly cardBounds?: object
  readonly ruleAccounts?: boolean
}

function platforms(program: Command): void {
  const noun = program.command('platform').description('platforms, and what of them is ours to set')
  examples(
    noun,
    'platform list --name acme',
    'platform create --name "Acme" --environment PRODUCTION',
    'platform set PlatformConfig:0199… --invitation-url https://acme.example/claim',
  )
  noun
    .command('list')
    .description('by name, with what of theirs waits')
    .option('--name <text>', 'a part of the name')
    .action(
      action<{ name?: string }>(async ({ api, options: { name }, show }) => {
        show(
          await api.get('/platforms', { name }),
          [
            ['ID', 'id'],
            ['NAME', 'name'],
            ['ENVIRONMENT', 'environment'],
            ['PROCESSING', 'processing'],
            ['UNDELIVERED', 'undelivered'],
            ['ENDPOINT', 'webhookEndpoint'],
          ],
          'There is no such platform.',
        )
      }),
    )
  noun
    .command('show')
    .description('what was sent to it, the newest first')
    .argument('<id>', 'PlatformConfig:<uuid>')
    .option('--subject <id>', 'events about one thing')
    .action(
      action<{ subject?: string }>(async ({ api, options, show }, id = '') => {
        const { subject } = options
        show(await api.get(`/platforms/${encodeURIComponent(id)}`, { subject }))
      }),
    )
  noun
    .command('create')
    .description('one environment of a platform, with its first token, whose secret is shown once')
    .requiredOption('--name <name>', 'as the platform calls itself')
    .option(...ENVIRONMENT)
    .option('--counterparty-requirements', 'rules about counterparties bind it')
    .option('--unregulated', 'it is no regulated institution itself')
    .option('--invitation-url <address>', 'where invitations are claimed')
    .option('--max-cards <number>', 'cards that are not closed, at most', whole)
    .option('--one-card-per-cardholder', 'a cardholder has one card')
    .action(
      action<Created>(async ({ api, options, show }) => {
        const { name, environment, counterpartyRequirements, unregulated } = options
        const { invitationUrl, maxCards, oneCardPerCardholder } = options
        const regulated = unregulated !== true
        const cards = { maxCards, oneCardPerCardholder }
        const side = { name, environment, counterpartyRequirements, regulated, invitationUrl }
        show(await api.post('/platforms', { ...side, ...cards }))
      }),
    )
  noun
    .command('set')
    .description('what is left out stays')
    .argument('<id>', 'PlatformConfig:<uuid>')
    .option('--invitation-url <address>', 'where invitations are claimed; none: nowhere')
    .option('--required-fields <list>', 'CURRENCY=FIELD,FIELD or CURRENCY=none', fields)
    .option('--card-bounds <list>', 'PERCENT,CENTS,UNASKED,CREDIT of the card issuer', bounds)
    .option('--rule-accounts <on|off>', 'accounts that sweep what they receive', onOrOff)
    .action(
      action<Settings>(async ({ api, options, say }, id = '') => {
        const { invitationUrl: url, requiredFields, cardBounds, ruleAccounts } = options
        const invitationUrl = url === 'none' ? null : url
        const settings = { invitationUrl, requiredFields, cardBounds, ruleAccounts }
        const path = `/platforms/${encodeURIComponent(id)}/settings`
        say('It is set.', await api.post(path, settings))
      }),
    )
  noun
    .command('webhook-keys')
    .description('the public keys of its webhooks, the signing one first')
    .argument('<id>', 'PlatformConfig:<uuid>')
    .action(
      action(async ({ api, options, show }, id = '') => {
        const answer = await api.get<Row & { data: readonly Row[] }>(
          `/platforms/${encodeURIComponent(id)}/webhook-keys`,
        )
        if (options.json) return show(answer)
        for (const { kid, pem } of answer.data) process.stdout.write(`# ${kid}\n${pem}`)
      }),
    )
}

function fields(text: string): object {
  const [, currency, given = ''] = /^([A-Z0-9]+)=([A-Z_,]+|none)$/.exec(text) ?? []
  if (currency === undefined)
    throw new InvalidArgumentError('It is CURRENCY=FIELD,FIELD or CURRENCY=none.')
  return { currency, fields: given === 'none' ? [] : list(given) }
}

function bounds(text: string): object {
  const numbers = /^\d{1,10}(,\d{1,10}){3}$/.test(text) ? text.split(',').map(Number) : []
  const [percent, cents, unaskedCents, creditCents] = numbers
  if (percent === undefined) throw new InvalidArgumentError('It is four whole numbers.')
  return { percent, cents, unaskedCents, creditCents }
}

type TokenOptions = {
  readonly platform: string
  readonly name: string
  readonly permissions: readonly string[]
}

function tokens(program: Command): void {
  const noun = program
    .command('token')
    .description('API tokens of a platform that has lost its own')
  examples(
    noun,
    'token list --platform PlatformConfig:0199…',
    'token create --platform PlatformConfig:0199… --name backup --permissions VIEW',
    'token revoke Token:0199… --platform PlatformConfig:0199…',
  )
  const path = (platform: string): string => `/platforms/${encodeURIComponent(platform)}/tokens`
  noun
    .command('list')
    .description('who created each, and when it was last used')
    .requiredOption(...PLATFORM)
    .action(
      action<TokenOptions>(async ({ api, options: { platform }, show }) => {
        show(
          await api.get(path(platform)),
          [
            ['ID', 'id'],
            ['NAME', 'name'],
            ['PERMISSIONS', 'permissions'],
            ['CREATED', 'createdAt'],
            ['BY', (row) => row.createdBy ?? 'an operator'],
            ['USED', (row) => row.lastUsedAt ?? 'never'],
          ],
          'It has none.',
        )
      }),
    )
  noun
    .command('create')
    .description('its secret is shown once')
    .requiredOption(...PLATFORM)
    .requiredOption('--name <name>', 'for people')
    .option('--permissions <list>', 'of VIEW, TRANSACT, MANAGE', list, [
      'VIEW',
      'TRANSACT',
      'MANAGE',
    ])
    .action(
      action<TokenOptions>(async ({ api, options: { platform, name, permissions }, show }) => {
        show(await api.post(path(platform), { name, permissions }))
      }),
    )
  noun
    .command('revoke')
    .description('what authenticates with it is refused within five seconds')
    .argument('<id>', 'Token:<uuid>')
    .requiredOption(...PLATFORM)
    .action(
      action<TokenOptions>(async ({ api, options: { platform }, say }, id = '') => {
        const answer = await api.post(`${path(platform)}/${encodeURIComponent(id)}/revoke`, {})
        say(`${id} is revoked.`, answer)
      }),
    )
}

type Provider = {
  readonly environment: string
  readonly domain: string
  readonly name: string
  readonly regions: readonly string[]
  readonly currencies: readonly string[]
  readonly logoUrl?: string
  readonly lei?: string
  readonly blocked?: boolean
}
type Vasp = { readonly environment: string; readonly name: string; readonly address?: string }

function directory(program: Command): void {
  const noun = program
    .command('directory')
    .description('providers of UMA addresses and custodial wallets, as platforms list them')
  examples(
    noun,
    'directory list --environment PRODUCTION',
    'directory put-provider --domain bank.example --name Bank --regions US,MX --currencies USD,MXN',
  )
  noun
    .command('list')
    .description('both lists of an environment')
    .option(...ENVIRONMENT)
    .action(
      action<{ environment: string }>(async ({ api, options: { environment }, show }) => {
        show(await api.get('/directory', { environment }))
      }),
    )
  noun
    .command('put-provider')
    .description('list a provider of UMA addresses, or change what is listed')
    .option(...ENVIRONMENT)
    .requiredOption('--domain <domain>')
    .requiredOption('--name <name>')
    .requiredOption('--regions <list>', 'countries, for example US,MX', list)
    .requiredOption('--currencies <list>', 'for example USD,MXN', list)
    .option('--logo-url <address>')
    .option('--lei <code>', 'legal entity identifier')
    .option('--blocked', 'known, and kept out')
    .action(
      action<Provider>(async ({ api, options, say }) => {
        const { environment, domain, name, regions, currencies, logoUrl, lei, blocked } = options
        const provider = { environment, domain, name, regions, currencies, logoUrl, lei, blocked }
        const answer = await api.post('/directory/providers', provider)
        say(`${domain} is ${blocked ? 'blocked' : 'listed'}.`, answer)
      }),
    )
  noun
    .command('remove-provider')
    .description('take it off the list')
    .option(...ENVIRONMENT)
    .requiredOption('--domain <domain>')
    .action(
      action<Provider>(async ({ api, options: { environment, domain }, say }) => {
        const answer = await api.post('/directory/providers/remove', { environment, domain })
        say(`${domain} is not listed any more.`, answer)
      }),
    )
  noun
    .command('put-vasp')
    .description('list a provider of custodial wallets, or change its address')
    .option(...ENVIRONMENT)
    .requiredOption('--name <name>')
    .option('--address <address>', 'its page')
    .action(
      action<Vasp>(async ({ api, options: { environment, name, address: url }, say }) => {
        say(`${name} is listed.`, await api.post('/directory/vasps', { environment, name, url }))
      }),
    )
  noun
    .command('remove-vasp')
    .description('take it off the list')
    .option(...ENVIRONMENT)
    .requiredOption('--name <name>')
    .action(
      action<Vasp>(async ({ api, options: { environment, name }, say }) => {
        const answer = await api.post('/directory/vasps/remove', { environment, name })
        say(`${name} is not listed any more.`, answer)
      }),
    )
}

type Published = { readonly type: string; readonly version: string; readonly file: string }

function terms(program: Command): void {
  const noun = program.command('terms').description('the documents that customers accept')
  examples(
    noun,
    'terms list',
    'terms publish --type SERVICE_END_USER_TERMS --version 2026-12 --file terms.md',
  )
  noun
    .command('list')
    .description('published versions, by type')
    .action(
      action(async ({ api, show }) => {
        show(await api.get('/agreements'), [
          ['TYPE', 'type'],
          ['VERSION', 'version'],
          ['PUBLISHED', 'publishedAt'],
        ])
      }),
    )
  noun
    .command('publish')
    .description('a version, which is in force from then on and is never changed')
    .requiredOption('--type <type>', 'for example SERVICE_END_USER_TERMS')
    .requiredOption('--version <version>', 'letters, digits, dots, dashes and underscores')
    .requiredOption('--file <path>', 'its text')
    .action(
      action<Published>(async ({ api, options: { type, version, file }, say }) => {
        const text = await readFile(file, 'utf8')
        const answer = await api.post('/agreements', { type, version, text })
        say(`Version ${version} of ${type} is published.`, answer)
      }),
    )
}
