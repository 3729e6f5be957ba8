import type { Document } from '../components/documents.ts'
import { idOf } from '../ids.ts'
import type { Shown } from '../shown.ts'
import { present, shownInstant } from './rows.ts'

export type DocumentRow = {
  readonly id: string
  readonly holder_kind: 'CUSTOMER' | 'BENEFICIAL_OWNER'
  readonly holder_id: string
  readonly type: Shown<typeof Document>['documentType']
  readonly side: Shown<typeof Document>['side'] | null
  readonly country: string
  /** Encrypted. */
  readonly number: string | null
  readonly issuing_authority: string | null
  readonly file_name: string
  readonly created_at: string
  readonly updated_at: string
}

/** @param number decrypted */
export function presentDocument(
  row: DocumentRow,
  number: string | undefined,
): Shown<typeof Document> {
  const kind = row.holder_kind === 'CUSTOMER' ? 'Customer' : 'BeneficialOwner'
  return present({
    id: idOf('Document', row.id),
    documentHolder: idOf(kind, row.holder_id),
    documentType: row.type,
    side: row.side,
    country: row.country,
    documentNumber: number,
    issuingAuthority: row.issuing_authority,
    fileName: row.file_name,
    createdAt: shownInstant(row.created_at),
    updatedAt: shownInstant(row.updated_at),
  })
}
