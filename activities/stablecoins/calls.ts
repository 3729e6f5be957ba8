/** Which call to the provider an operation needs next. */
import { idOf } from '../../contract/ids.ts'
import type { StablecoinReport, StablecoinToAdvance } from '../../db/stablecoinFunctions.ts'
import {
  type NewAddress,
  type ProviderAccess,
  type ProviderAddress,
  type StablecoinProvider,
  StablecoinProviderError,
} from '../../providers/stablecoinProvider/index.ts'
import { begunOf, type Call, findTransfer, readTransfer, reportOf, transfer } from './transfers.ts'

/** @throws StablecoinProviderError UNAUTHORIZED and UNAVAILABLE */
export async function callProvider(
  provider: StablecoinProvider,
  access: ProviderAccess,
  facts: StablecoinToAdvance,
  isRepeat: boolean,
): Promise<StablecoinReport> {
  const { operation: o, destination, debit } = facts
  const call = { provider, access, facts }
  if (o.transfer_id !== null) return readTransfer(call, o.transfer_id)
  if (facts.link.status === 'REVOKED') return endOfRevoked(call)
  if (destination.addressId === null) {
    const purpose = o.operation_type === 'MINT' ? 'WALLET' : 'PAYOUT'
    return addressOf(call, destination, purpose, o.destination_account_id)
  }
  if (o.source_type === 'ACH_DEBIT' && debit?.addressId === null) {
    return addressOf(call, debit, 'DEBIT', o.source_account_id ?? '')
  }
  if (o.source_type === 'EXTERNAL_ACCOUNT') return burnDeposit(call, isRepeat)
  if (o.source_type === 'PROVIDER_INTERNAL_BALANCE' && o.source_address_id === null) {
    return treasuryOf(call)
  }
  return o.transfer_begun_at === null ? begunOf(facts) : transfer(call, isRepeat)
}

/** Nothing more is begun with a revoked link; what was begun before is looked for. */
async function endOfRevoked(call: Call): Promise<StablecoinReport> {
  const refused = {
    ...({ kind: 'REFUSED', code: 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED' } as const),
    reason: 'The provider account is revoked.',
  }
  if (call.facts.operation.transfer_begun_at === null) return refused
  const { made } = await findTransfer(call).catch((error) => {
    // The login of the link may have ended there too.
    if (error instanceof StablecoinProviderError && error.kind !== 'UNAVAILABLE') {
      return { made: undefined }
    }
    throw error
  })
  return made ? reportOf(call.facts, made) : { ...refused, isUnknown: true }
}

async function refusedAs(
  code: Extract<StablecoinReport, { kind: 'REFUSED' }>['code'],
  ask: () => Promise<StablecoinReport>,
): Promise<StablecoinReport> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof StablecoinProviderError) || error.kind !== 'REFUSED') throw error
    return { kind: 'REFUSED', code, reason: error.message }
  }
}

type Stored = { readonly key: string; readonly info: Readonly<Record<string, unknown>> }

function addressOf(
  { provider, access }: Call,
  { key, info }: Stored,
  purpose: 'WALLET' | 'PAYOUT' | 'DEBIT',
  externalAccountId: string,
): Promise<StablecoinReport> {
  const code = {
    WALLET: 'STABLECOIN_PROVIDER_ERROR',
    PAYOUT: 'STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_FAILED',
    DEBIT: 'STABLECOIN_EXTERNAL_ACCOUNT_LINK_FAILED',
  } as const
  const name = idOf('ExternalAccount', externalAccountId)
  return refusedAs(code[purpose], async () => {
    const address: NewAddress =
      purpose === 'WALLET'
        ? { kind: 'WALLET', name, address: String(info.address) }
        : bankOf(info, purpose === 'DEBIT')
    const { id: addressId } = await provider.createAddress(access, address, key)
    return { kind: 'ADDRESS', addressId, externalAccountId, purpose }
  })
}

