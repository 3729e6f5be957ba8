/** What a policy lets an agent do. Its own record, actions and quotes it may always read. */
export const agentPermissions = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
] as const
export type AgentPermission = (typeof agentPermissions)[number]
