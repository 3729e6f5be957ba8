import { Refusal } from '../../../contract/errors.ts'
import { operation } from '../../operation.ts'
import { requireId } from '../../requireId.ts'
import { askSandbox } from '../../sandboxControl.ts'

export const deleteSandboxFault = operation({
  id: 'deleteSandboxFault',
  group: 'Sandbox',
  method: 'delete',
  path: '/sandbox/faults/:faultId',
  permission: 'MANAGE',
  sandboxOnly: true,
  summary: 'End ordered faults, and release what they hold back',
  description:
    'What is stuck goes on. Other calls that have met a fault have met it: what comes late comes at its time.',
  status: 204,
  responses: { 204: null },
  errors: ['REFERENCE_NOT_FOUND'],
  async handle({ params, platform, dependencies: { database, config } }) {
    const id = requireId('SandboxFault', params.faultId)
    const ended = await database.call('end_sandbox_fault', platform.id, id)
    if (ended === null) throw new Refusal('REFERENCE_NOT_FOUND')
    // One that was given no answer is asked for again: it is released then.
    if (ended.holds) await askSandbox(config, `/faults/ordered/${id}`, { method: 'DELETE' })
    return undefined
  },
})
