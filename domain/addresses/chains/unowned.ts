/**
 * Addresses that nobody holds a key of: what is sent there is lost. Beside what can be computed (zero
 * and burn addresses, precompiled contracts), the contracts of the tokens that people paste most often,
 * from their issuers' and the explorers' public lists. What else is a contract only the chain knows.
 */

/** Lower case. The key of a contract is nobody's on any network, so one list is of all of them. */
const evmContracts: readonly string[] = [
  // Ethereum: USDT, USDC, DAI, WETH, WBTC, PYUSD, EURC, stETH, USDS, USDe, UNI, LINK, SHIB, BUSD, TUSD
  '0xdac17f958d2ee523a2206206994597c13d831ec7',
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  '0x6b175474e89094c44da98b954eedeac495271d0f',
  '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
  '0x6c3ea9036406852006290770bedfcaba0e23a0e8',
  '0x1abaea1f7c830bd89acc67ec4af516284b1bc33c',
  '0xae7ab96520de3a18e5e111b5eaab095312d7fe84',
  '0xdc035d45d973e3ec169d2276ddab16f1e407384f',
  '0x4c9edd5852cd905f086c759e8383e09bff1e68b3',
  '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984',
  '0x514910771af9ca656af840dff83e8264ecf986ca',
  '0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce',
  '0x4fabb145d64652a948d72533023f6e7a623c7c53',
  '0x0000000000085d4780b73119b644ae5ecd22b376',
  // Base: USDC, USDbC, DAI, EURC
  '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  '0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca',
  '0x50c5725949a6f0c72e6c4a641f24049a917db0cb',
  '0x60a3e35cc302bfa44cb288bc5a4f316fdb1adb42',
  // Polygon: USDC, USDC.e, USDT, WPOL, DAI, WETH
  '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
  '0x2791bca1f2de4661ed88a30c99a7a9449aa84174',
  '0xc2132d05d31c914a87c6611c10748aeb04b58e8f',
  '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
  '0x8f3cf7ad23cd3cadbd9735aff958023239c6a063',
  '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619',
  // Arbitrum: USDC, USDC.e, USDT, WETH, ARB, DAI
  '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
  '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8',
  '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9',
  '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
  '0x912ce59144191c1204e64559fe8253a0e49e6548',
  '0xda10009cbd5d07dd0cecc66161fc93d7c9000da1',
  // Plasma: USDT0
  '0xb8ce59fc3717ada4c02eadf9682a9e934f625ebb',
  // Burn addresses that are known by name
  '0xdead000000000000000042069420694206942069',
]

const contracts = new Set(evmContracts)

/**
 * Whether nobody holds the key of twenty bytes in hexadecimal: few digits after zeros are precompiled
 * contracts, one pattern again and again is a burn address, and layers of the OP Stack keep their own
 * contracts at `0x42` and zeros.
 */
export function isUnownedAccount(digits: string): boolean {
  const lower = digits.toLowerCase()
  return (
    /^0{30}/.test(lower) ||
    /^(..?)\1+$/.test(lower) ||
    /(dead){2,}$|^(dead){2,}|^0{16,}.*dead$/.test(lower) ||
    /^(dead|42)0{24,}/.test(lower) ||
    contracts.has(`0x${lower}`)
  )
}

/** USDT, USDC, USDD, TUSD, WTRX, BTT, JST, SUN, USDJ, WIN, NFT. */
export const tronContracts: ReadonlySet<string> = new Set([
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
  'TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn',
  'TUpMhErZL2fhh4sVNULAbNKLokS4GjC1F4',
  'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR',
  'TAFjULxiVgT4qWk6UZwjqwZXTSaGaqnVp4',
  'TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9',
  'TSSMHYeV2uE9qYH95DqyoCuNCzEL1NvU3S',
  'TMwFHYXLJaRUPeW6421aqXL4ZEzPRFGkGT',
  'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
  'TFczxzPhnThNSqr5by8tvxsdCFRRz6cPNq',
])

/** Mints: USDC, USDT, PYUSD, EURC, wrapped SOL. Programs: Token, Token-2022, associated accounts, memo. */
export const solanaPrograms: ReadonlySet<string> = new Set([
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo',
  'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr',
  'So11111111111111111111111111111111111111112',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s',
])
