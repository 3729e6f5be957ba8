import type { UmaInvitation } from '../../contract/components/invitations.ts'
import { type FieldError, invalidInput } from '../../contract/errors.ts'
import { presentInvitation } from '../../contract/present/invitations.ts'
import type { Shown } from '../../contract/shown.ts'
import type { InvitationDecision } from '../../db/sqlFunctions.ts'
import { refusalOf } from '../outcomes.ts'

/** What is wrong with each field that the database judges. */
const messages = {
  inviterUma: 'is no active customer of this platform',
  inviteeUma: 'is no active customer of this platform, or the inviter',
  expiresAt: 'must be in the future',
  amountToSend: 'needs an account of the inviter to be sent from',
  invitationCode: 'is of an invitation that has expired',
} as const

/**
 * The invitation as it is after a decision.
 *
 * @throws Refusal INVALID_INPUT with every field that the database found wrong, or the refusal's code
 */
export function decided(decision: InvitationDecision): Shown<typeof UmaInvitation> {
  if (decision.outcome === 'COMMITTED') return presentInvitation(decision.invitation)
  const { problems } = decision
  throw problems === undefined ? refusalOf(decision) : invalidInput(problems.map(problemOf))
}

function problemOf(field: keyof typeof messages): FieldError {
  return { field, constraint: 'not', message: messages[field] }
}
