/**
 * Key pairs of this browser, by the wallet's own client packages. A private key stays inside the
 * closure: it is never stored, and gone with the page.
 */
import { ApiKeyStamper } from '@turnkey/api-key-stamper'
import {
  decryptCredentialBundle,
  decryptExportBundle,
  generateP256KeyPair,
  getPublicKey,
} from '@turnkey/crypto'

export type Export = {
  readonly exportBundle: string
  /** The wallet's, which the bundle must name. */
  readonly organizationId: string
  /** The sandbox's key; without it the client's own constant holds. */
  readonly exportSigner: string | undefined
}

export type WalletKeys = {
  /** Compressed, hex. */
  readonly publicKey: string
  /** @returns the value of `Service-Wallet-Signature` */
  stamp(payload: string): Promise<string>
  /** The session keys that were sealed to these. @throws Error when they were sealed to others */
  open(encryptedSessionSigningKey: string): WalletKeys
  /** The words of a wallet whose export was sealed to these. */
  openExport(sealed: Export): Promise<string>
}

export function createKeys(): WalletKeys {
  const { privateKey, publicKey } = generateP256KeyPair()
  return keysOf(privateKey, publicKey)
}

function keysOf(privateKey: string, publicKey: string): WalletKeys {
  // In a browser the stamper signs with a WebCrypto key that cannot be exported.
  const stamper = new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey })
  return {
    publicKey,
    async stamp(payload) {
      return (await stamper.stamp(payload)).stampHeaderValue
    },
    open(sealed) {
      const session = decryptCredentialBundle(sealed, privateKey)
      return keysOf(session, hexOf(getPublicKey(session, true)))
    },
    openExport({ exportBundle, organizationId, exportSigner }) {
      return decryptExportBundle({
        exportBundle,
        organizationId,
        embeddedKey: privateKey,
        returnMnemonic: true,
        ...(exportSigner !== undefined && { dangerouslyOverrideSignerPublicKey: exportSigner }),
      })
    },
  }
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
