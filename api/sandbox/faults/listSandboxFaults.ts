import { SandboxFaultList } from '../../../contract/components/sandboxFaults.ts'
import { pageQuery } from '../../../contract/components/shared.ts'
import { presentSandboxFault } from '../../../contract/present/sandboxFaults.ts'
import { pageFrom } from '../../keyset.ts'
import { operation } from '../../operation.ts'

export const listSandboxFaults = operation({
  id: 'listSandboxFaults',
  group: 'Sandbox',
  method: 'get',
  path: '/sandbox/faults',
  permission: 'MANAGE',
  sandboxOnly: true,
  summary: 'List ordered faults, newest first',
  query: { type: 'object', properties: { ...pageQuery } },
  status: 200,
  responses: { 200: SandboxFaultList },
  errors: [],
  async handle({ query, platform, dependencies: { database } }) {
    return pageFrom(database, {
      name: 'sandboxFaults',
      query,
      table: 'sandbox_faults',
      direction: 'desc',
      branches: (bind) => [`t.platform_id = ${bind(platform.id)}`],
      select: 'sandbox_fault_row((select f from sandbox_faults f where f.id = t.id))',
      present: presentSandboxFault,
    })
  },
})
