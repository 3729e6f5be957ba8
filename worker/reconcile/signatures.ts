/**
 * What wallets have signed at the provider since the point, and no row has. The provider lists the
 * activities of one wallet, so this asks once for each wallet.
 */
import { isSignedBy } from '../../activities/payments/transferSignature.ts'
import { uuidOf } from '../../contract/ids.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import { instant } from '../../contract/time.ts'
import { pullTextStart } from '../../domain/cards/pull.ts'
import {
  fingerprintOf,
  type ProviderActivity,
  rawSignatureOf,
} from '../../providers/walletProvider/index.ts'
import type { Finding, Reconciliation } from './finding.ts'

const SIGNED = 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'
const AT_ONCE = 8
const WALLETS_PAGE = 500

type Wallet = {
  readonly account_id: string
  readonly environment: Environment
  readonly sub_organization_id: string
  readonly address: string
  readonly currency: string
}

/** Signatures without a row, of all wallets whose provider this process has. */
export async function signatureFindings(context: Reconciliation): Promise<Finding[]> {
  const { database, outside } = context
  const found: Finding[] = []
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const wallets = await database.query<Wallet>({
      text: `select w.account_id, a.environment, a.currency, w.sub_organization_id, w.address from wallets w
        join internal_accounts a on a.id = w.account_id
        where w.provisioned_at is not null and w.account_id > $1 order by w.account_id limit $2`,
      values: [after, WALLETS_PAGE],
    })
    const asked = wallets.filter(({ environment }) => outside.has('WALLET_PROVIDER', environment))
    for (let from = 0; from < asked.length; from += AT_ONCE) {
      const some = asked.slice(from, from + AT_ONCE)
      found.push(...(await Promise.all(some.map((each) => findingsOf(context, each)))).flat())
    }
    const last = wallets.at(-1)
    if (last === undefined) return found
    after = last.account_id
  }
}

async function findingsOf(context: Reconciliation, wallet: Wallet): Promise<Finding[]> {
  const { database } = context
  const activities = await signedSince(context, wallet)
  if (activities.length === 0) return []
  const known = await database.query<{ id: string | null; body: string | null }>({
    text: `select provider_activity_id as id, payload_to_sign as body from payments where source_account_id = $1
        and (payload_to_sign is not null or provider_activity_id is not null) and created_at > $2
      union all select provider_activity_id, null from payments where provider_activity_id = any ($3)
      union all select provider_activity_id, body from card_pull_signatures where account_id = $1
      union all select subject, null from reconcile_decisions where subject = any ($3)`,
    values: [
      wallet.account_id,
      instant(context.since.getTime() - QUOTED_BEFORE_MS),
      activities.map(({ id }) => id),
    ],
  })
  const ids = new Set(known.map(({ id }) => id))
  const fingerprints = new Set(known.flatMap(({ body }) => (body ? [fingerprintOf(body)] : [])))
  const findings = []
  for (const activity of activities) {
    if (ids.has(activity.id) || fingerprints.has(activity.fingerprint)) continue
    findings.push(await findingOf(context, wallet, activity))
  }
  return findings
}

/** The longest time that a payment waits for its approval, after which it is signed. */
const QUOTED_BEFORE_MS = 40 * 24 * 3_600_000

async function findingOf(
  { database }: Reconciliation,
  wallet: Wallet,
  activity: ProviderActivity,
): Promise<Finding> {
  const text = signedText(activity)
  const terms = termsOf(text)
  const paymentId = uuidOf('Quote', String(terms.transfer))
  const about = {
    kind: 'signature',
    subject: activity.id,
    amount: terms.sends === undefined ? undefined : String(terms.sends),
    known: `InternalAccount:${wallet.account_id} has signed ${text}`,
  } as const
  const payment =
    paymentId === undefined
      ? undefined
      : await database.maybeOne<{ executed: boolean }>({
          text: `select executed_at is not null as executed from payments
            where id = $1 and source_account_id = $2 and provider_activity_id is null`,
          values: [paymentId, wallet.account_id],
        })
  if (paymentId === undefined) {
    return {
      ...about,
      undecided: text.startsWith(pullTextStart(wallet.account_id, wallet.currency))
        ? 'its pull is lost: what the issuer has cleared is read and pulled again once the store is open'
        : 'no payment and no pull of a card names it',
    }
  }
  if (!payment?.executed) return { ...about, waitsFor: `Quote:${paymentId}` }
  return {
    ...about,
    remedy: 'keep it with its payment',
    apply: async () => {
      const signature = rawSignatureOf(activity)
      if (!isSignedBy(wallet.address, text, signature)) return 'left: it is not of that wallet'
      await database.query({
        text: `update payments set provider_activity_id = $2, transfer_signature = coalesce(transfer_signature, $3)
          where id = $1 and provider_activity_id is null`,
        values: [paymentId, activity.id, JSON.stringify(signature)],
      })
      return 'kept with its payment'
    },
  }
}

async function signedSince(
  { outside, since }: Reconciliation,
  wallet: Wallet,
): Promise<ProviderActivity[]> {
  const provider = outside.walletProvider(wallet.environment)
  const found: ProviderActivity[] = []
  for (let before: string | undefined; ; before = found.at(-1)?.id) {
    const page = await provider.listActivities(wallet.sub_organization_id, SIGNED, before)
    const recent = page.filter(({ createdAt = since }) => createdAt >= wholeSecond(since))
    found.push(...recent)
    if (page.length === 0 || recent.length < page.length) {
      return found.filter(({ status }) => status === 'COMPLETED')
    }
  }
}

/** The provider's times have whole seconds. */
function wholeSecond(at: Date): Date {
  return instant(Math.floor(at.getTime() / 1_000) * 1_000)
}

function signedText({ intent }: ProviderActivity): string {
  const [parameters] = Object.values(intent) as { readonly payload?: unknown }[]
  return String(parameters?.payload ?? '')
}

/** What a payment's text names, as `transferText` writes it. */
function termsOf(text: string): { readonly transfer?: unknown; readonly sends?: unknown } {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
