/** Why something was refused on the device, as codes to branch on. No message holds what was given. */

const messages = {
  BUNDLE_MALFORMED: 'the bundle cannot be read',
  SIGNER_MISMATCH: 'the bundle is not signed by the expected key',
  ORGANIZATION_MISMATCH: 'the bundle is of another organization',
  CANNOT_OPEN: 'it was sealed to another key, or was changed on its way',
  KEY_MALFORMED: 'the public key is not a point of P-256',
  KEY_NOT_STORABLE: 'the key was made by another keyring, and cannot leave it',
  KEY_OF_OTHER_USE: 'the key of this name was kept for another use',
  PASSKEY_MISMATCH: 'the authenticator has answered for another page, challenge or passkey',
  WEBCRYPTO_MISSING:
    'the page has no crypto.subtle: it must be served over https or from localhost',
  RANDOM_MISSING: 'there is no crypto.getRandomValues',
} as const

export type DeviceErrorCode = keyof typeof messages

/** A refusal. Neither it nor its stack shows a key, a code or a bundle. */
export class DeviceError extends Error {
  readonly code: DeviceErrorCode

  constructor(code: DeviceErrorCode) {
    super(messages[code])
    this.name = 'DeviceError'
    this.code = code
  }
}
