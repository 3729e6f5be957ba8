/**
 * Asks the card issuer about what its events have not reported: approvals of ours that it has not reported,
 * amounts that have been held for a day, transactions that we were never asked about, and disputes.
 */
import type { Client } from '@temporalio/client'
import type { Logger } from 'pino'
import type { Environment } from '../contract/outsideParties.ts'
import type { Database } from '../db/database.ts'
import {
  type CardIssuer,
  CardIssuerError,
  cardDisputeOf,
  cardReportOf,
  type DisputeReport,
  type Page,
  type TransactionReport,
} from '../providers/cardIssuer/index.ts'
import type { Config } from '../runtime/config.ts'
import { isPermanent } from './permanentErrors.ts'

/** An event is sent at once; the issuer's list may be some seconds behind. */
const UNREPORTED_SECONDS = 120
/** Authorizations expire after days: once a day is often enough for an expiry whose event is lost. */
const HELD_HOURS = 24
const ROWS_MAX = 50
/** A transaction may appear in the list after a newer one. */
const OVERLAP_SECONDS = 600
/** The cursor moves after each, so that a long outage is read in parts that are not read again. */
const WINDOW_HOURS = 1
/** In which a transaction may still change: the longest authorizations are of 30 days. */
const CHANGES_DAYS = 35
const AGAIN_WINDOW_HOURS = 24
/** There are few events of disputes, and the issuer keeps them for 90 days. */
const DISPUTES_WINDOW_HOURS = 24
/** A window is twice as long as the one before where that one fit into a page, up to this multiple: most hours are empty. */
const LONGEST_WINDOW = 16

export type CardReports = {
  readonly database: Database
  readonly client: Client
  readonly config: Config
  readonly log: Logger
  readonly environment: Environment
  readonly issuer: Pick<CardIssuer, 'transactionOf' | 'transactionsBetween' | 'disputesBetween'>
}

/** @throws CardIssuerError: the next round goes on */
export async function readCardReports(reports: CardReports): Promise<void> {
  await holdWhatIsOwed(reports)
  await askAboutHolds(reports)
  await readList(reports, newTransactions)
  await readList(reports, transactionsAgain)
  await readList(reports, newDisputes)
}

/** Holds what is owed for pulls that could not be made: the money may have come since. */
async function holdWhatIsOwed({ database, environment }: CardReports): Promise<void> {
  const rows = await database.query<{ id: string }>({
    name: 'card_transactions_in_exception',
    text: `select distinct t.id from card_pulls p join card_transactions t on t.id = p.transaction_id
      where p.state = 'EXCEPTION' and t.environment = $1`,
    values: [environment],
  })
  for (const { id } of rows) await database.call('hold_for_card_exception', id)
}

async function askAboutHolds(reports: CardReports): Promise<void> {
  const { database, environment, issuer, log } = reports
  const rows = await database.query<{ id: string; token: string }>({
    name: 'card_holds_to_ask_about',
    text: `select id, token from (
        (select id, token, updated_at as since from card_transactions
          where held > 0 and not is_reported and environment = $1
            and updated_at < (select service_now() - make_interval(secs => $2))
            and coalesce(asked_at, updated_at) < (select service_now() - make_interval(secs => $2))
          order by updated_at, id limit $4)
        union all
        (select id, token, coalesce(asked_at, updated_at) from card_transactions
          where held > 0 and is_reported and environment = $1
            and coalesce(asked_at, updated_at) < (select service_now() - make_interval(hours => $3))
          order by coalesce(asked_at, updated_at), id limit $4)) due
      order by since, id limit $4`,
    values: [environment, UNREPORTED_SECONDS, HELD_HOURS, ROWS_MAX],
  })
  for (const { id, token } of rows) {
    try {
      const report = await issuer.transactionOf(token)
      if (report === undefined) await database.call('release_unreported_card_hold', id)
      else await apply(reports, report)
    } catch (error) {
      if (!isOfThisOne(error)) throw error
      log.error({ token, err: error }, 'a card transaction cannot be asked about')
    }
    // What cannot be read does not come first again.
    await database.query({
      name: 'card_hold_was_asked_about',
      text: 'update card_transactions set asked_at = service_now() where id = $1',
      values: [id],
    })
  }
}

/** Whether an error says something about one transaction alone: no answer would be about all of them. */
function isOfThisOne(error: unknown): boolean {
  if (!(error instanceof CardIssuerError)) return isPermanent(error)
  return error.kind !== 'UNAVAILABLE' || (error.httpStatus ?? 500) < 300
}

type Window = { readonly begin: Date; readonly end: Date; readonly isLast: boolean }

/** One of the issuer's lists, and how far it is read. */
type List<Report> = {
  readonly kind: 'NEW' | 'AGAIN' | 'DISPUTES'
  /** How long a window is at first, and whatever else its statement takes behind the environment and the length. */
  readonly window: {
    readonly text: string
    readonly hours: number
    readonly others: readonly number[]
  }
  read(
    issuer: CardReports['issuer'],
    begin: Date,
    end: Date,
    after: string | undefined,
  ): Promise<Page<Report>>
  /** The events that are known, of tokens. */
  readonly known: { readonly name: string; readonly text: string }
  apply(reports: CardReports, report: Report): Promise<void>
}

/** What was added since a list was read last. */
const newWindow = (kind: 'NEW' | 'DISPUTES', hours: number) => ({
  text: `select c.at - make_interval(secs => $3) as begin, least(c.at + make_interval(hours => $2), service_now()) as end,
      c.at + make_interval(hours => $2) >= service_now() as "isLast"
    from (select coalesce((select read_until from card_list_cursors where environment = $1 and kind = '${kind}'),
      service_now() - interval '1 day') as at) c`,
  hours,
  others: [OVERLAP_SECONDS],
})

