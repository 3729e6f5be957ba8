/** The invitation of the examples. */
import { given } from '../useCases/given.ts'
import { at, begunAt } from './shared.ts'

export const invitation = {
  code: given.invitation,
  url: `https://platform.example.com/invitations/${given.invitation}`,
  status: 'PENDING',
  inviterUma: given.umaAddress,
  createdAt: begunAt,
} as const

export const claimedInvitation = {
  ...invitation,
  status: 'CLAIMED',
  inviteeUma: given.otherUmaAddress,
  claimedAt: at,
} as const
