/** Nouns about which operators decide: each is listed, shown, and decided about by the same calls. */
import type { Command } from 'commander'
import { type DecideOptions, type Decision, decide, report, to } from '../decide.ts'
import { Failure } from '../failure.ts'
import type { Column } from '../output.ts'
import { changes, examples, whole } from '../program.ts'
import { action } from '../tools.ts'
import { listInbox, showItem } from './inbox.ts'

type Verb = {
  readonly help: string
  /** By the name that the API has for it; the verb's own without one. */
  readonly decision?: string
}

type Noun = {
  readonly help: string
  /** Kinds of ids that it takes. */
  readonly ids: string
  /** What the inbox has of it, or the list that has what waits. */
  readonly inbox?: readonly string[]
  readonly waiting?: {
    readonly path: string
    readonly columns: readonly Column[]
    readonly nothing: string
  }
  readonly verbs: Readonly<Record<string, Verb>>
}

const freezing: Noun['verbs'] = {
  freeze: { help: 'nothing leaves any more; what is accepted and has not left waits' },
  release: { help: 'what has waited goes on' },
}

/** The columns of terms: records that are kept when later ones replace them. */
const recordColumns = [
  ['STATE', 'state'],
  ['FROM', 'from'],
  ['BY', 'setBy'],
  ['REASON', 'reason'],
] as const

