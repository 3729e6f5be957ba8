/**
 * Contracts of Tron that people paste as if they were wallets: tokens, and what JustLend and SunSwap publish
 * (November 2026). An address does not show whether it is a contract's: only the chain knows the others.
 */

type Named = readonly [address: string, name: string]

const tokens: readonly Named[] = [
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'USDT'],
  ['TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', 'USDC'],
  ['TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn', 'USDD old'],
  ['TUpMhErZL2fhh4sVNULAbNKLokS4GjC1F4', 'TUSD'],
  ['TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR', 'WTRX'],
  ['TAFjULxiVgT4qWk6UZwjqwZXTSaGaqnVp4', 'BTT'],
  ['TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9', 'JST'],
  ['TSSMHYeV2uE9qYH95DqyoCuNCzEL1NvU3S', 'SUN'],
  ['TMwFHYXLJaRUPeW6421aqXL4ZEzPRFGkGT', 'USDJ'],
  ['TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', 'WIN'],
  ['TFczxzPhnThNSqr5by8tvxsdCFRRz6cPNq', 'NFT'],
  ['TXDk8mbtRbXeYuMNS83CfKPaYYT8XWv9Hz', 'USDD'],
  ['TPFqcBAaaUMCSVRCqPaQ9QnzKhmuoLR6Rc', 'USD1'],
  ['TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9', 'BTC'],
  ['THb4CqiFdwNHsWsQCs4JhzwjMWys4aqCbF', 'ETH'],
  ['TYhWwKpw43ENFWBTGpzLHn3882f2au7SMi', 'WBTC'],
  ['TThzxNRLrW2Brp9DcTQU8i4Wd9udCWEdZ3', 'stUSDT'],
  ['TU3kjFuhtEo42tsCBtfYUAZxoqQ4yuSLQ5', 'sTRX'],
]

const services: readonly Named[] = [
  ['TCFNp179Lg46D16zKoumd4Poa2WFFdtqYj', 'SunSwap smart router'],
  ['TFVisXFaijZfeyeSjCEVkHfex7HGdTxzF9', 'SunSwap smart router, before'],
  ['TKzxdSv2FZKQrEqkKVgp5DcwEXBEKMg2Ax', 'SunSwap 2 router'],
  ['TXF1xDbVGdxFGbovmmmXvBGu8ZiE3Lq4mR', 'SunSwap 2 router, later'],
  ['TKWJdrQkqHisa1X8HUdHEfREvTzw4pMAaY', 'SunSwap 2 factory'],
  ['TXk8rQSAvPvBBNtqSoY6nCfsXWCSSpTVQF', 'SunSwap 1 factory'],
  ['TGjYzgCyPobsNS9n6WcbdLVR9dH7mWqFx7', 'JustLend comptroller'],
  ['TXJgMdjVX5dKiQaUi9QobwNxtSQaFqccvd', 'JustLend USDT'],
  ['TE2RzoSV3wFK99w6J9UnnZ4vLfXYoxvRwP', 'JustLend TRX'],
  ['TKFRELGGoRgiayhwJTNNLqCNjFoLBh3Mnf', 'JustLend USDD'],
  ['TX7kybeP6UwTBRHLNPYmswFESHfyjm9bAS', 'JustLend USDD, before'],
  ['TNSBA6KvSvMoTqQcEgpVK7VhHT3z7wifxy', 'JustLend USDC'],
  ['TBEKggwqFkrc4KckQVR9BLucAmQugafEZf', 'JustLend USD1'],
  ['TSXv71Fy5XdL3Rh2QfBoUu3NAaM4sMif8R', 'JustLend TUSD'],
  ['TD5SdLw5scR6mXgyMK2xKrFJpauDjpKqrW', 'JustLend wstUSDT'],
  ['TJQ9rbVe9ei3nNtyGgBL22Fuu2xYjZaLAQ', 'JustLend sTRX'],
  ['TL5x9MtSnDy537FXKx53yAaHRRNdg9TkkA', 'JustLend USDJ'],
  ['TGBr8uh9jBVHJhhkwSJvQN2ZAKzVkxDmno', 'JustLend SUN'],
  ['TPXDpkg9e3eZzxqxAUyke9S4z4pGJBJw9e', 'JustLend SUN, later'],
  ['TRg6MnpsFXc82ymUPgf5qbj59ibxiEDWvv', 'JustLend WIN'],
  ['TLeEu311Cbw63BcmMHDgDLu7fnk9fqGcqT', 'JustLend BTC'],
  ['TWQhCXaWz4eHK4Kd1ErSDHjMFPoPc9czts', 'JustLend JST'],
  ['TUY54PVeH6WCcYCd6ZXXoBDsHytN9V5PXt', 'JustLend BTT'],
  ['TR7BUFRQeq1w5jAZf1FKx85SHuX6PfMqsV', 'JustLend ETH'],
  ['TFpPyDCKvNFgos3g3WVsAqMrdqhB81JXHE', 'JustLend NFT'],
]

/** Every address that is listed, with its name. */
export const tronContracts: readonly Named[] = [...tokens, ...services]
