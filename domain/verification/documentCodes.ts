/** The vendor's first look at a document, as the codes that an upload is refused with. */
import type { ErrorCode } from '../../contract/errors.ts'
import { typeOf } from './rejectLabels.ts'

type DocumentCode = Extract<
  ErrorCode,
  | 'LOW_QUALITY'
  | 'DATA_MISMATCH'
  | 'EXPIRED'
  | 'SUSPECTED_FRAUD'
  | 'UNSUITABLE_DOCUMENT'
  | 'INCOMPLETE'
>

export const documentCodes = [
  'LOW_QUALITY',
  'DATA_MISMATCH',
  'EXPIRED',
  'SUSPECTED_FRAUD',
  'UNSUITABLE_DOCUMENT',
  'INCOMPLETE',
] as const satisfies readonly DocumentCode[]

const codes: Readonly<Record<string, DocumentCode>> = {
  POOR_QUALITY_DOCUMENT: 'LOW_QUALITY',
  UNREADABLE_DOCUMENT: 'LOW_QUALITY',
  INCOMPLETE_DOCUMENT: 'INCOMPLETE',
  EXPIRED_DOCUMENT: 'EXPIRED',
  SUSPECTED_FRAUD_DOCUMENT: 'SUSPECTED_FRAUD',
  DOCUMENT_VERIFICATION_FAILED: 'DATA_MISMATCH',
}

/** @param tags of the vendor's errors, one at least: the first one decides */
export function documentCodeOf([tag = '']: readonly string[]): DocumentCode {
  return codes[typeOf(tag, false)] ?? 'UNSUITABLE_DOCUMENT'
}
