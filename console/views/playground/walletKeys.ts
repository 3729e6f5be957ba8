/**
 * Key pairs of this browser, by the wallet's own client packages. A private key stays inside the
 * closure: it is never stored, and gone with the page.
 */
import { ApiKeyStamper } from '@turnkey/api-key-stamper'
import { decryptExportBundle, generateP256KeyPair } from '@turnkey/crypto'

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
  /** The words of a wallet whose export was sealed to these. */
  openExport(sealed: Export): Promise<string>
}

export function createKeys(): WalletKeys {
  const { privateKey, publicKey } = generateP256KeyPair()
  // In a browser the stamper signs with a WebCrypto key that cannot be exported.
  const stamper = new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey })
  return {
    publicKey,
    async stamp(payload) {
      return (await stamper.stamp(payload)).stampHeaderValue
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
