import type { PartyClock } from '../store/clock.ts'
import type { Vault } from '../store/vault.ts'
import type { Authority } from './authenticate.ts'
import type { Signers } from './signers.ts'

/** What the wallet provider works with. */
export type Provider = Authority & {
  readonly vault: Vault
  readonly signers: Signers
  readonly clock: PartyClock
  /** How far a body's timestampMs may be from now. */
  readonly timestampWindowMs: number
}
