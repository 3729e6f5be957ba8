import { createAgent } from './createAgent.ts'
import { deleteAgent } from './deleteAgent.ts'
import { getAgentById } from './getAgentById.ts'
import { getAgentDeviceCodeStatus } from './getAgentDeviceCodeStatus.ts'
import { getAgentMe } from './getAgentMe.ts'
import { listAgents } from './listAgents.ts'
import me from './me/index.ts'
import { redeemAgentDeviceCode } from './redeemAgentDeviceCode.ts'
import { regenerateAgentDeviceCode } from './regenerateAgentDeviceCode.ts'
import { updateAgent } from './updateAgent.ts'
import { updateAgentPolicy } from './updateAgentPolicy.ts'

export default [
  createAgent,
  listAgents,
  getAgentById,
  updateAgent,
  deleteAgent,
  updateAgentPolicy,
  regenerateAgentDeviceCode,
  getAgentDeviceCodeStatus,
  redeemAgentDeviceCode,
  getAgentMe,
  ...me,
]
