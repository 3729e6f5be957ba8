/** The store that the settings name. */
import { createFolderStore } from './folder.ts'
import { type BucketOptions, createBucketStore } from './s3.ts'
import type { DocumentStore } from './store.ts'

export { type DocumentStore, removeAll } from './store.ts'

export type DocumentStoreOptions = { readonly folder: string } | { readonly bucket: BucketOptions }

export function openDocumentStore(options: DocumentStoreOptions): DocumentStore {
  return 'folder' in options ? createFolderStore(options.folder) : createBucketStore(options.bucket)
}
