/**
 * Reads the option `--invitation-url`: the address that codes of invitations are appended to.
 *
 * @throws Error for what is no address of a page, or has a query or a fragment
 */
export function readInvitationUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPage = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === undefined || !isPage || /[?#]/.test(text) || text.length > 512) {
    throw new Error(
      '--invitation-url is an http(s) address without query, of 512 characters at most',
    )
  }
  return url.href
}
