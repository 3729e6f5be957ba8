/** The port of a store of objects: encrypted documents, and parts of encrypted uploads. */

/** Keys have lower-case letters, digits, `-` and `/`; contents are encrypted before they come here. */
export type DocumentStore = {
  /** Writes an object whole: a failure leaves none. An object of the key is replaced. */
  put(key: string, content: Uint8Array): Promise<void>
  /** Undefined when there is none. */
  get(key: string): Promise<Buffer | undefined>
  /** Also when there is none. */
  remove(key: string): Promise<void>
  /** All keys that begin so. */
  keys(prefix: string): AsyncIterable<string>
  close(): Promise<void>
}

/** Removes every object whose key begins with the prefix. */
export async function removeAll(store: DocumentStore, prefix: string): Promise<void> {
  for await (const key of store.keys(prefix)) await store.remove(key)
}