/** Once a day all that may have changed without an event that came to us. No row: it is done for today. */
const windowAgain = {
  text: `with begun as (
      insert into card_list_cursors as c (environment, kind, read_until)
      values ($1, 'AGAIN', service_now() - make_interval(days => $3))
      on conflict (environment, kind) do update set began_at = excluded.began_at, read_until = excluded.read_until
        where c.read_until >= c.began_at and c.began_at < service_now() - interval '1 day'
      returning began_at, read_until)
    select w.read_until as begin, least(w.read_until + make_interval(hours => $2), w.began_at) as end,
      w.read_until + make_interval(hours => $2) >= w.began_at as "isLast"
    from (select * from begun union all select began_at, read_until from card_list_cursors
      where environment = $1 and kind = 'AGAIN' and not exists (select 1 from begun)) w
    where w.read_until < w.began_at`,
  hours: AGAIN_WINDOW_HOURS,
  others: [CHANGES_DAYS],
}

const transactions = {
  read: (issuer, ...window) => issuer.transactionsBetween(...window),
  known: {
    name: 'known_card_events',
    text: 'select token from card_events where environment = $1 and token = any($2)',
  },
  apply,
} satisfies Partial<List<TransactionReport>>

const newTransactions: List<TransactionReport> = {
  ...transactions,
  kind: 'NEW',
  window: newWindow('NEW', WINDOW_HOURS),
}
const transactionsAgain: List<TransactionReport> = {
  ...transactions,
  kind: 'AGAIN',
  window: windowAgain,
}
const newDisputes: List<DisputeReport> = {
  kind: 'DISPUTES',
  window: newWindow('DISPUTES', DISPUTES_WINDOW_HOURS),
  read: (issuer, ...window) => issuer.disputesBetween(...window),
  known: {
    name: 'known_card_dispute_events',
    text: 'select token from card_dispute_events where environment = $1 and token = any($2)',
  },
  apply: applyDispute,
}

/** Reads windows up to the last one, each from its oldest entry on: a return comes after its purchase. */
async function readList<Report extends Listed>(
  reports: CardReports,
  list: List<Report>,
): Promise<void> {
  const { database, environment, log } = reports
  const { kind, window: next } = list
  for (let times = 1; ; ) {
    const window = await database.maybeOne<Window>({
      name: `card_list_window_${kind}`,
      ...{ text: next.text, values: [environment, next.hours * times, ...next.others] },
    })
    if (window === undefined) return
    const { changed, pages } = await changedWithin(reports, list, window)
    times = pages > 1 ? 1 : Math.min(2 * times, LONGEST_WINDOW)
    for (const report of changed.reverse()) {
      try {
        await list.apply(reports, report)
      } catch (error) {
        // It does not stop those behind it. Transactions are all tried again the next day.
        if (!isPermanent(error)) throw error
        log.error({ kind, token: report.token, err: error }, 'a card report cannot be applied')
      }
    }
    await database.query({
      name: 'advance_card_list_cursor',
      text: `insert into card_list_cursors as c (environment, kind, read_until) values ($1, $2, $3)
        on conflict (environment, kind) do update set read_until = greatest(c.read_until, excluded.read_until)`,
      values: [environment, kind, window.end],
    })
    if (window.isLast) return
  }
}

type Listed = {
  readonly token: string
  readonly events: readonly { readonly token: string }[]
  readonly unknownTypes: readonly string[]
}

/** The entries of a list within a window that have an event unknown to us, the newest first. */
async function changedWithin<Report extends Listed>(
  { database, environment, issuer, log }: CardReports,
  list: List<Report>,
  { begin, end }: Window,
): Promise<{ readonly changed: Report[]; readonly pages: number }> {
  const changed: Report[] = []
  let pages = 0
  let after: string | undefined
  do {
    pages += 1
    const page = await list.read(issuer, begin, end, after)
    for (const token of page.unreadable) {
      log.error({ kind: list.kind, token }, "an entry of the issuer's list is of no known shape")
    }
    const events = page.reports.flatMap((report) => report.events.map(({ token }) => token))
    const known = await database.query<{ token: string }>({
      ...list.known,
      values: [environment, events],
    })
    const tokens = new Set(known.map(({ token }) => token))
    changed.push(...page.reports.filter((one) => one.events.some((e) => !tokens.has(e.token))))
    after = page.next
  } while (after !== undefined)
  return { changed, pages }
}

/** Types that the log has: a list is read again and again. */
const logged = new Set<string>()

function logUnknown({ log }: CardReports, { unknownTypes }: Listed): void {
  for (const type of unknownTypes.filter((one) => !logged.has(one))) {
    logged.add(type)
    log.error({ type }, 'a card report has a step of an unknown type')
  }
}

async function apply(reports: CardReports, report: TransactionReport): Promise<void> {
  logUnknown(reports, report)
  const { database, environment } = reports
  const read = cardReportOf(environment, report)
  await database.call('apply_card_report', { ...read, isStartDue: true })
}

/** Where the purchase was not in its own list, it is asked for. */
async function applyDispute(reports: CardReports, report: DisputeReport): Promise<void> {
  logUnknown(reports, report)
  const { database, environment, issuer, log } = reports
  const read = { ...cardDisputeOf(environment, report), isStartDue: true as const }
  const applied = await database.call('apply_card_dispute', read)
  if (applied?.outcome !== 'UNKNOWN') return
  const purchase = await issuer.transactionOf(report.transactionToken)
  if (purchase !== undefined) await apply(reports, purchase)
  const again = await database.call('apply_card_dispute', read)
  if (again?.outcome !== 'UNKNOWN') return
  log.error({ token: report.token }, 'the purchase of a dispute is not known')
}
