/** Makes keys, and keeps them under names of the app. */
import { DeviceError } from './errors.ts'
import type { Held, Use } from './held.ts'
import { heldOf, type SealingKey, type SigningKey, sealingKey, signingKey } from './keys.ts'

export type Keyring = {
  /** A key that is to be a session's, or to follow it at a refresh. */
  createSigningKey(): Promise<SigningKey>
  /** A key for one export, or for one login whose session's key comes sealed. */
  createSealingKey(): Promise<SealingKey>
  /**
   * Keeps a key of this keyring; what had its name is gone. Until then a key is gone with the page.
   *
   * @throws DeviceError `KEY_NOT_STORABLE` for one of a keyring that holds its keys otherwise
   */
  keep(name: string, key: SigningKey | SealingKey): Promise<void>
  /** @throws DeviceError `KEY_OF_OTHER_USE` where a sealing key has the name */
  signingKey(name: string): Promise<SigningKey | undefined>
  /** @throws DeviceError `KEY_OF_OTHER_USE` where a signing key has the name */
  sealingKey(name: string): Promise<SealingKey | undefined>
  /** At sign-out, and when a sealing key has done its work. Nothing happens where there is none. */
  forget(name: string): Promise<void>
}

/** Where a keyring keeps what it holds. */
export type Records = {
  read(name: string): Promise<Held | undefined>
  write(name: string, held: Held): Promise<void>
  remove(name: string): Promise<void>
}

export function keyringOf(create: (use: Use) => Promise<Held>, records: Records): Keyring {
  async function find(name: string, use: Use): Promise<Held | undefined> {
    const held = await records.read(name)
    if (held !== undefined && held.use !== use) throw new DeviceError('KEY_OF_OTHER_USE')
    return held
  }
  return {
    createSigningKey: async () => signingKey(await create('SIGN')),
    createSealingKey: async () => sealingKey(await create('OPEN')),
    keep: async (name, key) => records.write(name, heldOf(key)),
    async signingKey(name) {
      const held = await find(name, 'SIGN')
      return held && signingKey(held)
    },
    async sealingKey(name) {
      const held = await find(name, 'OPEN')
      return held && sealingKey(held)
    },
    forget: (name) => records.remove(name),
  }
}
