import { createECDH } from 'node:crypto'

export type StampHeader = {
  readonly header: 'X-Stamp' | 'X-Stamp-Webauthn'
  /** Exactly what the client sent; it is relayed, never read. */
  readonly value: string
}

/**
 * Stamps what the service itself asks of the provider: as the parent organization, or with a key that a
 * wallet's owner has delegated to it.
 *
 * @param apiPrivateKey P-256 private key, 64 hex digits
 */
export function createKeyStamper(apiPrivateKey: string): (body: string) => Promise<StampHeader> {
  const key = createECDH('prime256v1')
  key.setPrivateKey(apiPrivateKey, 'hex')
  const apiPublicKey = key.getPublicKey('hex', 'compressed')
  return async (body) => {
    // Loaded with the first stamp: a process is ready the sooner.
    const { ApiKeyStamper } = await import('@turnkey/api-key-stamper')
    const stamper = new ApiKeyStamper({ apiPrivateKey, apiPublicKey, runtimeOverride: 'node' })
    const { stampHeaderValue } = await stamper.stamp(body)
    return { header: 'X-Stamp', value: stampHeaderValue }
  }
}
