import { createECDH } from 'node:crypto'
import { ApiKeyStamper } from '@turnkey/api-key-stamper'

export type StampHeader = {
  readonly header: 'X-Stamp' | 'X-Stamp-Webauthn'
  /** Exactly what the client sent; it is relayed, never read. */
  readonly value: string
}

/**
 * Stamps what the service itself asks of the provider.
 *
 * @param apiPrivateKey P-256 private key, 64 hex digits
 */
export function createParentStamper(apiPrivateKey: string): (body: string) => Promise<StampHeader> {
  const key = createECDH('prime256v1')
  key.setPrivateKey(apiPrivateKey, 'hex')
  const stamper = new ApiKeyStamper({
    apiPrivateKey,
    apiPublicKey: key.getPublicKey('hex', 'compressed'),
    runtimeOverride: 'node',
  })
  return async (body) => {
    const { stampHeaderValue } = await stamper.stamp(body)
    return { header: 'X-Stamp', value: stampHeaderValue }
  }
}
