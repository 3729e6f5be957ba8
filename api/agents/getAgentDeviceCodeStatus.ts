import { AgentDeviceCodeStatusResponse } from '../../contract/components/agents.ts'
import { typedDeviceCode } from '../../contract/deviceCode.ts'
import { Refusal } from '../../contract/errors.ts'
import { operation } from '../operation.ts'
import { hashOfTyped } from './deviceCode.ts'

export const getAgentDeviceCodeStatus = operation({
  id: 'getAgentDeviceCodeStatus',
  group: 'Agent Management',
  method: 'get',
  path: '/agents/device-codes/:code/status',
  permission: 'VIEW',
  summary: 'Read whether a device code has been redeemed',
  description:
    'A code that was replaced by a newer one is not found. An expired one stays unredeemed.',
  status: 200,
  responses: { 200: AgentDeviceCodeStatusResponse },
  errors: ['REFERENCE_NOT_FOUND'],
  async handle({ params, platform, dependencies: { database } }) {
    const found = await database.maybeOne<{ readonly redeemed: boolean }>({
      name: 'device-code-status',
      text: `select c.redeemed_at is not null as redeemed
        from agent_device_codes c join agents a on a.id = c.agent_id
        where c.code_hash = $1 and a.platform_id = $2 and c.voided_at is null and a.deleted_at is null`,
      values: [hashOfTyped(params.code), platform.id],
    })
    if (found === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
    return { code: typedDeviceCode(params.code), redeemed: found.redeemed }
  },
})
