import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'
import { untilAnswered } from '../untilAnswered.ts'

export const deleteAgent = operation({
  id: 'deleteAgent',
  group: 'Agent Management',
  method: 'delete',
  path: '/agents/:agentId',
  permission: 'MANAGE',
  summary: 'Delete an agent',
  description:
    'Once it is answered, no action of the agent is accepted; its token is dead within five ' +
    'seconds. What waits for an approval is rejected. What it has paid stays.',
  status: 204,
  responses: { 204: null },
  errors: ['REFERENCE_NOT_FOUND'],
  async handle({ params, platform, dependencies: { database }, log }) {
    const uuid = requireId('Agent', params.agentId)
    const by = idOf('Token', platform.tokenId)
    const isDeleted = await untilAnswered({ log }, async (isRepeat) => {
      return (await database.call('delete_agent', platform.id, uuid, by)) || isRepeat
    })
    if (isDeleted) return undefined
    throw new Refusal('REFERENCE_NOT_FOUND')
  },
})
