import { SandboxFault } from '../../../contract/components/sandboxFaults.ts'
import { presentSandboxFault } from '../../../contract/present/sandboxFaults.ts'
import { operation } from '../../operation.ts'
import { requireId } from '../../requireId.ts'
import { readPlan } from './plans.ts'

export const getSandboxFault = operation({
  id: 'getSandboxFault',
  group: 'Sandbox',
  method: 'get',
  path: '/sandbox/faults/:faultId',
  permission: 'MANAGE',
  sandboxOnly: true,
  summary: 'Read ordered faults, and what has met them',
  status: 200,
  responses: { 200: SandboxFault },
  errors: ['REFERENCE_NOT_FOUND'],
  async handle({ params, platform, dependencies: { database } }) {
    const id = requireId('SandboxFault', params.faultId)
    return presentSandboxFault(await readPlan(database, platform.id, id))
  },
})
