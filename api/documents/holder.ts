/** Whom a document is about. */
import { Refusal } from '../../contract/errors.ts'
import { uuidOf } from '../../contract/ids.ts'
import type { DocumentRow } from '../../contract/present/documents.ts'
import { WrongId } from '../../contract/wrongId.ts'
import type { Dependencies } from '../dependencies.ts'

export type Holder = {
  readonly kind: DocumentRow['holder_kind']
  /** UUID without prefix. */
  readonly id: string
}

/** Undefined for an id of another kind. */
export function holderOf(documentHolder: string): Holder | undefined {
  const customer = uuidOf('Customer', documentHolder)
  if (customer !== undefined) return { kind: 'CUSTOMER', id: customer }
  const owner = uuidOf('BeneficialOwner', documentHolder)
  return owner === undefined ? undefined : { kind: 'BENEFICIAL_OWNER', id: owner }
}

/**
 * The holder that a form names, before its file is stored; the transaction that records the document
 * has the last word.
 *
 * @throws Refusal DOCUMENT_HOLDER_NOT_FOUND for one that the platform does not have
 */
export async function requireHolder(
  { database }: Pick<Dependencies, 'database'>,
  platformId: string,
  form: { documentHolder: string; documentType: string; side?: string | undefined },
): Promise<Holder & { readonly hasDocument: boolean }> {
  const code = 'DOCUMENT_HOLDER_NOT_FOUND'
  const holder = holderOf(form.documentHolder)
  if (holder === undefined) {
    throw new WrongId(form.documentHolder, ['Customer', 'BeneficialOwner'], code)
  }
  const { known, has_document: hasDocument } = await database.one<{
    known: boolean
    has_document: boolean
  }>({
    name: 'document_holder',
    text: `select lock_document_holder($1, $2, $3) is not null as known,
        exists (select 1 from documents where holder_kind = $2 and holder_id = $3 and type = $4
          and coalesce(side, '') = $5 and deleted_at is null) as has_document`,
    values: [platformId, holder.kind, holder.id, form.documentType, form.side ?? ''],
  })
  if (!known) throw new Refusal(code)
  return { ...holder, hasDocument }
}
