import { PasskeyError } from './passkeyError.ts'

const MEMBER_CHARACTERS_MAX = 65_536
const BASE64URL = /^[A-Za-z0-9_-]+$/

/** The one spelling of a base64url text: unpadded. Comparing others compares nothing. */
export function unpadded(text: string): string {
  let end = text.length
  // Not `/=+$/`: it begins anew at each sign, and reads up to the end of the run.
  while (text[end - 1] === '=') end -= 1
  return text.slice(0, end)
}

/**
 * @throws PasskeyError if a member is no base64url text, or longer than any authenticator makes it;
 *   the library reads past foreign characters
 */
export function requireBase64url(...members: readonly string[]): void {
  for (const member of members) {
    if (member.length > MEMBER_CHARACTERS_MAX || !BASE64URL.test(unpadded(member))) {
      throw new PasskeyError('cannot be read')
    }
  }
}
