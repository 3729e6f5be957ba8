import type { Credential } from './wallet.ts'

const kinds: Readonly<Record<Credential['type'], string>> = {
  EMAIL_OTP: 'Email code',
  SMS_OTP: 'SMS code',
  PASSKEY: 'Passkey',
  OAUTH: 'Identity',
}

/** `Passkey This browser`, `Email code ada@example.com`. */
export function nameOf({ type, nickname }: Pick<Credential, 'type' | 'nickname'>): string {
  return `${kinds[type]} ${nickname}`
}
