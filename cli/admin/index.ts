/**
 * `admin`: what must work without the API, at the database and at Temporal themselves. What a command loads is
 * loaded when it runs: all others start without it.
 */
import { type Command, Option } from 'commander'
import { examples, roleOption, whole } from '../program.ts'
import { action } from '../tools.ts'

const OF_A_STACK =
  'A setting that is not given is taken from the stack in DATA_DIR, whether it runs or not.'
const BY = ['--by <name>', 'who, for the audit; the user of this machine without it'] as const

/** Adds all of them. */
export function adminCommands(program: Command): void {
  const admin = program
    .command('admin')
    .description(
      'at the database itself: before there is an API, or without it; only starts and stops',
    )
  examples(
    admin,
    'admin migrate',
    'admin operator create --name "Grace Hopper" --role ADMIN --login',
    'admin payouts pause --environment PRODUCTION --reason "the rail pays twice"',
  )
  migration(admin)
  operators(admin)
  stops(admin)
  checks(admin)
  keys(admin)
  restore(admin)
  reconciliation(admin)
}

/** Adds what every one of them has: an example, and the settings that it needs. */
function needs(command: Command, settings: string, ...lines: readonly string[]): Command {
  examples(command, ...lines)
  return command.addHelpText('after', `\nSettings: ${settings}\n${OF_A_STACK}`)
}

function migration(admin: Command): void {
  const migrate = admin
    .command('migrate')
    .description('bring the database, and the Temporal namespace, to this release')
    .option('--allow-older-functions', 'put functions of an older release back on purpose')
    .option(...BY)
    .action(
      action<import('./migrate.ts').MigrateOptions>(async ({ options }) => {
        const { migrateDatabase } = await import('./migrate.ts')
        await migrateDatabase(options)
      }),
    )
  needs(
    migrate,
    'DATABASE_URL; TEMPORAL_ADDRESS, without which the namespace is not looked at.',
    'admin migrate',
  )
  const open = admin
    .command('replay')
    .description('before a deploy')
    .command('open')
    .description(
      'replay all open workflows with this release’s code; exit code 1 when one cannot be continued',
    )
    .option('--limit <number>', 'how many at most', whole)
    .action(
      action<{ limit?: number }>(async ({ options }) => {
        const { replayOpenRuns } = await import('./replayOpen.ts')
        await replayOpenRuns(options)
      }),
    )
  needs(open, 'TEMPORAL_ADDRESS, CODEC_KEYS.', 'admin replay open --limit 1000')
}

function operators(admin: Command): void {
  const noun = admin.command('operator').description('accounts of operators')
  const create = noun
    .command('create')
    .description('an account, the first one for example; its token is shown once')
    .requiredOption('--name <name>', 'is never given twice: the audit keeps it')
    .addOption(roleOption())
    .option('--login', 'keep the token as this machine’s login, as `payments login` does')
    .option(...BY)
    .action(
      action<import('./operators.ts').CreateOptions>(async ({ options }) => {
        const { operatorCreate } = await import('./operators.ts')
        await operatorCreate(options)
      }),
    )
  needs(
    create,
    'DATABASE_URL; for --login the address of the operators’ listener (--url, or the stack’s).',
    'admin operator create --name "Grace Hopper" --role ADMIN --login',
  )
  const revoke = noun
    .command('revoke')
    .description('end an account at once, with its sessions: of anyone, the last ADMIN too')
    .argument('<name>', 'as `operator list` shows it')
    .option(...BY)
    .action(
      action<{ by?: string }>(async ({ options }, name = '') => {
        const { operatorRevoke } = await import('./operators.ts')
        await operatorRevoke(name, options)
      }),
    )
  needs(revoke, 'DATABASE_URL.', 'admin operator revoke "Grace Hopper"')
  const move = noun
    .command('move-issuer')
    .description('where the address of the issuer has changed: its people keep their accounts')
    .argument('<issuer>', 'as OPERATOR_SSO_ISSUER was')
    .requiredOption('--to <issuer>', 'as OPERATOR_SSO_ISSUER is')
    .option(...BY)
    .action(
      action<{ to: string; by?: string }>(async ({ options }, from = '') => {
        const { operatorMoveIssuer } = await import('./operators.ts')
        await operatorMoveIssuer(from, options)
      }),
    )
  needs(
    move,
    'DATABASE_URL.',
    'admin operator move-issuer https://old.example --to https://new.example',
  )
}

