/** The transfer of a mint or a burn: made once, found again where its answer was lost, and read. */
import { idOf } from '../../contract/ids.ts'
import { instant } from '../../contract/time.ts'
import type { StablecoinReport, StablecoinToAdvance } from '../../db/stablecoinFunctions.ts'
import {
  type NewTransfer,
  type ProviderAccess,
  type StablecoinProvider,
  StablecoinProviderError,
  TRANSFERS_LISTED,
  type Transfer,
} from '../../providers/stablecoinProvider/index.ts'

export type Call = {
  readonly provider: StablecoinProvider
  readonly access: ProviderAccess
  readonly facts: StablecoinToAdvance
}

/** From BEGUN on, whether there is a transfer is for the provider to say, by the key of the row. */
export function begunOf(
  { link }: StablecoinToAdvance,
  isAgain = false,
  surplus = 0n,
): StablecoinReport {
  return { kind: 'BEGUN', loginVersion: link.login_version, isAgain, surplus: String(surplus) }
}

/** Among the newest of an address that few operations share: the provider lists no older ones. */
export async function findTransfer({ provider, access, facts }: Call) {
  const { operation: o, destination } = facts
  const note = idOf('StablecoinOperation', o.id)
  const ofBurn = o.source_type === 'EXTERNAL_ACCOUNT' ? o.source_address_id : null
  const addressId = ofBurn ?? destination.addressId ?? ''
  const listed = await provider.transfersOf(access, addressId)
  return { made: listed.find((one) => one.note === note), listed }
}

/** How long the provider is relied upon to know a key: it does not say. */
const KEY_SECONDS = 86_400
/** By which the provider's clock may differ from ours. */
const CLOCK_MS = 600_000

/** The key was first sent with another login of the link, or long ago: it may make a second transfer. */
function mayBeForgotten({ operation: o, link, begunSeconds }: StablecoinToAdvance): boolean {
  const version = o.transfer_login_version ?? link.login_version
  return version !== link.login_version || (begunSeconds ?? 0) > KEY_SECONDS
}

/** Whether the newest ones of an address are all that there are since the transfer was begun. */
function reachesBack(listed: readonly Transfer[], begunAt: string): boolean {
  const before = instant(begunAt).getTime() - CLOCK_MS
  return (
    listed.length < TRANSFERS_LISTED ||
    listed.some(({ createdAt }) => createdAt !== null && createdAt.getTime() < before)
  )
}

/** Made once: with the key of its row, after a look for one whose answer was lost. */
export async function transfer(call: Call, isRepeat: boolean): Promise<StablecoinReport> {
  const { provider, access, facts } = call
  const { operation: o } = facts
  const isForgotten = mayBeForgotten(facts)
  if (isRepeat || isForgotten) {
    const { made, listed } = await findTransfer(call)
    if (made !== undefined) return reportOf(facts, made)
    if (isForgotten) {
      const isKnown = reachesBack(listed, o.transfer_begun_at ?? '')
      return isKnown ? begunOf(facts, true) : { kind: 'UNKNOWN' }
    }
  }
  try {
    const made = await provider.createTransfer(access, newTransfer(facts), o.transfer_key)
    return reportOf(facts, made)
  } catch (error) {
    if (!(error instanceof StablecoinProviderError) || error.kind !== 'REFUSED') throw error
    const { code: word, message: reason } = error
    if (word === 'insufficient_balance' && o.source_type === 'EXTERNAL_ACCOUNT' && !facts.isOver) {
      return { kind: 'UNFUNDED', isOver: false, cents: o.cents, isRefused: true }
    }
    const codes: Readonly<Record<string, Extract<StablecoinReport, { kind: 'REFUSED' }>['code']>> =
      {
        insufficient_balance: 'INSUFFICIENT_FUNDS',
        compatible_address_not_found: 'STABLECOIN_PROVIDER_SOURCE_NOT_LINKED',
      }
    return { kind: 'REFUSED', code: codes[word ?? ''] ?? 'STABLECOIN_PROVIDER_ERROR', reason }
  }
}

function newTransfer({
  operation: o,
  ticker,
  destination,
  debit,
}: StablecoinToAdvance): NewTransfer {
  const addressId = destination.addressId ?? ''
  const rail = (o.rail ?? '').toLowerCase()
  const common = { cents: BigInt(o.cents), note: idOf('StablecoinOperation', o.id) }
  if (o.operation_type === 'BURN') {
    const source = {
      addressId: o.source_address_id ?? '',
      valueType: ticker,
      transferType: 'spark',
    }
    return { ...common, source, destination: { addressId, valueType: 'USD', transferType: rail } }
  }
  const debited = o.source_address_id ?? debit?.addressId ?? ''
  return {
    ...common,
    source: {
      ...(o.source_type === 'ACH_DEBIT' && { addressId: debited }),
      ...{ valueType: 'USD', transferType: o.source_type.toLowerCase() },
    },
    destination: { addressId, valueType: ticker, transferType: 'spark' },
  }
}

export async function readTransfer(
  { provider, access, facts }: Call,
  id: string,
): Promise<StablecoinReport> {
  const found = await provider.transferOf(access, id)
  if (found === undefined)
    throw new StablecoinProviderError('UNAVAILABLE', 'the transfer is not there')
  return reportOf(facts, found)
}

/** @throws StablecoinProviderError UNAVAILABLE for a transfer of another id, note or amount: it is not ours */
export function reportOf(
  { operation: o, isOver }: Pick<StablecoinToAdvance, 'operation' | 'isOver'>,
  found: Transfer,
): StablecoinReport {
  const note = idOf('StablecoinOperation', o.id)
  const differs = [
    ...(o.transfer_id !== null && found.id !== o.transfer_id ? ['id'] : []),
    ...(found.note !== null && found.note !== note ? ['note'] : []),
    ...(found.cents !== BigInt(o.cents) ? ['amount'] : []),
  ]
  if (differs.length > 0) {
    throw new StablecoinProviderError('UNAVAILABLE', `a transfer of another ${differs.join(', ')}`)
  }
  const { failure, wire } = found
  return {
    ...{ kind: 'TRANSFER', transferId: found.id, status: found.status, isOver },
    isFinal: failure !== null && (!failure.isRetriable || failure.returned !== null),
    ...(failure?.returned && { returned: failure.returned }),
    ...(wire && { instructions: { rail: 'WIRE', ...wire } }),
  }
}
