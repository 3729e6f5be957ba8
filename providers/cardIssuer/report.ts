/** The issuer's word of a transaction, as the database takes it. */
import type { Environment } from '../../contract/outsideParties.ts'
import type { TransactionReport } from './issuer.ts'

/** Bare values alone: what is not named here stays behind. */
export function cardReportOf(environment: Environment, report: TransactionReport) {
  const { token, cardToken, merchant, acceptorId, events } = report
  return {
    ...{ environment, token, cardToken, merchant, acceptorId },
    events: events.map((event) => ({
      token: event.token,
      type: event.type,
      isApproved: event.isApproved,
      declinedReason: event.declinedReason,
      cents: event.amountCents,
      at: event.createdAt,
    })),
  }
}
