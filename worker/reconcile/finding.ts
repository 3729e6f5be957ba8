/** What a comparison of the database with the outside parties and Temporal needs, and what it finds. */
import type { Client } from '@temporalio/client'
import type { Database } from '../../db/database.ts'
import type { OutsideParties } from '../../providers/outsideParties.ts'
import type { Config } from '../../runtime/config.ts'

export type Reconciliation = {
  readonly database: Database
  readonly client: Client
  readonly config: Config
  readonly outside: OutsideParties
  /** The point that the database was set back to, or an earlier one. */
  readonly since: Date
}

export const findingKinds = [
  'customer',
  // Before its payment, whose workflow could refund it otherwise.
  'instruction',
  // Of an account that sweeps: before the payment that had swept it.
  'arrival',
  'payment',
  'correction',
  'rail',
  'deposit',
  'signature',
  'workflow',
] as const

export type Applicable = {
  /** What `apply` does, for a person. */
  readonly remedy: string
  /** Repeated, it changes nothing more. Answers what it has done. */
  apply(): Promise<string>
}

export type Finding = {
  readonly kind: (typeof findingKinds)[number]
  /** Names it everywhere: a workflow's id, a rail's reference, an activity of the provider. */
  readonly subject: string
  readonly amount?: string | undefined
  readonly known: string
  /** When the last of it happened: a person who decided before that did not know it. */
  readonly at?: Date | undefined
} & (
  | Applicable
  /** The finding is repaired with, or after, that one: the payment of a workflow, the deposit of a sweep. */
  | { readonly waitsFor: string }
  /** Why a person must decide. */
  | { readonly undecided: string }
)
