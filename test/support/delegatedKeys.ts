/** Delegated keys as tests ask for them: three calls, two of them stamped. */
import { type ApiClient, expectStatus } from '../../scripts/serviceDriver/apiClient.ts'
import { type Device, untilSettled } from '../../scripts/serviceDriver/device.ts'
import { rowsOf } from '../durability/payments.ts'
import { type FundedWallet, listed, type Resource } from './builders.ts'
import { aCard } from './cards.ts'
import type { SharedStack } from './stack.ts'

export type KeyOwner = Pick<FundedWallet, 'api' | 'customer' | 'wallet'> & {
  readonly device: Pick<Device, 'stamp'>
}

type Challenge = { readonly payload: string; readonly requestId: string }

/** A leg of a key: the request, and what is to be stamped for its next call. */
export type OpenKey = {
  readonly card: Resource
  readonly request: { readonly method: 'POST'; readonly path: string; readonly body: object }
  readonly opened: Challenge
}

function challengeOf(body: Readonly<Record<string, unknown>>): Challenge {
  return { payload: String(body.payloadToSign), requestId: String(body.requestId) }
}

export function aKeyBody({ wallet }: Pick<KeyOwner, 'wallet'>, card: Resource): object {
  return { cardId: card.id, internalAccountId: wallet.id, nickname: 'Card pulls' }
}

/** The first call. @param card one that draws on the wallet; a new one if left out */
export async function anOpenKey(owner: KeyOwner, given?: Resource): Promise<OpenKey> {
  const card = given ?? (await aCard(owner.api, owner))
  const request = {
    method: 'POST',
    path: '/auth/delegated-keys',
    body: aKeyBody(owner, card),
  } as const
  const first = await owner.api.call(request.method, request.path, request.body)
  return { card, request, opened: challengeOf(expectStatus('new key', first, 202).body) }
}

/** A signed call of the three. */
export async function stampedCall(
  api: ApiClient,
  { request, opened }: Pick<OpenKey, 'request' | 'opened'>,
  device: Pick<Device, 'stamp'>,
): ReturnType<ApiClient['call']> {
  const headers = {
    'Service-Wallet-Signature': await device.stamp(opened.payload),
    'Request-Id': opened.requestId,
  }
  return untilSettled(() => api.call(request.method, request.path, request.body, headers))
}

/** The first two calls. */
export async function aKeyToActivate(owner: KeyOwner, card?: Resource): Promise<OpenKey> {
  const first = await anOpenKey(owner, card)
  const second = await stampedCall(owner.api, first, owner.device)
  return { ...first, opened: challengeOf(expectStatus('holder of the key', second, 202).body) }
}

/** All three: an ACTIVE key. */
export async function aDelegatedKey(
  owner: KeyOwner,
  given?: Resource,
): Promise<{ readonly card: Resource; readonly key: Resource }> {
  const last = await aKeyToActivate(owner, given)
  const answer = await stampedCall(owner.api, last, owner.device)
  return { card: last.card, key: expectStatus('key', answer, 201).body as Resource }
}

export async function keysOf({
  api,
  wallet,
}: Pick<KeyOwner, 'api' | 'wallet'>): Promise<Resource[]> {
  return listed(await api.call('GET', `/auth/delegated-keys?accountId=${wallet.id}`))
}

/** As it is stored; null once the key is revoked. */
export async function privateHalfOf(
  stack: Pick<SharedStack, 'databaseUrl'>,
  { id }: Pick<Resource, 'id'>,
): Promise<string | null> {
  const text = 'select private_key from delegated_keys where id = $1'
  const [row] = await rowsOf<{ private_key: string | null }>(stack, text, [id.split(':')[1]])
  if (row === undefined) throw new Error(`there is no ${id}`)
  return row.private_key
}
