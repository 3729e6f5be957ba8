import { AgentDeviceCode } from '../../contract/components/agents.ts'
import { createOnce } from '../createOnce.ts'
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
  headers: { idempotencyKey: 'kept' },
  status: 201,
  responses: { 201: AgentDeviceCode },
  errors: ['DUPLICATE_PAY_REQUEST', 'REFERENCE_NOT_FOUND', 'CONFLICT'],
  async handle(call) {
    const { params, platform } = call
    const uuid = requireId('Agent', params.agentId)
    return createOnce(call, async (tx, id) => {
      const { code, hash } = newDeviceCode()
      const replaced = await tx.call('replace_device_code', platform.id, uuid, id, hash)
      if (replaced.outcome === 'REFUSED') throw refusalOf(replaced)
      return presentDeviceCode(code, uuid, replaced.expiresAt)
    })
  },
})