function bankOf(info: Stored['info'], isDebited: boolean): NewAddress {
  const beneficiary = (info.beneficiary ?? {}) as Readonly<Record<string, unknown>>
  const { line1, city, state, postalCode, country } = (beneficiary.address ?? {}) as Readonly<
    Record<string, string | undefined>
  >
  return {
    ...{
      kind: 'BANK',
      isDebited,
      owner: String(beneficiary.fullName ?? beneficiary.legalName ?? ''),
    },
    accountNumber: String(info.accountNumber),
    routingNumber: String(info.routingNumber),
    isSavings: info.accountCategory === 'SAVINGS' || info.bankAccountType === 'SAVINGS',
    address:
      line1 && city && state && postalCode && country
        ? { line1, city, state, postalCode, country }
        : undefined,
  }
}

/** Of a burn's deposit address. */
const nameOfDeposit = /^Burn \d+\.\d\d \S+ StablecoinOperation:/

/** The first active address that is of no burn: coins that were sent for one are not those of another. */
async function treasuryOf({ provider, access, facts }: Call): Promise<StablecoinReport> {
  const addresses = await provider.depositAddresses(access)
  const taken = new Set(facts.depositAddresses)
  // The id of one whose making was not answered is not in our rows.
  const isOfBurn = ({ id, name }: ProviderAddress): boolean =>
    taken.has(id) || nameOfDeposit.test(name ?? '')
  const active = addresses.find((one) => one.status === 'active' && !isOfBurn(one))
  if (active?.address) {
    const { id: addressId, address } = active
    return { kind: 'SOURCE', addressId, address, isOver: facts.isOver }
  }
  const reason = 'The provider account has no active Spark address.'
  return { kind: 'REFUSED', code: 'STABLECOIN_PROVIDER_SOURCE_NOT_LINKED', reason }
}

/** A fresh deposit address; then the deposit; then the redemption of the amount. */
async function burnDeposit(call: Call, isRepeat: boolean): Promise<StablecoinReport> {
  const { provider, access, facts } = call
  const { operation: o, ticker } = facts
  if (o.source_address_id === null) {
    const value = `${BigInt(o.cents) / 100n}.${String(BigInt(o.cents) % 100n).padStart(2, '0')}`
    const name = `Burn ${value} ${ticker} ${idOf('StablecoinOperation', o.id)}`
    return refusedAs('STABLECOIN_PROVIDER_ERROR', async () =>
      sourceReport(
        facts,
        await provider.createAddress(access, { kind: 'DEPOSIT', name }, o.source_key),
      ),
    )
  }
  if (o.deposit_address === null) {
    const found = await provider.addressOf(access, o.source_address_id)
    return sourceReport(facts, { id: o.source_address_id, address: found?.address ?? null })
  }
  // Once begun, a transfer whose answer was lost may have taken the coins.
  if (o.transfer_begun_at !== null) return transfer(call, isRepeat)
  const cents = await depositedAt(provider, access, o.source_address_id, ticker)
  const wanted = BigInt(o.cents)
  if (cents < wanted) return { kind: 'UNFUNDED', isOver: facts.isOver, cents: String(cents) }
  return begunOf(facts, false, cents - wanted)
}

/** Cents of a coin at a deposit address. */
export async function depositedAt(
  provider: StablecoinProvider,
  access: ProviderAccess,
  addressId: string,
  ticker: string,
): Promise<bigint> {
  return provider.balanceOf(access, addressId, ticker).catch((error) => {
    // An address that nothing was paid to may have no balance of the coin yet.
    if (error instanceof StablecoinProviderError && error.kind === 'REFUSED') return 0n
    throw error
  })
}

function sourceReport(
  { ticker, isOver }: StablecoinToAdvance,
  { id: addressId, address }: { readonly id: string; readonly address: string | null },
): StablecoinReport {
  const instructions = { rail: 'SPARK', network: 'SPARK', address, valueType: ticker }
  return { kind: 'SOURCE', addressId, address, isOver, ...(address !== null && { instructions }) }
}