/** What only stops things, and must work when the API hangs. */
function stops(admin: Command): void {
  const revoke = admin
    .command('token')
    .description('API tokens of platforms')
    .command('revoke')
    .description('end a token that has leaked, the last one of its platform too')
    .argument('<id>', 'Token:<uuid>')
    .requiredOption('--platform <id>', 'PlatformConfig:<uuid>')
    .option(...BY)
    .action(
      action<import('./tokenRevoke.ts').TokenOptions>(async ({ options }, id = '') => {
        const { tokenRevoke } = await import('./tokenRevoke.ts')
        await tokenRevoke(id, options)
      }),
    )
  needs(revoke, 'DATABASE_URL.', 'admin token revoke Token:0199… --platform PlatformConfig:0199…')

  const frozen = admin
    .command('freeze')
    .description('nothing of a customer, an account or a payee leaves; released by the API alone')
    .argument('<id>', 'Customer:<uuid>, InternalAccount:<uuid> or ExternalAccount:<uuid>')
    .requiredOption('-r, --reason <text>', 'why')
    .option(...BY)
    .action(
      action<import('./freeze.ts').FreezeOptions>(async ({ options }, id = '') => {
        const { freeze } = await import('./freeze.ts')
        await freeze(id, options)
      }),
    )
  needs(frozen, 'DATABASE_URL.', 'admin freeze Customer:0199… --reason "the police have called"')

  const payouts = admin
    .command('payouts')
    .description('hold back payouts; they go on by `payments payouts resume` alone')
  const pause = payouts
    .command('pause')
    .description('payouts that have not left for the rail wait, all or a platform’s')
    .addOption(
      new Option('--environment <name>', 'whose rail')
        .choices(['SANDBOX', 'PRODUCTION'])
        .makeOptionMandatory(),
    )
    .option('--platform <id>', 'PlatformConfig:<uuid>, or its name; every platform without it')
    .requiredOption('-r, --reason <text>', 'why')
    .option(...BY)
    .action(
      action<import('./payoutsPause.ts').PauseOptions>(async ({ options }) => {
        const { payoutsPause } = await import('./payoutsPause.ts')
        await payoutsPause(options)
      }),
    )
  needs(
    pause,
    'DATABASE_URL.',
    'admin payouts pause --environment PRODUCTION --reason "the rail pays twice"',
  )
  const list = payouts
    .command('list')
    .description('what is paused')
    .action(
      action(async ({ options }) => {
        const { payoutsList } = await import('./payoutsPause.ts')
        await payoutsList(options)
      }),
    )
  needs(list, 'DATABASE_URL.', 'admin payouts list')
}

function checks(admin: Command): void {
  const ledger = admin
    .command('ledger')
    .description('the books')
    .command('check')
    .description('prove every sum of the ledger; exit code 1 when one is wrong')
    .action(
      action(async ({ options }) => {
        const { ledgerCheck } = await import('./ledgerCheck.ts')
        await ledgerCheck(options)
      }),
    )
  needs(ledger, 'DATABASE_URL.', 'admin ledger check', 'admin ledger check --json')
  const documents = admin
    .command('documents')
    .description('stored documents')
    .command('check')
    .description('prove that each has its object, and each object a row; exit code 1 when not')
    .action(
      action(async ({ options }) => {
        const { documentsCheck } = await import('./documentsCheck.ts')
        await documentsCheck(options)
      }),
    )
  needs(documents, 'DATABASE_URL, DOCUMENT_STORE and what belongs to it.', 'admin documents check')
}

