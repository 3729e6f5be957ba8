import { Refusal } from '../../contract/errors.ts'
import type { DocumentRow } from '../../contract/present/documents.ts'
import type { Dependencies } from '../dependencies.ts'
import { requireId } from '../requireId.ts'

/** @throws Refusal REFERENCE_NOT_FOUND for a document that the platform does not have */
export async function findDocument(
  { database }: Pick<Dependencies, 'database'>,
  platformId: string,
  documentId: string,
): Promise<DocumentRow> {
  const uuid = requireId('Document', documentId)
  const found = await database.maybeOne<{ row: DocumentRow }>({
    name: 'document',
    text: `select document_row(d) as row from documents d
      where d.id = $1 and d.platform_id = $2 and d.deleted_at is null`,
    values: [uuid, platformId],
  })
  if (found === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
  return found.row
}
