import { UmaInvitation } from '../../contract/components/invitations.ts'
import { operation } from '../operation.ts'
import { decided } from './outcome.ts'

export const cancelInvitation = operation({
  id: 'cancelInvitation',
  group: 'Invitations',
  method: 'post',
  path: '/invitations/:invitationCode/cancel',
  permission: 'MANAGE',
  summary: 'Cancel an invitation that this platform has made',
  description: 'Only one that waits to be claimed. One of another platform answers `403`.',
  status: 200,
  responses: { 200: UmaInvitation },
  errors: [
    'INVALID_INPUT',
    'INVITATION_NOT_FOUND',
    'INVITATION_ALREADY_CLAIMED',
    'INVITATION_CANCELLED',
  ],
  async handle({ params, platform, dependencies: { database } }) {
    return decided(await database.call('cancel_invitation', platform.id, params.invitationCode))
  },
})
