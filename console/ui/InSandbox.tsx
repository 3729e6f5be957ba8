import type { ComponentChildren } from 'preact'
import { useSession } from '../lib/session.ts'

/** What is true of platforms of the sandbox alone, such as values that choose an outcome. */
export function InSandbox({ children }: { readonly children: ComponentChildren }) {
  const { token } = useSession()
  return token.platform.environment === 'SANDBOX' && children
}
