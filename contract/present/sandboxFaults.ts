/** Ordered faults as a platform sees them. */
import type { SandboxFault } from '../components/sandboxFaults.ts'
import { idOf } from '../ids.ts'
import type { FaultyCallName, OrderedFault } from '../sandboxFaults.ts'
import type { Shown } from '../shown.ts'
import { present, shownInstant } from './rows.ts'

/** One fault of a plan, as it is stored. */
export type PlannedFault = {
  readonly call: FaultyCallName
  readonly kind: OrderedFault
  readonly times: number
  readonly delaySeconds?: number | undefined
}

export type SandboxFaultRow = {
  readonly id: string
  readonly about: string | null
  readonly faults: readonly PlannedFault[]
  readonly position: number
  readonly met: number
  readonly state: 'OPEN' | 'USED' | 'ENDED' | 'DELETED'
  readonly ends_at: string
  readonly created_at: string
  /** The last hundred. */
  readonly uses: readonly {
    readonly at: string
    readonly call: FaultyCallName
    readonly kind: OrderedFault
    readonly object: string
  }[]
}

export function presentSandboxFault(row: SandboxFaultRow): Shown<typeof SandboxFault> {
  return present({
    id: idOf('SandboxFault', row.id),
    status: row.state,
    about: row.about,
    faults: row.faults.map((fault, index) => ({ ...fault, timesMet: timesMet(row, index) })),
    met: row.uses.map(({ at, call, kind, object }) => ({
      ...{ at: shownInstant(at), call, kind, objectId: object },
    })),
    endsAt: shownInstant(row.ends_at),
    createdAt: shownInstant(row.created_at),
  })
}

function timesMet({ faults, position, met }: SandboxFaultRow, index: number): number {
  if (index === position) return met
  return index < position ? (faults[index]?.times ?? 0) : 0
}
