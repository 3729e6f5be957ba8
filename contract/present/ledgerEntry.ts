import type { LedgerEntry } from '../components/ledger.ts'
import { idOf } from '../ids.ts'
import { currencyOf } from '../money.ts'
import type { Shown } from '../shown.ts'
import { shownInstant } from './rows.ts'

type Kind = Shown<typeof LedgerEntry>['debit']['kind']
/** The kind is that of the account in the ledger. */
type Party = {
  readonly id: string
  readonly kind: Exclude<Kind, 'INTERNAL_ACCOUNT' | 'COUNTERPARTY'> | 'HOLDER'
  readonly isOurs: boolean
}

export type LedgerEntryRow = {
  readonly id: string
  readonly kind: Shown<typeof LedgerEntry>['kind']
  readonly currency: string
  readonly amount: number
  readonly created_at: string
  readonly debit: Party
  readonly credit: Party
}

export function presentLedgerEntry(row: LedgerEntryRow): Shown<typeof LedgerEntry> {
  return {
    // The rest of a transfer's id names workflows, which are internal.
    step: row.id.split('/').slice(1).join('/') || 'transfer',
    kind: row.kind,
    amount: { amount: row.amount, currency: currencyOf(row.currency) },
    debit: presentParty(row.debit),
    credit: presentParty(row.credit),
    createdAt: shownInstant(row.created_at),
  }
}

/** Names an account of the service by its kind; one of another platform is not disclosed. */
function presentParty({ id, kind, isOurs }: Party): Shown<typeof LedgerEntry>['debit'] {
  if (isOurs) return { kind: 'INTERNAL_ACCOUNT', accountId: idOf('InternalAccount', id) }
  return { kind: kind === 'HOLDER' ? 'COUNTERPARTY' : kind }
}
