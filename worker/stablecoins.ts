/**
 * Compares what the stablecoin provider says with our rows, once a day for each link: money that came after an
 * expiry, a payout that was returned after it was complete, a login that is refused.
 */
import type { Logger } from 'pino'
import { depositedAt } from '../activities/stablecoins/calls.ts'
import { reportOf } from '../activities/stablecoins/transfers.ts'
import type { Environment } from '../contract/outsideParties.ts'
import { apiClientSecretOf } from '../contract/sealedText.ts'
import type { Database } from '../db/database.ts'
import type { Records } from '../db/recordKeys.ts'
import type { StablecoinReport, StablecoinToAdvance } from '../db/stablecoinFunctions.ts'
import {
  type ProviderAccess,
  type StablecoinProvider,
  StablecoinProviderError,
} from '../providers/stablecoinProvider/index.ts'

type Link = StablecoinToAdvance['link']

type Compared = {
  readonly database: Database
  readonly records: Pick<Records, 'open'>
  readonly provider: StablecoinProvider
  readonly environment: Environment
  readonly everySeconds: number
  readonly log: Logger
}

/** Takes the links whose time it is; a link that cannot be compared is taken again after as long. */
export async function compareStablecoins(given: Compared): Promise<void> {
  const { database, environment, everySeconds, log } = given
  const links = await database.query<Link>({
    name: 'claim_stablecoin_links',
    text: `select id, environment, provider_account_id, api_client_id, api_client_secret, login_version
      from claim_stablecoin_links($1, $2)`,
    values: [environment, everySeconds],
  })
  for (const link of links) {
    await compareLink(given, link).catch((error: Error) => {
      log.warn({ linkId: link.id, reason: error.message }, 'a stablecoin link was not compared')
    })
  }
}

async function compareLink({ database, records, provider, log }: Compared, link: Link) {
  const login = {
    clientId: link.api_client_id,
    clientSecret: records.open(link.api_client_secret, apiClientSecretOf(link.id)),
  }
  const access = { login, accountId: link.provider_account_id }
  try {
    await provider.accountsOf(login)
    await database.call('note_stablecoin_login', link.id, link.login_version, true)
  } catch (error) {
    if (!(error instanceof StablecoinProviderError) || error.kind !== 'UNAUTHORIZED') throw error
    await database.call('note_stablecoin_login', link.id, link.login_version, false)
    return
  }
  let unread = 0
  for await (const operationId of operationsOf(database, link)) {
    const facts = await database.call('stablecoin_operation_to_advance', operationId)
    try {
      for await (const report of readAgain(provider, access, facts)) {
        const recorded = await database.call('record_stablecoin_report', operationId, report)
        if (recorded.case !== null)
          log.error({ operationId, case: recorded.case }, 'a stablecoin case')
      }
      unread = 0
    } catch (error) {
      // One that cannot be read does not keep the others from being compared.
      if (!(error instanceof StablecoinProviderError) || error.kind === 'UNAUTHORIZED') throw error
      log.warn({ operationId, reason: error.message }, 'a stablecoin operation was not compared')
      if (error.kind === 'UNAVAILABLE') unread += 1
      if (unread === UNREAD_MAX) throw error
    }
  }
}

/** In a row: the provider is out of order. */
const UNREAD_MAX = 100

/** Ids of what is to be compared, that of revoked links of the same account too. */
async function* operationsOf(database: Database, link: Link): AsyncGenerator<string> {
  const links = await database.query<{ readonly id: string }>({
    name: 'links_of_same_account',
    text: 'select id from links_of_same_account($1) id',
    values: [link.id],
  })
  for (const { id } of links) yield* operationsOfLink(database, id)
}

/** The oldest first, a page at a time. */
async function* operationsOfLink(database: Database, linkId: string): AsyncGenerator<string> {
  let after: string | null = null
  for (;;) {
    const page: { readonly id: string }[] = await database.query<{ readonly id: string }>({
      name: 'stablecoin_operations_to_compare',
      text: 'select id from stablecoin_operations_to_compare($1, $2)',
      values: [linkId, after],
    })
    yield* page.map(({ id }) => id)
    const last = page.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** The operation's transfer, and what lies at its deposit address. */
async function* readAgain(
  provider: StablecoinProvider,
  access: ProviderAccess,
  facts: StablecoinToAdvance,
): AsyncGenerator<StablecoinReport> {
  const { operation: o, ticker } = facts
  if (o.transfer_id !== null) {
    const found = await provider.transferOf(access, o.transfer_id)
    if (found !== undefined) yield reportOf(facts, found)
  }
  if (o.source_type !== 'EXTERNAL_ACCOUNT' || o.source_address_id === null) return
  const cents = await depositedAt(provider, access, o.source_address_id, ticker)
  yield { kind: 'LATE', cents: String(cents) }
}
