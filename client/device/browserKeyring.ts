import type { Bytes } from './encoding.ts'
import { DeviceError } from './errors.ts'
import type { CryptoKey, Use } from './held.ts'
import { type Keyring, keyringOf } from './keyring.ts'
import { heldByWebCrypto, newHeldByWebCrypto } from './webCrypto.ts'

type KeyRecord = { readonly use: Use; readonly publicKey: Bytes; readonly privateKey: CryptoKey }

const STORE = 'keys'

/**
 * Keys of a browser, kept in IndexedDB: they survive a reload, and no script can read them, of this page
 * neither. Pages of one origin share them.
 *
 * @param database its name: one per app of the origin
 */
export function browserKeyring(database = 'embedded-wallet-payments'): Keyring {
  return keyringOf(newHeldByWebCrypto, {
    async read(name) {
      const found = (await within(database, 'readonly', (keys) => keys.get(name))) as
        | KeyRecord
        | undefined
      return found && heldByWebCrypto(found.use, found.publicKey, found.privateKey)
    },
    async write(name, { use, publicKey, secret }) {
      if (secret instanceof Uint8Array) throw new DeviceError('KEY_NOT_STORABLE')
      const record: KeyRecord = { use, publicKey, privateKey: secret }
      await within(database, 'readwrite', (keys) => keys.put(record, name))
    },
    async remove(name) {
      await within(database, 'readwrite', (keys) => keys.delete(name))
    },
  })
}

/** Does one thing in a transaction of its own, which is complete when this returns. */
async function within(
  database: string,
  mode: IDBTransactionMode,
  act: (keys: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const opening = indexedDB.open(database, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const opened = await settled(opening)
  try {
    const transaction = opened.transaction(STORE, mode)
    const request = act(transaction.objectStore(STORE))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    return request.result
  } finally {
    opened.close()
  }
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
