import { UmaInvitation } from '../../contract/components/invitations.ts'
import { Refusal } from '../../contract/errors.ts'
import { presentInvitation } from '../../contract/present/invitations.ts'
import { operation } from '../operation.ts'

export const getInvitation = operation({
  id: 'getInvitation',
  group: 'Invitations',
  method: 'get',
  path: '/invitations/:invitationCode',
  permission: 'VIEW',
  summary: 'Read an invitation by its code',
  description:
    'Any platform of the same environment that has the code may read it. Who has claimed it is shown ' +
    'to the platforms of the two customers alone.',
  status: 200,
  responses: { 200: UmaInvitation },
  errors: ['INVITATION_NOT_FOUND'],
  async handle({ params, platform, dependencies: { database } }) {
    const found = await database.call('find_invitation', platform.id, params.invitationCode)
    if (found === null) throw new Refusal('INVITATION_NOT_FOUND')
    return presentInvitation(found)
  },
})
