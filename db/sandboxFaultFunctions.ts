/** Arguments and results of the SQL functions of ordered faults (`functions/sandboxFaults.sql`). */
import type { PlannedFault } from '../contract/present/sandboxFaults.ts'
import type { FaultyCallName, OrderedFault, Work } from '../contract/sandboxFaults.ts'

/** A fault that is to be met now; it is used up by that. */
export type MetFault = {
  /** UUID of the plan. */
  readonly faultId: string
  readonly kind: OrderedFault
  readonly delaySeconds: number | null
  readonly endsAt: string
  readonly object: string
  readonly platformId: string
}

export type SandboxFaultFunctions = {
  /** ABOUT: the platform has nothing of that id. LIMIT: a hundred are open. */
  order_sandbox_faults(input: {
    readonly platformId: string
    readonly id: string
    readonly about: string | undefined
    readonly faults: readonly PlannedFault[]
  }): { readonly refused?: 'ABOUT' | 'LIMIT' }
  /** Whether it may hold work back; null: the platform has no such plan. */
  end_sandbox_fault(platformId: string, id: string): { readonly holds: boolean } | null
  /** Null: the call meets none. */
  meet_party_fault(input: {
    readonly work: Work
    readonly calls: readonly FaultyCallName[]
    readonly kinds: readonly OrderedFault[]
  }): MetFault | null
}
