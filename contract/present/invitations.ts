import type { UmaInvitation } from '../components/invitations.ts'
import { currencyOf } from '../money.ts'
import type { Shown } from '../shown.ts'
import { present, shownInstant } from './rows.ts'

/** As the SQL function `invitation_row` gives it. */
export type InvitationRow = {
  readonly code: string
  readonly url: string
  readonly status: 'PENDING' | 'CLAIMED' | 'CANCELLED' | 'EXPIRED'
  readonly first_name: string | null
  readonly amount_to_send: number | null
  readonly currency: string | null
  readonly inviter_uma: string
  readonly invitee_uma: string | null
  readonly expires_at: string | null
  readonly claimed_at: string | null
  readonly created_at: string
}

export function presentInvitation(row: InvitationRow): Shown<typeof UmaInvitation> {
  return present({
    code: row.code,
    url: row.url,
    status: row.status,
    inviterUma: row.inviter_uma,
    inviteeUma: row.invitee_uma,
    firstName: row.first_name,
    amountToSend:
      row.amount_to_send === null || row.currency === null
        ? null
        : { amount: row.amount_to_send, currency: currencyOf(row.currency) },
    expiresAt: row.expires_at && shownInstant(row.expires_at),
    claimedAt: row.claimed_at && shownInstant(row.claimed_at),
    createdAt: shownInstant(row.created_at),
  })
}
