/** Funding instructions for sandbox payers: fixed accounts, distinguished by reference. */
import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { variants } from '../../contract/externalAccounts.ts'
import { type Answer, Refusal } from '../http.ts'

export type FundingRequest = {
  readonly reference: string
  readonly amountMinor: string
  readonly currency: string
  readonly network?: string
}

const evm = (seed: Buffer): string => `0x${seed.subarray(0, 20).toString('hex')}`
const solana = (seed: Buffer): string => base58.encode(seed)

type Chain = {
  readonly accountType: string
  readonly assets: readonly string[]
  address(seed: Buffer): string
}

/** Which assets come over which chain, and what an address there looks like. */
const chains: Readonly<Record<string, Chain>> = {
  ETHEREUM: { accountType: 'ETHEREUM_WALLET', assets: ['USDC', 'USDT'], address: evm },
  BASE: { accountType: 'BASE_WALLET', assets: ['USDC'], address: evm },
  POLYGON: { accountType: 'POLYGON_WALLET', assets: ['USDC'], address: evm },
  PLASMA: { accountType: 'PLASMA_WALLET', assets: ['USDT'], address: evm },
  SOLANA: { accountType: 'SOLANA_WALLET', assets: ['USDC'], address: solana },
  TRON: {
    accountType: 'TRON_WALLET',
    assets: ['USDT'],
    address: (seed) => withChecksum(Buffer.concat([Buffer.from([0x41]), seed.subarray(0, 20)])),
  },
  SPARK: {
    accountType: 'SPARK_WALLET',
    assets: ['USDB', 'BTC'],
    address: (seed) => `sparkrt1${seed.toString('hex')}`,
  },
  BITCOIN: {
    accountType: 'BITCOIN_L1',
    assets: ['BTC'],
    // A test network's script address: base58check of version 0xc4.
    address: (seed) => withChecksum(Buffer.concat([Buffer.from([0xc4]), seed.subarray(0, 20)])),
  },
}

/** @throws Refusal 422 for an unsupported currency or network */
export function requestFunding({ reference, currency, network }: FundingRequest): Answer {
  const info =
    network === undefined ? bankOf(currency, reference) : chainOf(currency, network, reference)
  if (info === undefined) throw new Refusal(422, 'unsupported currency or network')
  return {
    status: 200,
    body: {
      accountOrWalletInfo: info,
      instructionsNotes:
        network === undefined
          ? `Write ${reference} as the reference of the transfer, and send exactly the amount.`
          : 'Send exactly the amount to this address; it is for this payment only.',
    },
  }
}

function bankOf(currency: string, reference: string): object | undefined {
  if (currency === 'BRL')
    return { accountType: 'BRL_ACCOUNT', qrCode: `00020126-${reference}`, reference }
  if (currency === 'COP') {
    return {
      accountType: 'COP_ACCOUNT',
      paymentUrl: `https://pay.example/${reference}`,
      reference,
    }
  }
  const variant = variants.find(({ accountType }) => accountType === `${currency}_ACCOUNT`)
  if (variant === undefined) return undefined
  const properties = variant.properties as Readonly<
    Record<string, { readonly example?: unknown; readonly enum?: readonly unknown[] }>
  >
  const fields = variant.required.map((name) => [
    name,
    properties[name]?.example ?? properties[name]?.enum?.[0] ?? 'Sandbox',
  ])
  return { accountType: variant.accountType, ...Object.fromEntries(fields), reference }
}

function chainOf(currency: string, network: string, reference: string): object | undefined {
  const chain = chains[network]
  if (!chain?.assets.includes(currency)) return undefined
  const seed = createHash('sha256').update(`sandbox deposit ${reference}`).digest()
  return { accountType: chain.accountType, address: chain.address(seed), assetType: currency }
}

function withChecksum(payload: Buffer): string {
  const hash = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
  return base58.encode(Buffer.concat([payload, hash(hash(payload)).subarray(0, 4)]))
}