const nouns: Readonly<Record<string, Noun>> = {
  payment: {
    help: 'payments and refunds that no machine can finish',
    ids: 'Transaction:<uuid> or Quote:<uuid>',
    inbox: ['SUSPENSE', 'WAITING', 'REFUND_WAITING', 'UNCONFIRMED', 'PAYOUT_REVERSED'],
    verbs: {
      paid: { help: 'it has been paid' },
      refund: { help: 'it is refunded' },
      retry: { help: 'the same instruction is sent again' },
    },
  },
  card: {
    help: 'card transactions: pulls that could not be made, claims of the issuer',
    ids: 'Transaction:<uuid>',
    inbox: ['CARD_PULL', 'CARD_CLAIM', 'CARD_DISPUTE'],
    verbs: {
      retry: { help: 'pulls that could not be made are asked for again' },
      charge: { help: 'a claim of the issuer is the customer’s' },
      contest: { help: 'a claim of the issuer is not the customer’s' },
    },
  },
  deposit: {
    help: 'money that has arrived and that nothing could take',
    ids: 'Deposit:<uuid>',
    inbox: ['UNAPPLIED_FUNDS', 'DEPOSIT_TAKEN_BACK', 'SWEEP_WAITING'],
    verbs: {
      return: { help: 'the rail sends it back' },
      paid: { help: 'its return was paid, where the rail contradicts itself' },
      failed: { help: 'its return was not paid, where the rail contradicts itself' },
    },
  },
  mint: {
    help: 'mints and burns whose transfer at the provider is not known',
    ids: 'StablecoinOperation:<uuid>',
    inbox: ['STABLECOIN_CASE'],
    verbs: { none: { help: 'the provider has made no transfer: it is asked again' } },
  },
  coin: {
    help: 'stablecoins of platforms: their issuance, and payments in them',
    ids: 'Stablecoin:<uuid>',
    waiting: {
      path: '/stablecoins',
      columns: [
        ['ID', 'id'],
        ['SYMBOL', 'symbol'],
        ['ISSUANCE', 'issuanceStatus'],
        ['SERVICE', 'serviceStatus'],
        ['ENVIRONMENT', 'environment'],
        ['PLATFORM', 'platform'],
      ],
      nothing: 'No stablecoin waits for an operator.',
    },
    verbs: {
      enable: { help: 'it is a currency of payments' },
      refuse: { help: 'it does not become one' },
      disable: { help: 'nothing new is paid in it' },
      provision: { help: 'its issuance is prepared at the provider' },
      provisioned: { help: 'the provider issues it' },
      fail: { help: 'the provider could not prepare it' },
      reject: { help: 'it is not issued' },
    },
  },
  link: {
    help: 'accounts that platforms have linked at the stablecoin provider',
    ids: 'StablecoinProviderAccount:<uuid>',
    waiting: {
      path: '/stablecoin-links',
      columns: [
        ['ID', 'id'],
        ['STATUS', 'status'],
        ['ACCOUNT', 'providerAccountId'],
        ['VERIFIED', 'lastVerifiedAt'],
        ['ENVIRONMENT', 'environment'],
        ['PLATFORM', 'platform'],
      ],
      nothing: 'No platform has linked an account.',
    },
    verbs: { revoke: { help: 'it is ended, for good' } },
  },
  agent: {
    help: 'what agents have submitted and their platforms have not decided',
    ids: 'AgentAction:<uuid>',
    waiting: {
      path: '/agent-actions',
      columns: [
        ['ID', 'id'],
        ['TYPE', 'type'],
        ['AMOUNT', 'amount'],
        ['SINCE', 'since'],
        ['AGENT', 'agent'],
        ['CUSTOMER', 'customerId'],
        ['ENVIRONMENT', 'environment'],
        ['PLATFORM', 'platform'],
      ],
      nothing: 'Nothing waits for approval.',
    },
    verbs: {
      approve: { help: 'it is judged anew, and executed' },
      reject: { help: 'it is not executed' },
    },
  },
  customer: {
    help: 'customers: nothing leaves one that is frozen, and what arrives is kept',
    ids: 'Customer:<uuid>',
    verbs: {
      ...freezing,
      'leave-region': {
        help: 'for seven days it may leave its region of strong authentication without a login',
        decision: 'leave_region',
      },
    },
  },
  account: {
    help: 'wallets and internal accounts, which may be frozen',
    ids: 'InternalAccount:<uuid>',
    verbs: freezing,
  },
  payee: {
    help: 'external accounts: their review, and freezes, after which nothing new is paid to them',
    ids: 'ExternalAccount:<uuid>',
    inbox: ['ACCOUNT_REVIEW', 'VALIDATION_WAITING'],
    verbs: {
      ...freezing,
      accept: { help: 'one under review is in use' },
      reject: { help: 'one under review is invalid, for good' },
    },
  },
  rate: {
    help: 'exchange rates: how old they are, and what stands in a feed’s place',
    ids: 'USD-EUR, or Rate:SANDBOX/USD-EUR',
    waiting: {
      path: '/rates',
      columns: [
        ['ID', 'id'],
        ['FOR ONE DOLLAR', 'rate'],
        ['SOURCE', 'source'],
        ['OF', 'sourceTime'],
        ['UNTIL', 'endsAt'],
        ['SPREAD', 'spreadBasisPoints'],
        ['WAITING', 'isWaiting'],
      ],
      nothing: 'No currency has a rate.',
    },
    verbs: {
      'end-override': { help: 'the feed’s rate is used again', decision: 'end_override' },
    },
  },
  limit: {
    help: 'limits of a day, the largest payments, and what is paid to wallets whose owner is not proven',
    ids: 'DAILY_VOLUME, Limit:USD-FIAT, or Limit:SANDBOX/DAILY_VOLUME',
    waiting: {
      path: '/limits',
      columns: [['ID', 'id'], ['PLATFORM', 'platform'], ['MAXIMUM', 'maximum'], ...recordColumns],
      nothing: 'No operator has set a limit.',
    },
    verbs: {},
  },
  fee: {
    help: 'the service’s fees of corridors',
    ids: 'Fee:USD-FIAT, or Fee:SANDBOX/USD-EUR',
    waiting: {
      path: '/fees',
      columns: [
        ['ID', 'id'],
        ['PLATFORM', 'platform'],
        ['FIXED', 'fixed'],
        ['BASIS POINTS', 'basisPoints'],
        ...recordColumns,
      ],
      nothing: 'No operator has set a fee.',
    },
    verbs: {},
  },
  import: {
    help: 'imports of customers',
    ids: 'Job:<uuid>',
    verbs: { end: { help: 'it ends as FAILED; what it has created stays' } },
  },
  finding: {
    help: 'what an outside party or Temporal has and no row knows',
    ids: 'the subject, as the list shows it',
    inbox: ['UNKNOWN_REFERENCE', 'RUN_WITHOUT_ROW', 'RAIL_CASE'],
    verbs: { close: { help: 'a person has dealt with it' } },
  },
  webhook: {
    help: 'events, and their delivery to a platform',
    ids: 'Webhook:<uuid>',
    verbs: { resend: { help: 'it is sent once more' } },
  },
}

