/**
 * Instructions of open payments that a rail has and that the database does not know were sent. Until it does, whatever ends
 * such a payment (a cancellation, an operator, the end of a challenge, a receiver's platform) would refund what the rail
 * pays: nothing says that it must be asked.
 */

import { shownMoney } from '../../contract/money.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import type { RailCall } from '../../db/railFunctions.ts'
import { findAtRails } from '../../providers/railRouting.ts'
import type { Finding, Reconciliation } from './finding.ts'

type Unsent = Pick<RailCall, 'paymentId' | 'kind' | 'attempt' | 'reference'>

const AT_ONCE = 20

/**
 * What one environment's rail has of them.
 *
 * @throws PartyNotConfigured where there are some, and the rail has no settings here
 */
export async function instructionFindings(
  context: Reconciliation,
  environment: Environment,
): Promise<Finding[]> {
  const unsent = await context.database.query<Unsent>({
    text: `select payment_id as "paymentId", kind, attempt, reference from unsent_rail_orders($1)`,
    values: [environment],
  })
  const found: Finding[] = []
  for (let from = 0; from < unsent.length; from += AT_ONCE) {
    const some = unsent.slice(from, from + AT_ONCE)
    const findings = await Promise.all(some.map((one) => findingOf(context, environment, one)))
    found.push(...findings.flat())
  }
  return found
}

async function findingOf(
  { database, outside }: Reconciliation,
  environment: Environment,
  { paymentId, kind, attempt, reference }: Unsent,
): Promise<Finding[]> {
  const order = await findAtRails(outside, environment, reference)
  if (order === undefined) return []
  const { state, amountMinor, currency, provider, network = null, handle = null } = order
  const isNamed = amountMinor !== undefined && currency !== undefined
  return [
    {
      kind: 'instruction',
      subject: reference,
      amount: isNamed ? shownMoney(BigInt(amountMinor), currency) : undefined,
      known: `${state} at the rail of ${environment}; the row of Quote:${paymentId} does not know that it was sent`,
      remedy: 'record that it was sent: its payment waits for what the rail reports',
      apply: async () =>
        (await database.call(
          'take_over_rail_order',
          ...([paymentId, kind, attempt, provider, network, handle] as const),
        ))
          ? 'recorded'
          : 'left as it was',
    },
  ]
}
