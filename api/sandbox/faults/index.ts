import { createSandboxFault } from './createSandboxFault.ts'
import { deleteSandboxFault } from './deleteSandboxFault.ts'
import { getSandboxFault } from './getSandboxFault.ts'
import { listSandboxFaults } from './listSandboxFaults.ts'

export default [createSandboxFault, listSandboxFaults, getSandboxFault, deleteSandboxFault]