/** Adds every noun with `list`, `show` and its verbs. */
export function decisionCommands(program: Command): void {
  for (const [name, { help, ids, inbox, waiting, verbs }] of Object.entries(nouns)) {
    const noun = program.command(name).description(help)
    const [first] = Object.keys(verbs)
    examples(
      noun,
      ...((inbox ?? waiting) === undefined ? [] : [`${name} list`]),
      `${name} show ID`,
      ...(first === undefined
        ? []
        : [`${name} ${first} ID`, `${name} ${first} ID --yes --reason "as the bank said"`]),
    )
    if (inbox !== undefined) listInbox(noun.command('list').description('what waits'), inbox)
    if (waiting !== undefined) {
      const { path, columns, nothing } = waiting
      noun
        .command('list')
        .description('what waits')
        .action(action(async ({ api, show }) => show(await api.get(path), columns, nothing)))
    }
    showItem(noun.command('show').description('what happened, and what may be decided'), ids)
    for (const [verb, { help: meaning, decision = verb }] of Object.entries(verbs)) {
      const command = noun.command(verb).description(meaning).argument('<id>', ids)
      decisionOptions(command).action(
        action<DecideOptions>((tools, id = '') => decide(tools, id, decision)),
      )
    }
  }
  applyCommand(program)
  confirmCommand(program)
  madeCommand(program)
  rateCommands(program)
  limitCommands(program)
  feeCommands(program)
  tokenOfCoin(program)
}

function decisionOptions(command: Command): Command {
  return changes(command).option(
    '--state <state>',
    'the state that was seen (show --json): refused when it has changed since',
  )
}

/** A subcommand of one that is there. */
function nounOf(program: Command, name: string): Command {
  const found = program.commands.find((each) => each.name() === name)
  if (found === undefined) throw new Error(`there is no command ${name}`)
  return found
}

function applyCommand(program: Command): void {
  const command = nounOf(program, 'deposit')
    .command('apply')
    .description('an account is credited, or a quote that waits for it is paid')
    .argument('<id>', 'Deposit:<uuid>')
    .requiredOption('--to <target>', 'InternalAccount:<uuid> or Quote:<uuid>')
  decisionOptions(command).action(
    action<DecideOptions & { to: string }>((tools, id = '') => {
      const { to } = tools.options
      if (to.startsWith('InternalAccount:')) return decide(tools, id, 'apply', { accountId: to })
      if (to.startsWith('Quote:')) return decide(tools, id, 'fund', { quoteId: to })
      throw new Failure('USAGE', '--to is InternalAccount:<uuid> or Quote:<uuid>.')
    }),
  )
  examples(command, 'deposit apply Deposit:0199… --to InternalAccount:0199…')
}

function confirmCommand(program: Command): void {
  const command = nounOf(program, 'payee')
    .command('confirm')
    .description('what its holder says of the two credits; after three wrong pairs it is invalid')
    .argument('<id>', nouns.payee?.ids)
    .argument('<amount>', 'in US dollars, as 0.07')
    .argument('<amount>', 'the other one; their order does not matter')
  decisionOptions(command).action(
    action<DecideOptions>((tools, id = '', firstAmount = '', secondAmount = '') =>
      decide(tools, id, 'confirm', { firstAmount, secondAmount }),
    ),
  )
  examples(command, 'payee confirm ExternalAccount:0199… 0.07 0.42')
}

function madeCommand(program: Command): void {
  const command = nounOf(program, 'mint')
    .command('made')
    .description('the provider has made this transfer')
    .argument('<id>', 'StablecoinOperation:<uuid>')
    .requiredOption('--transfer <id>', 'the provider’s id of it')
  decisionOptions(command).action(
    action<DecideOptions & { transfer: string }>((tools, id = '') =>
      decide(tools, id, 'made', { transferId: tools.options.transfer }),
    ),
  )
}

type RateOptions = DecideOptions & {
  readonly rate: string
  readonly until: string
  readonly observation: string
  readonly basisPoints: string
  readonly platform?: string
}

