/** The page around the page: a passkey may be used in a frame. */
import { PasskeyError } from './passkeyError.ts'

/**
 * The origin of the outermost page, where client data names one.
 *
 * @param allowed origins that may frame the pages of the relying party; undefined: any, whom its pages
 *   themselves let frame them
 * @throws PasskeyError for another one
 */
export function requireAncestor(
  clientDataJson: string,
  allowed: readonly string[] | undefined,
): string | undefined {
  const topOrigin = topOriginOf(clientDataJson)
  if (topOrigin === undefined || allowed === undefined || allowed.includes(topOrigin)) {
    return topOrigin
  }
  throw new PasskeyError('page around it is not allowed')
}

function topOriginOf(clientDataJson: string): string | undefined {
  try {
    const text = Buffer.from(clientDataJson, 'base64url').toString('utf8')
    const { topOrigin } = JSON.parse(text) as { readonly topOrigin?: unknown }
    return typeof topOrigin === 'string' ? topOrigin : undefined
  } catch {
    // The library says what is wrong with it.
    return undefined
  }
}