function keys(admin: Command): void {
  const fresh = admin
    .command('keys')
    .description('keys of payloads and rows')
    .command('new')
    .description('print a fresh key for CODEC_KEYS or RECORD_KEYS, and its id as an error line')
    .action(
      action(async () => {
        const { newKey } = await import('./keysNew.ts')
        newKey()
      }),
    )
  examples(fresh, 'admin keys new')
  const webhooks = admin
    .command('webhook-keys')
    .description('master keys of webhook signatures')
    .command('new')
    .description('print a fresh key for WEBHOOK_MASTER_KEYS')
    .action(
      action(async () => {
        const { newWebhookKey } = await import('./keysNew.ts')
        newWebhookKey()
      }),
    )
  examples(webhooks, 'admin webhook-keys new')
  const records = admin
    .command('records')
    .description('encrypted columns')
    .command('reencrypt')
    .description(
      'give every value the first key of RECORD_KEYS; exit code 1 while values are left that need another key',
    )
    .option(...BY)
    .action(
      action<{ by?: string }>(async ({ options }) => {
        const { recordsReencrypt } = await import('./recordsReencrypt.ts')
        await recordsReencrypt(options)
      }),
    )
  needs(records, 'DATABASE_URL, RECORD_KEYS.', 'admin records reencrypt')
}

function restore(admin: Command): void {
  const noun = admin
    .command('restore')
    .description('after PostgreSQL or Temporal was restored to an earlier point')
  const begin = noun
    .command('begin')
    .description('nothing is changed from then on, and every open run is ended; may be repeated')
    .requiredOption('--to <time>', 'the point that was restored, in ISO 8601')
    .option(...BY)
    .action(
      action<import('./restore/begin.ts').BeginOptions>(async ({ options }) => {
        const { restoreBegin } = await import('./restore/begin.ts')
        await restoreBegin(options)
      }),
    )
  needs(
    begin,
    'DATABASE_URL, TEMPORAL_ADDRESS, CODEC_KEYS, and those of the payout rails.',
    'admin restore begin --to 2026-01-31T12:00:00Z',
  )
  const end = noun
    .command('end')
    .description(
      'open the store again, once `reconcile` has left nothing open and the ledger holds',
    )
    .option(...BY)
    .action(
      action<{ by?: string }>(async ({ options }) => {
        const { restoreEnd } = await import('./restore/end.ts')
        await restoreEnd(options)
      }),
    )
  needs(end, 'DATABASE_URL.', 'admin restore end')
}

function reconciliation(admin: Command): void {
  const reconcile = admin
    .command('reconcile')
    .description('what Temporal, the rails and the wallet providers have and no row has')
    .option('--since <time>', 'what came after it; after the last restore without it')
    .option('--apply', 'take over what can be')
    .addOption(
      new Option('--list', 'what the running service has found by itself').conflicts([
        'since',
        'apply',
        'close',
      ]),
    )
    .addOption(
      new Option(
        '--close <subject>',
        'a person has decided about one that is listed; may be repeated',
      )
        .argParser((subject: string, before: readonly string[] = []) => [...before, subject])
        .conflicts(['since', 'apply']),
    )
    .option('-r, --reason <text>', 'of --close')
    .option(...BY)
    .action(
      action<import('./restore/reconcile.ts').ReconcileOptions>(async ({ options }) => {
        const { reconcile: compare } = await import('./restore/reconcile.ts')
        await compare(options)
      }),
    )
  needs(
    reconcile,
    'DATABASE_URL, TEMPORAL_ADDRESS, CODEC_KEYS, and those of the outside parties.',
    'admin reconcile',
    'admin reconcile --apply',
    'admin reconcile --list',
    'admin reconcile --close Quote:0199… --reason "the platform was asked to repeat it"',
  )
}