/** What sets a rate, takes a jump for true, and sets a spread: each asks for what it is set to. */
function rateCommands(program: Command): void {
  const noun = nounOf(program, 'rate')
  const ids = 'USD-EUR, or Rate:SANDBOX/USD-EUR'
  const override = noun
    .command('override')
    .description('a rate in the feed’s place, until it ends by itself; a second person confirms it')
    .argument('<id>', ids)
    .requiredOption('--rate <number>', 'how many one US dollar is')
    .requiredOption('--until <instant>', 'when it ends: 2026-12-01T12:00:00Z, seven days at most')
  decisionOptions(override).action(
    action<RateOptions>((tools, id = '') => {
      const { rate, until } = tools.options
      return decide(tools, id, 'override', { rate, until })
    }),
  )
  examples(override, 'rate override USD-EUR --rate 0.859 --until 2026-12-01T12:00:00Z')
  const accept = noun
    .command('accept')
    .description('a jump that waits is right; a second person confirms it')
    .argument('<id>', ids)
    .requiredOption('--observation <number>', 'which, as show has it')
  decisionOptions(accept).action(
    action<RateOptions>((tools, id = '') =>
      decide(tools, id, 'accept', { observationId: tools.options.observation }),
    ),
  )
  const spread = noun
    .command('spread')
    .description('the spread of a pair; a second person confirms a narrower one')
    .argument('<id>', 'USD-EUR, EUR-GBP, or Rate:SANDBOX/EUR-GBP')
    .requiredOption('--basis-points <number>', 'hundredths of a per cent')
    .option('--platform <id>', 'of one platform: PlatformConfig:<uuid>')
  decisionOptions(spread).action(
    action<RateOptions>((tools, id = '') => {
      const { basisPoints, platform } = tools.options
      return decide(tools, id, 'spread', { basisPoints, ...(platform && { platform }) })
    }),
  )
}

type TermsOptions = DecideOptions & {
  readonly maximum: string
  readonly currency?: string
  readonly fixed: string
  readonly basisPoints: string
  readonly platform?: string
  readonly from?: string
}

/** A record of everybody or of one platform, from now or a later instant on. */
function recordCommand(noun: Command, verb: string, description: string): Command {
  return noun
    .command(verb)
    .description(description)
    .argument('<id>', nouns[noun.name()]?.ids)
    .option('--from <instant>', 'when it begins: 2026-12-01T00:00:00Z; at once without it')
}

const ofPlatform = ['--platform <id>', 'of one platform: PlatformConfig:<uuid>'] as const

function sinceAndWhom({ platform, from }: TermsOptions) {
  return { ...(platform && { platform }), ...(from && { from }) }
}

/** Limits: each is a record that stays, and the next one follows it. */
function limitCommands(program: Command): void {
  const noun = nounOf(program, 'limit')
  const set = recordCommand(noun, 'set', 'a limit; a second person confirms a higher one')
    .requiredOption('--maximum <number>', 'an amount as 250000.00, or a number of payments')
    .option('--currency <code>', 'the limit’s own, of an amount')
    .option(...ofPlatform)
  decisionOptions(set).action(
    action<TermsOptions>((tools, id = '') => {
      const { maximum, currency } = tools.options
      const given = { maximum, ...(currency && { currency }), ...sinceAndWhom(tools.options) }
      return decide(tools, id, 'set', given)
    }),
  )
  examples(
    set,
    'limit set DAILY_VOLUME --maximum 250000.00 --currency EUR --platform PlatformConfig:0199…',
    'limit set PAYEE_DAILY_PAYMENTS --maximum 20',
    'limit set Limit:USD-FIAT --maximum 500000.00 --from 2026-12-01T00:00:00Z',
  )
  endCommand(
    recordCommand(noun, 'lift', 'no such limit; a second person confirms it').option(...ofPlatform),
  )
  followCommand(noun, 'a platform has what everybody has')
}

/** Fees: each is a record that stays, and the next one follows it. */
function feeCommands(program: Command): void {
  const noun = nounOf(program, 'fee')
  const set = recordCommand(noun, 'set', 'a fee; a second person confirms it')
    .requiredOption('--fixed <amount>', 'of the sending currency, as 0.10')
    .requiredOption('--basis-points <number>', 'hundredths of a per cent of the rest')
    .option(...ofPlatform)
  decisionOptions(set).action(
    action<TermsOptions>((tools, id = '') => {
      const { fixed, basisPoints } = tools.options
      return decide(tools, id, 'set', { fixed, basisPoints, ...sinceAndWhom(tools.options) })
    }),
  )
  examples(set, 'fee set Fee:USD-FIAT --fixed 0.10 --basis-points 45')
  followCommand(noun, 'a platform pays what everybody pays')
}

