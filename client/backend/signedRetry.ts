/**
 * The signed-retry protocol (docs/signed-retries.md) and the stamp of a quote, for a program that holds the key itself:
 * an agent, a test. In an app the customer's device does, and the package `embedded-wallet-payments-relay` passes on.
 */
import type { Client as Api } from 'openapi-fetch'
import { bodyOf } from './bodyOf.ts'
import type { components, paths } from './schema.ts'

type Schemas = components['schemas']
export type Challenge = Schemas['SignedRetryChallenge']
export type Processing = Schemas['WalletOperationProcessing']

/** The holder of a session key: the customer's device. An unmodified ApiKeyStamper is one. */
export type Stamper = {
  stamp(payload: string): Promise<{ readonly stampHeaderValue: string }>
}

/** The headers of the second call; none on the first. */
export type SignedHeaders = {
  readonly 'Service-Wallet-Signature'?: string
  readonly 'Request-Id'?: string
}

/** The final response of an operation: neither a challenge nor `PROCESSING`. */
export type Settled<Body> = Exclude<Body, Challenge | Processing>

/**
 * Calls an operation, stamps its challenge, and calls it again until its response is final.
 *
 *     const session = await signedRetry(
 *       (header) => client.api.POST('/auth/credentials/{id}/verify', {
 *         params: { path: { id }, header }, body }),
 *       device)
 *
 * @param call sends the same request each time, with the headers that it is given
 * @returns the body; undefined if the operation ends in `204`. An operation that needs no stamp
 *   (a customer without a wallet credential) is answered by the first call.
 * @throws Error when it is still `PROCESSING` after the client's retries
 */
export async function signedRetry<Body>(
  call: (headers: SignedHeaders) => Promise<{ data?: Body; response: Response }>,
  stamper: Stamper,
): Promise<Settled<Body>> {
  const first = await call({})
  if (first.response.status !== 202) return settled(first)
  return settled(await call(await signedHeaders(first.data as Challenge, stamper)))
}

/** The headers of the second call of a challenge. */
export async function signedHeaders(
  { payloadToSign, requestId }: Pick<Challenge, 'payloadToSign' | 'requestId'>,
  stamper: Stamper,
): Promise<Required<SignedHeaders>> {
  // Byte for byte as received: a payload that was parsed and serialized again may differ.
  const { stampHeaderValue } = await stamper.stamp(payloadToSign)
  return { 'Service-Wallet-Signature': stampHeaderValue, 'Request-Id': requestId }
}

function settled<Body>({ data, response }: { data?: Body; response: Response }): Settled<Body> {
  const body = data as { status?: string; id?: string } | undefined
  const isOpen = body?.status === 'PROCESSING' && body.id === undefined
  if (response.status === 202 || isOpen) {
    throw new Error(`${response.url}: not settled yet; send the same request again`)
  }
  return data as Settled<Body>
}

/** The payload of a quote from an embedded wallet. @throws Error for a quote from another source */
export function payloadOf(quote: {
  readonly paymentInstructions?: readonly {
    readonly accountOrWalletInfo: { readonly payloadToSign?: string }
  }[]
}): string {
  for (const { accountOrWalletInfo } of quote.paymentInstructions ?? []) {
    if (accountOrWalletInfo.payloadToSign !== undefined) return accountOrWalletInfo.payloadToSign
  }
  throw new Error('the quote has nothing to stamp')
}

/**
 * Stamps a quote from an embedded wallet and executes it.
 *
 * @param idempotencyKey your order's key; with a generated one, only this call's retries are safe
 */
export async function executeQuote(
  api: Api<paths>,
  quote: Schemas['Quote'],
  stamper: Stamper,
  idempotencyKey: string = crypto.randomUUID(),
): Promise<Schemas['Quote']> {
  const { stampHeaderValue } = await stamper.stamp(payloadOf(quote))
  const header = {
    'Service-Wallet-Signature': stampHeaderValue,
    'Idempotency-Key': idempotencyKey,
  }
  return (await bodyOf(
    api.POST('/quotes/{quoteId}/execute', { params: { path: { quoteId: quote.id }, header } }),
  )) as Schemas['Quote']
}
