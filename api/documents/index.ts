import { deleteDocument } from './deleteDocument.ts'
import { getDocument } from './getDocument.ts'
import { listDocuments } from './listDocuments.ts'
import { replaceDocument } from './replaceDocument.ts'
import { uploadDocument } from './uploadDocument.ts'

export default [uploadDocument, listDocuments, getDocument, replaceDocument, deleteDocument]
