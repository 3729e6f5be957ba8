import { UmaInvitation, UmaInvitationClaimRequest } from '../../contract/components/invitations.ts'
import { operation } from '../operation.ts'
import { decided } from './outcome.ts'

export const claimInvitation = operation({
  id: 'claimInvitation',
  group: 'Invitations',
  method: 'post',
  path: '/invitations/:invitationCode/claim',
  permission: 'MANAGE',
  summary: 'Claim an invitation for a customer of this platform',
  description:
    'Once: of claims at the same time one succeeds. The platform of the inviter gets ' +
    '`INVITATION.CLAIMED`. The invitation may be of any platform of the same environment.',
  body: UmaInvitationClaimRequest,
  status: 200,
  responses: { 200: UmaInvitation },
  errors: ['INVITATION_NOT_FOUND', 'INVITATION_ALREADY_CLAIMED', 'INVITATION_CANCELLED'],
  async handle({ params, body, platform, dependencies: { database } }) {
    const { invitationCode } = params
    return decided(
      await database.call('claim_invitation', platform.id, invitationCode, body.inviteeUma),
    )
  },
})