function followCommand(noun: Command, description: string): void {
  endCommand(recordCommand(noun, 'follow', description).requiredOption(...ofPlatform))
}

/** A record without a number: by its name it says what is over. */
function endCommand(command: Command): void {
  decisionOptions(command).action(
    action<TermsOptions>((tools, id = '') =>
      decide(tools, id, command.name(), sinceAndWhom(tools.options)),
    ),
  )
}

type CoinToken = {
  readonly environment: string
  readonly token: string
  readonly networkToken: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** What an ADMIN writes down before a platform may register it. */
function tokenOfCoin(program: Command): void {
  nounOf(program, 'coin')
    .command('put-token')
    .description('what a token of the provider is, before a platform may register it')
    .option('--environment <name>', 'SANDBOX or PRODUCTION', 'PRODUCTION')
    .requiredOption('--token <ticker>', 'the provider’s name of it')
    .requiredOption('--network-token <id>', 'its id on the network')
    .requiredOption('--name <name>', 'for people')
    .requiredOption('--symbol <code>', 'as a currency')
    .requiredOption('--decimals <number>', 'places after the point', whole)
    .action(
      action<CoinToken>(async ({ api, options, say }) => {
        const { environment, token, networkToken, name, symbol, decimals } = options
        const coin = { environment, token, networkToken, name, symbol, decimals }
        const answer = await api.post('/stablecoin-tokens', coin)
        say(`${token} is ${symbol} of ${decimals} decimals.`, answer)
      }),
    )
}

/** `decision`: what was decided, and what waits for a second person. */
export function decisionListCommands(program: Command): void {
  const noun = program
    .command('decision')
    .description('what operators have decided, and what a second person must confirm')
  examples(noun, 'decision list --status PENDING_CONFIRMATION', 'decision confirm ID')
  noun
    .command('list')
    .description('the newest first')
    .option('--status <status>', 'PENDING_CONFIRMATION, ORDERED, CARRIED_OUT, REFUSED or WITHDRAWN')
    .option('--subject <id>', 'about one thing')
    .action(
      action<{ status?: string; subject?: string }>(async ({ api, options, show }) => {
        const { status, subject } = options
        show(
          await api.get('/decisions', { status, subject }),
          [
            ['ID', 'id'],
            ['SUBJECT', 'subject'],
            ['DECISION', (row) => `${row.decision}${to(row)}`],
            ['STATUS', 'status'],
            ['BY', 'decidedBy'],
            ['AT', 'decidedAt'],
            ['REASON', 'reason'],
          ],
          'Nothing was decided.',
        )
      }),
    )
  const confirm = noun
    .command('confirm')
    .description('a decision of another person, above the amount that one decides alone')
    .argument('<id>', 'as the list shows it')
    .option('-y, --yes', 'do not ask: for scripts')
  confirm.action(
    action<DecideOptions>(async (tools, id = '') => {
      const query = { status: 'PENDING_CONFIRMATION', id }
      const { data } = await tools.api.get<{ data: readonly Decided[] }>('/decisions', query)
      const [found] = data
      if (found === undefined) {
        throw new Failure('NOT_FOUND', `${id} does not wait for a confirmation.`)
      }
      const { decision, subject, reason, decidedBy } = found
      await tools.confirm(
        `${decision} ${subject}${to(found)}, as ${decidedBy} decided (${reason})?`,
      )
      await report(tools, subject, await tools.api.post(`/decisions/${id}/confirm`, {}))
    }),
  )
  noun
    .command('withdraw')
    .description('take back one that was not confirmed')
    .argument('<id>', 'as the list shows it')
    .action(
      action(async ({ api, say }, id = '') => {
        say('It is withdrawn.', await api.post(`/decisions/${encodeURIComponent(id)}/withdraw`, {}))
      }),
    )
}

type Decided = Decision & {
  readonly subject: string
  readonly reason: string
  readonly decidedBy: string
}
