import { settings } from '../../lib/settings.ts'

/** Public keys of the sandbox's signers; absent: those of production hold. */
export type Signers = { readonly otpSigner?: string; readonly exportSigner?: string }

/** @throws Error when the sandbox does not answer */
export async function readSigners(): Promise<Signers> {
  if (!settings().hasSandboxPages) return {}
  const answer = await fetch('/console/settings.json', { credentials: 'omit' })
  if (!answer.ok) throw new Error('The sandbox does not answer. Try again later.')
  return (await answer.json()) as Signers
}
