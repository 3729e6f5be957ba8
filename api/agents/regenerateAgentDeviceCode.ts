import { AgentDeviceCode } from '../../contract/components/agents.ts'
import { operation } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import { requireId } from '../requireId.ts'
import { newDeviceCode, presentDeviceCode } from './deviceCode.ts'

export const regenerateAgentDeviceCode = operation({
  id: 'regenerateAgentDeviceCode',
  group: 'Agent Management',
  method: 'post',
  path: '/agents/:agentId/device-codes',
  permission: 'MANAGE',
  answersSecret: true,
  summary: 'Make a new device code',
  description:
    'For an agent that is not connected yet; its earlier codes are void. A connected agent is ' +
    'installed anew only by deleting it and creating another.',
  status: 201,
  responses: { 201: AgentDeviceCode },
  errors: ['REFERENCE_NOT_FOUND', 'CONFLICT'],
  async handle({ params, platform, dependencies: { database } }) {
    const uuid = requireId('Agent', params.agentId, 'REFERENCE_NOT_FOUND')
    const { id, code, hash } = newDeviceCode()
    const replaced = await database.call('replace_device_code', platform.id, uuid, id, hash)
    if (replaced.outcome === 'REFUSED') throw refusalOf(replaced)
    return presentDeviceCode(code, uuid, replaced.expiresAt)
  },
})
