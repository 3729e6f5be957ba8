/**
 * What a backend passes between an app and the service, where a customer's device stamps. It holds no key, and
 * nothing between two calls: what the device is given comes back with the stamp. See docs/guides/wallet-login.md.
 */

/** For the device: what it stamps byte for byte, and what comes back with the stamp. */
export type ToSign = {
  readonly payloadToSign: string
  readonly requestId: string
  /** Afterwards the operation begins anew. */
  readonly expiresAt: string
}

/** From the device. A passkey's login has no stamp: its body brings the assertion. */
export type Signed = { readonly requestId: string; readonly stamp?: string }

/** How far an operation is. */
export type Step<Body> =
  | { readonly state: 'TO_SIGN'; readonly toSign: ToSign }
  /** Relay the same again, now or when the app comes back: it finds its result. */
  | { readonly state: 'PROCESSING' }
  | { readonly state: 'DONE'; readonly body: Body }

/** An answer that is the operation's own. */
export type Done<Body> = Exclude<Body, ToSign | { readonly status: 'PROCESSING' }>

export type SignedHeaders = {
  readonly 'Service-Wallet-Signature'?: string
  readonly 'Request-Id'?: string
}

/** Sends the operation: the same method, path and body each time, with the headers that it is given. */
export type Call<Body> = (headers: SignedHeaders) => Promise<{ data?: Body; response: Response }>

/** What the app has sent is no stamp or no id of a request: it is refused before anything is called. */
export class RelayInputError extends Error {
  constructor(member: 'stamp' | 'requestId') {
    super(`${member} has not the form of one`)
    this.name = 'RelayInputError'
  }
}

/**
 * The first call of an operation.
 *
 *     const step = await begin((header) =>
 *       client.api.POST('/auth/sessions/{id}/refresh', { params: { path: { id }, header }, body }))
 *
 * @throws whatever the call throws: ApiError of the backend's client
 */
export async function begin<Body>(call: Call<Body>): Promise<Step<Done<Body>>> {
  return stepOf(await call({}))
}

/**
 * The second call, with what the device has answered; the same again while it is `PROCESSING`. An operation
 * of two stamps answers `TO_SIGN` once more.
 *
 * @param call of the same operation, path and body as at `begin`
 * @throws RelayInputError before anything is sent; and whatever the call throws
 */
export async function relay<Body>(
  call: Call<Body>,
  { requestId, stamp }: Signed,
): Promise<Step<Done<Body>>> {
  if (!REQUEST_ID.test(requestId)) throw new RelayInputError('requestId')
  const signature = stamp !== undefined && { 'Service-Wallet-Signature': checked(stamp) }
  return stepOf(await call({ ...signature, 'Request-Id': requestId }))
}

/**
 * The headers of `POST /quotes/{quoteId}/execute`: a quote is stamped without a first call.
 *
 * @param idempotencyKey your order's: a repeat pays once
 * @throws RelayInputError
 */
export function executeHeaders(
  stamp: string,
  idempotencyKey: string,
): { readonly 'Service-Wallet-Signature': string; readonly 'Idempotency-Key': string } {
  return { 'Service-Wallet-Signature': checked(stamp), 'Idempotency-Key': idempotencyKey }
}

const REQUEST_ID = /^Request:[0-9a-f-]{36}$/
/** Base64url, as long as the service takes one. */
const STAMP = /^[\w-]{1,2048}$/

function checked(stamp: string): string {
  if (!STAMP.test(stamp)) throw new RelayInputError('stamp')
  return stamp
}

function stepOf<Body>({ data, response }: { data?: Body; response: Response }): Step<Done<Body>> {
  if (response.status === 202) {
    const { payloadToSign, requestId, expiresAt } = data as Body & ToSign
    return { state: 'TO_SIGN', toSign: { payloadToSign, requestId, expiresAt } }
  }
  const { status, id } = (data ?? {}) as { readonly status?: unknown; readonly id?: unknown }
  // Quotes have a status of the same name, and an id.
  if (status === 'PROCESSING' && id === undefined) return { state: 'PROCESSING' }
  return { state: 'DONE', body: data as Done<Body> }
}
