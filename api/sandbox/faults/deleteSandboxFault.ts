import { Refusal } from '../../../contract/errors.ts'
import { operation } from '../../operation.ts'
import { requireId } from '../../requireId.ts'
import { askSandbox } from '../../sandboxControl.ts'

const ALREADY_RELEASED = 404

export const deleteSandboxFault = operation({
  id: 'deleteSandboxFault',
  group: 'Sandbox',
  method: 'delete',
  path: '/sandbox/faults/:faultId',
  permission: 'MANAGE',
  sandboxOnly: true,
  summary: 'End ordered faults, and release what they hold back',
  description: 'A call that has met a fault before has met it.',
  status: 204,
  responses: { 204: null },
  errors: ['REFERENCE_NOT_FOUND'],
  async handle({ params, platform, dependencies: { database, config } }) {
    const id = requireId('SandboxFault', params.faultId)
    const ended = await database.call('end_sandbox_fault', platform.id, id)
    if (ended === null) throw new Refusal('REFERENCE_NOT_FOUND')
    for (const held of ended.held) {
      await askSandbox(config, `/faults/${held}`, { method: 'DELETE', also: ALREADY_RELEASED })
    }
    return undefined
  },
})
