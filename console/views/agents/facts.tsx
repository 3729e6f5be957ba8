/** What rows and the panel show of an agent. */
import type { Component } from '../../lib/request.ts'
import { Badge } from '../../ui/Badge.tsx'

export type Agent = Component<'Agent'>

export function AgentState({ of: { isPaused, isConnected } }: { readonly of: Agent }) {
  if (isPaused)
    return (
      <Badge tone="warn" title="It reads, and does nothing else.">
        Paused
      </Badge>
    )
  if (isConnected) return <Badge tone="good">Active</Badge>
  return <Badge title="No program has redeemed a device code yet.">Not connected</Badge>
}
