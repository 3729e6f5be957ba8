/** Funding instructions for sandbox payers: fixed accounts, distinguished by reference. What comes and goes over chains. */
import { createHash } from 'node:crypto'
import { base58, bech32m } from '@scure/base'
import { variants } from '../../contract/externalAccounts.ts'
import { currencies } from '../../contract/money.ts'
import { type Answer, Refusal } from '../http.ts'
import type { Store } from '../store/store.ts'

export type FundingRequest = {
  readonly reference: string
  readonly amountMinor: string
  readonly currency: string
  readonly network?: string
}

const evm = (seed: Buffer): string => `0x${seed.subarray(0, 20).toString('hex')}`
const solana = (seed: Buffer): string => base58.encode(seed)

/** Money for an account, at any time and in any amount. */
export type StandingFunding = {
  readonly reference: string
  readonly currency: string
  /** Of a wallet that has an address already. */
  readonly address?: string
  /** A bank account's number of its own. */
  readonly isNumbered?: boolean
}

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
  ARBITRUM: { accountType: 'ARBITRUM_WALLET', assets: ['USDC', 'USDT'], address: evm },
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

/** The ways of each account: a bank's, or those of every chain that its asset comes over. */
export async function standingFundings(
  store: Store,
  accounts: readonly StandingFunding[],
): Promise<Answer> {
  const fundings = accounts.map(waysOf)
  const watched = accounts.flatMap(({ reference }, index) =>
    (fundings[index] ?? []).flatMap(({ accountOrWalletInfo: { accountType, address, invoice } }) =>
      [address, invoice]
        .filter((place) => place !== undefined)
        .map((place) => [place, reference, networkOf(accountType)]),
    ),
  )
  await store.pool.query({
    name: 'watch-addresses',
    text: `insert into deposit_addresses (address, reference, network)
           select w.address, w.reference, w.network
           from unnest($1::text[], $2::text[], $3::text[]) w (address, reference, network)
           on conflict do nothing`,
    values: [0, 1, 2].map((column) => watched.map((row) => row[column])),
  })
  return { status: 200, body: { fundings } }
}

/** The reference under which money at an address, or of an invoice, is reported, and its chain. */
export async function watchedAt(
  store: Store,
  address: string,
): Promise<{ readonly reference: string; readonly network: string }> {
  const { rows } = await store.pool.query<{ reference: string; network: string }>({
    name: 'watched-at',
    text: 'select reference, network from deposit_addresses where address = $1',
    values: [address],
  })
  const [row] = rows
  if (row === undefined) throw new Refusal(404, 'that address is not watched')
  return row
}

/** The chain of a kind of account; undefined of a bank's. */
export function networkOf(accountType = ''): string | undefined {
  return Object.keys(chains).find((network) => chains[network]?.accountType === accountType)
}

/** The transaction that has carried a payout or a deposit: the same for the same name of it. */
export function onChainOf(network: string, name: string): OnChain {
  const seed = createHash('sha256').update(`sandbox transaction ${name}`).digest()
  const isEvm = chains[network]?.address === evm
  const hash = `${isEvm ? '0x' : ''}${seed.toString('hex')}`
  const transactionHash = network === 'SOLANA' ? base58.encode(Buffer.concat([seed, seed])) : hash
  return { transactionHash, network }
}

/** As the rail's wire has it. */
export type OnChain = { readonly transactionHash: string; readonly network: string }

type Way = {
  readonly accountOrWalletInfo: {
    readonly accountType?: string
    readonly assetType?: string
    readonly address?: string
    readonly invoice?: string
  }
  readonly instructionsNotes: string
}

function waysOf({ reference, currency, address, isNumbered }: StandingFunding): Way[] {
  if (address !== undefined) return [sparkOf(currency, reference, address)]
  // A platform's own coin is a token of Spark's.
  const isCoin = !currencies.has(currency)
  const networks = isCoin
    ? ['SPARK']
    : Object.keys(chains).filter((network) => chains[network]?.assets.includes(currency))
  if (networks.length === 0) {
    const shared = bankOf(currency, reference)
    if (isNumbered && shared !== undefined) {
      const own: object = { ...shared, accountNumber: numberOf(reference) }
      const instructionsNotes = 'Send money to this account number; it is for this account only.'
      return [{ accountOrWalletInfo: own, instructionsNotes }]
    }
    const note = `Write ${reference} as the reference of the transfer.`
    return shared === undefined ? [] : [{ accountOrWalletInfo: shared, instructionsNotes: note }]
  }
  return networks.map((network) => {
    if (network === 'SPARK') return sparkOf(currency, reference, addressAt(network, reference))
    return {
      accountOrWalletInfo: chainOf(currency, network, reference) ?? {},
      instructionsNotes: `Send ${currency} to this address; it is for this account only.`,
    }
  })
}

function sparkOf(currency: string, reference: string, address: string): Way {
  const words = bech32m.toWords(Buffer.from(`${currency} ${reference}`))
  return {
    accountOrWalletInfo: {
      accountType: 'SPARK_WALLET',
      address,
      assetType: currency,
      invoice: bech32m.encode('sparkrt', words, false),
    },
    instructionsNotes: `Send ${currency} to this address, or pay the invoice; both are for this account only.`,
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
  // Also where who registers an account need not name its bank: this one is the rail's own.
  const named = new Set([...variant.required, ...('bankName' in properties ? ['bankName'] : [])])
  const fields = [...named].map((name) => [
    name,
    properties[name]?.example ?? properties[name]?.enum?.[0] ?? 'Sandbox',
  ])
  return {
    accountType: variant.accountType,
    ...Object.fromEntries(fields),
    paymentRails: variant.rails,
    reference,
  }
}

/** Twelve digits that follow from the reference. */
function numberOf(reference: string): string {
  const seed = createHash('sha256').update(`sandbox number ${reference}`).digest()
  return String(seed.readBigUInt64BE() % 1_000_000_000_000n).padStart(12, '0')
}

function chainOf(currency: string, network: string, reference: string): object | undefined {
  const chain = chains[network]
  if (!chain?.assets.includes(currency)) return undefined
  return {
    accountType: chain.accountType,
    address: addressAt(network, reference),
    assetType: currency,
  }
}

function addressAt(network: string, reference: string): string {
  const seed = createHash('sha256').update(`sandbox deposit ${reference}`).digest()
  return chains[network]?.address(seed) ?? ''
}

function withChecksum(payload: Buffer): string {
  const hash = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
  return base58.encode(Buffer.concat([payload, hash(hash(payload)).subarray(0, 4)]))
}
